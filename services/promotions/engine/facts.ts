import type { DeliveryType, PaymentType, PriceTier, ProductType } from '@nordhaut/contracts';
import type { Coupon } from '../definition.ts';
import type { CreditLot } from './credit.ts';

/** All instants are ms since epoch. */
export type CouponCopy = {
  couponId: number;
  /** end of its own period, as the coupon was defined when the member got the copy; null: no end */
  endsAt: number | null;
  /** end of the days that were given where the shop or the carrier failed (decisions.md 60); null: none were given */
  extendedTo: number | null;
  /** of the birthday's coupon: the calendar year of the gift that these days are for */
  year?: number;
};

export type { CreditLot as CreditGrant };

export type MemberFacts = {
  /** ORIGINAL for a founding member */
  group: string;
  createdAt: number;
  /** month 1 to 12, and when the member set it (decisions.md 64); null: not set */
  birthday: { month: number; setAt: number } | null;
  /** calendar years in Taipei whose birthday gift the member has, as the coupon or as credit */
  birthdayYears: readonly number[];
  /** orders that stand, adopted guest orders included (decisions.md 57) */
  standingOrders: number;
  /** of the standing orders; null: none, or the price does not need it (`needsLastOrder`) */
  lastOrderAt: number | null;
  /** of the standing orders; an adopted one is looked at only where no other was delivered and a coupon asks for it */
  deliveredOrders: number;
  muted: ReadonlySet<number>;
  copies: readonly CouponCopy[];
  credit: readonly CreditLot[];
};

/** The countdown of a checkout, as the server keeps it (decisions.md 53). */
export type TimerFacts = {
  startedAt: number;
  /** null: not extended */
  extendedAt: number | null;
  /** the sign-in that ended it; null: none */
  endedAt: number | null;
  /** this member, guest cookie or phone number used its coupon before */
  usedBefore: boolean;
};

/** A product that a coupon gives. It need not be launched (decisions.md 49). */
export type GiftProduct = {
  productId: number;
  uid: string;
  nameZh: string;
  nameEn: string;
  images: readonly string[];
  /** NT$ of one piece as shown when it is chosen (decisions.md 65); 0 for a trial product */
  value: number;
  setItems: readonly number[];
};

/** What promotions know when a cart is priced. Guests have no `member`. */
export type Promotions = {
  /** the instant that decides prices which change with time (decisions.md 54) */
  at: number;
  /** the definitions: SYSTEM coupons, and those that the buyer owns or names */
  coupons: readonly Coupon[];
  /** uses that are left for everybody; null: unlimited */
  stock: (couponId: number) => number | null;
  /** standing uses by this member or guest */
  uses: (couponId: number) => number;
  member: MemberFacts | null;
  timer: TimerFacts | null;
  payment: PaymentType | null;
  gift: (uid: string) => GiftProduct | undefined;
};

/** A coupon that the buyer chose: its uid, with the uids of the chosen gifts where there is a choice. */
export type CouponChoice = string | { uid: string; gifts: readonly string[] };

/** A line as coupons see it. `left`: NT$ after the discounts that were applied so far */
export type CouponLine = { productId: number; tier: PriceTier; type: ProductType; quantity: number; amount: number; left: number };

/**
 * A cart and its buyer at one instant. `isOrder`: the order is being placed; it gets the timer's coupon from the first
 * minute on, and a page shows it from the reminder on
 */
export type Basis = Promotions & { lines: CouponLine[]; delivery: DeliveryType; isOrder: boolean };
