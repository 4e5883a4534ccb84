import type { DomainEvent } from '@nordhaut/platform/decider';

/**
 * The facts about a member's promotions: copies of coupons, uses, shopping credit, and the orders that decide about them.
 * A stream is `wallet-{memberId}`. Nothing in it identifies a person. `at` and ends are ISO instants; amounts are NT$
 * integers.
 */

/** REFERRAL: 3 % of a friend's order. FOUNDING: 1.5 % of an own order. BIRTHDAY: once a year. SUPPORT: by hand. */
export const CREDIT_KINDS = ['REFERRAL', 'FOUNDING', 'BIRTHDAY', 'SUPPORT'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Why the member has a coupon or credit. `ORDER`: the own order, or the friend's order of a referral. */
export type Cause =
  | { kind: 'REGISTERED' }
  | { kind: 'INVITED' }
  | { kind: 'CODE' }
  | { kind: 'ORDER'; orderNo: string }
  | { kind: 'BIRTHDAY'; year: number }
  | { kind: 'SUPPORT'; reason: string };

/** `copyId`: derived from the cause, so one cause gives one copy. `endsAt`: get time + `coupon_period`; null: no period of its own. */
export type CouponGranted = DomainEvent<
  'CouponGranted',
  { at: string; copyId: string; couponId: string; cause: Cause; endsAt: string | null }
>;

/**
 * A use of a coupon by an order. `copyId`: null for a coupon that needs no copy. `year`: only of the birthday coupon, the
 * calendar year in Taipei whose gift it is.
 */
export type CouponUse = { couponId: string; copyId: string | null; year?: number };
/** Credit of one grant. `extended`: of the part that a restore gave more time (decisions.md 60). */
export type CreditPart = { grantId: string; amount: number; extended?: true };
/** `endsAt`: the end of the credit after its return. `extended`: it returns into the part with more time. */
export type CreditReturn = CreditPart & { endsAt: string };
/**
 * `endsAt`: the copy's new end; missing where it keeps its end. `extendedTo`: until when the copy can be used at least, although the
 * offer may end before; missing where it got no days, or has them in `endsAt`. A coupon without a copy gets a copy with these days.
 */
export type CouponReturn = CouponUse & { endsAt?: string; extendedTo?: string };

/**
 * An order takes its coupons and its credit in one append, before it is placed. From here on, the order stands. Orders
 * without coupons and credit are recorded too, because the first purchase is decided here (decisions.md 57).
 */
export type PromotionsReserved = DomainEvent<
  'PromotionsReserved',
  { at: string; orderNo: string; coupons: CouponUse[]; credit: CreditPart[] }
>;
/** The order's checkout is complete. */
export type PromotionsRedeemed = DomainEvent<'PromotionsRedeemed', { at: string; orderNo: string }>;

/**
 * FAILED: the checkout ended without an order, or its payment failed. SHOP_FAILED: the shop or the carrier could not
 * fulfil it. RETURNED: the goods came back.
 */
export const OUTCOMES = ['FAILED', 'SHOP_FAILED', 'CANCELLED', 'NOT_COLLECTED', 'RETURNED'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/**
 * The order's checkout ended before it was complete. Also recorded for an order without a reservation: it then refuses a
 * reservation that comes late.
 */
export type PromotionsReleased = DomainEvent<
  'PromotionsReleased',
  { at: string; orderNo: string; outcome: Outcome; coupons: CouponReturn[]; credit: CreditReturn[] }
>;
/** The first final outcome of a completed order gives coupons and credit back, once (decisions.md 59). */
export type PromotionsRestored = DomainEvent<
  'PromotionsRestored',
  { at: string; orderNo: string; outcome: Outcome; coupons: CouponReturn[]; credit: CreditReturn[] }
>;

/** An order that took nothing here: an adopted guest's order, or one from before the wallet. `stands`: decisions.md 57. */
export type OrderNoted = DomainEvent<'OrderNoted', { at: string; orderNo: string; stands: boolean }>;
/**
 * An own order was delivered. `goodsPaid`: goods − discounts − credit on goods (decisions.md 55). `first`: the member's first
 * delivered order. `countsAt`: the end of the seven days for a return. Noted anew where it becomes the first one later.
 */
export type DeliveryNoted = DomainEvent<
  'DeliveryNoted',
  { at: string; orderNo: string; goodsPaid: number; first: boolean; countsAt: string }
>;
/** After the seven days, without an open return: the order counts for the founding membership (decisions.md 66). */
export type OrderCounted = DomainEvent<'OrderCounted', { at: string; orderNo: string; amount: number }>;
export type OrderUncounted = DomainEvent<'OrderUncounted', { at: string; orderNo: string }>;
export type FoundingNumberReceived = DomainEvent<'FoundingNumberReceived', { at: string; number: number }>;

/** Credit that is seen beforehand. `grantId`: derived from the cause; the grant has the same one. */
export type CreditScheduled = DomainEvent<
  'CreditScheduled',
  { at: string; grantId: string; kind: CreditKind; amount: number; dueAt: string; cause: Cause }
>;
/**
 * Credit that was scheduled, or that must not be granted later. FOUNDING: a founding member has a gift for the birthday
 * instead of the credit. INVITATION_VOID: the friend is the member, or had ordered before (decisions.md 63).
 * EARLIER_ACCOUNT: an account that this person closed had the birthday gift of the year, as credit or as the coupon.
 * BIRTHDAY_CHANGED: the birthday is in another month, so the credit is only moved, and the same id may be scheduled again.
 */
export type CreditCancelled = DomainEvent<
  'CreditCancelled',
  { at: string; grantId: string; outcome: TakeBackReason | 'FOUNDING' | 'INVITATION_VOID' | 'EARLIER_ACCOUNT' | 'BIRTHDAY_CHANGED' }
>;
export type CreditGranted = DomainEvent<
  'CreditGranted',
  { at: string; grantId: string; kind: CreditKind; amount: number; endsAt: string; cause: Cause }
>;
/** Why credit is taken back. SUPPORT: support gave it, and takes it back. */
export type TakeBackReason = Outcome | 'SUPPORT';
/**
 * `amount`: what was left. `deducted`: what was spent and is deducted from the refund of the same member's order.
 * `writtenOff`: what was spent and is lost to the shop (decisions.md 61). `recovered`: an amount that was written off, and
 * that came back with another order; it is part of `amount`.
 */
export type CreditTakenBack = DomainEvent<
  'CreditTakenBack',
  { at: string; grantId: string; outcome: TakeBackReason; amount: number; deducted: number; writtenOff: number; recovered: number }
>;
/**
 * Support wants to give credit that no order caused, above the limits of one person. `by`: who asks for it; somebody else has to
 * approve it. `proposalId`: unique within the wallet. `grantId`: of the grant that an approval leads to.
 */
export type CreditProposed = DomainEvent<
  'CreditProposed',
  { at: string; proposalId: string; grantId: string; amount: number; cause: Cause; by: string }
>;
/** Stands before the `CreditGranted` of the same decision. */
export type CreditApproved = DomainEvent<'CreditApproved', { at: string; proposalId: string; by: string }>;
export type CreditDeclined = DomainEvent<'CreditDeclined', { at: string; proposalId: string; by: string }>;
/** The account was deleted: coupons, credit and scheduled credit end (decisions.md 98). */
export type WalletClosed = DomainEvent<'WalletClosed', { at: string }>;

export type WalletEvent =
  | CouponGranted
  | PromotionsReserved
  | PromotionsRedeemed
  | PromotionsReleased
  | PromotionsRestored
  | OrderNoted
  | DeliveryNoted
  | OrderCounted
  | OrderUncounted
  | FoundingNumberReceived
  | CreditScheduled
  | CreditCancelled
  | CreditGranted
  | CreditTakenBack
  | CreditProposed
  | CreditApproved
  | CreditDeclined
  | WalletClosed;

/** What fills and empties a wallet. Each of them may come from an order. */
export const WALLET_TYPES = [
  'CouponGranted',
  'PromotionsReserved',
  'PromotionsRedeemed',
  'PromotionsReleased',
  'PromotionsRestored',
  'OrderNoted',
  'DeliveryNoted',
  'OrderCounted',
  'OrderUncounted',
  'FoundingNumberReceived',
  'CreditScheduled',
  'CreditCancelled',
  'CreditGranted',
  'CreditTakenBack',
] as const satisfies readonly WalletEvent['type'][];
