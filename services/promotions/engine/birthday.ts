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

/**
 * The calendar year whose gift the buyer may have: a founding member in the month of the birthday, without an order this month
 * (spec/3-purchase-flow §4). A gift that an order gave back because the shop or the carrier failed has days of its own (decisions.md 60).
 * That order met the rule, so month and orders do not count again in these days. undefined: no gift
 */
export function birthdayGiftYear(basis: Pick<Basis, 'member' | 'at'>): number | undefined {
  const { member, at } = basis;
  if (!member) return undefined;
  const given = givenBackYear(member, at);
  if (given !== undefined) return given;
  const hasOrdered = member.lastOrderAt !== null && isSameMonth(member.lastOrderAt, at);
  return member.group === 'ORIGINAL' && birthdayMonth(basis) === monthOf(at) && !hasOrdered ? yearOf(at) : undefined;
}

/** The year of a birthday's gift that was given back and not used again, while its days last. */
export const givenBackYear = ({ copies, birthdayYears }: Pick<MemberFacts, 'copies' | 'birthdayYears'>, at: number): number | undefined =>
  copies.find(({ extendedTo, year }) => year !== undefined && at < (extendedTo ?? 0) && !birthdayYears.includes(year))?.year;
