import { isNotCollected } from '@nordhaut/logistics';
import type { Order, Refund } from './order.ts';
import type { DebtReason, RefundWay } from './order-events.ts';
import { returnRefund } from './refund-amount.ts';

/**
 * The money of an order, in one place. Display, process steps, pages and support read it here. What is owed follows from
 * facts (cancelled, payment too late, not collected, return received, second charge), never from what happens to be left.
 * All amounts are NT$ integers.
 */
export type OrderMoney = {
  /** charged to cards for this order, or collected in cash; second charges included */
  taken: number;
  paidBack: number;
  /** to the buyer, now */
  owed: number;
  debts: readonly Debt[];
};

/** Something the shop owes the buyer. */
export type Debt = {
  reason: DebtReason | Refund['reason'];
  amount: number;
  way: RefundWay;
  /** never used again; the processor's idempotency key */
  refundId: string;
  /** the second charge that is owed; null for the order's own money */
  strayTradeId: string | null;
  /** a refund of it was decided already (`RefundStarted`) */
  started: boolean;
};

const sum = (refunds: readonly Refund[], strayTradeId: string | null): number =>
  refunds.reduce((total, refund) => (refund.strayTradeId === strayTradeId ? total + refund.amount : total), 0);

/** What came in for the order itself. Cash is collected when the carrier's finished code says so. */
const ownTaken = ({ terms, payment, receivedAt }: Order): number =>
  terms.payment === 'COD' && receivedAt !== null ? terms.total : payment.paid;

const takenBy = (order: Order, strayTradeId: string | null): number =>
  strayTradeId === null ? ownTaken(order) : (order.strays.find(({ recTradeId }) => recTradeId === strayTradeId)?.amount ?? 0);

/** NT$ of a charge, or of the order's own money, that did not go back. */
export const notRefunded = (order: Order, strayTradeId: string | null): number =>
  takenBy(order, strayTradeId) - sum(order.refunds, strayTradeId);

/** The same without what is about to go back (`RefundStarted`). */
export const leftOf = (order: Order, strayTradeId: string | null): number =>
  notRefunded(order, strayTradeId) - sum(order.startedRefunds, strayTradeId);

/** The reason for which everything that came in for the order has to go back; undefined where it may be kept. */
function reasonForAll({ cancelled, payment, parcel, terms }: Order): DebtReason | undefined {
  if (cancelled === 'SHIPMENT_REJECTED' || cancelled === 'PAYMENT_TOO_LATE') return cancelled;
  if (cancelled) return 'CANCELLED';
  if (payment.failure) return 'PAYMENT_TOO_LATE';
  return parcel && isNotCollected(terms.delivery.subtype, parcel.code) ? 'NOT_COLLECTED' : undefined;
}

/** NT$ owed for goods that came back, without what was decided already. */
function unstartedForReturn(order: Order): number {
  if (!order.return?.receivedAt) return 0;
  const due = order.return.due ?? returnRefund(order);
  const answered = [...order.refunds, ...order.startedRefunds].filter(({ reason }) => reason === 'RETURN');
  return Math.min(due - sum(answered, null), leftOf(order, null));
}

/** NT$ owed for goods that came back. */
export const owedForReturn = (order: Order): number =>
  Math.max(0, unstartedForReturn(order)) +
  sum(
    order.startedRefunds.filter(({ reason }) => reason === 'RETURN'),
    null,
  );

/** An id of at most 20 letters and digits that no refund of the order has: the processor takes each once. */
function unusedId(order: Order, prefix: string): string {
  const id = prefix + order.terms.orderNo;
  const used = [...order.refunds, ...order.startedRefunds].filter(({ refundId }) => refundId.startsWith(id)).length;
  return used === 0 ? id : `${id}${used + 1}`;
}

function ownDebt(order: Order): Debt[] {
  const all = reasonForAll(order);
  const [reason, amount, prefix]: [DebtReason, number, string] = all
    ? [all, leftOf(order, null), 'RF']
    : ['RETURN', unstartedForReturn(order), 'RT'];
  const way = order.terms.payment === 'COD' ? 'transfer' : 'card';
  return amount > 0 ? [{ reason, amount, way, refundId: unusedId(order, prefix), strayTradeId: null, started: false }] : [];
}

/** Second charges go back whole, each with a refund of its own. */
const strayDebts = (order: Order): Debt[] =>
  order.strays.flatMap(({ recTradeId }, index) => {
    const amount = leftOf(order, recTradeId);
    const refundId = unusedId(order, `R${index + 2}`);
    return amount > 0 ? [{ reason: 'SECOND_CHARGE', amount, way: 'card', refundId, strayTradeId: recTradeId, started: false }] : [];
  });

export function moneyOf(order: Order): OrderMoney {
  const started = order.startedRefunds.map(({ at: _, ...refund }) => ({ ...refund, started: true }));
  const debts = [...started, ...ownDebt(order), ...strayDebts(order)];
  const amountOf = (list: readonly { amount: number }[]): number => list.reduce((total, { amount }) => total + amount, 0);
  return {
    taken: ownTaken(order) + amountOf(order.strays),
    paidBack: amountOf(order.refunds),
    owed: amountOf(debts),
    debts,
  };
}

/** NT$ that the card bank holds for the order by the order's own history. */
export const heldByBank = (order: Order): number =>
  order.payment.paid +
  order.strays.reduce((total, { amount }) => total + amount, 0) -
  order.refunds.reduce((total, { amount, way }) => (way === 'card' ? total + amount : total), 0);
