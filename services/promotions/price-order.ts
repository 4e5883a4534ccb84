import type { Quote } from '@nordhaut/contracts';
import { reject, type Rejection } from '@nordhaut/platform/decider';
import type { Promotions } from './engine/facts.ts';
import type { PriceInput } from './engine/price-input.ts';
import { messages } from './messages.ts';
import { priceCart } from './price-cart.ts';

/** Seconds for which a price that was quoted before still holds (decisions.md 54). */
export const GRACE_SECONDS = 30;

/** `pricedAt`: ms, the instant whose prices the order has. `quote` of a refusal: the price of now, for the page. */
export type OrderPrice =
  | { ok: true; quote: Quote; pricedAt: number | null }
  | { ok: false; rejection: Rejection; quote: Quote | undefined };

/** What the page showed. `price`: NT$. `gifts` undefined: they are not compared. */
export type ShownPrice = { price: number; gifts?: readonly { productId: number; quantity: number }[] | undefined };

/** Whether the quote gives every piece of the gifts that the page showed. A further gift takes nothing from the buyer. */
const givesAll = ({ gifts }: Quote, shown: ShownPrice['gifts'] = []): boolean => {
  const pieces = (list: readonly { productId: number; quantity: number }[], productId: number): number =>
    list.reduce((sum, gift) => (gift.productId === productId ? sum + gift.quantity : sum), 0);
  return shown.every(({ productId }) => pieces(gifts, productId) >= pieces(shown, productId));
};

/** A countdown that began since `at` gives its coupon: who is quicker than the reminder must not pay more (decisions.md 53). */
const begunBy = (at: number, { at: receipt, timer }: Promotions): Promotions['timer'] =>
  timer && timer.startedAt <= receipt ? { ...timer, startedAt: Math.min(timer.startedAt, at) } : timer;

/**
 * The price of an order at its receipt (`promotions.at`), or the one of the 30 seconds before, if that is what the page
 * showed. Prices change at whole seconds, except for the timer's, so it looks at each second.
 */
export function priceOrder(input: PriceInput, shown: ShownPrice): OrderPrice {
  const { promotions, ...rest } = input;
  const isShown = (quote: Quote): boolean => quote.price === shown.price && givesAll(quote, shown.gifts);
  const now = priceCart(input);
  if (now.ok && isShown(now.quote)) return { ok: true, quote: now.quote, pricedAt: promotions?.at ?? null };
  for (let seconds = 1; promotions && seconds <= GRACE_SECONDS; seconds++) {
    const at = promotions.at - seconds * 1_000;
    const before = priceCart({ ...rest, promotions: { ...promotions, at, timer: begunBy(at, promotions) } });
    if (before.ok && isShown(before.quote)) return { ok: true, quote: before.quote, pricedAt: at };
  }
  // The price of an order, not of a page: the timer gives its coupon to an order before pages show it (decisions.md 53).
  if (now.ok && now.quote.price === shown.price) return { ...reject(409, 'GIFT_GONE', messages.giftGone), quote: now.quote };
  if (now.ok) return { ...reject(409, 'AMOUNT_MISMATCH', messages.priceChanged), quote: now.quote };
  const page = priceCart({ ...input, dropMemberParts: true });
  return { ...now, quote: page.ok ? page.quote : undefined };
}
