import type { DeliverySubtype } from '@nordhaut/contracts';
import { isFinal, isFinished, isGoingBack, isHandedOver, isNotCollected, statusOf } from '@nordhaut/logistics';
import type { Recorded } from '@nordhaut/platform/decider';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import { withPersonal } from './buyer-data.ts';
import { isStuckAtHome, sentAgain, withoutAgreed } from './linked.ts';
import { openMatters, overAt } from './open-matters.ts';
import { isUncollectedForGood, notRefunded, owedForReturn, paidOtherwise, refundable } from './money.ts';
import type { OrderEvent, OrderTerms, ParcelStatusReported, PaymentFailureReason, RefundIssued, ReturnReceived } from './order-events.ts';
import type { LinkedOrder, Parcel, Payment, Refund, RefundProposal, TimelineStep, Order, OrderState } from './order-state.ts';

export type * from './order-state.ts';

const CERTAIN: ReadonlySet<PaymentFailureReason> = new Set(['REFUSED', 'NOT_AUTHENTICATED', 'NEVER_REQUESTED']);

/** Whether nothing was charged: the bank refused, or no charge was requested. After any other failure the card may have been charged. */
export const isCertain = (reason: PaymentFailureReason): boolean => CERTAIN.has(reason);

/** The member to whom the order belongs; null: a guest's order. */
export const ownerOf = ({ terms, adoptedBy }: Pick<Order, 'terms' | 'adoptedBy'>): string | null => terms.memberId ?? adoptedBy ?? null;

const step = (order: Order, code: string, event: Recorded<OrderEvent>, late = false): TimelineStep[] => [
  ...order.timeline,
  { code, at: event.data.at, revision: event.revision, ...(late && { late }) },
];

/** What the event says, and what follows for good: a later code of the carrier does not take back a "not collected" that was final. */
export function evolve(before: OrderState, event: Recorded<OrderEvent>): OrderState {
  const applied = foldOne(before, event);
  const order = applied && withoutLostReturn(withOverDays(applied, before, event.recordedAt));
  return order && isUncollectedForGood(order) ? { ...withoutReturn(order), uncollected: true } : order;
}

const DAY = 86_400_000;

/** Notes how long the order was over before its event at `now` (ISO). */
function withOverDays(order: Order, before: OrderState, now: string): Order {
  const last = before?.timeline.at(-1)?.at;
  // Most events follow within a day, so most need no look at what is open.
  if (before === null || last === undefined || Date.parse(now) - Date.parse(last) < DAY) return order;
  const over = overAt(before);
  if (over === null || openMatters(before, now).length > 0) return order;
  const days = Math.floor((Date.parse(now) - Date.parse(over)) / DAY);
  return days > (before.overDays ?? 0) ? { ...order, overDays: days } : order;
}

/**
 * Ends a return that was asked for before nobody collected the parcel: the buyer has no goods to send, and the money goes back by itself.
 * An exchange that is agreed still waits for the goods.
 */
function withoutReturn(order: Order): Order {
  const isWaiting = order.return?.receivedAt || order.linked?.some(({ state }) => state === 'AGREED');
  return isWaiting ? order : { ...order, returnState: null };
}

/**
 * Ends a return whose goods cannot come, because the carrier lost the parcel or cannot deliver it: once all of its money went back.
 * Where goods are sent again instead, support ends it (`EndReturn`).
 */
function withoutLostReturn(order: Order): Order {
  const { payment, returnState, return: goods } = order;
  const isOpen = (returnState === 'RETURN_APPLY' || returnState === 'RETURN') && !goods?.receivedAt;
  return isOpen && payment.status === 'RETURN' && isStuckAtHome(order) ? { ...order, returnState: 'REFUNDED' } : order;
}

/** The address was wrong, so who confirms it is not the buyer. */
function withoutEmailKey({ emailKey: _, ...terms }: OrderTerms): OrderTerms {
  return terms;
}

