import type { DomainEvent, Recorded } from '@nordhaut/platform/decider';

/**
 * Uses of a coupon that each person has once, also as a guest (decisions.md 53), and the one reward for a person's referral,
 * under the id `REFERRAL` (decisions.md 63). A stream is `person-{key}`; the key is a keyed hash of a phone number, of an
 * e-mail address or of a visitor's cookie, so the stream names nobody (infra/decisions/060, 082). `at`: ISO instant.
 */
export type PersonUseTaken = DomainEvent<'PersonUseTaken', { at: string; couponId: string; orderNo: string }>;
/** The order ended without the coupon. It takes none any more. */
export type PersonUseReturned = DomainEvent<'PersonUseReturned', { at: string; couponId: string; orderNo: string }>;
export type PersonEvent = PersonUseTaken | PersonUseReturned;

/** Invariant: at most one order has a use of one coupon. */
export type PersonUses = readonly { couponId: string; orderNo: string; returned: boolean }[];

export const evolve = (uses: PersonUses, { type, data }: Recorded<PersonEvent>): PersonUses => {
  const { couponId, orderNo } = data;
  const others = uses.filter((use) => use.couponId !== couponId || use.orderNo !== orderNo);
  return [...others, { couponId, orderNo, returned: type === 'PersonUseReturned' }];
};
