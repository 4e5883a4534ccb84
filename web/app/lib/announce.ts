/** Ids of the page's two live regions; the root renders them (`ui/live-regions.tsx`). */
export const POLITE_REGION = 'announce-polite';
export const ASSERTIVE_REGION = 'announce-assertive';

/**
 * Announces a sentence to screen readers. `assertive` interrupts; use it for errors that stop the user's work. The
 * region is emptied first, so that the same sentence is announced again.
 */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = document.getElementById(urgency === 'polite' ? POLITE_REGION : ASSERTIVE_REGION);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 60);
}
