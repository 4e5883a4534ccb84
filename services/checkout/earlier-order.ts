import type { PlaceOrderRequest, Quote } from '@nordhaut/contracts';
import type { OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { type AskedPhone, priceCart, reservesAnything } from '@nordhaut/promotions';
import { messages } from './messages.ts';
import { no } from './placed.ts';
import type { Buyer, PlaceOrderDeps } from './place-order-deps.ts';
import { hasCashSlot } from './cash-slot.ts';
import { overCashLimit } from './cash-limit.ts';
import { type Priced, priceTerms } from './price-terms.ts';

/** The order that the buyer took to the bank, by the page or by the browser's cookie. */
export const earlierOf = ({ orderNo, replaces }: PlaceOrderRequest, { atBank }: Buyer): string | undefined => {
  const earlier = replaces ?? atBank;
  return earlier === orderNo ? undefined : earlier;
};

type GivenUp = { ok: true; replaces?: string } | { ok: false; rejection: Rejection };

/** Gives up the order that the buyer took to the bank. @returns its number, or why the new order is refused */
export async function giveUpEarlier(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  buyer: Buyer,
  terms: OrderTerms,
  context: CommandContext,
): Promise<GivenUp> {
  const earlier = earlierOf(request, buyer);
  if (earlier === undefined) return { ok: true };
  const outcome = await deps.process.replace(earlier, terms, context);
  if (typeof outcome === 'object') return no(outcome.refused);
  if (outcome === 'unclear') return no({ status: 409, code: 'EARLIER_PAYMENT_UNCLEAR', message: messages.earlierUnclear });
  // An order that was paid before is a separate purchase, unless the page still shows it as waiting.
  const isNews = outcome === 'turned-out-paid' || (outcome === 'paid' && request.replaces !== undefined);
  if (isNews) return no({ status: 409, code: 'EARLIER_ORDER_PAID', message: messages.earlierPaid });
  return outcome === 'given-up' ? { ok: true, replaces: earlier } : { ok: true };
}

/** Closes the order that was given up. The new order does not depend on it; the sweeper repeats what fails here. */
export async function closeEarlier(deps: PlaceOrderDeps, orderNo: string, context: CommandContext): Promise<void> {
  try {
    await deps.process.drive(orderNo, { context });
  } catch (error) {
    deps.log.warn({ orderNo, err: error }, 'an order that was given up could not be closed yet');
  }
}

/** What a price gives beside its amount. */
const givenBy = ({ coupons = [], gifts }: Quote): string =>
  JSON.stringify([
    coupons.map(({ couponId }) => couponId),
    gifts.map(({ couponId, productId, quantity }) => [couponId, productId, quantity]),
  ]);

/**
 * The price of the order. The buyer's earlier order, which waits at the bank, may hold the coupons and the credit of this one.
 * Where this one has no price beside it, or not the same gifts, the earlier one gives way: it is given up and gives back, and the
 * price is made again.
 * @param check what else may refuse an order with this price
 */
export async function priceBeside(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  buyer: Buyer & { phone: AskedPhone | undefined },
  check: (quote: Quote) => Promise<{ ok: true } | { ok: false; rejection: Rejection }>,
  context: CommandContext,
): Promise<Priced> {
  const earlier = await ownEarlier(deps, request, buyer);
  const priced = await priceTerms(deps, request, buyer, { isLast: earlier === undefined });
  if (earlier === undefined) return priced;
  const beside = await priceTerms(deps, request, buyer, { isLast: !priced.ok, beside: earlier });
  // A gift changes no amount.
  if (priced.ok && (!beside.ok || givenBy(beside.quote) === givenBy(priced.quote))) return priced;
  // An order that is refused in any case must not cost the one that waits.
  if (!beside.ok) return beside;
  const fits = await check(beside.quote);
  if (!fits.ok) return { ...fits, price: undefined };
  if (!(await hasCashSlot(deps, request, buyer.phone))) return { ...no(overCashLimit), price: undefined };
  const isFree = await givesWay(deps, request, buyer, earlier, context);
  // Read models may not have yet what it gave back.
  const again = await priceTerms(deps, request, buyer, { isLast: true, ...(isFree && { beside: earlier }) });
  if (isFree && !again.ok) await closeEarlier(deps, earlier, context);
  return again;
}

/** The earlier order, if it is one of this cart, or of this browser's cart before the sign-in: nobody names another one's order to have its coupons counted as given back. */
async function ownEarlier(deps: PlaceOrderDeps, request: PlaceOrderRequest, buyer: Buyer): Promise<string | undefined> {
  const earlier = earlierOf(request, buyer);
  const begun = earlier === undefined ? null : await deps.process.begun(earlier);
  const cartId = begun?.terms.cartId ?? null;
  return cartId !== null && (cartId === buyer.cartId || cartId === buyer.before?.cartId) ? earlier : undefined;
}

/** Gives up the buyer's earlier order, if its payment waits, and returns what it holds. `ownEarlier` has found it. */
async function givesWay(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  { cartId, memberId, before }: Buyer,
  earlier: string,
  context: CommandContext,
): Promise<boolean> {
  const { orderNo, items, delivery } = request;
  const begun = await deps.process.begun(earlier);
  const isBefore = begun !== null && before !== undefined && begun.terms.cartId === before.cartId;
  // What a guest began holds no coupon, but it is a purchase of the member who adopted it.
  if (!begun || !(reservesAnything(begun.terms) || (isBefore && memberId !== null))) return false;
  if (!isBefore && begun.terms.memberId !== memberId) return false;
  const isMember = memberId !== null;
  const plain = priceCart({ items, delivery: delivery.type, coupons: [], credit: 0, isMember, product: deps.product });
  if (!plain.ok) return false;
  const next = isBefore
    ? { cartId: before.cartId, sameLines: false as const }
    : { ...begun.terms, orderNo, cartId, lines: plain.quote.products };
  if ((await deps.process.replace(earlier, next, context)) !== 'given-up') return false;
  await deps.process.giveBack(earlier, context);
  return true;
}
