import type { PaymentRecord } from './card-processor.ts';

/** The values that the record of an order's payment must have. */
export type ExpectedPayment = { orderNo: string; amount: number; currency: 'TWD'; merchantId: string };

/**
 * Whether the processor's record pays this order (providers §2.5): authorised or captured, with the same order, amount,
 * currency and merchant, and without a refund.
 */
export const isPaid = (record: PaymentRecord, expected: ExpectedPayment): boolean =>
  (record.status === 'authorised' || record.status === 'captured') &&
  record.orderNo === expected.orderNo &&
  record.amount === expected.amount &&
  record.originalAmount === expected.amount &&
  record.currency === expected.currency &&
  record.merchantId === expected.merchantId;

/** Whether this attempt can no longer charge the card. */
export const hasFailed = (record: PaymentRecord): boolean => record.status === 'error' || record.status === 'cancelled';

const RANK: Record<PaymentRecord['status'], number> = {
  captured: 0,
  authorised: 0,
  'partly-refunded': 1,
  refunded: 2,
  pending: 3,
  cancelled: 4,
  error: 5,
};

/** Sorts the attempts of one order: those that hold money first, then those that held it, then pending ones. Equal ones keep their order. */
export const moneyFirst = (records: readonly PaymentRecord[]): PaymentRecord[] =>
  records.toSorted((a, b) => RANK[a.status] - RANK[b.status]);
