import { createHmac } from 'node:crypto';
import { providerClient } from '@nordhaut/platform/provider-client';
import type { TrackingConfig } from './config.ts';
import type { PageReport, ProviderCall, Purchase, ReportProvider } from './provider.ts';

/** ms */
const KEEPS = 86_400_000;
/** The retries of the protocol, as multiples of the first one: 1, 5 and 30 minutes. */
const WAITS = [1, 5, 30];
const TAIPEI_MS = 8 * 3_600_000;

/** `2026-11-20T21:40:02+08:00` */
const taipei = (at: Date): string => `${new Date(at.getTime() + TAIPEI_MS).toISOString().slice(0, 19)}+08:00`;

export type CartReport = {
  id: string;
  occurredAt: Date;
  memberKey: string;
  items: readonly { productId: string; quantity: number; price: number }[];
};

/** The request about an order (providers §11). `member_key` is missing for a guest. */
const crmOrder = (
  event: 'order_created' | 'order_paid' | 'order_cancelled',
  { id, occurredAt, total, items, memberKey }: Purchase,
): object => ({
  event,
  occurred_at: taipei(occurredAt),
  ...(memberKey !== undefined && { member_key: memberKey }),
  order: {
    id,
    amount: total,
    currency: 'TWD',
    items: items.map(({ contentId, quantity, price }) => ({ product_id: contentId, quantity, price })),
  },
});

export const crmCart = ({ occurredAt, memberKey, items }: CartReport): object => ({
  event: 'cart_updated',
  occurred_at: taipei(occurredAt),
  member_key: memberKey,
  cart: { items: items.map(({ productId, quantity, price }) => ({ product_id: productId, quantity, price })) },
});

/** The two events of a page that are about a member. */
function memberEvent({ event, occurredAt, memberKey }: PageReport): object | undefined {
  if (memberKey === undefined || (event.name !== 'sign_up' && event.name !== 'login')) return undefined;
  return { event: event.name === 'login' ? 'member_login' : 'member_registered', occurred_at: taipei(occurredAt), member_key: memberKey };
}

type Config = Pick<TrackingConfig, 'ACCUHIT_URL' | 'ACCUHIT_TOKEN' | 'ACCUHIT_SECRET' | 'CONVERSIONS_TIMEOUT' | 'CONVERSIONS_RETRY'>;
export type CrmProvider = ReportProvider & {
  cart(report: CartReport): ProviderCall;
  /** what happens to an order after it was reported */
  later: readonly ReportProvider[];
};

/** The CRM's webhook: signed, with an id that the receiver compares. */
export function crmProvider(config: Config): CrmProvider {
  const url = new URL(config.ACCUHIT_URL ?? 'http://off.invalid');
  const key = config.ACCUHIT_SECRET?.reveal() ?? '';
  const client = providerClient({
    baseUrl: url.origin,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${config.ACCUHIT_TOKEN?.reveal() ?? ''}` },
    timeoutMs: config.CONVERSIONS_TIMEOUT,
    connections: 4,
    maxReply: 64 * 1024,
  });
  function call(id: string, content: object): ProviderCall {
    const body = JSON.stringify(content);
    const signature = createHmac('sha256', key).update(body).digest('hex');
    return { path: url.pathname + url.search, body, headers: { 'x-event-id': id, 'x-signature': signature } };
  }
  const channel: Omit<ReportProvider, 'name' | 'purchase'> = {
    purpose: 'crm',
    keepsMs: KEEPS,
    page: () => undefined,
    post: ({ path, body, headers }) => client.post(path, body, headers),
    outcomeOf(reply) {
      if (!reply.ok) return { kind: 'again', reason: reply.reason };
      return reply.status >= 200 && reply.status < 300 ? { kind: 'sent' } : { kind: 'again', reason: `HTTP ${reply.status}` };
    },
    waitAfter(tries) {
      const times = WAITS[tries - 1];
      return times === undefined ? undefined : times * config.CONVERSIONS_RETRY;
    },
    close: () => client.close(),
  };
  return {
    ...channel,
    name: 'crm',
    purchase: (purchase) => call(purchase.id, crmOrder('order_created', purchase)),
    page(report) {
      const content = memberEvent(report);
      return content && call(report.id, content);
    },
    cart: (report) => call(report.id, crmCart(report)),
    later: (['paid', 'cancelled'] as const).map((fact) => ({
      ...channel,
      name: `crm-${fact}` as const,
      follows: { report: 'crm', fact },
      purchase: (purchase) => call(`${purchase.id}-${fact}`, crmOrder(`order_${fact}`, purchase)),
    })),
  };
}
