import * as z from 'zod/mini';
import { Reason } from './acting.ts';

// What support changes beside orders: coupons, a member's birthday, the block of cash orders.

const CouponFields = z.record(z.string(), z.unknown());
/**
 * The specification's fields of coupons (spec/3 §4); the importer checks them. `dryRun`: only says what would change. `seen`: the
 * versions that the person saw, by the ids of the coupons; null: there was no coupon. If one has another version by now, the answer is 409
 * `COUPON_CHANGED`; `details.coupons` is `ChangedCoupons` as JSON. A coupon that is not in `seen` is changed from whatever it is.
 */
export const DefineCouponsRequest = z.object({
  coupons: z.array(CouponFields).check(z.minLength(1), z.maxLength(50)),
  dryRun: z.boolean(),
  reason: Reason,
  seen: z.optional(z.record(z.string(), z.nullable(z.string()))),
});
/** What coupons are by now, by their ids. */
export type ChangedCoupons = Record<string, { version: string; definition: Record<string, unknown> }>;
/** `faults`: why nothing was written. `version`: of the coupon after the change */
export const DefineCouponsAnswer = z.object({
  changes: z.array(
    z.object({ couponId: z.string(), uid: z.string(), version: z.string(), change: z.enum(['new', 'changed', 'unchanged']) }),
  ),
  faults: z.array(z.string()),
});
export type DefineCouponsAnswer = z.infer<typeof DefineCouponsAnswer>;
/**
 * `definition`: as `DefineCouponsRequest` takes it. `reserved` and `redeemed`: pieces that orders have; null for a coupon without a
 * quantity, whose pieces nobody counts. `version`: of the definition
 */
export const SupportCoupons = z.object({
  coupons: z.array(
    z.object({
      couponId: z.string(),
      uid: z.string(),
      name: z.string(),
      endedAt: z.nullable(z.string()),
      reserved: z.nullable(z.int()),
      redeemed: z.nullable(z.int()),
      definition: CouponFields,
      version: z.string(),
    }),
  ),
});
export type SupportCoupons = z.infer<typeof SupportCoupons>;
export const CouponIdParams = z.object({ couponId: z.string().check(z.regex(/^\d{1,12}$/)) });

const MemberEmail = z.string().check(z.trim(), z.minLength(3), z.maxLength(254));
export const FindMemberRequest = z.object({ email: MemberEmail });
/** `code`: the invite code, by which the console names a member */
export const FindMemberAnswer = z.object({ code: z.string() });
export type FindMemberAnswer = z.infer<typeof FindMemberAnswer>;

/** `birthday`: YYYY-MM-DD */
export const BirthdayRequest = z.object({
  email: MemberEmail,
  birthday: z.iso.date(),
  reason: Reason,
});
/** What it would do is `MemberPreview` (`member-acts.ts`). */
export const BirthdayPreviewRequest = z.omit(BirthdayRequest, { reason: true });
export const BirthdayAnswer = z.object({ outcome: z.enum(['changed', 'same']) });
/** `lifted`: parcels that were not collected and count no longer */
export const CashBlockAnswer = z.object({ lifted: z.int() });
export type CashBlockAnswer = z.infer<typeof CashBlockAnswer>;