function foldOne(state: OrderState, event: Recorded<OrderEvent>): OrderState {
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
    case 'ShipmentCancelled':
      // The timeline shows the cancellation only. How the parcel was stopped is for support.
      return { ...state, recall: event.data.outcome };
    case 'ParcelStatusReported': {
      const { code, at, timed, source, current, subtype } = event.data;
      // Earlier releases did not know that 5008 ends the way back (infra/decisions/110), and the history cannot change.
      const finished = event.data.finished || (current && isFinal(subtype, code));
      const reports = [...(state.parcel?.reports ?? []), { code, at, timed, source }];
      const unchanged = state.parcel ? { ...state.parcel, reports } : { code, at, finished, reports };
      const parcel = current ? { code, at, finished, reports } : unchanged;
      return {
        ...state,
        parcel,
        handedOverAt: state.handedOverAt ?? (isHandedOver(subtype, code) ? at : null),
        receivedAt: receivedAfter(state, event.data, parcel),
        timeline: step(state, code, event, !current),
      };
    }
    case 'StoreProblemReported':
      // The timeline shows the parcel's own states (門市關轉). The store problem is for support.
      return {
        ...state,
        storeProblems: [...(state.storeProblems ?? []), { ...event.data, revision: event.revision }],
        personal: withPersonal(state.personal, event),
      };
    case 'PickupStoreChosen':
    case 'PickupStoreChanged':
    case 'PickupStoreRefused':
      return {
        ...state,
        storeChange: { at: event.data.at, state: CHANGES[event.type], revision: event.revision },
        personal: withPersonal(state.personal, event),
      };
    case 'OrderCancelled':
      // The cancellation ends a return whose goods are not back yet, and pays back more.
      return {
        ...withoutAgreed(state),
        cancelled: event.data.reason,
        returnState: state.return?.receivedAt ? state.returnState : null,
        timeline: step(state, 'CANCELLED', event),
      };
    case 'ReturnRequested':
      return {
        ...state,
        returnState: 'RETURN_APPLY',
        return: { requestedAt: event.data.at, reason: event.data.reason, receivedAt: null, due: null },
        personal: withPersonal(state.personal, event),
        timeline: step(state, 'RETURN_APPLY', event),
      };
    case 'ReturnApproved':
      return { ...state, returnState: 'RETURN', timeline: step(state, 'RETURN', event) };
    case 'ReturnRejected':
      return {
        ...withoutAgreed(state),
        returnState: null,
        return: state.return && { ...state.return, rejected: event.data.reason },
        timeline: step(state, event.data.reason === 'NOT_RECEIVED_BACK' ? 'RETURN_ENDED' : 'RETURN_REJECTED', event),
      };
    case 'ReturnReceived':
      return withReturnEnded({
        ...state,
        ...received(state, event.data),
        timeline: step(state, 'RETURN_RECEIVED', event),
      });
    case 'RewardsTakenBack':
      return withReturnEnded({ ...state, rewardsDeducted: event.data.deducted, paidBeforeRewards: paidOtherwise(state) });
    case 'RefundStarted':
      return { ...state, startedRefunds: [...state.startedRefunds, event.data] };
    case 'RefundWayChanged': {
      const { refundId, way } = event.data;
      return {
        ...state,
        startedRefunds: state.startedRefunds.map((refund) => (refund.refundId === refundId ? { ...refund, way } : refund)),
      };
    }
    case 'RefundIssued':
      return refunded(state, event);
    case 'StrayChargeFound':
      return { ...state, strays: [...state.strays, event.data], timeline: step(state, 'SECOND_CHARGE', event) };
    case 'NoteWritten':
      return { ...state, notes: [...(state.notes ?? []), { noteId: event.data.noteId, withdrawn: false }] };
    case 'NoteWithdrawn': {
      const { noteId } = event.data;
      return { ...state, notes: state.notes?.map((note) => (note.noteId === noteId ? { ...note, withdrawn: true } : note)) ?? [] };
    }
    case 'RefundProposed': {
      const { at: _, ...proposal } = event.data;
      return { ...state, proposals: [...(state.proposals ?? []), { ...proposal, verdict: 'OPEN' }] };
    }
    case 'RefundApproved':
      return judged(state, event.data.proposalId, 'APPROVED');
    case 'RefundDeclined':
      return judged(state, event.data.proposalId, 'DECLINED');
    case 'GoodwillCreditGranted': {
      const { creditId, amount } = event.data;
      return { ...state, goodwillCredit: [...(state.goodwillCredit ?? []), { creditId, amount, revoked: false }] };
    }
    case 'GoodwillCreditRevoked': {
      const { creditId } = event.data;
      return {
        ...state,
        goodwillCredit: (state.goodwillCredit ?? []).map((one) => (one.creditId === creditId ? { ...one, revoked: true } : one)),
      };
    }
    case 'LinkedOrderAgreed': {
      const { at: _, ...link } = event.data;
      return { ...state, linked: [...(state.linked ?? []), { ...link, state: 'AGREED' }] };
    }
    case 'LinkedOrderPlaced':
      return linkPlaced(withLink(state, event.data.linkedOrderNo, { state: 'PLACED' }), event);
    case 'LinkedOrderEnded': {
      const { at: endedAt, linkedOrderNo, outcome, ...more } = event.data;
      return withExchangeEnded(withReturnEnded(withLink(state, linkedOrderNo, { ...more, state: outcome, endedAt })));
    }
    case 'OriginTold':
      return { ...state, originTold: true };
    case 'InvoiceCorrected': {
      const { at, invoiceType } = event.data;
      return {
        ...state,
        invoice: { at, type: invoiceType },
        personal: withPersonal(state.personal, event),
        timeline: step(state, 'INVOICE_CORRECTED', event),
      };
    }
    case 'ContactEmailCorrected':
      return {
        ...state,
        terms: withoutEmailKey(state.terms),
        emailCorrectedAt: event.data.at,
        personal: withPersonal(state.personal, event),
        timeline: step(state, 'EMAIL_CORRECTED', event),
      };
    case 'OrderAdopted':
      return { ...state, adoptedBy: event.data.memberId, adoptedAt: event.data.at };
    case 'HoldPlaced':
      return { ...state, holds: [...(state.holds ?? []), event.data.hold] };
    case 'HoldLifted':
      return { ...state, holds: (state.holds ?? []).filter((hold) => hold !== event.data.hold) };
    case 'ForgettingRequested': {
      const { waits: _, ...erasure } = event.data;
      return { ...state, erasure };
    }
    case 'PersonalDataForgotten':
      return afterForgetting(state, event.data);
    default: {
      const _: never = event;
      return state;
    }
  }
}

