import type { PaymentRecord } from './card-processor.ts';

/** What the shop expects of a payment before it calls an order paid. */
export type ExpectedPayment = { orderNo: string; amount: number; currency: 'TWD'; merchantId: string };

/**
 * Whether the processor's record pays this order (providers §2.5): authorised or captured, and the
 * same order, amount, currency and merchant. Compared with the original amount: what a later refund
 * left is not what was paid.
 */
export const isPaid = (record: PaymentRecord, expected: ExpectedPayment): boolean =>
  (record.status === 'authorised' || record.status === 'captured') &&
  record.orderNo === expected.orderNo &&
  record.amount === expected.amount &&
  record.originalAmount === expected.amount &&
  record.currency === expected.currency &&
  record.merchantId === expected.merchantId;

/** No money will come of this attempt any more; the order may be paid again or fails. */
export const hasFailed = (record: PaymentRecord): boolean => record.status === 'error' || record.status === 'cancelled';

const URGENCY: Record<PaymentRecord['status'], number> = {
  captured: 0,
  authorised: 0,
  'partly-refunded': 1,
  refunded: 2,
  pending: 3,
  cancelled: 4,
  error: 5,
};

/** Attempts of one order, the most binding first; the order given (newest first) decides between equals. */
export const byBinding = (records: readonly PaymentRecord[]): PaymentRecord[] =>
  records.toSorted((a, b) => URGENCY[a.status] - URGENCY[b.status]);
