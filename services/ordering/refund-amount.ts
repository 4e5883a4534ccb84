import { FREE_SHIPPING_FROM } from '@nordhaut/contracts';
import type { OrderTerms } from './order-events.ts';

/** NT$ taken off for the way back when the order itself had not reached free shipping (spec/2 §9). */
const RETURN_SHIPPING = 120;

/** Share of an international order that is paid back, from the order amount in NT$ (spec/2 §9, decisions.md #5, #18). */
const OVERSEAS_SCALE: readonly (readonly [from: number, share: number])[] = [
  [30_000, 0.9],
  [20_000, 0.8],
  [10_000, 0.7],
  [6_000, 0.6],
  [3_000, 0.5],
  [0, 0],
];

/** NT$ to pay back for a checked return, rounded down. Source: spec/2-accounts-and-members §9. */
export function returnRefund({ delivery, total, subtotal }: Pick<OrderTerms, 'delivery' | 'total' | 'subtotal'>): number {
  if (delivery.type === 'INTERNATIONAL') {
    const share = OVERSEAS_SCALE.find(([from]) => total >= from)?.[1] ?? 0;
    return Math.floor(total * share);
  }
  const deduction = subtotal < FREE_SHIPPING_FROM.HOME ? RETURN_SHIPPING : 0;
  return Math.max(0, total - deduction);
}
