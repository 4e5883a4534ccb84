import type { Basis, MemberFacts } from './facts.ts';
import { isSameMonth, monthOf, yearOf } from './taipei.ts';

/**
 * The month of the member's birthday, as coupons see it: a birthday that was set in its own month counts from the next
 * year on, so nobody sets it for today's gift (decisions.md 64). null: none
 */
export function birthdayMonth({ member, at }: { member: Pick<MemberFacts, 'birthday'> | null; at: number }): number | null {
  if (!member?.birthday) return null;
  const { month, setAt } = member.birthday;
  return month === monthOf(setAt) && yearOf(setAt) === yearOf(at) ? null : month;
}

/** A founding member in the month of the birthday, without an order this month (spec/3-purchase-flow §4). */
export function hasBirthdayGift(basis: Pick<Basis, 'member' | 'at'>): boolean {
  const { member, at } = basis;
  const hasOrdered = member !== null && member.lastOrderAt !== null && isSameMonth(member.lastOrderAt, at);
  return member?.group === 'ORIGINAL' && birthdayMonth(basis) === monthOf(at) && !hasOrdered;
}
