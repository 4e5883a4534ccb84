import type { OrderState } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/event-store';
import { type App, limitFailuresOfHour, siteOf } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { messages } from './messages.ts';

/**
 * Cards that the bank refuses in an hour, for one network (an IPv4 address or an IPv6 /48). Otherwise somebody with many stolen card
 * numbers finds out here which of them are good. A carrier's shared address has some thirty only where a thousand people pay.
 */
const REFUSED_CARDS = 30;
/**
 * The same for cards that the bank refuses after 3-D Secure began: most cards begin it, whether they are good or not. Buyers fail there
 * also by a wrong code, so there may be more. Who leaves the bank's page has learned nothing of the bank, and does not count.
 */
const REFUSED_AT_BANK = 60;

/**
 * Codes that say nothing about the card: the processor or a bank is away, or the shop's own data is wrong (providers §2.7). An hour in
 * which every card is refused must not end the payments by card of a shared address. Codes below 2000 are about a request, and the shop's
 * own refusal has one of these.
 */
const NOT_OF_CARD: ReadonlySet<number> = new Set([9999, 10005, 10006, 10008, 10009, 10013]);
const isOfCard = (code: number): boolean => code >= 2_000 && !NOT_OF_CARD.has(code);

/** As a refused card, so that the page offers another way to pay. No card is asked about. */
export const tooManyCards: Rejection = { status: 429, code: 'CARD_REFUSED', message: messages.tooManyCards };

/** ms for which the outcome of a payment at the bank is looked at */
const HOUR = 3_600_000;
/** ms between two looks at an order that is still at the bank */
const LOOK_PAUSE = 5_000;
/** Looks in a second for one site, so that a shared address with many buyers at the bank costs little. */
const LOOKS = 20;
const ORDERS_OF_SITE = 500;
const SITES = 20_000;

/** ms since epoch */
type AtBank = { since: number; lookedAt: number };
/** Oldest first, by their number. `second`: in which `looks` were made. */
type Site = { orders: Map<string, AtBank>; second: number; looks: number };
export type CardTriesOptions = {
  orderOf: (orderNo: string) => Promise<OrderState>;
  clock: () => Date;
};
export type CardTries = ReturnType<typeof cardTries>;

/** Limits the cards that are refused. The calls that send a card share it. */
export function cardTries(app: App, { orderOf, clock }: CardTriesOptions) {
  const limit = limitFailuresOfHour(app, REFUSED_CARDS);
  const limitAtBank = limitFailuresOfHour(app, REFUSED_AT_BANK);
  const siteAt = sitesAtBank();
  const isLimited = app.hasDecorator('createRateLimit');

  /** The outcome is recorded by whichever process learns it, without the buyer's address. So the next try looks at the orders before it. */
  async function countRefusedAtBank(request: FastifyRequest): Promise<void> {
    if (!isLimited) return;
    const now = clock().getTime();
    const site = siteAt(siteOf(request.ip));
    const { orders } = site;
    for (const [orderNo, { since }] of orders) if (now - since > HOUR) orders.delete(orderNo);
    const due = [...orders].filter(([, { lookedAt }]) => now - lookedAt >= LOOK_PAUSE).sort(([, a], [, b]) => a.lookedAt - b.lookedAt);
    const second = Math.floor(now / 1_000);
    if (site.second !== second) Object.assign(site, { second, looks: 0 });
    const looked = due.slice(0, LOOKS - site.looks);
    site.looks += looked.length;
    await Promise.all(
      looked.map(async ([orderNo, entry]) => {
        entry.lookedAt = now;
        // An order that cannot be read must not end the payments by card of its network.
        const order = await orderOf(orderNo).catch(() => null);
        if (!order || order.payment.status === 'HANDLING') return;
        const isCounted = orders.delete(orderNo);
        const { reason, providerCode } = order.payment.failure ?? {};
        // The code is the bank's own, so nothing is known of a small one.
        if (isCounted && reason === 'NOT_AUTHENTICATED' && !NOT_OF_CARD.has(providerCode ?? 0)) await limitAtBank.failed(request);
      }),
    );
  }

  return {
    async mayTry(request: FastifyRequest): Promise<boolean> {
      await countRefusedAtBank(request);
      return (await limit.waits(request)) === undefined && (await limitAtBank.waits(request)) === undefined;
    },
    /** Counts a card that the bank refused with this code of the processor. */
    async refused(request: FastifyRequest, code: number): Promise<void> {
      if (isOfCard(code)) await limit.failed(request);
    },
    /** The buyer goes to the bank's page with this order. */
    sentToBank(request: FastifyRequest, orderNo: string): void {
      if (!isLimited) return;
      const { orders } = siteAt(siteOf(request.ip));
      const since = clock().getTime();
      if (!orders.has(orderNo)) orders.set(orderNo, { since, lookedAt: 0 });
      const [oldest] = orders.keys();
      if (orders.size > ORDERS_OF_SITE && oldest !== undefined) orders.delete(oldest);
    },
  };
}

/** The sites that took orders to the bank; those that were used last. */
function sitesAtBank() {
  const sites = new Map<string, Site>();
  return (name: string): Site => {
    const site = sites.get(name) ?? { orders: new Map<string, AtBank>(), second: 0, looks: 0 };
    sites.delete(name);
    sites.set(name, site);
    const [oldest] = sites.keys();
    if (sites.size > SITES && oldest !== undefined) sites.delete(oldest);
    return site;
  };
}
