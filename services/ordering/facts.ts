import type { DeliverySubtype, OrderAction, OrderFacts, OrderPhase, ParcelFacts, PaymentState, PickupFacts } from '@nordhaut/contracts';
import { displayLabel, isKnownCode, stageOf } from '@nordhaut/logistics';
import { endedUncollected, isPromisedAgain } from './linked.ts';
import { messages } from './messages.ts';
import { cameBack, moneyOf } from './money.ts';
import type { Order } from './order.ts';
import type { Parcel } from './order-state.ts';
import { returnDeadline } from './refund-amount.ts';
import { canReturn, whyNoReturn } from './return.decide.ts';
import { endOfTaipeiDay } from './taipei-days.ts';

/** Days for which both chains keep a parcel at the store, without the day of arrival. */
const KEPT_DAYS = 7;

function parcelFacts({ parcel, terms }: Order): ParcelFacts | null {
  if (!parcel) return null;
  const { subtype } = terms.delivery;
  const { code, at } = parcel;
  return { code, label: displayLabel(subtype, code), stage: stageOf(subtype, code), at };
}

function phaseOf(order: Order, parcel: ParcelFacts | null): OrderPhase {
  const { returnState, payment, cancelled } = order;
  if (returnState === 'RETURN_APPLY') return 'return-requested';
  if (returnState === 'RETURN') return 'returning';
  if (returnState === 'REFUNDED') return 'refunded';
  if (endedUncollected(order)) return 'not-collected';
  if (cancelled) return 'cancelled';
  if (payment.status === 'HANDLING') return 'awaiting-payment';
  if (payment.status === 'FAILED') return 'payment-failed';
  switch (parcel?.stage) {
    case undefined:
    case 'preparing':
    case 'cancelled':
    case 'unknown':
      return 'preparing';
    case 'at-store':
      return 'at-store';
    case 'delivered':
      return 'delivered';
    default:
      return 'on-its-way';
  }
}

function paymentState({ payment, receivedAt, terms }: Order): PaymentState {
  if (terms.payment === 'COD') return receivedAt === null ? 'on-delivery' : 'collected';
  if (payment.status === 'HANDLING') return 'pending';
  return payment.status === 'FAILED' ? 'failed' : 'paid';
}

function refundFacts(order: Order): OrderFacts['refund'] {
  const { owed, paidBack, debts } = moneyOf(order);
  if (owed > 0) {
    const ways = [...new Set(debts.map(({ way }) => way))];
    // A second shipment that came to nothing is owed under the same reason.
    const ofReturn = cameBack(order) && debts.some(({ reason }) => reason === 'RETURN');
    return { state: 'owed', amount: owed, ways, ofReturn };
  }
  return paidBack > 0 ? { state: 'paid', amount: paidBack } : { state: 'none', amount: 0 };
}

const open: OrderAction = { open: true, reason: null };
const closed = (code: string, message: string): OrderAction => ({ open: false, reason: { code, message } });

/**
 * 取消訂單: the rule of `CancelOrder`, and never for an order whose payment failed. It gave back coupons and credit already
 * (decisions.md 40, 59), and the process cancels it if money comes late.
 */
function cancelAction(order: Order): OrderAction {
  const { cancelled, handedOverAt, payment } = order;
  if (cancelled) return closed('ALREADY_CANCELLED', messages.alreadyCancelled);
  if (handedOverAt) return closed('PARCEL_HANDED_OVER', canReturn(order) ? messages.parcelHandedOver : messages.parcelHandedOverAlone);
  if (isPromisedAgain(order)) return closed('ORDER_SENT_AGAIN', messages.orderSentAgain);
  return payment.status === 'FAILED' ? closed('CANCEL_NOT_OFFERED', messages.failedNotCancelled) : open;
}

function payAction(phase: OrderPhase): OrderAction {
  if (phase === 'awaiting-payment') return open;
  return closed('NOT_AWAITING_PAYMENT', phase === 'payment-failed' ? messages.failedNotPaid : messages.notAwaitingPayment);
}

function returnAction(order: Order): OrderAction {
  if (order.return) return closed('RETURN_ALREADY_REQUESTED', messages.returnAlreadyRequested);
  return canReturn(order) ? open : closed('RETURN_NOT_OFFERED', whyNoReturn(order));
}

function trackAction({ shipment, terms, cancelled, handedOverAt }: Order): OrderAction {
  if (!shipment || terms.delivery.subtype === 'INTERNATIONAL') return closed('NO_PARCEL_YET', messages.noParcelYet);
  // The carrier never got this parcel.
  return cancelled && !handedOverAt ? closed('ALREADY_CANCELLED', messages.alreadyCancelled) : open;
}

/**
 * When the parcel came to its present state (ISO): the first of the reports that say so. The carrier's own report may come after a poll,
 * whose answer has no time of the carrier, and the carrier may repeat it.
 */
function reachedAt({ reports, code, at }: Parcel, subtype: DeliverySubtype): string {
  const known = reports.filter((report) => isKnownCode(subtype, report.code)).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const before = known.findLastIndex((report) => report.code !== code && Date.parse(report.at) <= Date.parse(at));
  return known.slice(before + 1).find((report) => report.code === code)?.at ?? at;
}

/** For every follower: no code and no store. `orderView` adds them for the look-up. */
function pickupFacts({ parcel, terms }: Order, facts: ParcelFacts | null): PickupFacts | null {
  const { type, subtype } = terms.delivery;
  if (type !== 'CVS') return null;
  const deadline = parcel && facts?.stage === 'at-store' ? endOfTaipeiDay(reachedAt(parcel, subtype), KEPT_DAYS) : null;
  return { code: null, validationNo: null, store: null, deadline };
}

/** The typed facts by which pages decide. Pages compare no labels and no carrier codes. */
export function orderFacts(order: Order): OrderFacts {
  const parcel = parcelFacts(order);
  const phase = phaseOf(order, parcel);
  return {
    phase,
    payment: paymentState(order),
    refund: refundFacts(order),
    parcel,
    pickup: pickupFacts(order, parcel),
    returnDeadline: returnDeadline(order),
    actions: {
      pay: payAction(phase),
      cancel: cancelAction(order),
      return: returnAction(order),
      track: trackAction(order),
    },
  };
}
