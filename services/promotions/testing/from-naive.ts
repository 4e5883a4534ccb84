import type { PricedProduct } from '../engine/price-input.ts';
import { OLD_MEMBER_COUPON, readCoupon, type Coupon } from '../definition.ts';
import type { Promotions } from '../engine/facts.ts';
import { isAutomatic, periodEnd } from '../engine/coupon-state.ts';
import { priceCart, type PriceInput, type PriceResult } from '../price-cart.ts';
import type * as naive from '../../../scripts/naive-prices/types.ts';

/** The inputs and answers of the naive implementation in the terms of the engine, and back, so that both price the same cart. */

const ms = (stamp: number): number => (stamp > 9_999_999_999 ? stamp : stamp * 1_000);

export const couponFields = (coupon: naive.Coupon) => ({
  coupon_id: Number(coupon.id),
  coupon_uid: coupon.super === 'OLD_MEMBER' ? OLD_MEMBER_COUPON : coupon.uid,
  coupon_name: coupon.name,
  coupon_type: coupon.type,
  coupon_scope: coupon.scope,
  coupon_super: coupon.super === 'OLD_MEMBER' ? null : coupon.super,
  coupon_start: coupon.start,
  coupon_exp: coupon.end,
  coupon_product: coupon.products,
  coupon_max_product_chosen: coupon.maxProductsChosen,
  coupon_bonus_min_standard: coupon.bonusMinimum,
  coupon_auto_loading: coupon.autoLoading ? '1' : '0',
  coupon_period: coupon.period,
  coupon_max_usage: coupon.maxUsage,
  coupon_quantity: coupon.quantity,
  coupon_formula: coupon.formula,
  coupon_condition: coupon.conditions,
  coupon_items: coupon.items.map(({ uid, quantity }) => ({
    product_uid: uid,
    product_quantity: quantity,
  })),
});

export function couponOf(coupon: naive.Coupon): Coupon {
  const read = readCoupon(couponFields(coupon));
  if (!read.ok) throw new Error(`${coupon.id}: ${read.faults.join('; ')}`);
  return read.coupon;
}

const isOnSale = (product: naive.Product, products: readonly naive.Product[]): boolean =>
  product.launched &&
  !product.soldOut &&
  product.setItems.every((id) => {
    const item = products.find((one) => one.id === id);
    return item !== undefined && isOnSale(item, products);
  });

const productOf = (product: naive.Product, products: readonly naive.Product[]): PricedProduct => ({
  productId: product.id,
  nameZh: product.uid,
  nameEn: product.uid,
  images: [],
  available: isOnSale(product, products),
  prices: product.prices,
  type: product.type,
  setItems: product.setItems,
  samples: product.sample === null ? [] : [{ productId: 9_000 + product.id, nameZh: product.sample, nameEn: product.sample, images: [] }],
});

/** The end with which a copy was granted. */
function endOf({ couponId, gotAt }: naive.Copy, coupons: readonly naive.Coupon[]): number | null {
  const period = coupons.find(({ id }) => id === couponId)?.period ?? null;
  return period === null ? null : periodEnd(period, ms(gotAt));
}

export function memberOf(buyer: naive.Buyer, coupons: readonly naive.Coupon[]): Promotions['member'] {
  if (buyer.kind !== 'MEMBER') return null;
  return {
    group: buyer.group,
    createdAt: buyer.createdAt,
    birthday: buyer.birthday,
    birthdayYears: buyer.birthdayYears,
    standingOrders: buyer.standingOrders,
    lastOrderAt: buyer.lastOrderAt,
    deliveredOrders: buyer.deliveredOrders,
    muted: new Set(buyer.mutedProducts),
    copies: buyer.copies.map((copy) => ({
      couponId: Number(copy.couponId),
      endsAt: endOf(copy, coupons),
      extendedTo: copy.extendedTo,
      ...(copy.giftYear !== undefined && { year: copy.giftYear }),
    })),
    credit: buyer.credit.map(({ id, value, used, endsAt }) => ({ grantId: id, left: value - used, endsAt })),
  };
}

