import { LRUCache } from 'lru-cache';
import { isPublicPage } from './public-pages.ts';

/** A rendered page. `tag`: its ETag. */
export type RenderedPage = { status: number; headers: readonly (readonly [string, string])[]; body: Buffer; tag: string };

/** ms for which other visitors may see a page without a new review. Products and content count by their version. */
const KEPT_MS = 10_000;
const MOST_BYTES = 32 * 2 ** 20;
/** Public pages whose data have no version, or that have endless many addresses; and the data alone, which a page reads after its own change. */
const ALWAYS_ANEW = /^\/(questionnaire|search)(\/|$)|\.data$/;
const SIGNED_IN = /(?:^|; )signed-in=1/;

/**
 * Query parameters that advertisements, mails and search engines add to an address, and `f`, which an article adds to its own
 * (decisions.md 105). Only the browser reads them.
 */
const MARKS =
  /^(utm_\w+|gad_\w+|f|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|srsltid|msclkid|ttclid|twclid|igsh|igshid|yclid|li_fat_id|mc_[ce]id|_gl)$/;

/** The address of a public page without marks: each click on an advertisement has its own, so its page would be rendered for it alone. */
export function withoutMarks(url: URL): URL {
  const plain = new URL(url);
  const all = [...url.searchParams];
  const kept = all.filter(([name]) => !MARKS.test(name));
  if (isPublicPage(url.pathname) && kept.length < all.length) plain.search = new URLSearchParams(kept).toString();
  return plain;
}

/**
 * Keeps the HTML of pages that are the same for every visitor, by address and version. Members are served anew, so the author
 * of a review sees it at once (infra/decisions/083).
 * @param version of products and content; undefined: nothing is kept
 */
export function keptPages(version: () => string | undefined) {
  const pages = new LRUCache<string, RenderedPage>({
    ttl: KEPT_MS,
    maxSize: MOST_BYTES,
    maxEntrySize: 2 ** 20,
    sizeCalculation: ({ body }) => body.length,
  });
  /** @param url as the page's router gets it */
  return async (url: Pick<URL, 'pathname' | 'search'>, cookie: string | undefined, render: () => Promise<RenderedPage>) => {
    // Read before the rendering, so that a change meanwhile leaves the page under the former version.
    const now = version();
    const { pathname: path, search } = url;
    if (now === undefined || !isPublicPage(path) || ALWAYS_ANEW.test(path) || (cookie !== undefined && SIGNED_IN.test(cookie)))
      return render();
    const key = `${now} ${path}${search}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const page = await render();
    if (page.status === 200) pages.set(key, page);
    return page;
  };
}
