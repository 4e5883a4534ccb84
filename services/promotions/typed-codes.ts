import { Rejected } from '@nordhaut/platform/http';
import type { CodeAttempts } from './code-attempts.ts';
import type { Coupon } from './definition.ts';
import { isAutomatic } from './engine/coupon-state.ts';
import type { CouponChoice, CouponCopy } from './engine/facts.ts';

type Named = { memberId: string; choices: readonly CouponChoice[]; coupons: readonly Coupon[]; copies: readonly CouponCopy[] };

/**
 * The coupons without those that the member may not try now. A code of which the member has no copy is a guess wherever it is
 * named, because a price tells as much about it as its check; one that exists does not count (decisions.md 52). Over the
 * limit every such code looks unknown, so a price is still a price.
 */
export async function withinGuesses(
  attempts: CodeAttempts | undefined,
  { memberId, choices, coupons, copies }: Named,
): Promise<readonly Coupon[]> {
  if (!attempts || choices.length === 0) return coupons;
  const byUid = new Map(coupons.map((coupon) => [coupon.uid, coupon]));
  const closed = new Set<Coupon | undefined>();
  for (const uid of new Set(choices.map((choice) => (typeof choice === 'string' ? choice : choice.uid)))) {
    const coupon = byUid.get(uid);
    if (coupon && (isAutomatic(coupon) || copies.some(({ couponId }) => couponId === coupon.couponId))) continue;
    if (!(await isAllowed(attempts, memberId, coupon?.scope !== 'ALL'))) closed.add(coupon);
  }
  return closed.size === 0 ? coupons : coupons.filter((coupon) => !closed.has(coupon));
}

async function isAllowed(attempts: CodeAttempts, memberId: string, isGuess: boolean): Promise<boolean> {
  try {
    await attempts.allow(memberId, isGuess);
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}
