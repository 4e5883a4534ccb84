/** A small catalogue with round prices, and builders for the inputs of examples. Every builder gives the plainest value. */
import type { Facts } from './conditions.ts';
import type { RewardOrder } from './rewards.ts';
import type { CartLine, Coupon, CouponProblem, Grant, Guest, Member, Product, Request, Tier, Timer } from './types.ts';
import { DAY, MINUTE, SECOND } from './time.ts';

/** Friday, 15 May 2026, 12:00 in Taipei. */
export const NOW = Date.parse('2026-05-15T12:00:00+08:00');
export const days = (count: number): number => NOW + count * DAY;
/** The last ms of a day in Taipei, 0 is today. */
export const lastOfDay = (day: number): number => Date.parse('2026-05-16T00:00:00+08:00') + day * DAY - 1;
export const minutes = (count: number): number => NOW + count * MINUTE;
/** Stored time stamps are s. */
export const stored = (at: number): number => at / SECOND;

type Prices = [origin: number, member: number, additional: number | null];
function product(id: number, [ORIGIN, MEMBER, ADDITIONAL]: Prices, more: Partial<Product> = {}): Product {
  const prices = { ORIGIN, MEMBER, ADDITIONAL };
  return { id, uid: `p${id}`, type: 'PRODUCT', prices, setItems: [], sample: null, launched: true, soldOut: false, ...more };
}

/** 1: 500/400, 2: 1,000/800, 3: 120/100, set 4 of 1 and 2: 1,400/1,100, 5: 900, 6: 1, 7 sold out, 8 not launched; gifts 11–14. */
export const PRODUCTS: Product[] = [
  product(1, [500, 400, 300], { sample: 'trial1' }),
  product(2, [1000, 800, null]),
  product(3, [120, 100, 60]),
  product(4, [1400, 1100, null], { type: 'SET', setItems: [1, 2] }),
  product(5, [900, 900, null]),
  product(6, [1, 1, null]),
  product(7, [500, 400, null], { soldOut: true }),
  product(8, [500, 400, null], { launched: false }),
  product(9, [700, 600, null], { type: 'SET', setItems: [1, 8] }),
  ...[11, 12, 13, 14].map((id) => product(id, [0, 0, null], { uid: `gift${id}`, launched: false })),
];

export const line = (productId: number, quantity = 1, tier: Tier = 'MEMBER'): CartLine => ({ productId, quantity, tier });
export const extra = (productId: number, quantity = 1): CartLine => line(productId, quantity, 'ADDITIONAL');

export const GUEST: Guest = { kind: 'GUEST', uses: {} };
export function member(more: Partial<Member> = {}): Member {
  return {
    kind: 'MEMBER',
    group: 'FRIEND',
    createdAt: days(-100),
    birthday: null,
    birthdayYears: [],
    standingOrders: 0,
    lastOrderAt: null,
    deliveredOrders: 0,
    mutedProducts: [],
    copies: [],
    uses: {},
    credit: [],
    ...more,
  };
}

/** A discount for everybody, without limits. It takes off nothing. */
export function coupon(id: string, more: Partial<Coupon> = {}): Coupon {
  return {
    id,
    uid: `coupon${id}`,
    name: `Coupon ${id}`,
    type: 'DISCOUNT',
    scope: 'ALL',
    super: null,
    start: null,
    end: null,
    products: 'ALL',
    maxProductsChosen: null,
    bonusMinimum: null,
    autoLoading: false,
    period: null,
    maxUsage: null,
    quantity: null,
    formula: 'x',
    conditions: [],
    items: [],
    ...more,
  };
}

export const gifts = (...ids: number[]): Coupon['items'] => ids.map((id) => ({ uid: `gift${id}`, quantity: 1 }));
export const giveaway = (id: string, maxProductsChosen: number, items: Coupon['items'], more: Partial<Coupon> = {}): Coupon =>
  coupon(id, { type: 'GIVEAWAY', formula: null, maxProductsChosen, items, ...more });
export const bonus = (id: string, bonusMinimum: number, items: Coupon['items'], more: Partial<Coupon> = {}): Coupon =>
  coupon(id, { type: 'BONUS', formula: null, bonusMinimum, items, ...more });

/** An order of a member by card to the home, without coupons and credit. */
export function order(lines: CartLine[], more: Partial<Request> = {}): Request {
  return {
    mode: 'ORDER',
    now: NOW,
    lines,
    products: PRODUCTS,
    buyer: member(),
    coupons: [],
    chosen: [],
    giftChoices: {},
    creditAsked: 0,
    delivery: 'HOME',
    payment: 'CREDIT',
    timer: null,
    ...more,
  };
}

/** The same with one coupon that the member chose. */
export const withCoupon = (chosen: Coupon, lines: CartLine[], more: Partial<Request> = {}): Request =>
  order(lines, { coupons: [chosen], chosen: [chosen.id], ...more });

export const grant = (id: string, value: number, endsAt = days(100), used = 0): Grant => ({ id, value, used, endsAt });
export const timer = (minutesAgo: number, more: Partial<Timer> = {}): Timer => ({
  startedAt: minutes(-minutesAgo),
  extendedAt: null,
  endedAt: null,
  usedBefore: false,
  ...more,
});

/** An order that was delivered at `deliveredAt`, without a return. */
export function delivered(orderNo: string, goodsPaid: number, deliveredAt: number, more: Partial<RewardOrder> = {}): RewardOrder {
  return {
    orderNo,
    goodsPaid,
    deliveredAt,
    placedAsMember: true,
    returnOpenedAt: null,
    returnRefusedAt: null,
    returnedAt: null,
    ...more,
  };
}

/** What conditions look at, of a guest with two pieces of product 1. */
export function facts(more: Partial<Facts> = {}): Facts {
  return {
    total: 1000,
    quantity: 2,
    product_ids: [1],
    product_types: ['PRODUCT'],
    user_group: null,
    user_orders: 0,
    user_last_order_at: null,
    user_created_at: null,
    user_birthday_month: null,
    weekday: 5,
    pay_type: 'CREDIT',
    logistics_type: 'HOME',
    now: NOW,
    ...more,
  };
}

/** The answer to an order with a coupon that does not apply. */
export const refusedWith = (state: CouponProblem) => ({ ok: false, refusal: 'COUPON', coupon: { state } }) as const;
