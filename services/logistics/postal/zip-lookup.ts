import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import * as z from 'zod/mini';
import { localZip } from './local-table.ts';

/** Postal code of an address: 5 or 3 digits, empty where none matches. Never throws. */
export type ZipLookup = { zipOf(address: string): Promise<string>; close(): Promise<void> };

export type ZipLookupOptions = {
  /** `ZIP_LOOKUP_URL`; `off`: use only the local table */
  url: string;
  clock: () => Date;
  /** ms per look-up */
  timeout?: number;
};

const Reply = z.object({ zipcode: z.string().check(z.regex(/^(\d{3}|\d{5})?$/)) });
const CACHE_SIZE = 5_000;
/** ms; the service is run by a volunteer: at most one request per two seconds, and none for a minute after a failure (providers §9.1) */
const INTERVAL = 2_000;
const RECOVERY = 60_000;

/** Uses the look-up service and caches its answers. Where it does not answer, it uses the local table. */
export function createZipLookup({ url, clock, timeout = 3_000 }: ZipLookupOptions): ZipLookup {
  const agent = new Agent({ connections: 2, maxResponseSize: 100_000 });
  const cache = new LRUCache<string, string>({ max: CACHE_SIZE });
  let nextAt = 0;

  async function ask(address: string): Promise<string | undefined> {
    try {
      const target = new URL(url);
      target.searchParams.set('adrs', address);
      const response = await request(target, { dispatcher: agent, signal: AbortSignal.timeout(timeout) });
      const reply = Reply.safeParse(await response.body.json());
      if (response.statusCode === 200 && reply.success) return reply.data.zipcode;
    } catch {
      // The caller uses the local table.
    }
    nextAt = clock().getTime() + RECOVERY;
    return undefined;
  }

  async function zipOf(address: string): Promise<string> {
    const key = address.replaceAll(/\s/g, '');
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const now = clock().getTime();
    if (url === 'off' || now < nextAt) return localZip(key);
    nextAt = now + INTERVAL;
    const answer = await ask(key);
    if (answer === undefined) return localZip(key);
    const zip = answer === '' ? localZip(key) : answer;
    cache.set(key, zip);
    return zip;
  }

  return { zipOf, close: () => agent.close() };
}
