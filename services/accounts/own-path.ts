const HERE = 'https://here.invalid';

/**
 * A path of the shop's own pages with its query; undefined for another origin, for the API, and for what browsers and
 * servers read differently. The result is what the browser would request.
 */
export function ownPath(path: string | undefined): string | undefined {
  if (path === undefined || path.length > 300 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return undefined;
  const url = URL.parse(path, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return undefined;
  // A server decodes the path before it looks for a route. With a token, the page of a link would take somebody else's link.
  const route = (decoded(url.pathname) ?? '/api').toLowerCase();
  const isLink = /^\/(new-password|confirm-email)(\/|$)/.test(route) && url.pathname + url.search !== '/confirm-email';
  return isLink || /^\/api(\/|$)/.test(route) ? undefined : url.pathname + url.search;
}

/** undefined: it is not encoded as UTF-8 */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Adds parameters to an own path. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(path, HERE);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.pathname + url.search;
}
