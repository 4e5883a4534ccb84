import type { Coupon } from './definition.ts';
import type pg from 'pg';
import type { CouponDefinition } from './coupon-definition.ts';
import type { WalletCommand } from './wallet.decide.ts';

/** The coupons that a registration or an invitation gives (spec/2-accounts-and-members §9, decisions.md 58). */
export const GIVEN_BY: { [coupon in NonNullable<Coupon['super']>]: 'REGISTERED' | 'INVITED' } = {
  WELCOME_1150: 'REGISTERED',
  PUBLIC_FIRST_200: 'REGISTERED',
  INVITE: 'INVITED',
};
export type GivingCause = (typeof GIVEN_BY)[keyof typeof GIVEN_BY];

/** The copy's own end: get time + `coupon_period`, in seconds (decisions.md 27, 51). */
export const copyEnd = ({ coupon_period: period }: Pick<CouponDefinition, 'coupon_period'>, at: string): string | null =>
  period === null ? null : new Date(Date.parse(at) + period * 1_000).toISOString();

/** A member's copy: one of each coupon, once. Its period begins now, also for a member from before the coupon. */
export const copyOf = (couponId: string, definition: CouponDefinition, kind: GivingCause, at: string): WalletCommand => ({
  type: 'GrantCoupon',
  at,
  copyId: `${couponId}/${kind}`,
  couponId,
  cause: { kind },
  endsAt: copyEnd(definition, at),
});

/** The copy that a typed code gives, once. Its period begins now. */
export const boundCopy = ({ couponId, period }: Pick<Coupon, 'couponId' | 'period'>, at: string): WalletCommand => ({
  type: 'GrantCoupon',
  at,
  copyId: `${couponId}/CODE`,
  couponId: String(couponId),
  cause: { kind: 'CODE' },
  endsAt: copyEnd({ coupon_period: period }, at),
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
