import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import { awaitsRewards, type Debt, moneyOf, notRefunded, refundable, unusedId } from './money.ts';
import type { Order, Refund } from './order-state.ts';
import type { CardPaymentAuthorised, OrderEvent, RefundIssued, StrayChargeFound } from './order-events.ts';
import { CARD_REFUND_PATIENCE } from './refund-due.ts';
import { noted } from './return.decide.ts';

/** Decides a refund for each debt to a card. */
export type StartRefunds = { type: 'StartRefunds'; at: string };
/** Records a paid refund, or the part of it that the processor paid. Amount in NT$. One `refundId` is recorded once. */
export type IssueRefund = { type: 'IssueRefund'; note?: string } & RefundIssued['data'];
export type RecordStrayCharge = { type: 'RecordStrayCharge' } & StrayChargeFound['data'];
/**
 * Records a payment that the processor already paid back, in part or in full. `refunded`: NT$ paid back. `refundId`: the
 * id of that refund in the history.
 */
export type RecordPaidBack = { type: 'RecordPaidBack'; refunded: number; refundId: string } & CardPaymentAuthorised['data'];
export type RefundCommand = StartRefunds | IssueRefund | RecordStrayCharge | RecordPaidBack;

export function startRefunds({ at }: StartRefunds, order: Order): Decision<OrderEvent> {
  const mayStart = ({ started, way, reason }: Debt): boolean =>
    !started && way === 'card' && !(reason === 'RETURN' && awaitsRewards(order));
  const open = moneyOf(order).debts.filter(mayStart);
  return accept<OrderEvent>(...open.map(({ started: _, ...refund }): OrderEvent => ({ type: 'RefundStarted', data: { at, ...refund } })));
}

/** Reasons that need no debt: support's choice, and refunds that the processor made without the shop. */
const FREE_REASONS: ReadonlySet<string> = new Set(['GOODWILL', 'REFUNDED_AT_PROCESSOR', 'OTHER']);

/** Whether the processor paid less back than the refund that was decided, also where people pay the rest by transfer. */
const isPart = ({ amount, way, reason, strayTradeId }: RefundIssued['data'], started: Refund): boolean =>
  way === 'card' && reason === started.reason && strayTradeId === started.strayTradeId && amount > 0 && amount < started.amount;

/** The rest stays decided, under an id of its own: the processor accepts each id once. So it is owed until it is paid. */
function restOf({ at, amount }: RefundIssued['data'], started: Refund, order: Order): OrderEvent {
  const prefix = started.refundId.slice(0, started.refundId.indexOf(order.terms.orderNo));
  return { type: 'RefundStarted', data: { ...started, at, amount: started.amount - amount, refundId: unusedId(order, prefix) } };
}

export function issueRefund({ type: _, note, ...data }: IssueRefund, order: Order): Decision<OrderEvent> {
  const { refundId, amount, reason, way, strayTradeId } = data;
  const isSame = (refund: { amount: number; strayTradeId: string | null }): boolean =>
    refund.amount === amount && refund.strayTradeId === strayTradeId;
  const issued = order.refunds.find((refund) => refund.refundId === refundId);
  // A refund that was paid by transfer meanwhile is not the same: the money went back twice, and the caller has to say so.
  if (issued) return isSame(issued) && issued.way === way ? accept() : reject(409, 'REFUND_ID_USED', messages.refundIdUsed);
  if (way === 'card' && order.terms.payment === 'COD' && strayTradeId === null)
    return reject(409, 'REFUND_WAY_WRONG', messages.refundWayWrong);
  const paid: OrderEvent = { type: 'RefundIssued', data, ...noted(order, note) };
  const recorded = accept(paid);
  const started = order.startedRefunds.find((refund) => refund.refundId === refundId);
  if (started && isPart(data, started)) return accept(paid, restOf(data, started, order));
  if (started) return isSame(started) ? recorded : reject(409, 'REFUND_ID_USED', messages.refundIdUsed);

  if (!Number.isInteger(amount) || amount < 1) return reject(400, 'REFUND_AMOUNT_INVALID', messages.refundAmountInvalid);
  if (reason === 'RETURN' && !order.return?.receivedAt) return reject(409, 'RETURN_NOT_RECEIVED', messages.returnNotReceived);
  // A refund at the processor is a fact, also where the shop decided another refund before.
  const left = (reason === 'REFUNDED_AT_PROCESSOR' ? notRefunded : refundable)(order, strayTradeId);
  if (amount > left) return reject(409, 'REFUND_TOO_HIGH', messages.refundTooHigh);
  const debt = moneyOf(order).debts.find((one) => one.reason === reason && one.strayTradeId === strayTradeId && !one.started);
  if (!FREE_REASONS.has(reason) && amount > (debt?.amount ?? 0)) return reject(409, 'REFUND_NOT_OWED', messages.refundNotOwed);
  return recorded;
}

/** Another way for a refund that was decided. Of two people, the second one approves it (`judgeRefund`). */
export function changeWay(refundId: string, at: string, order: Order): Decision<OrderEvent> {
  const started = order.startedRefunds.find((refund) => refund.refundId === refundId && refund.way === 'card');
  if (!started) return reject(409, 'REFUND_NOT_OWED', messages.noCardRefund);
  const isEarly = Date.parse(at) - Date.parse(started.at) < CARD_REFUND_PATIENCE;
  if (isEarly) return reject(409, 'REFUND_NOT_OWED', messages.cardRefundStillTried);
  return accept<OrderEvent>({ type: 'RefundWayChanged', data: { at, refundId, way: 'transfer' } });
}

export function recordStrayCharge({ type: _, ...data }: RecordStrayCharge, order: Order): Decision<OrderEvent> {
  const { payment, strays } = order;
  const isOwn = payment.paid > 0 && payment.recTradeId === data.recTradeId;
  if (isOwn || strays.some(({ recTradeId }) => recTradeId === data.recTradeId)) return accept();
  return accept<OrderEvent>({ type: 'StrayChargeFound', data });
}

/** One decision with all events, so that no process sees a paid order whose money was already paid back. */
export function recordPaidBack({ type: _, refunded, refundId, ...paid }: RecordPaidBack, order: Order): Decision<OrderEvent> {
  const { payment, strays, terms } = order;
  if (payment.paid > 0 || strays.some(({ recTradeId }) => recTradeId === paid.recTradeId)) return accept();
  if (terms.payment === 'COD' || paid.amount !== terms.total || refunded < 1 || refunded > paid.amount)
    return reject(409, 'PAYMENT_MISMATCH', messages.paymentMismatch);
  const { at } = paid;
  const reason = 'REFUNDED_AT_PROCESSOR';
  const events: OrderEvent[] = [
    { type: 'CardPaymentAuthorised', data: paid },
    { type: 'RefundIssued', data: { at, refundId, amount: refunded, reason, way: 'card', strayTradeId: null } },
  ];
  if (!order.cancelled) events.push({ type: 'OrderCancelled', data: { at, reason, refundDue: refunded < paid.amount } });
  return accept(...events);
}
