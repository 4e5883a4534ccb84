import type { Coupon } from '../definition.ts';
import { GRACE_SECONDS } from '../price-order.ts';
import { birthdayMonth } from './birthday.ts';
import type { MemberFacts } from './facts.ts';
import { monthOf } from './taipei.ts';

/**
 * Whether a price can depend on the member's last order: by a coupon's condition, or in the month of the birthday. An order at the
 * beginning of the next month may still have a price of the birthday's month (decisions.md 54).
 */
export const needsLastOrder = (
  coupons: readonly Coupon[],
  { member, at }: { member: Pick<MemberFacts, 'birthday'>; at: number },
): boolean =>
  [at, at - GRACE_SECONDS * 1_000].some((instant) => birthdayMonth({ member, at: instant }) === monthOf(instant)) ||
  coupons.some(({ conditions }) => conditions.some(({ property }) => property === 'user_last_order_at'));
