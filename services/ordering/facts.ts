import type { OrderAction, OrderFacts, OrderPhase, ParcelFacts, PaymentState } from '@nordhaut/contracts';
import { displayLabel, isFinished, isNotCollected, stageOf } from '@nordhaut/logistics';
import { messages } from './messages.ts';
import type { Order } from './order.ts';
import { owedToBuyer } from './refund-amount.ts';
import { canReturn } from './return.decide.ts';

/** Days that both chains keep a parcel at the store; the day of arrival does not count. */
const KEPT_DAYS = 7;
/** Days in which the buyer may return the goods without a reason; the day of receipt does not count (decisions.md 41). */
const RETURN_DAYS = 7;
const DAY = 86_400_000;

function parcelFacts({ parcel, terms }: Order): ParcelFacts | null {
  if (!parcel) return null;
  const { subtype } = terms.delivery;
  const { code, at } = parcel;
  return { code, label: displayLabel(subtype, code), stage: stageOf(subtype, code), at };
}

function phaseOf(order: Order, parcel: ParcelFacts | null): OrderPhase {
  const { returnState, payment, cancelled, terms } = order;
  if (returnState === 'RETURN_APPLY') return 'return-requested';
  if (returnState === 'RETURN') return 'returning';
  if (returnState === 'REFUNDED') return 'refunded';
  if (parcel && isNotCollected(terms.delivery.subtype, parcel.code)) return 'not-collected';
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

function paymentState({ payment, parcel, terms }: Order): PaymentState {
  if (terms.payment === 'COD') return parcel && isFinished(terms.delivery.subtype, parcel.code) ? 'collected' : 'on-delivery';
  if (payment.status === 'HANDLING') return 'pending';
  return payment.status === 'FAILED' ? 'failed' : 'paid';
}

function refundFacts(order: Order): OrderFacts['refund'] {
  const owed = owedToBuyer(order);
  if (owed > 0) return { state: 'owed', amount: owed };
  const { refunded } = order.payment;
  return refunded > 0 ? { state: 'paid', amount: refunded } : { state: 'none', amount: 0 };
}

const open: OrderAction = { open: true, reason: null };
const closed = (code: string, message: string): OrderAction => ({ open: false, reason: { code, message } });
const later = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY).toISOString();

/** What pages decide by: typed, without labels or carrier codes to compare. */
export function orderFacts(order: Order): OrderFacts {
  const parcel = parcelFacts(order);
  const phase = phaseOf(order, parcel);
  return {
    phase,
    payment: paymentState(order),
    refund: refundFacts(order),
    parcel,
    pickupDeadline: parcel?.stage === 'at-store' ? later(parcel.at, KEPT_DAYS) : null,
    returnDeadline: parcel?.stage === 'delivered' ? later(parcel.at, RETURN_DAYS) : null,
    actions: {
      pay: phase === 'awaiting-payment' ? open : closed('NOT_AWAITING_PAYMENT', messages.notAwaitingPayment),
      cancel: closed('CANCEL_NOT_OFFERED', messages.cancelNotOffered),
      return: canReturn(order) ? open : closed('RETURN_NOT_OFFERED', messages.returnNotOffered),
      track: order.shipment && order.terms.delivery.subtype !== 'INTERNATIONAL' ? open : closed('NO_PARCEL_YET', messages.noParcelYet),
    },
  };
}
