import {
  type CampaignCard,
  CampaignListAnswer,
  PostListAnswer,
  ProductListAnswer,
  ReviewedProductsAnswer,
  ReviewListAnswer,
  SKIN_TYPE_PAGES,
} from '@nordhaut/contracts';
import { PAYMENT_OPTIONS, PRIVACY, RETURN_RULES, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { load } from '../lib/load.ts';
import type { Route } from './+types/sitemap';

/** Pages whose content is part of a release. `/help/privacy` is the same as `/privacy` (decisions.md 101). */
const PAGES = [
  ...SKIN_TYPE_PAGES.map((type) => `/skin-type/${type}`),
  '/product-instruction',
  '/about',
  '/tattoo-care',
  '/vip-rights',
  '/help/cs-landing',
  '/help/contact-us',
  '/corporate-gifts',
];

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

/** The page of each product's reviews, with the instant of its newest one. */
async function reviewPages(context: Route.LoaderArgs['context']): Promise<Entry[]> {
  const { products } = await load(context, ReviewedProductsAnswer, '/api/content/reviews/products');
  return Promise.all(
    products.map(async ({ product: { slug } }) => {
      const query = new URLSearchParams({ product: slug, sort: 'newest' });
      const { reviews } = await load(context, ReviewListAnswer, `/api/content/reviews?${query}`);
      return { path: `/comments/product/${encodeURIComponent(slug)}`, changed: reviews[0]?.createdAt };
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

/**
 * The pages for search engines: home, list, what there is to read, legal texts, campaigns, and each product that can be bought.
 * A page whose last change nobody records has none here: a wrong one would keep search engines from looking.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const [{ products }, posts, { events }, reviews] = await Promise.all([
    load(context, ProductListAnswer, '/api/products'),
    allPosts(context),
    load(context, CampaignListAnswer, '/api/content/events'),
    reviewPages(context),
  ]);
  const onSale = products.filter(({ available }) => available).map(({ slug }) => encodeURIComponent(slug));
  const entries: Entry[] = [
    ...['/', '/product', ...PAGES, '/help/faq'].map((path) => ({ path })),
    ...LEGAL,
    { path: '/event', changed: latest(events.map(turnOf)) },
    { path: '/comments', changed: latest(reviews.map(({ changed }) => changed)) },
    { path: '/blog', changed: latest(posts.map(({ changedAt }) => changedAt)) },
    ...onSale.map((slug) => ({ path: `/product/${slug}` })),
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
