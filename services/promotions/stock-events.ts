import type { DomainEvent } from '@nordhaut/platform/decider';
import type { CouponDefinition } from './coupon-definition.ts';

/**
 * The facts about a coupon. A stream is `coupon-{couponId}`. Definitions are whole, with the specification's names, so an
 * event can be read without the ones before it. Only a coupon with a counted quantity records its uses here; a member's
 * own uses are in the member's wallet. `at`: ISO instants.
 */
export type CouponDefined = DomainEvent<'CouponDefined', { at: string; definition: CouponDefinition }>;
export type CouponChanged = DomainEvent<'CouponChanged', { at: string; definition: CouponDefinition }>;
/** For good. Orders that hold it keep it. */
export type CouponEnded = DomainEvent<'CouponEnded', { at: string }>;
export type CouponReserved = DomainEvent<'CouponReserved', { at: string; orderNo: string }>;
export type CouponRedeemed = DomainEvent<'CouponRedeemed', { at: string; orderNo: string }>;
/**
 * The order's checkout ended. Also recorded where it holds nothing: a process that stood still between the two
 * reservations is refused here when it continues.
 */
export type CouponReleased = DomainEvent<'CouponReleased', { at: string; orderNo: string }>;
/** A completed order gave it back. */
export type CouponRestored = DomainEvent<'CouponRestored', { at: string; orderNo: string }>;

export type CouponEvent = CouponDefined | CouponChanged | CouponEnded | CouponReserved | CouponRedeemed | CouponReleased | CouponRestored;
