import { BIRTHDAY_COUPON, OLD_MEMBER_COUPON, TIMER_COUPON, type Coupon } from '../definition.ts';
import { messages } from '../messages.ts';
import { birthdayGiftYear } from './birthday.ts';
import { holds } from './check-condition.ts';
import type { Basis } from './facts.ts';
import { bonusQuotient, offeredGifts } from './gifts.ts';
import { mainAmount, matchingLines } from './lines.ts';
import { givesCoupon } from './timer.ts';

/** NT$ of main lines that a coupon with a rule of its own needs (decisions.md 50, 58). */
const MINIMUM = { WELCOME_1150: 1_000, PUBLIC_FIRST_200: 1_000, INVITE: 0 } as const;
const OLD_MEMBER_MINIMUM = 1_800;

/** Why the coupon does not fit this cart and buyer, in the buyer's words (state 503); undefined: it fits. */
export function misfit(coupon: Coupon, basis: Basis): string | undefined {
  const matching = matchingLines(coupon, basis.lines);
  if (matching.length === 0) return messages.couponNoProduct;
  const rule = ruleMisfit(coupon, basis);
  if (rule !== undefined) return rule;
  for (const condition of coupon.conditions) if (!holds(condition, coupon, basis)) return condition.message || messages.couponCondition;
  if (coupon.type === 'BONUS' && bonusQuotient(coupon, matching) === 0) return messages.couponTooFew(coupon.bonusMinimum);
  return coupon.type !== 'DISCOUNT' && offeredGifts(coupon, basis).length === 0 ? messages.couponNoGift : undefined;
}

function ruleMisfit({ uid, super: code }: Coupon, basis: Basis): string | undefined {
  const { lines, member, timer, at, isOrder } = basis;
  if (code !== null && mainAmount(lines) < MINIMUM[code]) return messages.couponMinimum(MINIMUM[code]);
  if (code === 'PUBLIC_FIRST_200' && (member?.standingOrders ?? 1) > 0) return messages.couponFirstPurchase;
  switch (uid) {
    case OLD_MEMBER_COUPON:
      if (mainAmount(lines) < OLD_MEMBER_MINIMUM) return messages.couponOldMemberMinimum;
      return (member?.deliveredOrders ?? 0) > 0 ? undefined : messages.couponOldMember;
    case BIRTHDAY_COUPON:
      return birthdayGiftYear(basis) !== undefined ? undefined : messages.couponBirthday;
    case TIMER_COUPON:
      // A member who has ordered has no timer (spec/3-purchase-flow §4).
      return timer && (member?.standingOrders ?? 0) === 0 && givesCoupon(timer, at, isOrder) ? undefined : messages.couponTimer;
    default:
      return undefined;
  }
}
