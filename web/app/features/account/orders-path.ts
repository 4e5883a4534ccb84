/** Address of a page of the member's orders. */
export function ordersPath({ cursor, year }: { cursor?: string | undefined; year?: number | undefined }): string {
  const query = new URLSearchParams({ ...(year && { year: String(year) }), ...(cursor && { cursor }) }).toString();
  return `/api/member/orders${query && `?${query}`}`;
}
