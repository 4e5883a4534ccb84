import { expect, test } from 'vitest';
import type { FailureCode } from '../../lib/api.ts';
import { isDecided, nextStepAfter, nextStepBefore } from './refusal.ts';

const after = (code: string, status = 409, retryable = false) => nextStepAfter({ code: code as FailureCode, status, retryable });

test.each([
  ['OFFLINE', 0, true],
  ['TIMEOUT', 0, true],
  ['UNREACHABLE', 0, true],
  ['BAD_ANSWER', 502, true],
  ['IDEMPOTENCY_KEY_IN_USE', 409, false],
  ['SOMETHING_NEW', 503, true],
])('%s leaves the outcome open: the same request again', (code, status, retryable) => {
  expect(after(code, status, retryable)).toEqual({ kind: 'resend' });
  expect(isDecided(after(code, status, retryable))).toBe(false);
});

test('a refused card asks for another one, whatever its code looks like', () => {
  expect(after('CARD_REFUSED', 10003)).toEqual({ kind: 'card' });
  // The processor's silence is answered with a state that reads like a gateway's.
  expect(after('NO_CARD_RESPONSE', 504)).toEqual({ kind: 'card' });
});

test.each([
  ['AMOUNT_MISMATCH', { kind: 'price' }],
  ['PRODUCT_UNAVAILABLE', { kind: 'cart' }],
  ['ADDITIONAL_NEEDS_MAIN', { kind: 'cart' }],
  ['CART_EMPTY', { kind: 'cart' }],
  ['CART_CLAIMED', { kind: 'cart' }],
  ['CART_CHANGED', { kind: 'cart' }],
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

test('a call before the order leaves nothing open, unless an earlier send did', () => {
  const offline = { code: 'OFFLINE', status: 0, retryable: true } as const;
  expect(nextStepBefore(offline, false)).toEqual({ kind: 'unsent' });
  expect(nextStepBefore(offline, true)).toEqual({ kind: 'resend' });
  expect(nextStepBefore({ code: 'SOMETHING_NEW' as FailureCode, status: 400, retryable: false }, false)).toEqual({ kind: 'support' });
});
