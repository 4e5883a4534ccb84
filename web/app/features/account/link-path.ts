/** Begins to link LINE or Facebook with the signed-in member; the browser returns to `back`. */
export const linkPath = (way: 'LINE' | 'FACEBOOK', back: string): string =>
  `/api/${way.toLowerCase()}/start?link=1&redirect=${encodeURIComponent(back)}`;

/** Leaves the page for LINE's. */
export function toLine(back: string): Promise<void> {
  location.assign(linkPath('LINE', back));
  return Promise.resolve();
}
