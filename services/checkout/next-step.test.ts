import { evolveOrder, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { describe, expect, test } from 'vitest';
import { nextStep } from './next-step.ts';
import type { Checkout } from './checkout.ts';

const at = '2026-11-20T01:00:00.000Z';
const orderNo = 'N123456789ABCDEF';
const terms = {
  orderNo,
  cartId: null,
  memberId: null,
  lines: [],
  gifts: [],
  discounts: [],
  credit: 0,
  subtotal: 100,
  shippingFee: 0,
  total: 100,
  payment: 'CREDIT',
  delivery: { type: 'HOME', subtype: 'TCAT', store: null },
  invoiceType: 'NORMAL',
} as const;

/** Who the buyer is matters no more than that it is known. */
const personal = { recipient: {}, invoice: {} };

const events = {
  placed: { type: 'OrderPlaced', data: { ...terms, at }, personal },
  cod: { type: 'OrderPlaced', data: { ...terms, payment: 'COD', at }, personal },
  abroad: {
    type: 'OrderPlaced',
    data: { ...terms, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL', store: null }, at },
    personal,
  },
  forgotten: { type: 'OrderPlaced', data: { ...terms, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL', store: null }, at } },
  started: {
    type: 'CardPaymentStarted',
    data: { at, recTradeId: 'D1', bankTransactionId: 'T', amount: 100, paymentUrl: 'https://bank.example' },
  },
  paid: { type: 'CardPaymentAuthorised', data: { at, recTradeId: 'D1', bankTransactionId: 'T', amount: 100, authCode: '1' } },
  failed: { type: 'CardPaymentFailed', data: { at, reason: 'ABANDONED', providerCode: null, recTradeId: 'D1' } },
  shipped: {
    type: 'ShipmentCreated',
    data: { at, tradeNo: orderNo, logisticsId: 'L', subtype: 'TCAT', code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' },
  },
  refused: { type: 'ShipmentRejected', data: { at, tradeNo: orderNo, carrierText: '' } },
  cancelled: { type: 'OrderCancelled', data: { at, reason: 'x' } },
  refunded: { type: 'RefundIssued', data: { at, refundId: 'R', amount: 100, reason: '' } },
  'partly-refunded': { type: 'RefundIssued', data: { at, refundId: 'AT', amount: 40, reason: '' } },
  rest: { type: 'RefundIssued', data: { at, refundId: 'R', amount: 60, reason: '' } },
  'return-asked': { type: 'ReturnRequested', data: { at } },
  'return-approved': { type: 'ReturnApproved', data: { at, reason: '' } },
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
  personal: undefined,
  startedAt: at,
  ended,
  failure: null,
});

describe('what comes next', () => {
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
    ['placed paid refused cancelled', 'refund'],
    ['placed paid refused cancelled refunded', 'fail'],
    // Somebody gave a part back at the processor's: the rest goes back too.
    ['placed started paid partly-refunded cancelled', 'refund'],
    ['placed started paid partly-refunded cancelled rest', 'fail'],
    ['abroad', 'pay'],
    ['abroad paid', 'complete'],
    ['forgotten paid', 'ship'],
    ['placed started failed paid', 'cancel'],
    ['placed started failed paid cancelled', 'refund'],
    ['placed started failed paid cancelled refunded', 'fail'],
  ])('%s → %s', (history, step) => expect(nextStep(checkout(null), orderAfter(...history.split(' ').filter(Boolean)))).toBe(step));

  test.each([
    ['placed paid shipped', 'COMPLETED', 'done'],
    ['placed paid shipped refunded', 'COMPLETED', 'done'],
    // What a return keeps for the way back is nobody's debt.
    ['placed paid shipped return-asked return-approved partly-refunded', 'COMPLETED', 'done'],
    ['', 'FAILED', 'done'],
    ['placed started failed', 'FAILED', 'done'],
    ['placed started failed paid', 'FAILED', 'cancel'],
    // Another process failed the checkout while this one placed the order.
    ['placed', 'FAILED', 'cancel'],
    ['cod', 'FAILED', 'cancel'],
    ['placed cancelled', 'FAILED', 'done'],
    ['placed started failed paid cancelled', 'FAILED', 'refund'],
    ['placed started failed paid cancelled refunded', 'FAILED', 'done'],
  ] as const)('%s, ended %s → %s', (history, ended, step) =>
    expect(nextStep(checkout(ended), orderAfter(...history.split(' ').filter(Boolean)))).toBe(step),
  );

  test('what comes from a cart is claimed before it is ordered', () => {
    const fromCart: Checkout = { ...checkout(null), terms: { ...terms, cartId: 'c', lines: [], gifts: [], discounts: [] } } as Checkout;
    expect(nextStep(fromCart, null)).toBe('claim');
    expect(nextStep(fromCart, null, true)).toBe('place');
    expect(nextStep({ ...fromCart, ended: 'FAILED' } as Checkout, null)).toBe('done');
  });

  test('without a checkout nothing', () => expect(nextStep(null, orderAfter('placed'))).toBe('done'));
});
