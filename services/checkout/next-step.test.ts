import { evolveOrder, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { describe, expect, test } from 'vitest';
import { isInDoubt, isOpen, nextStep } from './next-step.ts';
import type { Checkout } from './checkout.ts';
import { terms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const { orderNo } = terms;

/** The rules need only the presence of the buyer's data. */
const personal = { contact: {} };

const report = { at, tradeNo: orderNo, logisticsId: 'L', subtype: 'TCAT', source: 'callback', timed: true, current: true };
const refund = { at, reason: 'OTHER', way: 'card', strayTradeId: null };

const events = {
  placed: { type: 'OrderPlaced', data: { ...terms, at }, personal },
  cod: { type: 'OrderPlaced', data: { ...terms, payment: 'COD', at }, personal },
  abroad: {
    type: 'OrderPlaced',
    data: { ...terms, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' }, at },
    personal,
  },
  'abroad-for-nothing': {
    type: 'OrderPlaced',
    data: { ...terms, total: 0, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' }, at },
    personal,
  },
  forgotten: { type: 'OrderPlaced', data: { ...terms, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' }, at } },
  paid: { type: 'CardPaymentAuthorised', data: { at, recTradeId: 'D1', bankTransactionId: 'T', amount: 100, authCode: '1' } },
  failed: { type: 'CardPaymentFailed', data: { at, reason: 'ABANDONED', providerCode: null, recTradeId: 'D1' } },
  shipped: {
    type: 'ShipmentCreated',
    data: { at, tradeNo: orderNo, logisticsId: 'L', subtype: 'TCAT', code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' },
  },
  delivered: { type: 'ParcelStatusReported', data: { ...report, code: '3003', finished: true } },
  'not-collected': { type: 'ParcelStatusReported', data: { ...report, code: '40000', finished: true } },
  'on-its-way': { type: 'ParcelStatusReported', data: { ...report, code: '3006', finished: false } },
  refused: { type: 'ShipmentRejected', data: { at, tradeNo: orderNo, reason: 'REFUSED_BY_CARRIER' } },
  cancelled: { type: 'OrderCancelled', data: { at, reason: 'SHIPMENT_REJECTED', refundDue: true } },
  'too-late': { type: 'OrderCancelled', data: { at, reason: 'PAYMENT_TOO_LATE', refundDue: true } },
  'cancelled-by-buyer': { type: 'OrderCancelled', data: { at, reason: 'CHANGED_MIND', refundDue: true } },
  recalled: { type: 'ShipmentCancelled', data: { at, tradeNo: orderNo, outcome: 'DO_NOT_SHIP' } },
  'no-parcel': { type: 'ShipmentCancelled', data: { at, tradeNo: orderNo, outcome: 'NEVER_CREATED' } },
  started: {
    type: 'CardPaymentStarted',
    data: { at, recTradeId: 'D1', bankTransactionId: 'T', amount: 100, paymentUrl: 'https://bank.example' },
  },
  'refund-started': { type: 'RefundStarted', data: { ...refund, refundId: 'R', amount: 100 } },
  goodwill: { type: 'RefundStarted', data: { ...refund, refundId: 'RG', amount: 10, reason: 'GOODWILL' } },
  'with-credit': { type: 'OrderPlaced', data: { ...terms, memberId: 'm', credit: 30, at }, personal },
  'all-goodwill': { type: 'RefundStarted', data: { ...refund, refundId: 'RG', amount: 100, reason: 'GOODWILL' } },
  'stray-started': { type: 'RefundStarted', data: { ...refund, refundId: 'R2', amount: 100, strayTradeId: 'D2' } },
  refunded: { type: 'RefundIssued', data: { ...refund, refundId: 'R', amount: 100 } },
  'partly-refunded': { type: 'RefundIssued', data: { ...refund, refundId: 'AT', amount: 40 } },
  rest: { type: 'RefundIssued', data: { ...refund, refundId: 'R', amount: 60 } },
  'charged-twice': { type: 'StrayChargeFound', data: { at, recTradeId: 'D2', bankTransactionId: 'T2', amount: 100 } },
  'stray-refunded': { type: 'RefundIssued', data: { ...refund, refundId: 'R2', amount: 100, strayTradeId: 'D2' } },
  'return-asked': { type: 'ReturnRequested', data: { at, reason: 'NOT_STATED' } },
  'return-approved': { type: 'ReturnApproved', data: { at, reason: 'SEVEN_DAYS' } },
  'return-received': { type: 'ReturnReceived', data: { at, reason: 'COMPLETE', due: 100 } },
  'of-member': { type: 'OrderPlaced', data: { ...terms, memberId: 'm', at }, personal },
  'for-nothing': { type: 'OrderPlaced', data: { ...terms, memberId: 'm', total: 0, at }, personal },
  'rewards-back': { type: 'RewardsTakenBack', data: { at, deducted: 30 } },
  'rewards-above': { type: 'RewardsTakenBack', data: { at, deducted: 130 } },
  agreed: { type: 'LinkedOrderAgreed', data: { at, linkedOrderNo: 'L1', kind: 'RESEND', items: [], value: 100 } },
  'placed-again': { type: 'LinkedOrderPlaced', data: { at, linkedOrderNo: 'L1' } },
  linked: { type: 'OrderPlaced', data: { ...terms, total: 0, linked: { orderNo: 'O1', kind: 'RESEND', value: 100 }, at }, personal },
  'origin-told': { type: 'OriginTold', data: { at, outcome: 'CANCELLED' } },
  'failed-for-certain': { type: 'CardPaymentFailed', data: { at, reason: 'REFUSED', providerCode: 10023, recTradeId: null } },
  'return-refunded': { type: 'RefundIssued', data: { ...refund, refundId: 'RT', amount: 100, reason: 'RETURN' } },
} as unknown as Record<string, OrderEvent>;

const orderAfter = (...names: string[]): OrderState =>
  names.reduce<OrderState>(
    (state, name, revision) =>
      evolveOrder(state, { ...(events[name] as OrderEvent), revision, position: BigInt(revision), recordedAt: at }),
    null,
  );
const checkout = (ended: 'COMPLETED' | 'FAILED' | null): Checkout => ({
  terms: { ...terms, lines: [], gifts: [], discounts: [] },
  subject: 's',
  personal: {},
  startedAt: at,
  ended,
  failure: null,
});

describe('the next step', () => {
  test.each([
    ['', 'place'],
    ['cod', 'ship'],
    ['cod shipped', 'complete'],
    ['cod refused', 'cancel'],
    ['cod refused cancelled', 'fail'],
    ['placed', 'pay'],
    ['placed started', 'await-payment'],
    ['placed paid', 'ship'],
    ['placed started paid', 'ship'],
    ['placed paid shipped', 'complete'],
    ['placed started failed', 'fail'],
    ['placed paid refused', 'cancel'],
    ['placed paid refused cancelled', 'start-refund'],
    ['placed paid refused cancelled refund-started', 'refund'],
    ['placed paid refused cancelled refund-started refunded', 'fail'],
    ['placed paid refused cancelled refunded', 'fail'],
    // A part was refunded at the processor, so the rest is refunded too.
    ['placed started paid partly-refunded cancelled', 'start-refund'],
    ['placed started paid partly-refunded cancelled rest', 'fail'],
    ['for-nothing', 'ship'],
    ['for-nothing shipped', 'complete'],
    ['for-nothing cancelled-by-buyer', 'fail'],
    ['abroad', 'pay'],
    ['abroad paid', 'complete'],
    ['forgotten paid', 'ship'],
    ['placed started failed paid', 'cancel'],
    ['placed started failed paid too-late', 'start-refund'],
    ['placed started failed paid too-late refunded', 'fail'],
    // A goodwill refund does not stop the parcel.
    ['placed paid partly-refunded', 'ship'],
    ['placed paid cancelled-by-buyer', 'start-refund'],
    ['placed paid cancelled-by-buyer refunded', 'fail'],
    ['placed paid shipped cancelled-by-buyer', 'recall'],
    ['placed paid shipped cancelled-by-buyer recalled', 'start-refund'],
    // The warehouse packs a parcel abroad before anybody records it, so it goes on the list.
    ['abroad cancelled-by-buyer', 'fail'],
    ['abroad paid cancelled-by-buyer', 'recall'],
    ['abroad paid cancelled-by-buyer recalled', 'start-refund'],
    ['abroad-for-nothing cancelled-by-buyer', 'recall'],
    ['cod shipped cancelled-by-buyer', 'recall'],
    ['cod shipped cancelled-by-buyer recalled', 'fail'],
  ])('%s → %s', (history, step) => expect(nextStep(checkout(null), orderAfter(...history.split(' ').filter(Boolean)))).toBe(step));

  test.each([
    ['placed paid shipped', 'COMPLETED', 'done'],
    ['placed paid shipped refunded', 'COMPLETED', 'done'],
    // The return costs that the shop keeps are not owed to the buyer.
    ['placed paid shipped return-asked return-approved partly-refunded', 'COMPLETED', 'done'],
    ['', 'FAILED', 'done'],
    ['placed started failed', 'FAILED', 'done'],
    ['placed started failed paid', 'FAILED', 'cancel'],
    ['placed started failed paid too-late', 'FAILED', 'start-refund'],
    ['placed paid shipped not-collected', 'COMPLETED', 'start-refund'],
    ['placed paid shipped not-collected refund-started', 'COMPLETED', 'refund'],
    ['placed paid shipped not-collected refund-started refunded', 'COMPLETED', 'done'],
    ['cod shipped not-collected', 'COMPLETED', 'done'],
    // A newer report prevents the refund if it has not started; a started refund is completed.
    ['placed paid shipped not-collected on-its-way', 'COMPLETED', 'done'],
    ['placed paid shipped not-collected refund-started on-its-way', 'COMPLETED', 'refund'],
    ['placed paid shipped delivered return-asked return-approved return-received', 'COMPLETED', 'start-refund'],
    ['placed paid shipped delivered return-asked return-approved return-received return-refunded', 'COMPLETED', 'done'],
    // What a member spent of the order's rewards is deducted, so the refund waits for it.
    ['of-member paid shipped delivered return-asked return-approved return-received', 'COMPLETED', 'take-rewards-back'],
    ['of-member paid shipped delivered return-asked return-approved return-received rewards-back', 'COMPLETED', 'start-refund'],
    ['of-member paid shipped delivered return-asked return-approved return-received rewards-above', 'COMPLETED', 'done'],
    ['cod shipped delivered return-asked return-approved return-received', 'COMPLETED', 'done'],
    ['placed paid shipped charged-twice', 'COMPLETED', 'start-refund'],
    ['placed paid shipped charged-twice stray-refunded', 'COMPLETED', 'done'],
    ['cod shipped charged-twice', 'COMPLETED', 'start-refund'],
    // A process that died may have created a parcel that is not in the order.
    ['placed paid cancelled-by-buyer refunded', 'FAILED', 'find-parcel'],
    ['placed paid cancelled-by-buyer refunded no-parcel', 'FAILED', 'done'],
    ['placed paid cancelled-by-buyer refunded no-parcel shipped', 'FAILED', 'recall'],
    ['cod cancelled-by-buyer', 'FAILED', 'find-parcel'],
    // The carrier may take an earlier request after it refused a later one.
    ['cod refused cancelled', 'FAILED', 'find-parcel'],
    ['placed paid refused cancelled refunded', 'FAILED', 'find-parcel'],
    ['placed paid refused cancelled refunded no-parcel', 'FAILED', 'done'],
    ['placed paid refused cancelled refunded no-parcel shipped', 'FAILED', 'recall'],
    ['for-nothing cancelled-by-buyer', 'FAILED', 'find-parcel'],
    ['abroad paid cancelled-by-buyer refunded', 'FAILED', 'recall'],
    ['abroad paid cancelled-by-buyer refunded recalled', 'FAILED', 'done'],
    // It was never to be sent.
    ['abroad failed paid too-late', 'FAILED', 'start-refund'],
    ['abroad paid refused cancelled refunded', 'FAILED', 'done'],
    ['placed started failed paid too-late refunded', 'FAILED', 'done'],
    // Another process failed the checkout while this one placed the order.
    ['placed', 'FAILED', 'cancel'],
    ['cod', 'FAILED', 'cancel'],
    ['placed cancelled', 'FAILED', 'done'],
    ['placed paid shipped agreed', 'COMPLETED', 'link'],
    ['placed paid shipped agreed placed-again', 'COMPLETED', 'done'],
    ['linked shipped cancelled-by-buyer recalled', 'FAILED', 'tell-origin'],
    ['linked shipped cancelled-by-buyer recalled origin-told', 'FAILED', 'done'],
    // What was paid back at the processor is not sent, also where credit paid a part.
    ['with-credit paid refunded', 'COMPLETED', 'done'],
    ['forgotten paid', 'COMPLETED', 'done'],
  ] as const)('%s, ended %s → %s', (history, ended, step) =>
    expect(nextStep(checkout(ended), orderAfter(...history.split(' ').filter(Boolean)))).toBe(step),
  );

  // A bank that refuses a refund for days holds up nothing else.
  test.each([
    ['placed paid goodwill', 'refund', 'ship'],
    ['placed paid goodwill shipped', 'refund', 'complete'],
    ['placed paid charged-twice stray-started', 'refund', 'ship'],
    ['placed paid refused cancelled refund-started', 'refund', 'fail'],
    ['placed paid cancelled-by-buyer refund-started', 'refund', 'fail'],
    // What is paid back as a whole is not sent.
    ['placed paid refund-started', 'refund', 'complete'],
    ['placed paid all-goodwill', 'refund', 'complete'],
    // The credit that paid a part stays used, so its buyer gets the goods.
    ['with-credit paid all-goodwill', 'refund', 'ship'],
    // A refund that was not decided is no call of the processor.
    ['placed paid refused cancelled', 'start-refund', 'start-refund'],
  ])('%s → %s; while that waits → %s', (history, step, next) => {
    const order = orderAfter(...history.split(' '));
    expect([nextStep(checkout(null), order), nextStep(checkout(null), order, { refundWaits: true })]).toEqual([step, next]);
  });

  test('an order with a cart claims its lines before it is placed', () => {
    const fromCart: Checkout = { ...checkout(null), terms: { ...terms, cartId: 'c', lines: [], gifts: [], discounts: [] } } as Checkout;
    expect(nextStep(fromCart, null)).toBe('claim');
    expect(nextStep(fromCart, null, { claimed: true })).toBe('place');
    const ofMember = { ...fromCart, terms: { ...terms, cartId: 'c', memberId: 'm' } } as Checkout;
    expect(nextStep(ofMember, null)).toBe('claim');
    expect(nextStep(ofMember, null, { claimed: true })).toBe('reserve');
    expect(nextStep(ofMember, null, { claimed: true, reserved: true })).toBe('place');
    const guest = (promotions: object) => ({ ...fromCart, terms: { ...terms, cartId: null, promotions } }) as unknown as Checkout;
    expect(nextStep(guest({ takes: [{}] }), null)).toBe('reserve');
    expect(nextStep(guest({ takes: [] }), null)).toBe('place');
    expect(nextStep({ ...fromCart, ended: 'FAILED' } as Checkout, null)).toBe('done');
  });

  test('the sweeper looks again at an order with a step, or whose card may still be charged', () => {
    const of = (history: string, ended: 'COMPLETED' | 'FAILED' | null): boolean[] => {
      const order = orderAfter(...history.split(' '));
      return [isInDoubt(checkout(ended), order), isOpen(checkout(ended), order)];
    };
    expect(of('placed paid', null)).toEqual([false, true]);
    expect(of('placed paid shipped', 'COMPLETED')).toEqual([false, false]);
    expect(of('placed started failed', null)).toEqual([false, true]);
    expect(of('placed started failed', 'FAILED')).toEqual([true, true]);
    expect(of('placed failed-for-certain', 'FAILED')).toEqual([false, false]);
    // The charge is known.
    expect(of('placed started failed paid too-late refunded', 'FAILED')).toEqual([false, false]);
    const ended = { ...checkout('FAILED'), doubtEnded: true } as Checkout;
    expect([ended, null].map((one) => isInDoubt(one, orderAfter('placed', 'failed')))).toEqual([false, false]);
    expect(isInDoubt(checkout('FAILED'), null)).toBe(false);
  });

  test('there is no step without a checkout', () => expect(nextStep(null, orderAfter('placed'))).toBe('done'));
});