export function inputOf(request: naive.Request): PriceInput & { promotions: Promotions } {
  const { products, buyer, timer, now, payment } = request;
  const coupons = request.coupons.map(couponOf);
  const priced = new Map(products.map((product) => [product.id, productOf(product, products)]));
  const idOf = (uid: string): number | undefined => products.find((one) => one.uid === uid)?.id;
  const uidOf = (id: string): string => coupons.find(({ couponId }) => String(couponId) === id)?.uid ?? `unknown-${id}`;
  const picks = coupons.filter((coupon) => isAutomatic(coupon) && request.giftChoices[String(coupon.couponId)] !== undefined);
  const choice = (id: string) => {
    const gifts = request.giftChoices[id];
    const isAutomaticOne = picks.some(({ couponId }) => String(couponId) === id);
    return gifts && !isAutomaticOne ? { uid: uidOf(id), gifts } : uidOf(id);
  };
  return {
    items: request.lines,
    delivery: request.delivery,
    coupons: [
      ...request.chosen.map(choice),
      ...picks.map(({ couponId, uid }) => ({ uid, gifts: request.giftChoices[String(couponId)] ?? [] })),
    ],
    credit: request.creditAsked,
    isMember: buyer.kind === 'MEMBER',
    dropMemberParts: request.mode === 'CART',
    product: (id) => priced.get(id),
    promotions: {
      at: now,
      coupons,
      stock: (couponId) => request.coupons.find(({ id }) => id === String(couponId))?.quantity ?? null,
      uses: (couponId) => buyer.uses[String(couponId)] ?? 0,
      member: memberOf(buyer, request.coupons),
      timer,
      payment,
      gift: (uid) => {
        const id = idOf(uid);
        const product = id === undefined ? undefined : products.find((one) => one.id === id);
        const value = product?.prices.ORIGIN ?? 0;
        return { productId: id ?? 8_000, uid, nameZh: uid, nameEn: uid, images: [], value, setItems: product?.setItems ?? [] };
      },
    },
  };
}

/** The engine's code of each problem of a coupon. */
export const PROBLEMS: Readonly<Record<string, naive.CouponProblem>> = {
  COUPON_NOT_FOUND: 400,
  COUPON_SOLD_OUT: 500,
  COUPON_EXPIRED: 501,
  COUPON_USED_UP: 502,
  COUPON_CONDITION: 503,
  COUPON_REPLACED: 'REPLACED',
  COUPON_GIFTS_INCOMPLETE: 'GIFTS',
  COUPON_MEMBERS_ONLY: 'SIGN_IN',
};

/** The figures of an answer, in the naive implementation's form; of a refusal its code. */
export function answerOf(result: PriceResult, request: naive.Request) {
  if (!result.ok) return { ok: false as const, code: result.rejection.code };
  const { quote, notices } = result;
  const coupons = request.coupons.map(couponOf);
  const uidOfGift = (id: number): string => request.products.find((one) => one.id === id)?.uid ?? '';
  const isAuto = (id: string): boolean => coupons.some((coupon) => String(coupon.couponId) === id && coupon.scope === 'SYSTEM');
  return {
    ok: true as const,
    lines: quote.products.map(({ productId, tier, quantity, unitPrice, subtotal }) => ({
      productId,
      tier,
      quantity,
      price: unitPrice,
      amount: subtotal,
      shares: quote.discounts.flatMap(({ couponId, shares = [] }) =>
        shares.filter((share) => share.productId === productId && share.tier === tier).map(({ amount }) => ({ couponId, amount })),
      ),
    })),
    goods: quote.subtotal,
    discounts: quote.discounts.map(({ couponId, amount }) => ({ couponId, amount })),
    gifts: quote.gifts.flatMap(({ couponId, productId, quantity }) =>
      couponId === null ? [] : [{ couponId, uid: uidOfGift(productId), quantity }],
    ),
    // Also those that wait for a choice of gifts.
    autoCoupons: [...new Set([...(quote.coupons ?? []), ...(quote.picks ?? [])].map(({ couponId }) => couponId))]
      .filter(isAuto)
      .toSorted((x, y) => Number(x) - Number(y)),
    dropped: notices.flatMap(({ code, message, coupon }) =>
      coupon === undefined
        ? []
        : [
            {
              couponId: String(coupons.find(({ uid }) => uid === coupon)?.couponId ?? coupon.replace('unknown-', '')),
              state: PROBLEMS[code],
              message: PROBLEMS[code] === 'SIGN_IN' ? null : message,
            },
          ],
    ),
    picks: (quote.picks ?? []).filter(({ chosen }) => chosen.length === 0),
    shippingFee: quote.shippingFee,
    freeShippingGap: quote.missingForFreeShipping,
    credit: (quote.credit ?? []).map(({ grantId, goods, shipping }) => ({ grantId, onGoods: goods, onShipping: shipping })),
    goodsPaid: quote.goodsPaid,
    total: quote.price,
  };
}

export const priceOf = (request: naive.Request): ReturnType<typeof answerOf> => answerOf(priceCart(inputOf(request)), request);
