/** Ids of the page's two live regions; `ui/live-regions.tsx` renders them once, in the root. */
export const POLITE_REGION = 'announce-polite';
export const ASSERTIVE_REGION = 'announce-assertive';

/**
 * Says a sentence to people who use a screen reader. `assertive` interrupts: for errors that stop what they are doing.
 * The text is emptied first, so that saying the same twice is heard twice.
 */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = document.getElementById(urgency === 'polite' ? POLITE_REGION : ASSERTIVE_REGION);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 60);
}
