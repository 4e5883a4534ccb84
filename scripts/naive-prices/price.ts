/**
 * The price of a cart, from its lines to what is left to pay (decisions 26, 33, 38, 54, 55, spec/3 §9).
 *
 * Open: lines with the same product and tier are added up. An additional purchase has one piece (spec/3 §5).
 * Open: a set is unavailable where an item is muted, sold out or not launched (spec/1 §2).
 * Open: free shipping looks at all goods after discounts, ADDITIONAL ones included.
 * Open: the samples of a line are the product's own trial product, one for each piece.
 * Open: a session that ended is a GUEST here; coupons, gifts and credit of the member drop out and nothing is refused.
 */
import { applyCoupons } from './coupons.ts';
import { spend } from './credit.ts';
import { isMuted } from './gifts.ts';
import { productOf } from './states.ts';
import { SECOND } from './time.ts';
import type { Answer, CartLine, CartRefusal, Delivery, PricedLine, Product, Request } from './types.ts';

const SHIPPING: Record<Delivery, { fee: number; freeFrom: number }> = {
  HOME: { fee: 120, freeFrom: 1000 },
  CVS: { fee: 70, freeFrom: 1000 },
  INTERNATIONAL: { fee: 500, freeFrom: 3000 },
};

/** Fee and what is missing for free shipping. `goods`: after discounts, before credit. */
export function shippingOf({ delivery, goods }: { delivery: Delivery; goods: number }): { fee: number; gap: number } {
  const { fee, freeFrom } = SHIPPING[delivery];
  return goods >= freeFrom ? { fee: 0, gap: 0 } : { fee, gap: freeFrom - goods };
}

function isOnSale(product: Product, products: Product[]): boolean {
  if (!product.launched || product.soldOut) return false;
  return product.setItems.every((id) => {
    const item = productOf(products, id);
    return item !== undefined && item.id !== product.id && isOnSale(item, products);
  });
}

/** Whether this buyer can put the product into the cart. */
export function isAvailable({ product, products, buyer }: Pick<Request, 'products' | 'buyer'> & { product: Product }): boolean {
  return isOnSale(product, products) && !isMuted(product, products, buyer);
}

/** Equal lines added up, at the tier that the server decides. */
function mergedLines({ lines, buyer }: Request): CartLine[] {
  const mainTier = buyer.kind === 'MEMBER' ? 'MEMBER' : 'ORIGIN';
  const merged: CartLine[] = [];
  for (const line of lines) {
    const tier = line.tier === 'ADDITIONAL' ? 'ADDITIONAL' : mainTier;
    const same = merged.find((each) => each.productId === line.productId && each.tier === tier);
    if (same === undefined) merged.push({ ...line, tier });
    else same.quantity += line.quantity;
  }
  const additionalLast = (line: CartLine): number => (line.tier === 'ADDITIONAL' ? 1 : 0);
  return merged.sort((a, b) => additionalLast(a) - additionalLast(b) || a.productId - b.productId);
}

/** The first reason to refuse the lines, looked for over all lines, one reason after another. */
function refusalOf(request: Request, lines: CartLine[]): CartRefusal | null {
  const { products, buyer } = request;
  const found = lines.map((line) => productOf(products, line.productId));
  if (lines.length === 0) return 'EMPTY_CART';
  if (request.lines.some((line) => !Number.isSafeInteger(line.quantity) || line.quantity < 1)) return 'BAD_QUANTITY';
  if (found.includes(undefined)) return 'UNKNOWN_PRODUCT';
  if (lines.some((line, at) => line.tier === 'ADDITIONAL' && found[at]?.prices.ADDITIONAL == null)) return 'NOT_ADDITIONAL';
  if (found.some((product) => product !== undefined && !isAvailable({ product, products, buyer }))) return 'UNAVAILABLE';
  if (lines.some((line) => line.tier === 'ADDITIONAL' && line.quantity > 1)) return 'BAD_QUANTITY';
  const overTiers = (id: number): number => lines.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0);
  if (lines.some((line) => overTiers(line.productId) > 99)) return 'OVER_99';
  if (lines.every((line) => line.tier === 'ADDITIONAL')) return 'ADDITIONAL_ALONE';
  return null;
}

