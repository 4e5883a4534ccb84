import type { Quote } from '@nordhaut/contracts';
import { reject, type Rejection } from '@nordhaut/platform/decider';
import type { PriceInput } from './engine/price-input.ts';
import { messages } from './messages.ts';
import { priceCart } from './price-cart.ts';

/** Seconds for which a price that was quoted before still holds (decisions.md 54). */
export const GRACE_SECONDS = 30;

/** `pricedAt`: ms, the instant whose prices the order has. `quote` of a refusal: the price of now, for the page. */
export type OrderPrice =
  | { ok: true; quote: Quote; pricedAt: number | null }
  | { ok: false; rejection: Rejection; quote: Quote | undefined };

/**
 * The price of an order at its receipt (`promotions.at`), or the one of the 30 seconds before, if that is what the page
 * showed. Prices change at whole seconds, except for the timer's, so it looks at each second.
 * @param expected NT$ that the page showed
 */
export function priceOrder(input: PriceInput, expected: number): OrderPrice {
  const { promotions, ...rest } = input;
  const now = priceCart(input);
  if (now.ok && now.quote.price === expected) return { ok: true, quote: now.quote, pricedAt: promotions?.at ?? null };
  for (let seconds = 1; promotions && seconds <= GRACE_SECONDS; seconds++) {
    const at = promotions.at - seconds * 1_000;
    const before = priceCart({ ...rest, promotions: { ...promotions, at } });
    if (before.ok && before.quote.price === expected) return { ok: true, quote: before.quote, pricedAt: at };
  }
  // The price of an order, not of a page: the timer gives its coupon to an order before pages show it (decisions.md 53).
  if (now.ok) return { ...reject(409, 'AMOUNT_MISMATCH', messages.priceChanged), quote: now.quote };
  const shown = priceCart({ ...input, dropMemberParts: true });
  return { ...now, quote: shown.ok ? shown.quote : undefined };
}
