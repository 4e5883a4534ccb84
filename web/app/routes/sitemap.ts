import {
  type CampaignCard,
  CampaignListAnswer,
  ContentChangesAnswer,
  PostListAnswer,
  ReviewedProductsAnswer,
  ReviewListAnswer,
  SKIN_TYPE_PAGES,
} from '@nordhaut/contracts';
import { PAYMENT_OPTIONS, PRIVACY, RETURN_RULES, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { productsOnSale } from '../features/catalogue/products-on-sale.ts';
import { load } from '../lib/load.ts';
import { WORDED } from '../lib/worded-pages.ts';
import type { Route } from './+types/sitemap';

/** Each text holds from the day that is its version. */
const LEGAL = [
  { path: '/help/payment-options', changed: PAYMENT_OPTIONS.version },
  { path: '/help/return-order', changed: RETURN_RULES.version },
  { path: '/help/termsAndConditions', changed: TERMS_OF_SERVICE.version },
  { path: '/privacy', changed: PRIVACY.version },
];

type Entry = { path: string; changed?: string | undefined };

const latest = (instants: readonly (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .toSorted()
    .at(-1);

/** A campaign's page changes at its start and at its end. */
const turnOf = ({ state, start, end }: CampaignCard): string | undefined =>
  state === 'past' ? (end ?? undefined) : state === 'active' ? start : undefined;

/**
 * The page of each product's reviews, with the instant of its newest one; one without reviews is as old as its product,
 * and that of a product without a page, which is sold out, as the range.
 */
async function reviewPages(context: Route.LoaderArgs['context'], productOf: (slug: string) => string | undefined): Promise<Entry[]> {
  const { products } = await load(context, ReviewedProductsAnswer, '/api/content/reviews/products');
  return Promise.all(
    products.map(async ({ product: { slug } }) => {
      const query = new URLSearchParams({ product: slug, sort: 'newest' });
      const { reviews } = await load(context, ReviewListAnswer, `/api/content/reviews?${query}`);
      return { path: `/comments/product/${encodeURIComponent(slug)}`, changed: reviews[0]?.createdAt ?? productOf(slug) };
    }),
  );
}

/** All pages of the articles' list, so that each article is in the map. */
async function allPosts(context: Route.LoaderArgs['context']) {
  const first = await load(context, PostListAnswer, '/api/content/posts');
  const rest = await Promise.all(
    Array.from({ length: first.pages - 1 }, (_, place) => load(context, PostListAnswer, `/api/content/posts?page=${place + 2}`)),
  );
  return [first, ...rest].flatMap(({ posts }) => posts);
}

/** The page of each product that can be bought, with the last change of the product. */
async function productPages(context: Route.LoaderArgs['context']): Promise<Entry[]> {
  const products = await productsOnSale(context);
  return products.map(({ slug, changedAt }) => ({ path: `/product/${encodeURIComponent(slug)}`, changed: changedAt }));
}

/**
 * The pages for search engines: home, list, what there is to read, legal texts, campaigns, and each product that can be bought.
 * A page changes with what it is made of, never with a new build: a wrong date would keep search engines from looking.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const products = await productPages(context);
  const changedAt = new Map(products.map(({ path, changed }) => [path, changed]));
  const goods = latest(products.map(({ changed }) => changed));
  const [posts, { events }, reviews, { changes }] = await Promise.all([
    allPosts(context),
    load(context, CampaignListAnswer, '/api/content/events'),
    reviewPages(context, (slug) => changedAt.get(`/product/${encodeURIComponent(slug)}`) ?? goods),
    load(context, ContentChangesAnswer, '/api/content/changes'),
  ]);
  const articles = latest(posts.map(({ changedAt }) => changedAt));
  const campaigns = latest(events.map(turnOf));
  const entries: Entry[] = [
    { path: '/', changed: latest([goods, articles, changes.layout]) },
    { path: '/product', changed: latest([goods, campaigns]) },
    ...SKIN_TYPE_PAGES.map((type) => ({ path: `/skin-type/${type}`, changed: latest([changes.skinTypes[type], goods]) })),
    { path: '/product-instruction', changed: changes.usageGuide },
    // A date alone is a day in UTC, and a day of Taipei begins before it.
    ...WORDED.map(({ path, changed }) => ({ path, changed: `${changed}T00:00:00+08:00` })),
    { path: '/help/faq', changed: changes.faq },
    ...LEGAL,
    { path: '/event', changed: campaigns },
    { path: '/comments', changed: latest(reviews.map(({ changed }) => changed)) },
    { path: '/blog', changed: articles },
    ...products,
    ...reviews,
    ...posts.map(({ slug, changedAt }) => ({ path: `/blog/${encodeURIComponent(slug)}`, changed: changedAt })),
    ...events.map((event) => ({ path: `/event/${encodeURIComponent(event.url)}`, changed: turnOf(event) })),
  ];
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${context.publicUrl}${path.replaceAll('&', '&amp;')}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
