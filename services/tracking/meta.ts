import type { PageEvent, PageEventName, TrackedItem } from '@nordhaut/contracts/tracking';
import { providerClient } from '@nordhaut/platform/provider-client';
import { backoff } from '@nordhaut/platform/timing';
import * as z from 'zod/mini';
import type { TrackingConfig } from './config.ts';
import { hashedCountry, hashedEmail, hashedPhone } from './hashing.ts';
import type { BrowserContext, PageReport, Purchase, ReportProvider } from './provider.ts';

/** ms. Meta refuses a whole request with an event older than seven days (decisions.md 83). */
const KEEPS = 6 * 86_400_000;
const LONGEST_WAIT = 3_600_000;
/** The event itself is wrong. Meta answers 400 for this, and also for a token that has expired (190) or its own trouble (1). */
const INVALID_PARAMETER = 100;
const Refusal = z.object({ error: z.object({ code: z.number() }) });

/** Meta's names of the events that it gets; it has no others for them. */
const NAMES: Partial<Record<PageEventName, string>> = {
  view_item: 'ViewContent',
  ViewContent: 'ViewContent',
  add_to_cart: 'AddToCart',
  add_to_wishlist: 'AddToWishlist',
  InitiateCheckout: 'InitiateCheckout',
  add_payment_info: 'AddPaymentInfo',
  sign_up: 'CompleteRegistration',
};

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

const browserData = ({ address, agent, fbp, fbc }: BrowserContext) => ({
  client_ip_address: address,
  client_user_agent: agent,
  ...(fbp && { fbp }),
  ...(fbc && { fbc }),
});

/** The request of a purchase (providers §8). E-mail and phone are hashed; address and agent are not, as the protocol demands. */
export function metaPurchase({ id, occurredAt, total, items, email, phoneE164, country, browser }: Purchase): object {
  const [em, ph] = [hashedEmail(email), hashedPhone(phoneE164)];
  return {
    event_name: 'Purchase',
    event_time: seconds(occurredAt),
    event_id: id,
    action_source: 'website',
    event_source_url: browser.url,
    user_data: { ...(em && { em: [em] }), ...(ph && { ph: [ph] }), country: [hashedCountry(country)], ...browserData(browser) },
    custom_data: {
      currency: 'TWD',
      value: total,
      order_id: id,
      content_type: 'product',
      contents: items.map(({ contentId, quantity, price }) => ({ id: contentId, quantity, item_price: price })),
      num_items: items.reduce((sum, { quantity }) => sum + quantity, 0),
    },
  };
}

/** The request of a page's event; undefined where Meta has no name for it. */
export function metaPageEvent({ id, occurredAt, event, contentIds, browser }: PageReport): object | undefined {
  const name = NAMES[event.name];
  if (name === undefined) return undefined;
  return {
    event_name: name,
    event_time: seconds(occurredAt),
    event_id: id,
    action_source: 'website',
    event_source_url: browser.url,
    user_data: browserData(browser),
    custom_data: customData(event, contentIds),
  };
}

function customData(event: PageEvent, contentIds: ReadonlyMap<string, string>): object {
  const { params } = event;
  if (event.name === 'ViewContent') return { content_type: 'article', content_ids: [event.params.content_id] };
  if (!('items' in params)) return {};
  const items = params.items as readonly TrackedItem[];
  return {
    ...('value' in params && { currency: 'TWD', value: params.value }),
    content_type: 'product',
    contents: items.map((item) => ({ id: contentIds.get(item.item_id) ?? item.item_id, quantity: item.quantity, item_price: item.price })),
    num_items: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** The code of Meta's refusal (providers §4.1, §8); undefined in an answer without one. */
function codeOf(text: string): number | undefined {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.error.code;
  } catch {
    return undefined;
  }
}

type Config = Pick<
  TrackingConfig,
  'META_CAPI_URL' | 'META_API_VERSION' | 'META_PIXEL_ID' | 'META_ACCESS_TOKEN' | 'CONVERSIONS_TIMEOUT' | 'CONVERSIONS_RETRY'
>;

/** Meta's Conversions API. The token is in the address, as the protocol demands, so the address never reaches a log. */
export function metaProvider(config: Config): ReportProvider {
  const client = providerClient({
    baseUrl: config.META_CAPI_URL,
    headers: { 'content-type': 'application/json' },
    timeoutMs: config.CONVERSIONS_TIMEOUT,
    connections: 4,
    maxReply: 64 * 1024,
  });
  const token = encodeURIComponent(config.META_ACCESS_TOKEN?.reveal() ?? '');
  const path = `/${config.META_API_VERSION}/${config.META_PIXEL_ID}/events?access_token=${token}`;
  const call = (event: object) => ({ path, body: JSON.stringify({ data: [event] }) });
  return {
    name: 'meta',
    purpose: 'advertising',
    keepsMs: KEEPS,
    purchase: (purchase) => call(metaPurchase(purchase)),
    page(report) {
      const event = metaPageEvent(report);
      return event && call(event);
    },
    post: ({ path: to, body }) => client.post(to, body),
    outcomeOf(reply) {
      if (!reply.ok) return { kind: 'again', reason: reply.reason };
      if (reply.status === 200) return { kind: 'sent' };
      const code = codeOf(reply.text);
      const reason = `HTTP ${reply.status}${code === undefined ? '' : `, code ${code}`}`;
      // With every other code the event is still good: the token has to be replaced, or Meta is asked again later.
      return code === INVALID_PARAMETER ? { kind: 'refused', reason } : { kind: 'again', reason };
    },
    waitAfter: (tries) => backoff(tries, { first: config.CONVERSIONS_RETRY, most: LONGEST_WAIT }),
    close: () => client.close(),
  };
}
