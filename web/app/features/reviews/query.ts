/** The filters of the reviews in an address, without empty ones. */
const NAMES = ['score', 'gender', 'age', 'skin', 'sort', 'page'] as const;

export type ReviewFilters = Partial<Record<(typeof NAMES)[number], string>>;

export function filtersOf(search: URLSearchParams): ReviewFilters {
  return Object.fromEntries(NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}

/** The call for the reviews of a product. */
export const reviewsPath = (slug: string, filters: ReviewFilters): string =>
  `/api/content/reviews?${new URLSearchParams({ product: slug, ...filters })}`;

/** An address with the filters and a page. */
export function withPage(path: string, { page: _, ...filters }: ReviewFilters, page: number): string {
  const query = new URLSearchParams({ ...filters, ...(page > 1 && { page: String(page) }) });
  return `${path}${query.size > 0 ? `?${query}` : ''}#reviews`;
}
