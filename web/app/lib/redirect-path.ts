/** `payment_SHIPPING` of the specification's addresses (spec/3-purchase-flow §2, "Links"). */
const STEP = /^payment_(CART|SHIPPING|PAY)$/;

/** The own page that `redirect=` names; undefined for another origin or for anything else. */
export function redirectPath(text: string | null): string | undefined {
  if (!text || text.length > 300) return undefined;
  const step = STEP.exec(text)?.[1];
  if (step) return `/payment?to=${step}`;
  // Browsers read a backslash as a slash, and drop tabs and line ends.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, 'http://shop.invalid');
  if (origin !== 'http://shop.invalid' || /^\/(login|register|api)(\/|$)/.test(routeOf(pathname))) return undefined;
  return pathname.startsWith('//') ? undefined : pathname + search + hash;
}

/** As the routers read a path: decoded, and the one of the pages in any case. What cannot be decoded is no page. */
function routeOf(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return '/api';
  }
}

/** Address of the page for signing in that leads back to `path`. */
export const signInPath = (path: string): string => `/login?redirect=${encodeURIComponent(path)}`;
