import { createHash } from 'node:crypto';
import type { TrackedItem } from '@nordhaut/contracts/tracking';
import { providerClient } from '@nordhaut/platform/provider-client';
import { backoff } from '@nordhaut/platform/timing';
import type { TrackingConfig } from './config.ts';
import type { BrowserContext, PageReport, Purchase, ReportProvider } from './provider.ts';

/** ms. GA4 takes a time stamp of at most 72 hours back; an hour is left for clocks and retries. */
const KEEPS = 71 * 3_600_000;
const LONGEST_WAIT = 3_600_000;
/** The session reports need a positive time. */
const ENGAGED = { engagement_time_msec: 1 };
/** This channel serves analysis alone, whatever else was agreed to. */
const NO_ADS = { ad_user_data: 'DENIED', ad_personalization: 'DENIED' };

const micros = (at: Date): number => at.getTime() * 1_000;
const item = ({ item_id, item_name, item_variant, price, quantity, index }: TrackedItem) => ({
  item_id,
  item_name: item_name.slice(0, 100),
  ...(item_variant && { item_variant }),
  price,
  quantity,
  ...(index !== undefined && { index }),
});

/** A browser without the cookie gets an id of this one purchase or event, in the form of the cookie's. */
function clientId({ clientId: known }: BrowserContext, id: string, at: Date): string {
  return known ?? `${createHash('sha256').update(id).digest().readUInt32BE(0)}.${Math.floor(at.getTime() / 1_000)}`;
}

type GaEvent = { name: string; params: object };

const envelope = (client: string, at: Date, event: GaEvent): object => ({
  client_id: client,
  timestamp_micros: micros(at),
  consent: NO_ADS,
  events: [event],
});

/** What the visitor does. */
const visit = (id: string, at: Date, browser: BrowserContext, { name, params }: GaEvent): object =>
  envelope(clientId(browser, id, at), at, {
    name,
    params: { ...params, ...(browser.sessionId && { session_id: browser.sessionId }), ...ENGAGED },
  });

/**
 * The request of a purchase (providers §8b). `value` is the goods: price × quantity, without shipping. The prices contain
 * the tax, so there is none apart.
 */
export const gaPurchase = ({ id, occurredAt, goods, shipping, items, browser }: Purchase): object =>
  visit(id, occurredAt, browser, {
    name: 'purchase',
    params: {
      transaction_id: id,
      currency: 'TWD',
      value: goods,
      shipping,
      tax: 0,
      items: items.map(({ productId, name, tier, price, quantity }, index) =>
        item({ item_id: String(productId), item_name: name, item_variant: tier as TrackedItem['item_variant'], price, quantity, index }),
      ),
    },
  });

/** The request that takes a whole purchase back from GA4's figures. It is no visit, so it belongs to no session. */
export const gaRefund = ({ id, occurredAt, boughtAt, goods, shipping, browser }: Purchase): object =>
  envelope(clientId(browser, id, boughtAt), occurredAt, {
    name: 'refund',
    params: { transaction_id: id, currency: 'TWD', value: goods, shipping, tax: 0 },
  });

export const gaPageEvent = ({ id, occurredAt, event: { name, params }, browser }: PageReport): object =>
  visit(id, occurredAt, browser, {
    name,
    params: { ...params, ...('items' in params && { items: params.items.map(item) }), page_location: browser.url },
  });

type Config = Pick<TrackingConfig, 'GA_COLLECT_URL' | 'GA_MEASUREMENT_ID' | 'GA_API_SECRET' | 'CONVERSIONS_TIMEOUT' | 'CONVERSIONS_RETRY'>;

/** GA4's Measurement Protocol. An answer, whatever it is, ends the report; only a call without one is repeated. */
export function gaProvider(config: Config): { purchases: ReportProvider; undone: ReportProvider } {
  const client = providerClient({
    baseUrl: config.GA_COLLECT_URL,
    headers: { 'content-type': 'application/json' },
    timeoutMs: config.CONVERSIONS_TIMEOUT,
    connections: 4,
    maxReply: 64 * 1024,
  });
  const query = new URLSearchParams({ measurement_id: config.GA_MEASUREMENT_ID, api_secret: config.GA_API_SECRET?.reveal() ?? '' });
  const call = (body: object) => ({ path: `/mp/collect?${query}`, body: JSON.stringify(body) });
  const purchases: ReportProvider = {
    name: 'ga',
    purpose: 'analysis',
    keepsMs: KEEPS,
    purchase: (purchase) => call(gaPurchase(purchase)),
    page: (report) => call(gaPageEvent(report)),
    post: ({ path, body }) => client.post(path, body),
    outcomeOf(reply) {
      if (!reply.ok) return { kind: 'again', reason: reply.reason };
      return reply.status >= 200 && reply.status < 300 ? { kind: 'sent' } : { kind: 'refused', reason: `HTTP ${reply.status}` };
    },
    waitAfter: (tries) => backoff(tries, { first: config.CONVERSIONS_RETRY, most: LONGEST_WAIT }),
    close: () => client.close(),
  };
  const undone: ReportProvider = {
    ...purchases,
    name: 'ga-undone',
    follows: { report: 'ga', fact: 'undone' },
    purchase: (purchase) => call(gaRefund(purchase)),
    page: () => undefined,
  };
  return { purchases, undone };
}
