import type { ApiFailure, FailureCode } from '../../lib/api.ts';

/**
 * What a failed order means for the buyer's next step.
 * - `resend`: nobody knows what became of it; the very same request again is safe and gives the first outcome
 * - `exists`: an order with this number is there already
 * - `price`: the price is another one; show both and ask
 * - `cart`, `shipping`, `pay`: that step has something to correct; `field` names it where one is to blame
 * - `card`: the card was refused; another try, or another card
 * - `earlier-paid`: the waiting order that this one was to take the place of is paid; nothing new was begun
 * - `earlier-unclear`: nobody could say what became of that order; nothing new was begun, and another try is another intent
 * - `unsent`: the call that failed came before the order, which was never sent
 * - `support`: trying again will not help by itself
 */
export type NextStep =
  | { kind: 'resend' | 'exists' | 'price' | 'cart' | 'card' | 'earlier-paid' | 'earlier-unclear' | 'unsent' | 'support' }
  | { kind: 'shipping' | 'pay'; field?: string };

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
]);
/** Answers that come although the order may be under way. */
const UNDECIDED: ReadonlySet<FailureCode> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'TOO_MANY_REQUESTS']);

export function nextStepAfter({ status, code, retryable }: Pick<ApiFailure, 'status' | 'code' | 'retryable'>): NextStep {
  const known = FIELDS[code];
  if (known) return known;
  if (OF_THE_CART.has(code)) return { kind: 'cart' };
  return status === 0 || retryable || UNDECIDED.has(code) ? { kind: 'resend' } : { kind: 'support' };
}

/**
 * After a call that prepares an order. `sentBefore`: an order of this page was sent earlier and nobody told what became
 * of it, so that it cannot be said that nothing was sent.
 */
export function nextStepBefore(failure: Pick<ApiFailure, 'status' | 'code' | 'retryable'>, sentBefore: boolean): NextStep {
  const next = nextStepAfter(failure);
  return next.kind === 'resend' && !sentBefore ? { kind: 'unsent' } : next;
}

/** Whether the order number is spent: the next try is another intent, with another number. */
export const isDecided = (next: NextStep): boolean => next.kind !== 'resend';
