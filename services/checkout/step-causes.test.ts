import { orderDecider, type Order, type OrderEvent } from '@nordhaut/ordering';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { checkoutDecider, type CheckoutEvent } from './checkout.ts';
import { nextStep } from './next-step.ts';
import { causeOf } from './step-causes.ts';
import { personal, terms } from './testing.ts';
import type { Snapshot } from './run.ts';

const at = '2026-11-20T01:00:00.000Z';
const { orderNo, total } = terms;
const placed = (payment: 'CREDIT' | 'COD'): OrderEvent => ({
  type: 'OrderPlaced',
  data: { ...terms, payment, at },
  subject: 's',
  personal,
});
const charge = { at, recTradeId: 'D1', bankTransactionId: 'TP1', amount: total };
const report = { at, tradeNo: orderNo, logisticsId: 'L1', subtype: 'TCAT', source: 'poll', timed: false, current: true } as const;
const refund = { at, amount: total, reason: 'CANCELLED', way: 'card', strayTradeId: null } as const;

const ORDER: Record<string, OrderEvent> = {
  placed: placed('CREDIT'),
  cod: placed('COD'),
  started: { type: 'CardPaymentStarted', data: { ...charge, paymentUrl: 'https://bank.example' } },
  paid: { type: 'CardPaymentAuthorised', data: { ...charge, authCode: '1' } },
  failed: { type: 'CardPaymentFailed', data: { at, reason: 'ABANDONED', providerCode: null, recTradeId: 'D1' } },
  shipped: {
    type: 'ShipmentCreated',
    data: { at, tradeNo: orderNo, logisticsId: 'L1', subtype: 'TCAT', code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' },
  },
  refused: { type: 'ShipmentRejected', data: { at, tradeNo: orderNo, reason: 'REFUSED_BY_CARRIER' } },
  'on-its-way': { type: 'ParcelStatusReported', data: { ...report, code: '3006', finished: false } },
  'not-collected': { type: 'ParcelStatusReported', data: { ...report, code: '40000', finished: true } },
  // The carrier corrects itself with an older report, which does not count.
  late: { type: 'ParcelStatusReported', data: { ...report, code: '3006', finished: true, current: false } },
  cancelled: { type: 'OrderCancelled', data: { at, reason: 'CHANGED_MIND', refundDue: true } },
  recalled: { type: 'ShipmentCancelled', data: { at, tradeNo: orderNo, outcome: 'DO_NOT_SHIP' } },
  stray: { type: 'StrayChargeFound', data: { at, recTradeId: 'D2', bankTransactionId: 'TP2', amount: total } },
  'refund-started': { type: 'RefundStarted', data: { ...refund, refundId: 'R1' } },
  'stray-refund-started': { type: 'RefundStarted', data: { ...refund, refundId: 'R2', reason: 'SECOND_CHARGE', strayTradeId: 'D2' } },
  refunded: { type: 'RefundIssued', data: { ...refund, refundId: 'R1' } },
};
const CHECKOUT: Record<string, CheckoutEvent> = {
  begun: { type: 'CheckoutStarted', data: { ...terms, at }, subject: 's', personal },
  charge: { type: 'ChargeRequested', data: { at } },
  'checkout-failed': { type: 'CheckoutFailed', data: { at, code: 'X' } },
  complete: { type: 'CheckoutCompleted', data: { at } },
};

/** A snapshot after events; the id of each event is its name. */
function after(history: string): Snapshot {
  const names = history.split(' ');
  const [checkout, order] = [names.filter((name) => name in CHECKOUT), names.filter((name) => name in ORDER)];
  const factsBy = <E>(all: Record<string, E>, own: string[], fact: ((event: E) => string | undefined) | undefined) => ({
    correlationId: 'c',
    facts: Object.fromEntries(own.map((name, revision) => [fact?.(all[name] as E) ?? `other/${revision}`, { eventId: name, revision }])),
  });
  return {
    checkout: foldEvents(
      checkoutDecider,
      checkout.map((name) => CHECKOUT[name] as CheckoutEvent),
    ),
    claimed: names.includes('claimed'),
    reserved: false,
    claim: names.includes('claimed') ? { eventId: 'claimed', correlationId: 'c' } : undefined,
    order: foldEvents(
      orderDecider,
      order.map((name) => ORDER[name] as OrderEvent),
    ) as Order | null,
    revision: order.length - 1,
    position: undefined,
    hash: '',
    trails: { checkout: factsBy(CHECKOUT, checkout, checkoutDecider.fact), order: factsBy(ORDER, order, orderDecider.fact) },
  };
}

test.each([
  ['begun', 'place', 'begun'],
  ['begun claimed', 'place', 'claimed'],
  ['begun claimed placed', 'pay', 'placed'],
  ['begun placed charge', 'pay', 'charge'],
  ['begun placed charge started', 'await-payment', 'started'],
  ['begun placed started', 'await-payment', 'started'],
  ['begun placed started paid', 'ship', 'paid'],
  ['begun cod', 'ship', 'cod'],
  ['begun cod shipped', 'complete', 'shipped'],
  ['begun placed started failed', 'fail', 'failed'],
  ['begun placed started failed paid', 'cancel', 'paid'],
  ['begun placed paid refused', 'cancel', 'refused'],
  ['begun placed checkout-failed', 'cancel', 'checkout-failed'],
  ['begun placed paid shipped complete cancelled', 'recall', 'cancelled'],
  ['begun cod cancelled checkout-failed shipped', 'recall', 'shipped'],
  ['begun cod cancelled checkout-failed', 'find-parcel', 'cancelled'],
  ['begun placed paid shipped complete cancelled recalled', 'start-refund', 'cancelled'],
  ['begun placed paid shipped complete cancelled recalled on-its-way', 'start-refund', 'cancelled'],
  ['begun placed paid shipped complete on-its-way not-collected late', 'start-refund', 'not-collected'],
  ['begun placed paid shipped complete stray', 'start-refund', 'stray'],
  // Two refunds are decided at once. Each is paid because of its own decision.
  ['begun placed paid shipped complete cancelled recalled stray refund-started stray-refund-started', 'refund', 'refund-started'],
  [
    'begun placed paid shipped complete cancelled recalled stray refund-started stray-refund-started refunded',
    'refund',
    'stray-refund-started',
  ],
] as const)('%s → %s, because of %s', (history, step, cause) => {
  const snapshot = after(history);
  expect(nextStep(snapshot.checkout, snapshot.order, snapshot)).toBe(step);
  expect(causeOf(step, snapshot)).toBe(cause);
});
