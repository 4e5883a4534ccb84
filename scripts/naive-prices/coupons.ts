/**
 * The coupons of a cart together: which apply, in which order, and what they take off (decisions 42–45, 48, 49).
 *
 * Open: of several chosen DISCOUNTs (or BONUSes) in one request, the lowest id that is usable stays.
 * Open: a chosen BONUS displaces the SYSTEM one. Of several SYSTEM ones the lowest id applies.
 * Open: only SYSTEM coupons load by themselves, if they have the flag, or are the timer's or the birthday coupon.
 * Open: a coupon that applies but takes off nothing stays, with amount 0.
 */
import { discountOf } from './formula.ts';
import { bonus, giveaway, offered } from './gifts.ts';
import { share } from './shares.ts';
import { BIRTHDAY_COUPON, chosenState, loadedState, matching, type Cart, type State } from './states.ts';
import { TIMER_COUPON } from './timer.ts';
import type { Coupon, Discount, Dropped, Gift, Quote } from './types.ts';

const byId = (a: { id: string }, b: { id: string }): number => (BigInt(a.id) < BigInt(b.id) ? -1 : BigInt(a.id) > BigInt(b.id) ? 1 : 0);

/** A coupon of which the member has muted every gift does not fit, so it takes the place of no other one. */
const withSomethingToGive = (coupon: Coupon | undefined, cart: Cart, state: State): State =>
  coupon !== undefined && coupon.type !== 'DISCOUNT' && state.state === 200 && offered(coupon, cart).length === 0
    ? { state: 503, message: null }
    : state;

type Selection = { chosen: Coupon[]; system: Coupon[]; dropped: Dropped[] };

/** The coupons that apply, each list by id, and those that were chosen in vain. */
function select(cart: Cart): Selection {
  const { request } = cart;
  const dropped: Dropped[] = [];
  const usable: Coupon[] = [];
  for (const id of new Set(request.chosen)) {
    const coupon = request.coupons.find((each) => each.id === id);
    const { state, message } = withSomethingToGive(coupon, cart, chosenState(coupon, cart));
    if (request.buyer.kind === 'GUEST') dropped.push({ couponId: id, state: 'SIGN_IN', message: null });
    else if (coupon === undefined || state !== 200) dropped.push({ couponId: id, state: state === 200 ? 400 : state, message });
    else usable.push(coupon);
  }
  usable.sort(byId);

  const chosen: Coupon[] = [];
  for (const coupon of usable) {
    const second = coupon.type !== 'GIVEAWAY' && chosen.some((each) => each.type === coupon.type);
    if (second) dropped.push({ couponId: coupon.id, state: 'REPLACED', message: null });
    else chosen.push(coupon);
  }

  const loads = (coupon: Coupon): boolean => coupon.autoLoading || coupon.uid === TIMER_COUPON || coupon.uid === BIRTHDAY_COUPON;
  const system: Coupon[] = [];
  for (const coupon of request.coupons.filter((each) => each.scope === 'SYSTEM' && loads(each)).sort(byId)) {
    const secondBonus = coupon.type === 'BONUS' && [...chosen, ...system].some((each) => each.type === 'BONUS');
    if (!secondBonus && withSomethingToGive(coupon, cart, loadedState(coupon, cart)).state === 200) system.push(coupon);
  }
  return { chosen, system, dropped };
}

export type Applied = Pick<Quote, 'discounts' | 'gifts' | 'autoCoupons' | 'dropped' | 'toChoose'>;

/** Applies the coupons of a cart. Writes each discount's shares into the cart's main lines, which are sorted by product id. */
export function applyCoupons(cart: Cart): Applied {
  const { chosen, system, dropped } = select(cart);
  const discounts: Discount[] = [];
  const gifts: Gift[] = [];
  const toChoose: Applied['toChoose'] = [];
  const autoCoupons: string[] = [];
  const left = new Map(cart.main.map((line) => [line, line.amount]));

  for (const coupon of [...chosen, ...system]) {
    let applies = true;
    if (coupon.type === 'DISCOUNT') {
      const lines = matching(coupon, cart);
      const lefts = lines.map((line) => left.get(line) ?? 0);
      const x = lefts.reduce((sum, each) => sum + each, 0);
      const amount = discountOf(coupon.formula ?? 'x', x);
      const shares = share({ amount, left: lefts });
      for (const [at, line] of lines.entries()) {
        const part = shares[at] ?? 0;
        line.shares.push({ couponId: coupon.id, amount: part });
        left.set(line, (left.get(line) ?? 0) - part);
      }
      discounts.push({ couponId: coupon.id, amount });
    } else {
      const choice = coupon.type === 'GIVEAWAY' ? giveaway(coupon, cart) : ({ kind: 'GIVEN', gifts: bonus(coupon, cart) } as const);
      if (choice.kind === 'TO_CHOOSE') toChoose.push({ couponId: coupon.id, count: choice.count });
      else if (choice.kind === 'GIVEN' && choice.gifts.length > 0) gifts.push(...choice.gifts);
      else {
        applies = false;
        if (chosen.includes(coupon)) dropped.push({ couponId: coupon.id, state: 503, message: null });
      }
    }
    if (applies && system.includes(coupon)) autoCoupons.push(coupon.id);
  }

  dropped.sort((a, b) => byId({ id: a.couponId }, { id: b.couponId }));
  return { discounts, gifts, autoCoupons, dropped, toChoose };
}
