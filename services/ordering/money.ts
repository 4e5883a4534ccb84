import { deductedForExchanges, isSentAgain, owedForLinked, resentInVain, sentAgain } from './linked.ts';
import { wasNotCollected } from './is-not-collected.ts';
import type { Order, Refund } from './order-state.ts';
import type { DebtReason, RefundWay } from './order-events.ts';
import { keptValue, returnRefund } from './refund-amount.ts';

/**
 * The money of an order, derived from its history. Display, process steps, pages and support use this model only. A debt
 * follows from a fact (cancelled, payment too late, not collected, return received, second charge), never from an amount
 * that is left over. The checkout process pays debts to a card: `StartRefunds` decides them, then the processor is called,
 * then `IssueRefund` records them. Support pays debts by transfer. A "stray" in names is a second charge. All amounts are
 * NT$ integers.
 */
export type OrderMoney = {
  /** charged to cards for this order or collected in cash, including second charges */
  taken: number;
  paidBack: number;
  /** owed to the buyer now */
  owed: number;
  debts: readonly Debt[];
};

export type Debt = {
  /** of a refund that was decided: also a reason without a debt */
  reason: Refund['reason'];
  amount: number;
  way: RefundWay;
  /** used once; the processor's idempotency key */
  refundId: string;
  /** the second charge to pay back; null for the order's own money */
  strayTradeId: string | null;
  /** whether its refund was decided (`RefundStarted`) */
  started: boolean;
};

const sum = (refunds: readonly Refund[], strayTradeId: string | null): number =>
  refunds.reduce((total, refund) => (refund.strayTradeId === strayTradeId ? total + refund.amount : total), 0);

/** NT$ of cash that the carrier collected; it counts from the carrier's finished code on. */
export const cashTaken = ({ terms, receivedAt }: Pick<Order, 'terms' | 'receivedAt'>): number =>
  terms.payment === 'COD' && receivedAt !== null ? terms.total : 0;

/** Whether shopping credit paid for all of it, so that no money can go back. Nothing is paid in a linked order. */
export const isPaidByCredit = ({ terms }: Pick<Order, 'terms'>): boolean =>
  terms.payment === 'CREDIT' && terms.total === 0 && terms.linked === undefined;

/** NT$ paid for the order itself. */
export const ownTaken = (order: Order): number => cashTaken(order) || order.payment.paid;

const takenBy = (order: Order, strayTradeId: string | null): number =>
  strayTradeId === null ? ownTaken(order) : (order.strays.find(({ recTradeId }) => recTradeId === strayTradeId)?.amount ?? 0);

/** NT$ of a second charge, or of the order's own money, that was not paid back. */
export const notRefunded = (order: Order, strayTradeId: string | null): number =>
  takenBy(order, strayTradeId) - sum(order.refunds, strayTradeId);

/**
 * NT$ of it for which a further refund may be decided: `notRefunded` without the refunds in `startedRefunds`, and without the
 * goods that are sent again (infra/decisions/101).
 */
export const refundable = (order: Order, strayTradeId: string | null): number =>
  notRefunded(order, strayTradeId) - sum(order.startedRefunds, strayTradeId) - (strayTradeId === null ? sentAgain(order) : 0);

/** Why the shop owes everything that was paid for the order; undefined where it may keep the money. */
function reasonForAll(order: Order): DebtReason | undefined {
  const { cancelled, payment } = order;
  if (cancelled === 'SHIPMENT_REJECTED' || cancelled === 'PAYMENT_TOO_LATE') return cancelled;
  if (cancelled) return 'CANCELLED';
  if (payment.failure) return 'PAYMENT_TOO_LATE';
  return wasNotCollected(order) ? 'NOT_COLLECTED' : undefined;
}

/** Whether the goods came back: those of the order, or all that was sent again in their place. */
export const cameBack = (order: Order): boolean => order.return?.receivedAt != null || resentInVain(order) === 'RETURNED';

/**
 * A member's return, whose rewards were not taken back yet. Its refund waits, because they may reduce it (decisions.md 61).
 * A group order and a linked order have none.
 */
export const awaitsRewards = (order: Order): boolean =>
  order.terms.memberId !== null &&
  order.terms.group === undefined &&
  order.terms.linked === undefined &&
  order.rewardsDeducted === undefined &&
  cameBack(order);

