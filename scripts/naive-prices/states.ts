/**
 * Whether a buyer may use a coupon (decisions 27, 47, 50–53, 57, 58, 64).
 *
 * Open: a coupon without a matching main line answers 503, of any type.
 * Open: of 503, the rule of a named coupon comes first, then the coupon's conditions in their order.
 * Open: a member with several copies of a coupon may use it while one of the copies is good.
 * Open: the 7 days of decision 60 count in place of the copy's end and of the offer's end.
 * Open: a period of 0 seconds ends at once.
 * Open: WELCOME_1150 and INVITE do not ask for a first purchase.
 */
import { type Facts, holds } from './conditions.ts';
import { instant, sameTaipeiMonth, SECOND, taipeiMonth, taipeiWeekday, taipeiYear } from './time.ts';
import { TIMER_COUPON, timerAllows } from './timer.ts';
import type { Buyer, Coupon, Member, PricedLine, Product, Request } from './types.ts';

export const BIRTHDAY_COUPON = 'original_birthday';

export type State = { state: 200 | 400 | 500 | 501 | 502 | 503; message: string | null };
const answer = (state: State['state'], message: string | null = null): State => ({ state, message });

/** A request with its main lines (no ADDITIONAL ones). */
export type Cart = { request: Request; main: PricedLine[] };

export const productOf = (products: Product[], id: number): Product | undefined => products.find((each) => each.id === id);

/** The main lines that the coupon's products match. */
export function matching(coupon: Coupon, { request, main }: Cart): PricedLine[] {
  return main.filter((line) => {
    if (coupon.products === 'ALL') return true;
    if (Array.isArray(coupon.products)) return coupon.products.includes(line.productId);
    return productOf(request.products, line.productId)?.type === coupon.products;
  });
}

const amountOf = (lines: PricedLine[]): number => lines.reduce((sum, line) => sum + line.amount, 0);
export const piecesOf = (lines: PricedLine[]): number => lines.reduce((sum, line) => sum + line.quantity, 0);

/** The month of a birthday that counts this year: not one that was set in its own month of this year (decision 64). */
export function birthdayMonth(member: Member, now: number): number | null {
  const { birthday } = member;
  if (birthday === null) return null;
  const tooLate = taipeiMonth(birthday.setAt) === birthday.month && taipeiYear(birthday.setAt) === taipeiYear(now);
  return tooLate ? null : birthday.month;
}

/** Open: `product_ids`, `product_types` and `quantity` look at main lines only, `quantity` at the matching ones. */
function factsOf(coupon: Coupon, cart: Cart): Facts {
  const { buyer, now, payment, delivery, products } = cart.request;
  const member = buyer.kind === 'MEMBER' ? buyer : null;
  const lines = matching(coupon, cart);
  return {
    total: amountOf(lines),
    quantity: piecesOf(lines),
    product_ids: cart.main.map((line) => line.productId),
    product_types: cart.main.map((line) => productOf(products, line.productId)?.type ?? ''),
    user_group: member?.group ?? null,
    user_orders: member?.standingOrders ?? 0,
    user_last_order_at: member?.lastOrderAt ?? null,
    user_created_at: member?.createdAt ?? null,
    user_birthday_month: member === null ? null : birthdayMonth(member, now),
    weekday: taipeiWeekday(now),
    pay_type: payment,
    logistics_type: delivery,
    now,
  };
}

/** Whether a member's copy, or the offer where there is none, is good at `now`. The start counts, the end does not. */
export function isInTime({ coupon, buyer, now }: Pick<Request, 'buyer' | 'now'> & { coupon: Coupon }): boolean {
  const copies = buyer.kind === 'MEMBER' ? buyer.copies.filter((copy) => copy.couponId === coupon.id) : [];
  if (coupon.start !== null && now < instant(coupon.start)) return false;
  if (copies.some((copy) => copy.extendedTo !== null && now < copy.extendedTo)) return true;
  if (coupon.end !== null && now >= instant(coupon.end)) return false;
  const { period } = coupon;
  return period === null || copies.length === 0 || copies.some((copy) => now < instant(copy.gotAt) + period * SECOND);
}

/** A birthday gift whose order failed by the shop or the carrier has 7 days, whatever month it is (decisions 60 and 64). */
const hasGiftBack = (buyer: Buyer, now: number): boolean =>
  buyer.kind === 'MEMBER' &&
  buyer.copies.some(
    ({ giftYear, extendedTo }) => giftYear !== undefined && now < (extendedTo ?? 0) && !buyer.birthdayYears.includes(giftYear),
  );

/** The rules of the coupons that have a name. Minimums look at all main lines before coupons (decision 50). */
function namedRuleHolds(coupon: Coupon, { request, main }: Cart): boolean {
  const { buyer, now } = request;
  const goods = amountOf(main);
  if (coupon.uid === TIMER_COUPON) return timerAllows(request);
  if (coupon.uid === BIRTHDAY_COUPON) {
    if (hasGiftBack(buyer, now)) return true;
    if (buyer.kind !== 'MEMBER' || buyer.group !== 'ORIGINAL' || birthdayMonth(buyer, now) !== taipeiMonth(now)) return false;
    return buyer.lastOrderAt === null || !sameTaipeiMonth(buyer.lastOrderAt, now);
  }
  if (coupon.super === 'WELCOME_1150') return goods >= 1000;
  if (coupon.super === 'PUBLIC_FIRST_200') return goods >= 1000 && buyer.kind === 'MEMBER' && buyer.standingOrders === 0;
  if (coupon.super === 'OLD_MEMBER') return goods >= 1800 && buyer.kind === 'MEMBER' && buyer.deliveredOrders > 0;
  return true;
}

/** The birthday's coupon counts once a calendar year, the timer's once for each person (decisions 53, 64). */
function isUsedOnce({ uid }: Coupon, { buyer, now, timer }: Request): boolean {
  if (uid === BIRTHDAY_COUPON) return buyer.kind === 'MEMBER' && buyer.birthdayYears.includes(taipeiYear(now)) && !hasGiftBack(buyer, now);
  return uid === TIMER_COUPON && timer !== null && timer.usedBefore;
}

/** The state of a coupon that the shop loads by itself: never 400. */
export function loadedState(coupon: Coupon, cart: Cart): State {
  const { buyer, now } = cart.request;
  if (!isInTime({ coupon, buyer, now })) return answer(501);
  if (coupon.quantity !== null && coupon.quantity <= 0) return answer(500);
  if (coupon.maxUsage !== null && coupon.maxUsage > 0 && (buyer.uses[coupon.id] ?? 0) >= coupon.maxUsage) return answer(502);
  if (isUsedOnce(coupon, cart.request)) return answer(502);
  const lines = matching(coupon, cart);
  if (lines.length === 0 || !namedRuleHolds(coupon, cart)) return answer(503);
  const facts = factsOf(coupon, cart);
  const failed = coupon.conditions.find((condition) => !holds(condition, facts));
  if (failed !== undefined) return answer(503, failed.msg);
  if (coupon.type === 'BONUS' && piecesOf(lines) < (coupon.bonusMinimum ?? 1)) return answer(503);
  return answer(200);
}

/** The state of a coupon that a member chose or typed (decisions 51, 52). */
export function chosenState(coupon: Coupon | undefined, cart: Cart): State {
  const { buyer } = cart.request;
  if (coupon === undefined || coupon.scope === 'SYSTEM' || buyer.kind !== 'MEMBER') return answer(400);
  if (coupon.scope === 'MEMBER' && !buyer.copies.some((copy) => copy.couponId === coupon.id)) return answer(400);
  return loadedState(coupon, cart);
}
