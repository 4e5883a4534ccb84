import type { OuterKeys, SealedTable } from '@nordhaut/platform/envelope';
import type { FastifyRequest } from 'fastify';
import { browserIdsOf } from './browser-ids.ts';
import type { BrowserContext } from './provider.ts';

const LONGEST_AGENT = 500;

/** What the providers need of a request's browser. @param path own path without query */
export const contextOf = (request: FastifyRequest, publicUrl: string, path: string): BrowserContext => ({
  address: request.ip,
  agent: String(request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT) || 'unknown',
  url: publicUrl + path,
  ...browserIdsOf(request),
});

const nameOf = (purchaseId: string): string => `purchase/${purchaseId}`;

export const sealedContexts: SealedTable = { table: 'tracked_purchases', key: ['id'], nameOf: ({ id = '' }) => nameOf(id) };

/** The context of an order, encrypted with the outer key until it is reported. */
export const sealContext = (outer: OuterKeys, id: string, context: BrowserContext): { sealed: Buffer; outerKey: string } => ({
  sealed: outer.wrap(Buffer.from(JSON.stringify(context)), nameOf(id)),
  outerKey: outer.current,
});

/** undefined: its outer key is gone, so the purchase cannot be reported */
export const openContext = (
  outer: OuterKeys,
  id: string,
  { sealed, outer_key }: { sealed: Buffer; outer_key: string },
): BrowserContext | undefined =>
  outer.ids.includes(outer_key) ? (JSON.parse(outer.unwrap(sealed, outer_key, nameOf(id)).toString()) as BrowserContext) : undefined;
