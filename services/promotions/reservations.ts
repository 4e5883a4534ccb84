import type { CouponTake, OrderTerms } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/decider';
import { type CommandContext, type Commands, request } from '@nordhaut/platform/envelope';
import type { AdoptedOrders } from './adopted-orders.ts';
import { earlierAccounts, looksAtEarlier } from './earlier-accounts.ts';
import { messages } from './messages.ts';
import { personDecider } from './person.decide.ts';
import { stockDecider, type StockCommand } from './stock.decide.ts';
import { couponStream, personStream, walletStream } from './stream.ts';
import { orderIn, type Wallet, type WalletOrder } from './wallet.ts';
import { walletDecider, type WalletCommand } from './wallet.decide.ts';
import type { Outcome } from './wallet-events.ts';

/** What an order takes. It follows from the order's terms, so it is the same for every process and every repeat. */
export type Taken = {
  orderNo: string;
  /** null: a guest, who has no wallet */
  memberId: string | null;
  /** ISO: the instant that decided the price (decisions.md 54) */
  at: string;
  coupons: readonly CouponTake[];
  /** NT$ */
  credit: number;
  /** keys of the buyer's phone number and cookie, for coupons `oncePerPerson` */
  personKeys: readonly string[];
  /** keyed hash of the recipient's phone number, as accounts have it */
  phoneKey?: string | undefined;
};

/** @param startedAt ISO: the beginning of the checkout, for an order without coupons and credit */
export const takenBy = ({ orderNo, memberId, phoneKey, credit, promotions }: OrderTerms, startedAt: string): Taken => ({
  orderNo,
  memberId,
  at: promotions?.pricedAt ?? startedAt,
  coupons: promotions?.takes ?? [],
  credit,
  personKeys: promotions?.personKeys ?? [],
  phoneKey,
});

/**
 * Whether the order has to reserve anything. A guest without coupons has not, and nothing is written for it. Every order of a
 * member has, because its wallet decides about the first purchase. A group order has not, because it is none (decisions.md 74),
 * nor has a linked order, because it is paid by another one.
 */
export const reservesAnything = ({
  memberId,
  promotions,
  credit,
  group,
  linked,
}: Pick<OrderTerms, 'memberId' | 'promotions' | 'credit' | 'group' | 'linked'>): boolean =>
  group === undefined && linked === undefined && (memberId !== null || (promotions?.takes.length ?? 0) > 0 || credit > 0);

type Deps = {
  commands: Commands;
  /** which orders stand that the member adopted, by the histories of the member and the orders */
  adoptedOrders: (memberId: string) => Promise<AdoptedOrders>;
};

const NO_ORDERS: AdoptedOrders = { standing: [], fallen: [] };

export type Reservations = ReturnType<typeof createReservations>;

/** The wallet of an order that takes from no other stream. */
const ownWallet = ({ memberId, coupons }: Taken) =>
  memberId === null || coupons.some(({ counted, oncePerPerson }) => counted || oncePerPerson) ? undefined : walletStream(memberId);

/** Whether the wallet decides about the coupon by the member's orders, also by adopted ones. */
const looksAtOrders = ({ firstPurchase, orders }: CouponTake): boolean => firstPurchase || orders !== undefined;

/** A member may have a given coupon once, whatever the account. */
export const usedBefore: Rejection = { status: 502, code: 'COUPON_USED_UP', message: messages.couponUsedUp };
const ended: Rejection = { status: 409, code: 'CHECKOUT_FAILED', message: messages.orderEnded };
const holds = (order: WalletOrder | undefined): boolean => order?.state === 'reserved' || order?.state === 'redeemed';

/**
 * The promotions of an order over several streams: the wallet, the persons' uses, the counted coupons. Every call may be
 * repeated, and the process may die between any two appends.
 *
 * - Reserving begins with the wallet and ends with the counted coupons. If a later stream refuses, the checkout fails and
 *   gives back.
 * - Giving back begins with the wallet, which records the first outcome, and then follows from what the wallet recorded.
 * - A process that stands still between two appends, while another one gives back, is refused by every later stream:
 *   giving back leaves a mark also where nothing was reserved.
 */
