import { expect, test } from 'vitest';
import type { FailureCode } from '../../lib/api.ts';
import { isDecided, nextStepAfter, nextStepBefore, pauseBefore } from './refusal.ts';

const after = (code: string, status = 409, retryable = false) => nextStepAfter({ code: code as FailureCode, status, retryable });

test.each([
  ['OFFLINE', 0, true],
  ['TIMEOUT', 0, true],
  ['UNREACHABLE', 0, true],
  ['BAD_ANSWER', 502, true],
  ['IDEMPOTENCY_KEY_IN_USE', 409, false],
  ['SOMETHING_NEW', 503, true],
])('%s leaves the outcome open, so the same request is sent again', (code, status, retryable) => {
  expect(after(code, status, retryable)).toEqual({ kind: 'resend' });
  expect(isDecided(after(code, status, retryable))).toBe(false);
});

test('asks for another card after a refused card, for every status', () => {
  expect(after('CARD_REFUSED', 10003)).toEqual({ kind: 'card' });
  // The status for a missing answer of the card processor looks like a gateway error.
  expect(after('NO_CARD_RESPONSE', 504)).toEqual({ kind: 'card' });
});

test.each([
  ['AMOUNT_MISMATCH', { kind: 'price' }],
  ['PRODUCT_UNAVAILABLE', { kind: 'cart' }],
  ['ADDITIONAL_NEEDS_MAIN', { kind: 'cart' }],
  ['CART_EMPTY', { kind: 'cart' }],
  ['CART_CLAIMED', { kind: 'cart' }],
  ['CART_CHANGED', { kind: 'cart' }],
  ['COUPON_SOLD_OUT', { kind: 'cart' }],
  ['GIFT_GONE', { kind: 'cart' }],
  ['CREDIT_NOT_ENOUGH', { kind: 'cart' }],
  ['COD_NOT_OFFERED', { kind: 'shipping', field: 'payment' }],
  ['EARLIER_ORDER_PAID', { kind: 'earlier-paid' }],
  ['EARLIER_PAYMENT_UNCLEAR', { kind: 'earlier-unclear' }],
  ['STORE_UNKNOWN', { kind: 'shipping', field: 'store' }],
  ['COD_LIMIT', { kind: 'shipping', field: 'payment' }],
  ['MOBILE_BARCODE_INVALID', { kind: 'pay', field: 'mobileBarcode' }],
  ['COMPANY_TITLE_REQUIRED', { kind: 'pay', field: 'companyTitle' }],
  ['ORDER_EXISTS', { kind: 'exists' }],
  ['LOGISTICS_REFUSED', { kind: 'support' }],
  ['SOMETHING_NEW', { kind: 'support' }],
])('%s leads to %j', (code, next) => {
  expect(after(code)).toEqual(next);
  expect(isDecided(after(code))).toBe(true);
});

test('an order that is refused for now is sent again by the page, also if nothing was sent before', () => {
  expect(after('TEMPORARILY_REFUSED', 503, true)).toEqual({ kind: 'later' });
  expect(isDecided({ kind: 'later' })).toBe(false);
  expect(nextStepBefore({ code: 'TEMPORARILY_REFUSED', status: 503, retryable: true }, false)).toEqual({ kind: 'later' });
  expect([0, 1].map((spread) => pauseBefore({ retryAfter: 3 }, 0, () => spread))).toEqual([3_000, 6_000]);
  expect([1, 2, 9].map((attempts) => pauseBefore({ retryAfter: 3 }, attempts, () => 0))).toEqual([4_500, 6_750, 15_000]);
});

test('a failed call before the order means that nothing was sent, unless an earlier order has no known outcome', () => {
  const offline = { code: 'OFFLINE', status: 0, retryable: true } as const;
  expect(nextStepBefore(offline, false)).toEqual({ kind: 'unsent' });
  expect(nextStepBefore(offline, true)).toEqual({ kind: 'resend' });
  expect(nextStepBefore({ code: 'SOMETHING_NEW' as FailureCode, status: 400, retryable: false }, false)).toEqual({ kind: 'support' });
});
