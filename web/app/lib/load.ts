import { data } from 'react-router-dom';
import * as z from 'zod/mini';
import type { WebContext } from './web-context.ts';

/**
 * Reads the API in a server loader. Throws a response for the route's error boundary: 404 for a 404 or 400, otherwise 503.
 * @param missing what is thrown instead of the 404
 */
export async function load<T>(
  context: Pick<WebContext, 'apiFetch'>,
  schema: z.core.$ZodType<T>,
  path: string,
  missing: () => unknown = () => data(null, { status: 404 }),
): Promise<T> {
  const response = await context.apiFetch(path);
  // An address with a value that does not exist is no page.
  if (response.status === 404 || response.status === 400) throw missing();
  if (!response.ok) throw data(null, { status: 503, headers: { 'Retry-After': '2' } });
  return z.parse(schema, await response.json());
}
