import type { MetaDescriptor } from 'react-router-dom';
import type {
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  OnlineStore,
  Product,
  SearchAction,
  WebSite,
  WithActionConstraints,
  WithContext,
} from 'schema-dts';
import type { RootData } from './shop.ts';

/** Structured data as schema.org defines it; the types of `schema-dts` check it, and leave nothing in the script. */
export type StructuredData = WithContext<
  BlogPosting | BreadcrumbList | FAQPage | OnlineStore | Product | (WebSite & { potentialAction: WithActionConstraints<SearchAction> })
>;

type Page = {
  /** without the shop's name */
  title?: string;
  description: string;
  /** path with query, beginning with a slash */
  path: string;
  /** path of an image for previews, 1200 × 630 px; without one and without `share` it is the picture of the whole range */
  image?: string;
  /** name of the page's own drawing for previews, `/img/content/share/{name}` */
  share?: string;
  type?: 'website' | 'product' | 'article';
  jsonLd?: readonly StructuredData[];
  noIndex?: boolean;
};

const RANGE = '/img/product/range-og.jpg';

/**
 * What is the same on every page. Without the size of its picture, Facebook shows none to the first person who shares a page. Only
 * robots read this, so the script of the pages has none of it.
 */
const PREVIEW: MetaDescriptor[] = [
  { property: 'og:locale', content: 'zh_TW' },
  { property: 'og:image:type', content: 'image/jpeg' },
  { property: 'og:image:width', content: String(1_200) },
  { property: 'og:image:height', content: String(630) },
  { name: 'twitter:card', content: 'summary_large_image' },
];

/** The root loader's data as `meta` functions get it. */
export function rootData(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
}

/** Title, description, canonical address, Open Graph and structured data of a page. */
export function pageMeta(root: RootData | undefined, page: Page): MetaDescriptor[] {
  const { shop, publicUrl } = root ?? { shop: { brand: 'Nordhaut' }, publicUrl: '' };
  const title = page.title ? `${page.title}｜${shop.brand}` : `${shop.brand}｜德國保養，照號碼使用`;
  const url = publicUrl + page.path;
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.noIndex ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
    { property: 'og:site_name', content: shop.brand },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: publicUrl + (page.share ? `/img/content/share/${page.share}-og.jpg` : (page.image ?? RANGE)) },
    ...(import.meta.env.SSR ? PREVIEW : []),
    ...(page.jsonLd ?? []).map((data) => ({ 'script:ld+json': data }) as MetaDescriptor),
  ];
}

/** schema.org BreadcrumbList. `crumbs`: label and path. */
export const breadcrumbLd = (
  publicUrl: string,
  crumbs: readonly (readonly [label: string, path: string])[],
): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(([name, path], place) => ({ '@type': 'ListItem', position: place + 1, name, item: publicUrl + path })),
});
