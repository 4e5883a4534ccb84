/**
 * Inline scripts of the banner above the navigation. The browser remembers the key of the content that was closed, so a new
 * content is shown again (decisions.md 106). `key`: hexadecimal digits.
 */

/** Hides a closed banner before the first paint. */
export const bannerMarker = (key: string): string =>
  `try{document.documentElement.toggleAttribute('data-nav-top-closed',localStorage.getItem('nav-top')==='${key}')}catch{}`;

/** Closes it, also before the app has begun. Without storage it is closed until the next page load. */
export const closeBanner = (key: string): string => `document.addEventListener('click', ({ target }) => {
  if (!target.closest('[data-close-banner]')) return;
  document.documentElement.setAttribute('data-nav-top-closed', '');
  document.getElementById('main')?.focus({ preventScroll: true });
  try { localStorage.setItem('nav-top', '${key}'); } catch {}
});`;
