import { CANCEL_REASONS } from '@nordhaut/contracts';
import { isFinal, isLost, stageOf, statusOf } from '@nordhaut/logistics';
import { wasNotCollected } from './is-not-collected.ts';
import type { LinkedItem, LinkedOutcome, LinkedReturn } from './order-events.ts';
import type { LinkedOrder, Order } from './order-state.ts';

/**
 * Orders that follow from another one with nothing due: goods are sent again (infra/decisions/101). The order that was paid is the
 * origin. What is sent again takes the place of money: its value is not paid back while the linked order stands. NT$.
 */
export const isLive = ({ state }: LinkedOrder): boolean => state === 'AGREED' || state === 'PLACED';
const live = (order: Order): LinkedOrder[] => (order.linked ?? []).filter(isLive);
const valueOf = (links: readonly LinkedOrder[]): number => links.reduce((sum, { value }) => sum + value, 0);

/** NT$ that the buyer has, or gets, as goods again. */
export const sentAgain = (order: Order): number => valueOf(live(order));

const NOT_DELIVERED: ReadonlySet<string> = new Set<LinkedOutcome>(['CANCELLED', 'NOT_COLLECTED', 'RETURNED']);

const ON_ITS_WAY: ReadonlySet<string> = new Set(['shipped', 'in-transit', 'delivering', 'at-store']);

/** Whether the buyer has the order's own parcel, or gets it: it was found after it had been sent again. */
function isFound(order: Order): boolean {
  const { parcel, receivedAt, terms } = order;
  return receivedAt !== null || (parcel !== null && !isStuck(order) && ON_ITS_WAY.has(stageOf(terms.delivery.subtype, parcel.code)));
}

/** Whether the carrier only holds up the order's own parcel: it is neither lost nor back, so it may still reach the buyer. */
function mayArrive(order: Order): boolean {
  const { parcel, terms } = order;
  if (!parcel || wasNotCollected(order)) return false;
  const { subtype } = terms.delivery;
  return !isLost(subtype, parcel.code) && !isFinal(subtype, parcel.code);
}

/**
 * Second shipments that came to nothing. They do not count where the first parcel was found. One that the buyer or support cancelled
 * says nothing about the first parcel: it counts once that parcel cannot arrive any more.
 */
function failedResends(order: Order): LinkedOrder[] {
  if (isFound(order)) return [];
  const isOpen = mayArrive(order);
  return (order.linked ?? []).filter(
    ({ kind, state, withdrawn }) => kind === 'RESEND' && NOT_DELIVERED.has(state) && !(withdrawn && isOpen),
  );
}

/** Whether the second shipment was withdrawn and no other stands, while the first parcel may still arrive. Support has to ask the carrier. */
export const waitsForFirst = (order: Order): boolean =>
  order.cancelled === null &&
  // The origin owes the money.
  !order.originTold &&
  live(order).length === 0 &&
  (order.linked ?? []).some(({ kind, state, withdrawn }) => kind === 'RESEND' && NOT_DELIVERED.has(state) && withdrawn === true) &&
  !isPaidBack(order) &&
  !isGivenBack(order) &&
  !isFound(order) &&
  mayArrive(order);

/** Whether support decided to pay everything back instead. A second charge that was paid back is no money of the order. */
export const isPaidBack = ({ refunds, startedRefunds, terms }: Order): boolean => {
  const own = [...refunds, ...startedRefunds].filter(({ strayTradeId }) => strayTradeId === null);
  return terms.total > 0 && own.reduce((sum, { amount }) => sum + amount, 0) >= terms.total;
};

/** The same of an order whose goods nobody gets any more: where credit paid a part, the buyer has the goods for it. */
export const isAllPaidBack = (order: Order): boolean => isPaidBack(order) && order.terms.credit === 0;

/** NT$ of the shopping credit that paid for the order and that support did not give back as goodwill. */
function creditNotGiven({ terms, goodwillCredit = [] }: Order): number {
  const given = goodwillCredit.reduce((sum, { amount, revoked }) => (revoked ? sum : sum + amount), 0);
  return Math.max(0, terms.credit - given);
}

/** Whether support gave everything back that paid for the order: the money, and the shopping credit as a gift. */
export const isGivenBack = (order: Order): boolean =>
  (order.terms.total > 0 ? isPaidBack(order) : order.terms.credit > 0) && creditNotGiven(order) === 0;

/**
 * Whether the carrier failed, and everything that paid for the order was given back instead of goods, or nobody pays for it: a cash order
 * whose parcel is lost, expired or cancelled there. Abroad the carrier does not say so.
 */
export function isCarrierFailure(order: Order): boolean {
  const { parcel, terms } = order;
  if (parcel === null || !isStuckAtHome(order)) return false;
  if (terms.payment !== 'COD') return isGivenBack(order);
  return parcel.finished || isLost(terms.delivery.subtype, parcel.code);
}