const CHANGES = { PickupStoreChosen: 'OPEN', PickupStoreChanged: 'DONE', PickupStoreRefused: 'REFUSED' } as const;

const withLink = (order: Order, linkedOrderNo: string, change: Partial<LinkedOrder>): Order => ({
  ...order,
  linked: (order.linked ?? []).map((link) => (link.linkedOrderNo === linkedOrderNo ? { ...link, ...change } : link)),
});

/** An exchange ends the return of which nothing is left to pay back. */
function linkPlaced(order: Order, event: Recorded<Extract<OrderEvent, { type: 'LinkedOrderPlaced' }>>): Order {
  const kind = order.linked?.find(({ linkedOrderNo }) => linkedOrderNo === event.data.linkedOrderNo)?.kind ?? 'RESEND';
  const isOver = kind === 'EXCHANGE' && order.returnState === 'RETURN' && owedForReturn(order) === 0;
  return {
    ...order,
    returnState: isOver ? null : order.returnState,
    timeline: step(order, kind === 'EXCHANGE' ? 'EXCHANGED' : 'SENT_AGAIN', event),
  };
}

/** The goods may come after their return ended without them. */
function received({ returnState, return: goods }: Order, { at, due, linked, kept }: ReturnReceived['data']): Partial<Order> {
  if (!goods) return {};
  const { rejected, ...asked } = goods;
  return {
    returnState: rejected === undefined ? returnState : 'RETURN',
    return: { ...asked, receivedAt: at, due, ...(linked && { linked }), ...(kept && { kept }) },
  };
}

/**
 * Goods that are back end their return where no money is owed for them, because credit paid or the money went back before. A goodwill
 * refund that is decided and not paid did not go back yet.
 */
function withReturnEnded(order: Order): Order {
  const isUnpaid = owedForReturn(order) > 0 || order.startedRefunds.some(({ strayTradeId }) => strayTradeId === null);
  const isWaiting = isUnpaid || (order.linked ?? []).some(({ state }) => state === 'AGREED');
  if (order.returnState !== 'RETURN' || !order.return?.receivedAt || isWaiting) return order;
  // What was sent again stays with the buyer.
  return { ...order, returnState: sentAgain(order) > 0 ? null : 'REFUNDED' };
}

/** An exchange ended the return. Where its goods came back too and no money is owed for them, the order was returned after all. */
function withExchangeEnded(order: Order): Order {
  const ended = withReturnEnded({ ...order, returnState: 'RETURN' });
  return ended.returnState === 'REFUNDED' ? ended : order;
}

const judged = (order: Order, proposalId: string, verdict: RefundProposal['verdict']): Order => ({
  ...order,
  proposals: order.proposals?.map((proposal) => (proposal.proposalId === proposalId ? { ...proposal, verdict } : proposal)) ?? [],
});

/** Without the personal data of these purposes, also where the keys still exist. */
function afterForgetting(order: Order, { at, purposes, requester }: PersonalDataForgotten['data']): Order {
  const { erasure, ...rest } = order;
  // The person's request ends: what the law keeps is not waiting for an event.
  const isOpen = erasure !== undefined && requester !== 'PERSON' && erasure.purposes.some((purpose) => !purposes.includes(purpose));
  const without = <T extends object>(data: T): T =>
    Object.fromEntries(Object.entries(data).filter(([purpose]) => !(purposes as string[]).includes(purpose))) as T;
  return {
    ...rest,
    personal: without(order.personal),
    forgotten: { ...order.forgotten, ...Object.fromEntries(purposes.map((purpose) => [purpose, order.forgotten?.[purpose] ?? at])) },
    ...(isOpen && { erasure }),
  };
}

