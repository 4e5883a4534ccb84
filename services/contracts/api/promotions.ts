import * as z from 'zod/mini';
import { COUPON_TYPES, DELIVERY_TYPES, PAYMENT_TYPES } from '../vocabulary.ts';
import { NamedCartItem } from './cart.ts';
import { GiftPick } from './checkout.ts';
import { OrderNoText, PositionText } from './common.ts';

const Instant = z.iso.datetime();
const Code = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const DELIVERY = z._default(z.enum(DELIVERY_TYPES), 'HOME');
const PAYMENT = z.optional(z.enum(PAYMENT_TYPES));

/** A product that a GIVEAWAY or a BONUS gives. `quantity`: pieces for one choice, or for one full minimum. `value`: NT$ of one piece */
export const CouponGift = z.object({
  productUid: z.string(),
  productId: z.int(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string(),
  quantity: z.int(),
  value: z.int(),
});
export type CouponGift = z.infer<typeof CouponGift>;

/** A coupon as a member sees it. */
export const CouponFace = z.object({
  couponId: z.string(),
  /** the code, for the requests of the price */
  uid: z.string(),
  name: z.string(),
  desc: z.string(),
  type: z.enum(COUPON_TYPES),
  scope: z.enum(['MEMBER', 'ALL', 'SYSTEM']),
  /** the gift in words; empty for a DISCOUNT */
  giveaway: z.string(),
  /** of GIVEAWAY and BONUS, which pages show as gifts; empty for a DISCOUNT */
  gifts: z.array(CouponGift),
  /** how many different gifts a buyer chooses; 0: there is no choice */
  choose: z.int(),
  /** of the offer; null: none */
  startsAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  /** seconds that a member's copy is valid; null: as long as the offer */
  period: z.nullable(z.number()),
});
export type CouponFace = z.infer<typeof CouponFace>;

/** The states of a typed code (spec/3-purchase-flow §4, §8). `message` has the specification's words. */
export const COUPON_STATES = [200, 400, 500, 501, 502, 503] as const;
export const CouponCheckRequest = z.object({
  code: Code,
  items: z._default(z.array(NamedCartItem).check(z.maxLength(100)), []),
  portType: DELIVERY,
  payType: PAYMENT,
});
export type CouponCheckRequest = z.infer<typeof CouponCheckRequest>;
/** HTTP 200 for each state. Guests get 403 COUPON_MEMBERS_ONLY, too many attempts 429. */
export const CouponCheckAnswer = z.object({
  state: z.literal(COUPON_STATES),
  message: z.string(),
  /** with state 200 */
  coupon: z.optional(CouponFace),
  /** with state 200, where the buyer chooses the gifts */
  gifts: z.optional(GiftPick),
});
export type CouponCheckAnswer = z.infer<typeof CouponCheckAnswer>;

/** The code becomes the member's own coupon, once; its period begins. `position`: for `?after=` of the list, with state 200. */
export const BindCouponAnswer = z.extend(CouponCheckAnswer, { position: z.optional(PositionText) });
export type BindCouponAnswer = z.infer<typeof BindCouponAnswer>;

/** The list is for the member's cart as the server has it. */
export const MemberCouponsQuery = z.object({ portType: DELIVERY, payType: PAYMENT, after: z.optional(PositionText) });

/** A copy of a coupon. `endsAt`: the first instant after it or after the offer; null: no end. `cause`: why the member has it, in words */
export const CouponCopyRow = z.object({ gotAt: Instant, endsAt: z.nullable(Instant), cause: z.string() });
export const MemberCoupon = z.extend(CouponFace, {
  /** for the member's present cart; an invalid coupon can fit a changed cart */
  state: z.enum(['usable', 'invalid', 'expired']),
  /** why it is not usable; empty for a usable one */
  reason: z.string(),
  copies: z.array(CouponCopyRow),
  /** the end of the copy that ends last; null: no end */
  lastEnd: z.nullable(Instant),
});
export type MemberCoupon = z.infer<typeof MemberCoupon>;

/** A coupon that an order holds or has used. `returned`: the order gave it back */
export const UsedCouponRow = z.object({
  orderNo: OrderNoText,
  couponId: z.string(),
  name: z.string(),
  type: z.enum(COUPON_TYPES),
  usedAt: Instant,
  returned: z.boolean(),
});
export type UsedCouponRow = z.infer<typeof UsedCouponRow>;

export const MemberCoupons = z.object({
  /** usable ones first, then invalid, then expired; by id */
  coupons: z.array(MemberCoupon),
  /** the newest first, at most 100 */
  used: z.array(UsedCouponRow),
  position: PositionText,
});
export type MemberCoupons = z.infer<typeof MemberCoupons>;

/** A row of the credit's table, with the voucher types of the specification; SUPPORT: given by hand. */
export const VOUCHER_TYPES = ['SHOP_BACK', 'FRIEND_BACK', 'BIRTHDAY', 'SUPPORT'] as const;
export const VoucherRow = z.object({
  voucherId: z.string(),
  type: z.enum(VOUCHER_TYPES),
  /** the type, and why the member has it, in words */
  label: z.string(),
  cause: z.string(),
  /** NT$ that were granted */
  value: z.int(),
  /** NT$ that can be used now, that open orders hold, that were used, that expired, that were taken back; together `value` */
  available: z.int(),
  reserved: z.int(),
  used: z.int(),
  expired: z.int(),
  takenBack: z.int(),
  grantedAt: Instant,
  endsAt: Instant,
  /** out: nothing is left */
  state: z.enum(['active', 'out', 'expired']),
});
export type VoucherRow = z.infer<typeof VoucherRow>;

/** Credit that is seen beforehand. `dueAt`: an open return delays it */
export const ScheduledVoucher = z.object({
  voucherId: z.string(),
  type: z.enum(VOUCHER_TYPES),
  label: z.string(),
  cause: z.string(),
  value: z.int(),
  dueAt: Instant,
});

export const MemberVouchersQuery = z.object({ after: z.optional(PositionText) });
export const MemberVouchers = z.object({
  /** NT$ of shopping credit that can be used now */
  balance: z.int(),
  /** grants of the past year and those that are still active, the newest first. Pages fill the table up to 10 rows. */
  vouchers: z.array(VoucherRow),
  scheduled: z.array(ScheduledVoucher),
  position: PositionText,
});
export type MemberVouchers = z.infer<typeof MemberVouchers>;

export const TIMER_STATES = ['none', 'running', 'ended'] as const;
/**
 * The countdown of the checkout, which the server keeps (decisions.md 53). A page counts from `now`, the server's clock, and
 * asks again when `endsAt` is over. Times are null with state `none`.
 */
export const TimerAnswer = z.object({
  state: z.enum(TIMER_STATES),
  startedAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  /** the banner shows from here on */
  remindsAt: z.nullable(Instant),
  /** the button to extend shows from here on; null once extended */
  extendsFrom: z.nullable(Instant),
  extended: z.boolean(),
  now: Instant,
  /** the coupon that a running timer gives; missing where this buyer cannot have it any more */
  coupon: z.optional(z.object({ couponId: z.string(), uid: z.string(), name: z.string() })),
});
export type TimerAnswer = z.infer<typeof TimerAnswer>;
/** Both actions may be repeated: a running timer is not started again, an extended one not extended again. */
export const TimerRequest = z.object({ action: z.enum(['start', 'extend']) });
