import { COUPON_TYPES } from '@nordhaut/contracts';
import * as z from 'zod/mini';

const Coupon = { uid: z.string(), name: z.string(), desc: z.string(), type: z.enum(COUPON_TYPES) };

/** `POST /api/coupons/check`. `gifts`: of a usable coupon with a choice of gifts */
export const CouponCheck = z.object({
  state: z.int(),
  message: z.string(),
  coupon: z.optional(z.object(Coupon)),
  gifts: z.optional(z.unknown()),
});

/** `reason`: why it cannot be used now. `endsAt`: of the copy or of the offer, whichever is earlier; null: none */
export const OwnCoupon = z.object({
  ...Coupon,
  state: z.enum(['usable', 'invalid', 'expired']),
  reason: z.string(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** of a GIVEAWAY whose gifts the buyer chooses */
  hasChoice: z.boolean(),
});
export type OwnCoupon = z.infer<typeof OwnCoupon>;

/** A coupon as an order used it. */
export const UsedCoupon = z.object({ orderNo: z.string(), name: z.string(), type: z.enum(COUPON_TYPES), usedAt: z.string() });
export type UsedCoupon = z.infer<typeof UsedCoupon>;
export const OwnCoupons = z.object({ coupons: z.array(OwnCoupon), used: z.array(UsedCoupon) });
export type OwnCoupons = z.infer<typeof OwnCoupons>;

/** `GET /api/member/vouchers`: `balance` is what can be used now, NT$ */
export const Balance = z.object({ balance: z.int() });

/** A grant of shopping credit of the past year, NT$. `state`: `out` is all used */
export const Voucher = z.object({
  id: z.string(),
  type: z.string(),
  value: z.int(),
  used: z.int(),
  createdAt: z.string(),
  endsAt: z.string(),
  state: z.enum(['active', 'out', 'expired']),
});
export type Voucher = z.infer<typeof Voucher>;
export const Vouchers = z.object({ balance: z.int(), vouchers: z.array(Voucher) });
export type Vouchers = z.infer<typeof Vouchers>;
