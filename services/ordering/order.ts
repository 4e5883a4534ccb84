import type { Recorded } from '@nordhaut/platform/decider';
import type { BuyerData, OrderEvent, OrderTerms, PaymentFailureReason, StoreProblemReported } from './order-events.ts';

/** Whether nothing was charged for sure: the bank itself said no. Any other failure is a payment nobody knows the end of. */
export const isCertain = (reason: PaymentFailureReason): boolean => reason === 'REFUSED' || reason === 'NOT_AUTHENTICATED';

/**
 * HANDLING waits for the bank, SUCCESS is paid, RETURN is paid back (spec/2-accounts-and-members §3,
 * order_payment_status); COLLECT is due on delivery, FAILED never came about.
 */
export type PaymentStatus = 'HANDLING' | 'SUCCESS' | 'RETURN' | 'FAILED' | 'COLLECT';

export type Payment = {
  status: PaymentStatus;
  recTradeId: string | null;
  bankTransactionId: string | null;
  paymentUrl: string | null;
  startedAt: string | null;
  /** NT$ paid and NT$ paid back */
  paid: number;
  refunded: number;
  failure: { reason: PaymentFailureReason; providerCode: number | null } | null;
};

export type Shipment = {
  tradeNo: string;
  logisticsId: string;
  bookingNote: string;
  cvsPaymentNo: string;
  cvsValidationNo: string;
};

export type ParcelReport = { code: string; at: string; timed: boolean; source: string };
export type Parcel = { code: string; at: string; finished: boolean; reports: ParcelReport[] };

export type StoreProblem = StoreProblemReported['data'];

/** A step of the order's way; the label follows from the code and the carrier. `late`: told when the parcel was further on. */
export type TimelineStep = { code: string; at: string; revision: number; late?: true };

export type Order = {
  terms: OrderTerms;
  subject: string;
  placedAt: string;
  /** undefined once the buyer was forgotten, and in read models that keep it apart */
  personal: BuyerData | undefined;
  payment: Payment;
  shipment: Shipment | null;
  shipmentRejected: boolean;
  /** null until the carrier or support said something */
  parcel: Parcel | null;
  /** undefined: none */
  storeProblems?: StoreProblem[];
  /** order_type of the specification */
  returnState: 'RETURN_APPLY' | 'RETURN' | 'REFUNDED' | null;
  return: { requestedAt: string } | null;
  /** set once the order will not be fulfilled */
  cancelled: string | null;
  timeline: TimelineStep[];
};

/** null: no such order. */
export type OrderState = Order | null;

const step = (order: Order, code: string, event: Recorded<OrderEvent>, late = false): TimelineStep[] => [
  ...order.timeline,
  { code, at: event.data.at, revision: event.revision, ...(late && { late }) },
];

export function evolve(state: OrderState, event: Recorded<OrderEvent>): OrderState {
  if (event.type === 'OrderPlaced') return placed(event);
  if (state === null) return null;
  const { payment } = state;
  switch (event.type) {
    case 'CardPaymentStarted': {
      const { at, recTradeId, bankTransactionId, paymentUrl } = event.data;
      return {
        ...state,
        payment: { ...payment, recTradeId, bankTransactionId, paymentUrl, startedAt: at },
        timeline: step(state, 'PAYMENT_STARTED', event),
      };
    }
    case 'CardPaymentAuthorised': {
      const { recTradeId, bankTransactionId, amount } = event.data;
      return {
        ...state,
        payment: { ...payment, status: 'SUCCESS', recTradeId, bankTransactionId, paid: amount, paymentUrl: null },
        timeline: step(state, 'PAID', event),
      };
    }
    case 'CardPaymentFailed': {
      const { reason, providerCode, recTradeId } = event.data;
      return {
        ...state,
        payment: {
          ...payment,
          status: 'FAILED',
          recTradeId: recTradeId ?? payment.recTradeId,
          paymentUrl: null,
          failure: { reason, providerCode },
        },
        timeline: step(state, 'PAYMENT_FAILED', event),
      };
    }
    case 'ShipmentCreated': {
      const { tradeNo, logisticsId, bookingNote, cvsPaymentNo, cvsValidationNo, code, at } = event.data;
      return {
        ...state,
        shipment: { tradeNo, logisticsId, bookingNote, cvsPaymentNo, cvsValidationNo },
        parcel: { code, at, finished: false, reports: [{ code, at, timed: false, source: 'callback' }] },
        timeline: step(state, code, event),
      };
    }
    case 'ShipmentRejected':
      return { ...state, shipmentRejected: true, timeline: step(state, 'SHIPMENT_REJECTED', event) };
    case 'ParcelStatusReported': {
      const { code, at, timed, source, current, finished } = event.data;
      const reports = [...(state.parcel?.reports ?? []), { code, at, timed, source }];
      const kept = state.parcel ? { ...state.parcel, reports } : { code, at, finished, reports };
      return {
        ...state,
        parcel: current ? { code, at, finished, reports } : kept,
        timeline: step(state, code, event, !current),
      };
    }
    case 'StoreProblemReported':
      // The buyer is told by the parcel's own states (門市關轉); what the store was is support's.
      return { ...state, storeProblems: [...(state.storeProblems ?? []), event.data] };
    case 'OrderCancelled':
      return { ...state, cancelled: event.data.reason, timeline: step(state, 'CANCELLED', event) };
    case 'ReturnRequested':
      return {
        ...state,
        returnState: 'RETURN_APPLY',
        return: { requestedAt: event.data.at },
        personal: state.personal && event.personal ? { ...state.personal, return: event.personal } : state.personal,
        timeline: step(state, 'RETURN_APPLY', event),
      };
    case 'ReturnApproved':
      return { ...state, returnState: 'RETURN', timeline: step(state, 'RETURN', event) };
    case 'ReturnRejected':
      return { ...state, returnState: null, timeline: step(state, 'RETURN_REJECTED', event) };
    case 'ReturnReceived':
      return { ...state, timeline: step(state, 'RETURN_RECEIVED', event) };
    case 'RefundIssued':
      return {
        ...state,
        payment: { ...payment, status: 'RETURN', refunded: payment.refunded + event.data.amount },
        returnState: state.returnState === 'RETURN' ? 'REFUNDED' : state.returnState,
        timeline: step(state, 'REFUNDED', event),
      };
    default: {
      const _: never = event;
      return state;
    }
  }
}

function placed(event: Recorded<Extract<OrderEvent, { type: 'OrderPlaced' }>>): Order {
  const { at, ...terms } = event.data;
  return {
    terms,
    subject: event.subject ?? '',
    placedAt: at,
    personal: event.personal,
    payment: {
      status: terms.payment === 'COD' ? 'COLLECT' : 'HANDLING',
      recTradeId: null,
      bankTransactionId: null,
      paymentUrl: null,
      startedAt: null,
      paid: 0,
      refunded: 0,
      failure: null,
    },
    shipment: null,
    shipmentRejected: false,
    parcel: null,
    returnState: null,
    return: null,
    cancelled: null,
    timeline: [{ code: 'PLACED', at, revision: event.revision }],
  };
}
