import * as z from 'zod/mini';
import { Reason } from './acting.ts';

// What support changes beside orders: coupons, a member's birthday, the block of cash orders.

/** The specification's fields of coupons (spec/3 §4); the importer checks them. `dryRun`: only says what would change. */
export const DefineCouponsRequest = z.object({
  coupons: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(50)),
  dryRun: z.boolean(),
  reason: Reason,
});
/** `faults`: why nothing was written */
export const DefineCouponsAnswer = z.object({
  changes: z.array(z.object({ uid: z.string(), change: z.enum(['new', 'changed', 'unchanged']) })),
  faults: z.array(z.string()),
});
export type DefineCouponsAnswer = z.infer<typeof DefineCouponsAnswer>;
/**
 * `definition`: as `DefineCouponsRequest` takes it. `reserved` and `redeemed`: pieces that orders have; null for a coupon without a
 * quantity, whose pieces nobody counts
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
      definition: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type SupportCoupons = z.infer<typeof SupportCoupons>;
export const CouponIdParams = z.object({ couponId: z.string().check(z.regex(/^\d{1,12}$/)) });

/** `birthday`: YYYY-MM-DD */
export const BirthdayRequest = z.object({
  email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
  birthday: z.iso.date(),
  reason: Reason,
});
/** What it would do is `MemberPreview` (`member-acts.ts`). */
export const BirthdayPreviewRequest = z.omit(BirthdayRequest, { reason: true });
export const BirthdayAnswer = z.object({ outcome: z.enum(['changed', 'same']) });
/** `lifted`: parcels that were not collected and count no longer */
export const CashBlockAnswer = z.object({ lifted: z.int() });
export type CashBlockAnswer = z.infer<typeof CashBlockAnswer>;
