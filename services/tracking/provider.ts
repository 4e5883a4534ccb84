import type { ConsentPurpose } from '@nordhaut/contracts';
import type { PageEvent } from '@nordhaut/contracts/tracking';
import type { ProviderReply } from '@nordhaut/platform/provider-client';
import type { BrowserIds } from './browser-ids.ts';

/** What the providers need of the browser. `url`: an address of the shop without its query. */
export type BrowserContext = BrowserIds & { address: string; agent: string; url: string };

export type PurchaseItem = { productId: number; contentId: string; name: string; tier: string; quantity: number; price: number };

/**
 * An order as it is reported. `id`: its pseudonym, the same for all providers and every try. Amounts in NT$: `goods` is the sum
 * of price × quantity, `total` what the buyer owes.
 */
export type Purchase = {
  id: string;
  /** of what is reported: the purchase, or a later fact about it */
  occurredAt: Date;
  boughtAt: Date;
  goods: number;
  shipping: number;
  total: number;
  items: readonly PurchaseItem[];
  email: string;
  phoneE164: string;
  country: 'tw' | 'hk' | 'mo';
  /** pseudonym of the member; undefined for a guest */
  memberKey: string | undefined;
  browser: BrowserContext;
};

/** An event of a page. `contentIds`: `product_capi_uid` by `item_id`. */
export type PageReport = {
  id: string;
  occurredAt: Date;
  event: PageEvent;
  contentIds: ReadonlyMap<string, string>;
  memberKey: string | undefined;
  browser: BrowserContext;
};

/** One request to a provider. */
export type ProviderCall = { path: string; body: string; headers?: Record<string, string> };

/** `refused`: the provider will never take it. */
export type ReportOutcome = { kind: 'sent' } | { kind: 'again'; reason: string } | { kind: 'refused'; reason: string };

const PROVIDER_NAMES = ['meta', 'ga', 'ga-undone', 'crm', 'crm-paid', 'crm-cancelled'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
/** A row may be of a channel that only a newer release has. */
export const isProviderName = (name: string): name is ProviderName => (PROVIDER_NAMES as readonly string[]).includes(name);

/**
 * What happens to a reported purchase later. Cash is paid when the carrier reports that the parcel was received. `undone`: nothing of it
 * remains bought (`undoneOf`).
 */
export type LaterFact = 'paid' | 'cancelled' | 'undone';

/** A channel for reports. Every call may be repeated, because the receiver compares the ids. */
export type ReportProvider = {
  name: ProviderName;
  /** A channel for later facts: it waits for the report of the purchase, and is dropped where that one is. */
  follows?: { report: ProviderName; fact: LaterFact };
  /** what the buyer has to agree to */
  purpose: ConsentPurpose;
  /** ms after which a purchase is too old for the provider */
  keepsMs: number;
  purchase(purchase: Purchase): ProviderCall;
  /** undefined: the provider does not get this event */
  page(report: PageReport): ProviderCall | undefined;
  post(call: ProviderCall): Promise<ProviderReply>;
  outcomeOf(reply: ProviderReply): ReportOutcome;
  /** ms until the next try; undefined: no further one. `tries`: calls so far */
  waitAfter(tries: number): number | undefined;
  close(): Promise<void>;
};
