import { paidTier } from '@nordhaut/cart';
import {
  FREE_SHIPPING_FROM,
  MAX_QUANTITY,
  shippingFee,
  type CartItem,
  type ErrorCode,
  type PricedLine,
  type Quote,
} from '@nordhaut/contracts';
import { reject, type Rejection } from '@nordhaut/platform/decider';
import { messages } from '../messages.ts';
import { isMutedFor } from './is-muted.ts';
import type { Notice, PriceInput, PriceResult } from './price-input.ts';
import { isGiftPick } from './select.ts';
import { shownProduct } from './shown-product.ts';

/** The price of a cart without coupons and credit: lines at the buyer's tier, samples, shipping. */
export function priceLines(input: PriceInput): PriceResult {
  const { items, delivery, isMember, dropMemberParts = false } = input;
  const notices: Notice[] = [];
  /** undefined: left out with a notice */
  const membersOnly = (code: ErrorCode, message: string, coupon?: string): PriceResult | undefined => {
    if (!dropMemberParts) return reject(403, code, message);
    const isSaid = notices.some((one) => one.message === message && one.coupon === coupon);
    if (!isSaid) notices.push({ code, message, ...(coupon !== undefined && { coupon }) });
    return undefined;
  };
  if (items.length === 0) return reject(400, 'CART_EMPTY', messages.cartEmpty);
  for (const uid of isMember ? [] : chosenCoupons(input)) {
    // Each one is named, so that the page takes it out of the choice.
    const only = membersOnly('COUPON_MEMBERS_ONLY', messages.couponsForMembers, uid);
    if (only) return only;
  }
  const refused = !isMember && input.credit > 0 && membersOnly('CREDIT_MEMBERS_ONLY', messages.creditForMembers);
  if (refused) return refused;

  const products: PricedLine[] = [];
  const gifts: Quote['gifts'] = [];
  // The limit of a product applies to all its tiers together (decisions.md 38).
  if (joined(items, ({ productId }) => productId).some(({ quantity }) => quantity > MAX_QUANTITY))
    return reject(400, 'QUANTITY_OVER_LIMIT', messages.overLimit);
  // Lines of one product and tier become one, so that split lines cannot pass the limits.
  const withTiers = items.map((item) => ({ ...item, tier: paidTier(item.tier, isMember, input.product(item.productId)?.prices) }));
  for (const item of joined(withTiers, ({ productId, tier }) => `${productId}/${tier}`)) {
    if (isForMembers(item, input)) {
      const only = membersOnly('MEMBER_PRICE_ONLY', messages.memberOnly);
      if (only) return only;
      continue;
    }
    const line = priceLine(item, input);
    if (!line.ok) return line;
    products.push(line.line);
    gifts.push(...line.gifts);
  }
  if (products.length === 0) return reject(400, 'CART_EMPTY', messages.cartEmpty);
  if (!products.some((line) => line.tier !== 'ADDITIONAL')) return reject(409, 'ADDITIONAL_NEEDS_MAIN', messages.needsMainProduct);

  const subtotal = products.reduce((sum, line) => sum + line.subtotal, 0);
  const fee = shippingFee(subtotal, delivery);
  const plain: Quote = {
    products,
    subtotal,
    discounts: [],
    // The same sample of several lines becomes one gift line.
    gifts: joined(gifts, ({ productId }) => productId),
    shippingFee: fee,
    missingForFreeShipping: Math.max(0, FREE_SHIPPING_FROM[delivery] - subtotal),
    vouchers: 0,
    price: subtotal + fee,
  };
  return { ok: true, notices, quote: plain };
}

/** The uids of the chosen coupons. The gifts of a coupon that the shop applies by itself are no chosen coupon, so a guest may send them. */
function chosenCoupons({ coupons, promotions }: PriceInput): string[] {
  const byUid = new Map(promotions?.coupons.map((coupon) => [coupon.uid, coupon]));
  return coupons.flatMap((choice) => (isGiftPick(choice, byUid) ? [] : typeof choice === 'string' ? choice : choice.uid));
}

/** Joins entries with the same key and adds their quantities. */
function joined<T extends { quantity: number }>(list: readonly T[], keyOf: (one: T) => unknown): T[] {
  const byKey = new Map<unknown, T>();
  for (const one of list) {
    const seen = byKey.get(keyOf(one));
    byKey.set(keyOf(one), seen ? { ...seen, quantity: seen.quantity + one.quantity } : one);
  }
  return [...byKey.values()];
}

/** A product without a price for visitors. `tier`: the paid one; a member pays ORIGIN only where there is no price for members */
function isForMembers({ productId, tier }: CartItem, { product: find }: PriceInput): boolean {
  const prices = find(productId)?.prices;
  return tier === 'ORIGIN' && prices !== undefined && prices.ORIGIN === null && prices.MEMBER !== null;
}

type LineResult = { ok: true; line: PricedLine; gifts: Quote['gifts'] } | { ok: false; rejection: Rejection };

function priceLine({ productId, tier, quantity }: CartItem, { product: find, promotions, isMember }: PriceInput): LineResult {
  const product = find(productId);
  if (!product) return reject(404, 'PRODUCT_NOT_FOUND', messages.unknownProduct);
  if (tier === 'ADDITIONAL' && quantity > 1) return reject(400, 'QUANTITY_OVER_LIMIT', messages.additionalOnce);
  const unitPrice = product.prices[tier];
  if (unitPrice === null) return reject(400, 'PRODUCT_NOT_SOLD_ALONE', messages.notForSale(product.nameZh));
  if (!product.available || (isMember && isMutedFor(product, promotions?.member?.muted)))
    return reject(409, 'PRODUCT_UNAVAILABLE', messages.unavailable(product.nameZh));

  return {
    ok: true,
    line: { ...shownProduct(product), tier, quantity, unitPrice, subtotal: unitPrice * quantity },
    gifts: product.samples.map((sample) => ({ ...shownProduct(sample), quantity, couponId: null })),
  };
}
