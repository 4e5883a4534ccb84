import { FREE_SHIPPING_FROM } from '@nordhaut/contracts';
import type { Order } from './order.ts';
import type { OrderTerms } from './order-events.ts';

/** NT$ taken off for the way back when the order itself had not reached free shipping (spec/2 §9). */
const RETURN_SHIPPING = 120;

/** Tenths of an international order that are paid back, from the order amount in NT$ (spec/2 §9, decisions.md #5, #18). */
const OVERSEAS_SCALE: readonly (readonly [from: number, tenths: number])[] = [
  [30_000, 9],
  [20_000, 8],
  [10_000, 7],
  [6_000, 6],
  [3_000, 5],
  [0, 0],
];

/** NT$ to pay back for a checked return, rounded down. Source: spec/2-accounts-and-members §9. */
export function returnRefund({ delivery, total, subtotal }: Pick<OrderTerms, 'delivery' | 'total' | 'subtotal'>): number {
  if (delivery.type === 'INTERNATIONAL') {
    const tenths = OVERSEAS_SCALE.find(([from]) => total >= from)?.[1] ?? 0;
    return Math.floor((total * tenths) / 10);
  }
  const deduction = subtotal < FREE_SHIPPING_FROM.HOME ? RETURN_SHIPPING : 0;
  return Math.max(0, total - deduction);
}

/** NT$ that are here of an order that will not be fulfilled, and have to go back whole. */
export function owedToBuyer({ payment, cancelled, returnState }: Pick<Order, 'payment' | 'cancelled' | 'returnState'>): number {
  if (!cancelled && !payment.failure) return 0;
  // What a return keeps for the way back is not owed.
  return payment.status === 'RETURN' && returnState !== null ? 0 : payment.paid - payment.refunded;
}
