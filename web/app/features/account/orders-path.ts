type Page = { cursor?: string | undefined; year?: number | undefined; after?: string | undefined };

/** Address of a page of the member's orders. `after`: position of a change that the page must have. */
export function ordersPath({ cursor, year, after }: Page): string {
  const query = new URLSearchParams({ ...(year && { year: String(year) }), ...(cursor && { cursor }), ...(after && { after }) }).toString();
  return `/api/member/orders${query && `?${query}`}`;
}