/**
 * When the buyer received the goods, after a report: the newest state decides. A parcel that goes back does not say whether the buyer
 * had it. Then the newest report that does say so decides, also one that arrived late.
 */
function receivedAfter(before: Order, { subtype, current }: ParcelStatusReported['data'], parcel: Parcel): string | null {
  if (!isGoingBack(subtype, parcel.code)) return current ? receivedBy(subtype, parcel, before.receivedAt) : before.receivedAt;
  let receivedAt: string | null = null;
  let isBack = false;
  for (const report of parcel.reports.toSorted(byTime(subtype))) {
    isBack &&= statusOf(subtype, report.code).group !== 'correction';
    // A report after the end of the way back says nothing about the time before it.
    if (!isBack) receivedAt = receivedBy(subtype, report, receivedAt);
    isBack ||= endsTheWayBack(subtype, report.code);
  }
  return receivedAt;
}

const endsTheWayBack = (subtype: DeliverySubtype, code: string): boolean => isGoingBack(subtype, code) && isFinal(subtype, code);

/** By the carrier's times, which have whole seconds. In the same second the end of the way back comes last. */
const byTime =
  (subtype: DeliverySubtype) =>
  (one: Pick<Parcel, 'code' | 'at'>, other: Pick<Parcel, 'code' | 'at'>): number => {
    const second = ({ at }: { at: string }): number => Math.floor(Date.parse(at) / 1_000);
    return second(one) - second(other) || Number(endsTheWayBack(subtype, one.code)) - Number(endsTheWayBack(subtype, other.code));
  };

function receivedBy(subtype: DeliverySubtype, { code, at }: Pick<Parcel, 'code' | 'at'>, before: string | null): string | null {
  if (isFinished(subtype, code)) return at;
  const isTakenBack = statusOf(subtype, code).group === 'correction' || isNotCollected(subtype, code);
  return isTakenBack ? null : before;
}

function refunded(before: Order, event: Recorded<RefundIssued>): Order {
  const { refundId, strayTradeId, reason } = event.data;
  const refunds = [...before.refunds, event.data];
  // A refund by another way reduces the refunds that were decided for the same charge.
  const startedRefunds: Refund[] = [];
  for (const started of before.startedRefunds) {
    if (started.refundId === refundId) continue;
    const amount = Math.min(started.amount, refundable({ ...before, refunds, startedRefunds }, started.strayTradeId));
    if (amount > 0) startedRefunds.push({ ...started, amount });
  }
  const after = { ...before, refunds, startedRefunds };
  const isAll = notRefunded(after, null) === 0;
  // Goodwill of the cash part is not all: credit paid the rest.
  const isOver = isAll && !(reason === 'GOODWILL' && before.terms.credit > 0);
  const isReturned = reason === 'RETURN' && before.return?.receivedAt && owedForReturn(after) === 0;
  return {
    ...after,
    payment: paidBack(before.payment, event.data, isOver),
    returnState: isReturned ? 'REFUNDED' : withExchangeEnded(withReturnEnded(after)).returnState,
    timeline: step(
      before,
      strayTradeId !== null ? 'SECOND_CHARGE_REFUNDED' : isAll || reason === 'RETURN' ? 'REFUNDED' : 'PARTLY_REFUNDED',
      event,
    ),
  };
}

/** `refunded` counts only the order's own card charge. The payment of a cash order stays COLLECT. */
function paidBack(payment: Payment, { amount, strayTradeId }: Refund, isAll: boolean): Payment {
  if (strayTradeId !== null || payment.paid === 0) return payment;
  return { ...payment, refunded: payment.refunded + amount, status: isAll ? 'RETURN' : payment.status };
}

function placed(event: Recorded<Extract<OrderEvent, { type: 'OrderPlaced' }>>): Order {
  const { at, ...terms } = event.data;
  return {
    terms,
    subject: event.subject ?? '',
    placedAt: at,
    personal: withPersonal({}, event),
    payment: {
      // Credit paid all of it, so there is nothing to charge.
      status: terms.payment === 'COD' ? 'COLLECT' : terms.total === 0 ? 'SUCCESS' : 'HANDLING',
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
    recall: null,
    handedOverAt: null,
    receivedAt: null,
    startedRefunds: [],
    refunds: [],
    strays: [],
    timeline: [{ code: 'PLACED', at, revision: event.revision }],
  };
}
