import type pg from 'pg';
import type { CouponBook } from './coupon-book.ts';
import type { CouponDefinition } from './coupon-definition.ts';
import type { Coupon } from './definition.ts';
import { periodEnd } from './engine/coupon-state.ts';
import type { GrantCoupon, WalletCommand } from './wallet.decide.ts';

/** The coupons that a registration or an invitation gives (spec/2-accounts-and-members §9, decisions.md 58). */
export const GIVEN_BY: { [coupon in NonNullable<Coupon['super']>]: 'REGISTERED' | 'INVITED' } = {
  WELCOME_1150: 'REGISTERED',
  PUBLIC_FIRST_200: 'REGISTERED',
  INVITE: 'INVITED',
};
export type GivingCause = (typeof GIVEN_BY)[keyof typeof GIVEN_BY];

/** The end of the copy's own period (decisions.md 27, 51). `period`: seconds */
function ownEnd(period: number | null, at: string): string | null {
  const end = periodEnd(period, Date.parse(at));
  return Number.isFinite(end) ? new Date(end).toISOString() : null;
}

/** A member's copy: one of each coupon, once. Its period begins now, also for a member from before the coupon. */
export const copyOf = (couponId: string, definition: CouponDefinition, kind: GivingCause, at: string): GrantCoupon => ({
  type: 'GrantCoupon',
  at,
  copyId: `${couponId}/${kind}`,
  couponId,
  cause: { kind },
  endsAt: ownEnd(definition.coupon_period, at),
});

/** Whether a registration or an invitation gave the copy. */
export const isGivenCopy = (copyId: string | null): boolean =>
  Object.values(GIVEN_BY).some((kind) => copyId?.endsWith(`/${kind}`) ?? false);

/** The copy that a typed code gives, once. Its period begins now. */
export const boundCopy = ({ couponId, period }: Pick<Coupon, 'couponId' | 'period'>, at: string): WalletCommand => ({
  type: 'GrantCoupon',
  at,
  copyId: `${couponId}/CODE`,
  couponId: String(couponId),
  cause: { kind: 'CODE' },
  endsAt: ownEnd(period, at),
});

/** The copies that a cause gives. The definitions are reference data; each event records the end that follows from them. */
export async function copiesFor(pool: Pick<pg.Pool, 'query'>, kind: GivingCause, at: string): Promise<WalletCommand[]> {
  const { rows } = await pool.query<{ coupon_id: string; definition: CouponDefinition }>({
    name: 'coupons-of-cause',
    text: 'select coupon_id, definition from coupons where super = any($1::text[]) and ended_at is null order by coupon_id',
    values: [Object.entries(GIVEN_BY).flatMap(([coupon, cause]) => (cause === kind ? coupon : []))],
  });
  return rows.map(({ coupon_id: couponId, definition }) => copyOf(couponId, definition, kind, at));
}

/** Whether an invitation gives a coupon that can be used at `at`. An operator may have ended it. */
export const invitationGives =
  ({ read }: { read(): Promise<CouponBook> }) =>
  async (at: Date): Promise<boolean> => {
    const { coupons, left } = await read();
    return coupons.some(
      ({ couponId, super: kind, end }) =>
        kind !== null && GIVEN_BY[kind] === 'INVITED' && left.get(couponId) !== 0 && at.getTime() / 1_000 < (end ?? Infinity),
    );
  };
