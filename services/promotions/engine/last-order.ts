import type { Coupon } from '../definition.ts';
import { birthdayMonth } from './birthday.ts';
import type { MemberFacts } from './facts.ts';
import { monthOf } from './taipei.ts';

/** Whether a price can depend on the member's last order: by a coupon's condition, or in the month of the birthday. */
export const needsLastOrder = (
  coupons: readonly Coupon[],
  { member, at }: { member: Pick<MemberFacts, 'birthday'>; at: number },
): boolean =>
  birthdayMonth({ member, at }) === monthOf(at) ||
  coupons.some(({ conditions }) => conditions.some(({ property }) => property === 'user_last_order_at'));
