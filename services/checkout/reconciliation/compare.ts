import type { PaymentRecord } from '@nordhaut/payments';

/** A charge whose money differs. NT$ that the bank holds: `shop` by the shop's books, `processor` by the processor's. */
export type Difference = { kind: 'missing-in-shop' | 'missing-at-processor' | 'other-amount'; shop: number; processor: number };

const HOLDS: ReadonlySet<PaymentRecord['status']> = new Set(['authorised', 'captured', 'partly-refunded']);

/** NT$ that the bank holds by the processor's record. */
export const heldAt = ({ status, amount }: Pick<PaymentRecord, 'status' | 'amount'>): number => (HOLDS.has(status) ? amount : 0);

/**
 * Pure. `shop`: NT$ that the bank must hold by the order; undefined where the shop has no such charge. `record`: undefined
 * where the processor has none. A charge without money on both sides is no difference.
 */
export function differenceOf(
  shop: number | undefined,
  record: Pick<PaymentRecord, 'status' | 'amount'> | undefined,
): Difference | undefined {
  const [own, other] = [shop ?? 0, record ? heldAt(record) : 0];
  if (own === other) return undefined;
  if (shop === undefined) return { kind: 'missing-in-shop', shop: own, processor: other };
  return { kind: record ? 'other-amount' : 'missing-at-processor', shop: own, processor: other };
}