export function createReservations({ commands, adoptedOrders }: Deps) {
  const earlier = earlierAccounts(commands);
  const stock = (couponId: string, command: StockCommand, context: CommandContext) =>
    commands.handle(couponStream(couponId), stockDecider, command, context);

  /** The outcome, with the newest state also where the command was handled before. */
  async function wallet(
    memberId: string,
    command: WalletCommand,
    context: CommandContext,
  ): Promise<{ rejection: Rejection } | { state: Wallet }> {
    const outcome = await commands.handle(walletStream(memberId), walletDecider, command, context);
    if (!outcome.ok) return { rejection: outcome.rejection };
    return outcome.replayed ? await commands.load(walletStream(memberId), walletDecider) : { state: outcome.state };
  }

  async function inWallet({ memberId, orderNo, at, coupons, credit }: Taken, context: CommandContext): Promise<Rejection | undefined> {
    if (memberId === null) return credit > 0 ? { status: 403, code: 'CREDIT_MEMBERS_ONLY', message: messages.creditForMembers } : undefined;
    const { standing, fallen } = coupons.some(looksAtOrders) ? await adoptedOrders(memberId) : NO_ORDERS;
    const command: WalletCommand = { type: 'Reserve', at, orderNo, coupons, credit, adopted: standing, fallen };
    const outcome = await wallet(memberId, command, context);
    if ('rejection' in outcome) return outcome.rejection;
    return holds(orderIn(outcome.state, orderNo)) ? undefined : ended;
  }

  /** @returns why the order cannot have all of it; then the caller gives back */
  async function reserve(order: Taken, context: CommandContext): Promise<Rejection | undefined> {
    const { orderNo, at, coupons, personKeys, memberId } = order;
    if (memberId === null && coupons.length === 0 && order.credit === 0) return undefined;
    const counted = coupons.filter(({ counted: isCounted }) => isCounted);
    // Asked first, so that a coupon that is sold out long since writes nothing.
    for (const { couponId } of counted) {
      const refused = await commands.refusal(couponStream(couponId), stockDecider, { type: 'ReserveCoupon', at, orderNo });
      if (refused) return refused;
    }
    if (memberId !== null && (await earlier.hasUsed(memberId, order))) return usedBefore;
    const refused = await inWallet(order, context);
    if (refused) return refused;
    for (const { couponId } of coupons.filter(({ oncePerPerson }) => oncePerPerson))
      for (const key of personKeys) {
        const outcome = await commands.handle(personStream(key), personDecider, { type: 'TakeUse', at, couponId, orderNo }, context);
        if (!outcome.ok) return outcome.rejection;
      }
    for (const { couponId } of counted) {
      const outcome = await stock(couponId, { type: 'ReserveCoupon', at, orderNo }, context);
      if (!outcome.ok) return outcome.rejection;
    }
    if (memberId === null || counted.length === 0) return undefined;
    // Another process may have given back meanwhile; then this order must not be placed with its coupons.
    const { state } = await commands.load(walletStream(memberId), walletDecider);
    return holds(orderIn(state, orderNo)) ? undefined : ended;
  }

  return {
    reserve,

    /** `reserve` as one command, where the wallet alone decides; undefined: call `reserve`. */
    reserving(order: Taken, context: CommandContext) {
      const { orderNo, at, coupons, credit } = order;
      const stream = ownWallet(order);
      if (stream === undefined || looksAtEarlier(coupons) || coupons.some(looksAtOrders)) return undefined;
      const command: WalletCommand = { type: 'Reserve', at, orderNo, coupons, credit };
      return request({ stream, decider: walletDecider, command, context });
    },

    /** `redeem` as one command, where the order took from its wallet alone; undefined: call `redeem`. */
    redeeming(order: Taken, context: CommandContext) {
      const stream = ownWallet(order);
      const command: WalletCommand = { type: 'Redeem', at: context.now.toISOString(), orderNo: order.orderNo };
      return stream && request({ stream, decider: walletDecider, command, context });
    },

    /** The checkout is complete: the wallet first, then the counted coupons. */
    async redeem({ orderNo, memberId, coupons }: Taken, context: CommandContext): Promise<void> {
      const at = context.now.toISOString();
      if (memberId !== null) await wallet(memberId, { type: 'Redeem', at, orderNo }, context);
      for (const { couponId, counted } of coupons) if (counted) await stock(couponId, { type: 'RedeemCoupon', at, orderNo }, context);
    },

    /** The checkout ended without the order, or the order has a final outcome. Only the first one counts. */
    async giveBack(
      {
        orderNo,
        memberId,
        coupons,
        personKeys,
        creditGiven = false,
      }: Pick<Taken, 'orderNo' | 'memberId' | 'coupons' | 'personKeys'> & { creditGiven?: boolean },
      outcome: Outcome,
      context: CommandContext,
    ): Promise<void> {
      const at = context.now.toISOString();
      let returned: readonly { couponId: string }[] = outcome === 'RETURNED' ? [] : coupons;
      if (memberId !== null) {
        const given = await wallet(memberId, { type: 'GiveBack', at, orderNo, outcome, creditGiven }, context);
        if ('state' in given) returned = orderIn(given.state, orderNo)?.returned ?? [];
      }
      for (const { couponId } of returned) {
        const once = coupons.find((coupon) => coupon.couponId === couponId)?.oncePerPerson ?? false;
        for (const key of once ? personKeys : [])
          await commands.handle(personStream(key), personDecider, { type: 'ReturnUse', at, couponId, orderNo }, context);
        await stock(couponId, { type: 'GiveBackCoupon', at, orderNo }, context);
      }
    },
  };
}