/**
 * Whether support gave the shopping credit that paid for the order, so that it does not go back once more. The credit of a lost cash
 * order goes back by itself. What support gives for it is a gift, which support may take back.
 */
export const isCreditGiven = (order: Order): boolean =>
  order.terms.payment !== 'COD' && order.terms.credit > 0 && creditNotGiven(order) === 0;

/** NT$ of shopping credit that is left to give, of an order whose money went back. */
export const creditToGive = (order: Order): number => (isPaidBack(order) ? creditNotGiven(order) : 0);

const WISHES: ReadonlySet<string> = new Set(CANCEL_REASONS);

/** Whether a linked order that came to nothing was cancelled by the buyer or by support, or the last one that was sent again for it. */
export const wasWithdrawn = (order: Order): boolean =>
  order.cancelled === null ? failedResends(order).at(-1)?.withdrawn === true : WISHES.has(order.cancelled);

/** NT$ of second shipments that came to nothing. The goods are not with the buyer, so the money is owed. */
export const owedForLinked = (order: Order): number => failedResends(order).reduce((sum, { value, due = value }) => sum + due, 0);

/** NT$ of second shipments that came back which the shop keeps: what their returns deduct, and rewards that were spent. */
export const keptOfResends = (order: Order): number =>
  failedResends(order).reduce((sum, { value, due = value }) => sum + value - due, order.rewardsDeducted ?? 0);

const isReturnedExchange = ({ kind, state }: LinkedOrder): boolean => kind === 'EXCHANGE' && state === 'RETURNED';

/** Linked orders whose goods came back, so that this order owes money for them. */
export const returnedLinks = (order: Order): LinkedOrder[] => [
  ...failedResends(order).filter(({ state }) => state === 'RETURNED'),
  ...(order.linked ?? []).filter(isReturnedExchange),
];

/** NT$ that was deducted for goods that were exchanged and came back as well: for a late return, and for gifts that stayed. */
export function deductedForExchanges(order: Order): { late: number; kept: number } {
  const all = (order.linked ?? []).filter(isReturnedExchange).map(({ value, due = value, returned }) => {
    const kept = Math.min(returned?.kept ?? 0, value - due);
    return { late: value - due - kept, kept };
  });
  return all.reduce((sum, one) => ({ late: sum.late + one.late, kept: sum.kept + one.kept }), { late: 0, kept: 0 });
}

/** How the last second shipment came to nothing; undefined where the goods are with the buyer or on their way. */
function lastResend(order: Order): LinkedOutcome | undefined {
  const last = live(order).length > 0 ? undefined : failedResends(order).at(-1)?.state;
  return last === 'AGREED' || last === 'PLACED' ? undefined : last;
}

type Wanted = Pick<LinkedItem, 'productId' | 'tier' | 'quantity'>;
const isSame = (one: Wanted, other: Pick<Wanted, 'productId' | 'tier'>): boolean =>
  one.productId === other.productId && one.tier === other.tier;

/** Pieces of a line that stand in linked orders. */
const piecesAgain = (items: readonly Wanted[], line: Pick<Wanted, 'productId' | 'tier'>): number =>
  items.reduce((sum, item) => (isSame(item, line) ? sum + item.quantity : sum), 0);

/** Pieces of each line that can be sent again. */
export function leftToSend(order: Order): Wanted[] {
  const taken = live(order).flatMap(({ items }) => items);
  return order.terms.lines.map(({ productId, tier, quantity }) => ({
    productId,
    tier,
    quantity: Math.max(0, quantity - piecesAgain(taken, { productId, tier })),
  }));
}

/** How the second shipment of the whole order came to nothing; undefined where a part of it was not sent again, or did not fail. */
export function resentInVain(order: Order): LinkedOutcome | undefined {
  const items = failedResends(order).flatMap((link) => link.items);
  return order.terms.lines.every((line) => piecesAgain(items, line) >= line.quantity) ? lastResend(order) : undefined;
}

/** Whether every piece of the order stands in linked orders: then nothing of it was given back, and nothing is paid back. */
export const isSentAgain = (order: Order): boolean => live(order).length > 0 && leftToSend(order).every(({ quantity }) => quantity === 0);

/**
 * NT$ that was paid for each line and for the shipping. The discounts reduce the lines that they belong to, and shopping credit
 * reduces all parts alike. The parts sum to the total.
 */