/** The price of a request at its instant, or why there is none. */
export function price(request: Request): Answer {
  const cartLines = mergedLines(request);
  const refusal = refusalOf(request, cartLines);
  if (refusal !== null) return { ok: false, refusal };

  const lines: PricedLine[] = cartLines.map(({ productId, tier, quantity }) => {
    const each = productOf(request.products, productId)?.prices[tier] ?? 0;
    return { productId, tier, quantity, price: each, amount: each * quantity, shares: [] };
  });
  const applied = applyCoupons({ request, main: lines.filter((line) => line.tier !== 'ADDITIONAL') });
  if (request.mode === 'ORDER') {
    const problem = applied.dropped.find((each) => each.state !== 'SIGN_IN');
    if (problem !== undefined) return { ok: false, refusal: 'COUPON', coupon: problem };
    const [open] = applied.toChoose;
    if (open !== undefined) return { ok: false, refusal: 'COUPON', coupon: { couponId: open.couponId, state: 'GIFTS', message: null } };
  }

  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  const afterDiscounts = goods - applied.discounts.reduce((sum, discount) => sum + discount.amount, 0);
  const { fee, gap } = shippingOf({ delivery: request.delivery, goods: afterDiscounts });
  const grants = request.buyer.kind === 'MEMBER' ? request.buyer.credit : [];
  const credit = spend({ asked: request.creditAsked, grants, now: request.now, goods: afterDiscounts, shipping: fee });
  const creditOnGoods = credit.reduce((sum, part) => sum + part.onGoods, 0);
  const creditOnShipping = credit.reduce((sum, part) => sum + part.onShipping, 0);
  const total = afterDiscounts + fee - creditOnGoods - creditOnShipping;
  const noCod = request.delivery === 'INTERNATIONAL' || total === 0;
  if (request.mode === 'ORDER' && request.payment === 'COD' && noCod) return { ok: false, refusal: 'NO_COD' };

  const samples = lines.flatMap((line) => {
    const uid = productOf(request.products, line.productId)?.sample ?? null;
    return uid === null ? [] : [{ uid, quantity: line.quantity }];
  });
  return {
    ok: true,
    lines,
    goods,
    ...applied,
    samples,
    shippingFee: fee,
    freeShippingGap: gap,
    credit,
    creditOnGoods,
    creditOnShipping,
    goodsPaid: afterDiscounts - creditOnGoods,
    total,
  };
}

/**
 * An order with the total that the buyer saw (decision 54). `request.now` is the server's receipt of the order.
 * The price at the receipt stands, or the price of one of the last 30 s if the buyer saw that one. Else the new quote is the answer.
 *
 * Open: the grace looks at 0, 1, … 30 s before the receipt, so the price of a boundary ends 30 s after it.
 * Open: a timer that began in these seconds counts in all of them, because an order gets its coupon however early it comes (decision 53).
 */
export function priceOrder({ request, expectedTotal }: { request: Request; expectedTotal: number }): { accepted: boolean; answer: Answer } {
  const answer = price(request);
  for (let seconds = 0; seconds <= 30; seconds += 1) {
    const now = request.now - seconds * SECOND;
    const { timer: given } = request;
    const timer = given !== null && given.startedAt > now && given.startedAt <= request.now ? { ...given, startedAt: now } : given;
    const earlier = price({ ...request, now, timer });
    if (earlier.ok && earlier.total === expectedTotal) return { accepted: true, answer: earlier };
  }
  return { accepted: false, answer };
}

/** NT$ that the parcel declares as its value: the total, or the goods after discounts where credit paid all of it (decision 55). */
export function parcelValue({ goods, discounts, fee, credit }: { goods: number; discounts: number; fee: number; credit: number }): number {
  const total = goods - discounts + fee - credit;
  return total === 0 ? goods - discounts : total;
}