/**
 * NT$ that the refund lacks of an order whose goods came back, also those of its exchanges: what a late return costs is deducted once,
 * and each gift that stayed. An exchange sends no gift again that stayed before.
 */
function deductedForReturns(order: Order): number {
  const own = order.terms.total - (order.return?.due ?? returnRefund(order));
  const kept = keptValue(order);
  const exchanged = deductedForExchanges(order);
  return Math.max(own - kept, exchanged.late) + kept + exchanged.kept;
}

/** NT$ of the order's own money that went back, or will, for other reasons than goods that came back. */
export const paidOtherwise = ({ refunds, startedRefunds }: Pick<Order, 'refunds' | 'startedRefunds'>): number =>
  sum(
    [...refunds, ...startedRefunds].filter(({ reason }) => reason !== 'RETURN'),
    null,
  );

/**
 * NT$ owed for goods that came back, or that were sent again and did not stay with the buyer, before what their rewards deduct: at most
 * what earlier refunds left. A spent reward is deducted from that (decisions.md 61).
 */
export function owedBeforeRewards(order: Order): number {
  const isReceived = order.return?.receivedAt != null;
  // What is sent again answers the return first.
  const owed = isReceived ? order.terms.total - deductedForReturns(order) - sentAgain(order) : owedForLinked(order);
  const left = ownTaken(order) - (order.paidBeforeRewards ?? paidOtherwise(order)) - sentAgain(order);
  return Math.max(0, Math.min(owed, left));
}

/** The same after the rewards, without refunds that were decided. */
function unstartedForReturn(order: Order): number {
  const due = Math.max(0, owedBeforeRewards(order) - (order.rewardsDeducted ?? 0));
  const answered = [...order.refunds, ...order.startedRefunds].filter(({ reason }) => reason === 'RETURN');
  return Math.min(due - sum(answered, null), refundable(order, null));
}

/** NT$ owed for returned goods. */
export const owedForReturn = (order: Order): number =>
  Math.max(0, unstartedForReturn(order)) +
  sum(
    order.startedRefunds.filter(({ reason }) => reason === 'RETURN'),
    null,
  );

/** An id of at most 20 letters and digits that no refund of the order has, because the processor accepts each id once. */
export function unusedId(order: Order, prefix: string): string {
  const id = prefix + order.terms.orderNo;
  const used = [...order.refunds, ...order.startedRefunds].filter(({ refundId }) => refundId.startsWith(id)).length;
  return used === 0 ? id : `${id}${used + 1}`;
}

function ownDebt(order: Order): Debt[] {
  const all = reasonForAll(order);
  const [reason, amount, prefix]: [DebtReason, number, string] = all
    ? [all, refundable(order, null), 'RF']
    : ['RETURN', unstartedForReturn(order), 'RT'];
  const way = order.terms.payment === 'COD' ? 'transfer' : 'card';
  return amount > 0 ? [{ reason, amount, way, refundId: unusedId(order, prefix), strayTradeId: null, started: false }] : [];
}

/** A second charge is paid back in full, by its own refund. */
const strayDebts = (order: Order): Debt[] =>
  order.strays.flatMap(({ recTradeId }, index) => {
    const amount = refundable(order, recTradeId);
    const refundId = unusedId(order, `R${index + 2}`);
    return amount > 0 ? [{ reason: 'SECOND_CHARGE', amount, way: 'card', refundId, strayTradeId: recTradeId, started: false }] : [];
  });

/**
 * Refunds that were decided and not paid. A carrier's correction can take back collected cash after support granted a transfer:
 * the shop then has nothing of the buyer's, and owes it only when the cash is collected after all.
 */
const startedDebts = (order: Order): Debt[] =>
  order.startedRefunds
    .filter(({ strayTradeId }) => strayTradeId !== null || ownTaken(order) > 0)
    .map(({ at: _, ...refund }) => ({ ...refund, started: true }));

export function moneyOf(order: Order): OrderMoney {
  const debts = [...startedDebts(order), ...ownDebt(order), ...strayDebts(order)];
  const amountOf = (list: readonly { amount: number }[]): number => list.reduce((total, { amount }) => total + amount, 0);
  return {
    taken: ownTaken(order) + amountOf(order.strays),
    paidBack: amountOf(order.refunds),
    owed: amountOf(debts),
    debts,
  };
}

