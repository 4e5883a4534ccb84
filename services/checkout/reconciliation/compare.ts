import { type CarrierSubtype, isGoingBack, type ParcelCash, stageOf } from '@nordhaut/logistics';
import { cashTaken, type Order } from '@nordhaut/ordering';
import type { PaymentRecord } from '@nordhaut/payments';

/**
 * A charge or a parcel whose money differs. NT$ that the bank holds, or that the carrier collected: `shop` by the shop's books,
 * `processor` by those of the card processor or the carrier. `not-paid-out`: collected, and not paid to the shop in time.
 */
export type Difference = {
  kind: 'missing-in-shop' | 'missing-at-processor' | 'other-amount' | 'not-paid-out';
  shop: number;
  processor: number;
};

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

/** What the carrier says of a parcel. `cash`: undefined where the answer states none */
export type CarrierBooks = { subtype: CarrierSubtype; code: string; cash?: ParcelCash | undefined };
export const NO_PARCEL: CarrierBooks = { subtype: 'TCAT', code: '', cash: { collects: 0, paidOut: 0 } };

/** Whether the recipient has paid by the carrier's code. A parcel that goes back was paid where it was received. */
const isPaid = ({ receivedAt }: Pick<Order, 'receivedAt'>, { subtype, code }: CarrierBooks): boolean =>
  stageOf(subtype, code) === 'delivered' || (receivedAt !== null && isGoingBack(subtype, code));

/** Pure. @param isDue whether the carrier must have paid out what it collected */
export function cashDifference(order: Pick<Order, 'terms' | 'receivedAt'>, books: CarrierBooks, isDue: boolean): Difference | undefined {
  const { cash } = books;
  if (!cash) return undefined;
  const shop = cashTaken(order);
  const collected = isPaid(order, books) ? cash.collects : 0;
  if (shop !== collected) return { kind: 'other-amount', shop, processor: collected };
  return shop > 0 && isDue && cash.paidOut === 0 ? { kind: 'not-paid-out', shop, processor: 0 } : undefined;
}
