import type { ApiFailure, FailureCode } from '../../lib/api.ts';
import type { ShippingProblem } from '../shipping/shipping-form.ts';

/**
 * What the buyer can do after a failed order.
 * - `resend`: the outcome is unknown; the same request is safe and returns the first outcome
 * - `exists`: an order with this number exists
 * - `price`: the price has changed; show both and ask
 * - `cart`, `shipping`, `pay`: that step needs a correction; `field` names the wrong field if there is one
 * - `card`: the card was refused; try again or use another card
 * - `earlier-paid`: the order that this one replaces is paid; no new order was created
 * - `earlier-unclear`: the state of that order is unknown; no new order was created, and another attempt is a new intent
 * - `later`: the shop cannot take orders now; the page sends the same order again by itself
 * - `unsent`: a call before the order failed; the order was not sent
 * - `support`: another attempt will not help
 */
export type NextStep =
  | { kind: 'resend' | 'later' | 'exists' | 'price' | 'cart' | 'card' | 'earlier-paid' | 'earlier-unclear' | 'unsent' | 'support' }
  | { kind: 'shipping'; field?: ShippingProblem['field'] }
  | { kind: 'pay'; field: string };

const FIELDS: Readonly<Partial<Record<FailureCode, NextStep>>> = {
  FIRST_NAME_REQUIRED: { kind: 'shipping', field: 'firstName' },
  LAST_NAME_REQUIRED: { kind: 'shipping', field: 'lastName' },
  NAME_TOO_LONG: { kind: 'shipping', field: 'lastName' },
  NAME_NOT_DELIVERABLE: { kind: 'shipping', field: 'lastName' },
  PHONE_INVALID: { kind: 'shipping', field: 'phone' },
  EMAIL_REQUIRED: { kind: 'shipping', field: 'email' },
  EMAIL_INVALID: { kind: 'shipping', field: 'email' },
  CITY_REQUIRED: { kind: 'shipping', field: 'city' },
  CITY_NOT_SERVED: { kind: 'shipping', field: 'city' },
  DISTRICT_REQUIRED: { kind: 'shipping', field: 'district' },
  DISTRICT_UNKNOWN: { kind: 'shipping', field: 'district' },
  AREA_REQUIRED: { kind: 'shipping', field: 'area' },
  ADDRESS_REQUIRED: { kind: 'shipping', field: 'address' },
  ADDRESS_NOT_DELIVERABLE: { kind: 'shipping', field: 'address' },
  STORE_REQUIRED: { kind: 'shipping', field: 'store' },
  STORE_UNKNOWN: { kind: 'shipping', field: 'store' },
  DELIVERY_MISMATCH: { kind: 'shipping' },
  COD_LIMIT: { kind: 'shipping', field: 'payment' },
  COD_NOT_OFFERED: { kind: 'shipping', field: 'payment' },
  STORE_LIMIT: { kind: 'shipping', field: 'delivery' },
  TERMS_NOT_ACCEPTED: { kind: 'pay', field: 'terms' },
  UNIFORM_NUMBER_INVALID: { kind: 'pay', field: 'uniformNumber' },
  COMPANY_TITLE_REQUIRED: { kind: 'pay', field: 'companyTitle' },
  MOBILE_BARCODE_INVALID: { kind: 'pay', field: 'mobileBarcode' },
  AMOUNT_MISMATCH: { kind: 'price' },
  ORDER_EXISTS: { kind: 'exists' },
  CARD_REFUSED: { kind: 'card' },
  NO_CARD_RESPONSE: { kind: 'card' },
  PAYMENT_FAILED: { kind: 'card' },
  EARLIER_ORDER_PAID: { kind: 'earlier-paid' },
  EARLIER_PAYMENT_UNCLEAR: { kind: 'earlier-unclear' },
  TEMPORARILY_REFUSED: { kind: 'later' },
};

const OF_THE_CART: ReadonlySet<FailureCode> = new Set([
  'CART_EMPTY',
  'CART_CLAIMED',
  'CART_CHANGED',
  'PRODUCT_NOT_FOUND',
  'PRODUCT_UNAVAILABLE',
  'PRODUCT_NOT_SOLD_ALONE',
  'ADDITIONAL_NEEDS_MAIN',
  'QUANTITY_OVER_LIMIT',
  'MEMBER_PRICE_ONLY',
  // Somebody else had the last piece, or another tab the credit. The cart's new price leaves out what does not fit any more.
  'COUPON_CONDITION',
  'GIFT_GONE',
  'COUPON_EXPIRED',
  'COUPON_GIFTS_INCOMPLETE',
  'COUPON_MEMBERS_ONLY',
  'COUPON_NOT_FOUND',
  'COUPON_REPLACED',
  'COUPON_SOLD_OUT',
  'COUPON_USED_UP',
  'CREDIT_MEMBERS_ONLY',
  'CREDIT_NOT_ENOUGH',
]);
/** Answers that can arrive while the order is in progress. */
const UNDECIDED: ReadonlySet<FailureCode> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'TOO_MANY_REQUESTS']);

export function nextStepAfter({ status, code, retryable }: Pick<ApiFailure, 'status' | 'code' | 'retryable'>): NextStep {
  const known = FIELDS[code];
  if (known) return known;
  if (OF_THE_CART.has(code)) return { kind: 'cart' };
  return status === 0 || retryable || UNDECIDED.has(code) ? { kind: 'resend' } : { kind: 'support' };
}

/** After a failed call that prepares an order. `sentBefore`: an earlier order of this page was sent and its outcome is unknown. */
export function nextStepBefore(failure: Pick<ApiFailure, 'status' | 'code' | 'retryable'>, sentBefore: boolean): NextStep {
  const next = nextStepAfter(failure);
  return next.kind === 'resend' && !sentBefore ? { kind: 'unsent' } : next;
}

/** Whether the outcome is known. The next attempt is then a new intent with a new order number. */
export const isDecided = ({ kind }: NextStep): boolean => kind !== 'resend' && kind !== 'later';

/**
 * ms until the page sends an order again that was refused for now. It grows with the attempts, to 15 s, so that the pages of
 * a long outage do not keep the shop busy; and it is spread up to double, so that they do not all come back at once.
 */
export const pauseBefore = ({ retryAfter = 3 }: Pick<ApiFailure, 'retryAfter'>, attempts: number, random = Math.random): number =>
  Math.min(retryAfter * 1.5 ** attempts, 15) * 1_000 * (1 + random());