/** Whether the refund of a parcel that nobody collected was decided, or nothing is left to pay back. Then coupons and credit go back. */
export const isUncollectedForGood = (order: Order): boolean =>
  wasNotCollected(order) &&
  !isSentAgain(order) &&
  !moneyOf(order).debts.some(({ reason, started }) => reason === 'NOT_COLLECTED' && !started);

/** NT$ that support may pay back without a debt: what was paid for the order, without refunds and what is owed already. */
export const grantable = (order: Order): number =>
  notRefunded(order, null) -
  sentAgain(order) -
  moneyOf(order).debts.reduce((total, debt) => (debt.strayTradeId === null ? total + debt.amount : total), 0);

/**
 * NT$ that one goodwill refund can have. What money alone paid is not sent once it is paid back as a whole (`nextStep`). So before the
 * hand-over such an order is cancelled instead: its coupons and rewards follow, and its buyer reads what happened.
 */
export function mostGoodwill(order: Order): number {
  const isUnsent = !order.cancelled && !order.handedOverAt && order.terms.credit === 0;
  return Math.max(0, isUnsent ? grantable(order) - 1 : grantable(order));
}

/** NT$ of the shopping credit that support gave for an order, also of what was taken back: some of it may be spent. */
export const goodwillCredit = (order: Order): number => (order.goodwillCredit ?? []).reduce((total, { amount }) => total + amount, 0);

/** NT$ of the goodwill of an order: refunds that were decided or paid, and shopping credit. */
export const granted = (order: Order): number =>
  [...order.startedRefunds, ...order.refunds].reduce(
    (total, { reason, amount }) => (reason === 'GOODWILL' ? total + amount : total),
    goodwillCredit(order),
  );

/** What the shop or a carrier could not do. It goes back in full, and the buyer may be consoled for it. */
const NOT_BY_BUYER: ReadonlySet<string> = new Set(['NOT_COLLECTED', 'SHIPMENT_REJECTED', 'PAYMENT_TOO_LATE']);

/**
 * NT$ that the order was worth, money and shopping credit, without what went back because the buyer returned or cancelled it, and without
 * goodwill in money. Nothing of an order that was never paid or that the buyer cancelled.
 */
export function worthLeft(order: Order): number {
  const { terms, cancelled, payment } = order;
  if ((payment.failure && payment.paid === 0) || (cancelled && !NOT_BY_BUYER.has(cancelled))) return 0;
  const back = [...order.refunds, ...moneyOf(order).debts].filter(
    ({ strayTradeId, reason }) => strayTradeId === null && !NOT_BY_BUYER.has(reason),
  );
  const creditBack = cameBack(order) ? terms.credit : 0;
  return Math.max(
    0,
    back.reduce((left, { amount }) => left - amount, terms.total + terms.credit - creditBack),
  );
}

/**
 * NT$ of shopping credit that support may give for an order: all of it together is not more than what is left of the order's worth. Credit
 * beyond it has no order (infra/decisions/092 and 099).
 */
export const creditGrantable = (order: Order): number => worthLeft(order) - goodwillCredit(order);

/** NT$ that the card bank must hold of one charge; undefined where the order has no such charge. */
export function heldOfCharge(order: Order, recTradeId: string): number | undefined {
  const stray = order.strays.find((one) => one.recTradeId === recTradeId);
  const isOwn = order.payment.recTradeId === recTradeId && order.payment.paid > 0;
  if (!stray && !isOwn) return undefined;
  const strayTradeId = isOwn ? null : recTradeId;
  const refunded = sum(
    order.refunds.filter(({ way }) => way === 'card'),
    strayTradeId,
  );
  return (isOwn ? order.payment.paid : (stray?.amount ?? 0)) - refunded;
}

/** NT$ that the card bank must hold for the order, by the order's history. */
export const heldByBank = (order: Order): number =>
  order.payment.paid +
  order.strays.reduce((total, { amount }) => total + amount, 0) -
  order.refunds.reduce((total, { amount, way }) => (way === 'card' ? total + amount : total), 0);