function paidParts({ lines, discounts, shippingFee, total }: Order['terms']): { lines: number[]; shipping: number } {
  const shares = discounts.flatMap((discount) => discount.shares ?? []);
  const weights = lines.map((line) => {
    const off = shares.reduce((sum, share) => (isSame({ ...share, quantity: 0 }, line) ? sum + share.amount : sum), 0);
    return Math.max(0, line.subtotal - off);
  });
  const all = [...weights, shippingFee];
  const sum = all.reduce((one, other) => one + other, 0);
  let [weight, given] = [0, 0];
  const parts = all.map((one) => {
    weight += one;
    const part = sum === 0 ? 0 : Math.floor((total * weight) / sum) - given;
    given += part;
    return part;
  });
  return { lines: parts.slice(0, -1), shipping: parts.at(-1) ?? 0 };
}

/**
 * NT$ that a further linked order with these items takes from what can be paid back. Together with the linked orders that stand,
 * it is what was paid for their pieces and, once, the shipping. So all pieces together are exactly what was paid.
 */
export function linkedValue(order: Order, items: readonly Wanted[]): number {
  const parts = paidParts(order.terms);
  const all = [...live(order).flatMap((link) => link.items), ...items];
  const goods = order.terms.lines.reduce(
    (sum, line, at) => sum + Math.floor(((parts.lines[at] ?? 0) * Math.min(line.quantity, piecesAgain(all, line))) / line.quantity),
    0,
  );
  return Math.max(0, goods + parts.shipping - sentAgain(order));
}

/** The linked order that has to be placed now. An exchange waits until the goods are back. */
export const linkedToPlace = (order: Order): LinkedOrder | undefined =>
  order.linked?.find(({ kind, state }) => state === 'AGREED' && (kind === 'RESEND' || order.return?.receivedAt != null));

/** The order without an exchange whose return will not come: the order was cancelled, or the return was refused. */
export const withoutAgreed = (order: Order): Order =>
  order.linked
    ? {
        ...order,
        linked: order.linked.map(
          (link): LinkedOrder => (link.kind === 'EXCHANGE' && link.state === 'AGREED' ? { ...link, state: 'NOT_PLACED' } : link),
        ),
      }
    : order;

/**
 * Whether goods are sent again, so that the order cannot be cancelled: that would give back coupons and credit. An exchange that is
 * only agreed ends with the cancellation, because no goods can come back (decisions.md 37, infra/decisions/101).
 */
export const isPromisedAgain = (order: Order): boolean => live(withoutAgreed(order)).length > 0;

/** How a linked order came to nothing, also by a linked order of its own; undefined while it stands. */
export function linkedOutcome(order: Order): LinkedOutcome | undefined {
  if (live(order).length > 0) return undefined;
  if (order.return?.receivedAt) return 'RETURNED';
  if (order.cancelled) return 'CANCELLED';
  if (endedUncollected(order)) return 'NOT_COLLECTED';
  return lastResend(order);
}

/**
 * How the goods of a linked order came back, also over linked orders of its own; undefined in orders of an earlier release. Goods
 * that were exchanged came back twice: a late return is deducted once, and each gift that stayed in either of them.
 */
export function howReturned(order: Order): LinkedReturn | undefined {
  const own = order.return?.receivedAt ? order.return : undefined;
  const further = own ? (order.linked ?? []).filter(isReturnedExchange) : failedResends(order).slice(-1);
  const all = [own?.linked, ...further.map(({ returned }) => returned)].filter((one) => one !== undefined);
  if (all.length === 0) return undefined;
  return { byLaw: all.every(({ byLaw }) => byLaw), kept: all.reduce((sum, { kept }) => sum + kept, 0) };
}

/** What the origin of a linked order has to be told; undefined where there is nothing, or it was told. */
export const originToTell = (order: Order): LinkedOutcome | undefined =>
  order.terms.linked && !order.originTold ? linkedOutcome(order) : undefined;

/**
 * Whether the order came to nothing because nobody collected it. The parcel may be lost or damaged on its way back: then the money
 * that went back stays with the buyer, and what has not gone back yet is still due.
 */
export const endedUncollected = (order: Order): boolean => wasNotCollected(order) || (order.uncollected === true && isStuck(order));

/** The same, without parcels abroad: the carrier's word. */
export const isStuckAtHome = (order: Order): boolean => order.terms.delivery.subtype !== 'INTERNATIONAL' && isStuck(order);

const STUCK_CODES: ReadonlySet<string> = new Set(['3117']);
const STUCK_GROUPS: ReadonlySet<string> = new Set(['exception', 'expired', 'cancelled']);

/**
 * Whether the carrier lost the parcel, refused it or cannot deliver it. A parcel abroad has no reports of a carrier, so support
 * decides about one that was sent.
 */
export function isStuck(order: Order): boolean {
  const { parcel, receivedAt, handedOverAt, terms } = order;
  const { subtype } = terms.delivery;
  if (!parcel || receivedAt !== null || wasNotCollected(order)) return false;
  if (subtype === 'INTERNATIONAL') return handedOverAt !== null;
  return STUCK_CODES.has(parcel.code) || STUCK_GROUPS.has(statusOf(subtype, parcel.code).group);
}
