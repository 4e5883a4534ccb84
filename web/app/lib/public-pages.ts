/**
 * The routes of `routes.ts` whose page is the same for every visitor. A page that is not in this list belongs to one visitor,
 * or to a group project, which ends at its hour and whose prices are compared with the order: no cache may store it.
 */
export const PUBLIC_ROUTES: readonly string[] = [
  '/',
  '/product',
  '/product/:slug',
  '/privacy',
  '/corporate-gifts',
  '/cookie-settings',
  '/help',
  '/help/cs-landing',
  '/help/contact-us',
  '/help/faq',
  '/help/payment-options',
  '/help/return-order',
  '/help/privacy',
  '/help/termsAndConditions',
  '/blog',
  '/blog/:slug',
  '/event',
  '/event/:url',
  '/comments',
  '/comments/product/:slug',
  '/comments/post/:reviewId',
  '/search',
  '/skin-type/:type',
  '/product-instruction',
  '/about',
  '/tattoo-care',
  '/vip-rights',
  '/questionnaire/:customUrl',
  '/robots.txt',
  '/sitemap.xml',
  '/feeds/products.xml',
];

const patternOf = (route: string): string =>
  route
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
    .join('/');
const PUBLIC = new RegExp(`^(?:${PUBLIC_ROUTES.map(patternOf).join('|')})$`);

/**
 * Whether the page, or its data alone (`.data`), is the same for every visitor.
 *
 * The router ignores case, slashes at the end and percent-encoding, and this list does not: an address that is not written
 * as the pages link to it is never public, so no spelling of a private page is.
 * @param path of a parsed `URL`, which has no dot segments
 */
export const isPublicPage = (path: string): boolean => PUBLIC.test(path === '/_root.data' ? '/' : path.replace(/\.data$/, ''));
