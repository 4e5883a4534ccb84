import { type CreditLot, spendLots } from './engine/credit.ts';
import type { Cause, CreditKind, CreditPart, CreditReturn } from './wallet-events.ts';

/**
 * A grant of shopping credit. Amounts in NT$, ends as ISO instants.
 *
 * Invariant: `value = left + extended.left + reserved + used + takenBack`. What is left is available before its end and
 * expired from its end on, so expiry needs no event.
 */
export type Grant = {
  grantId: string;
  kind: CreditKind;
  cause: Cause;
  value: number;
  grantedAt: string;
  endsAt: string;
  left: number;
  /** Credit of this grant that a restore gave seven more days. It is kept apart, so that a restore revives nothing else. */
  extended: { left: number; endsAt: string } | null;
  reserved: number;
  used: number;
  takenBack: number;
  /** NT$ to deduct from the refund of the order that earned the grant, and that was returned (decisions.md 61) */
  deducted: number;
  /** the part of `reserved` and `used` that must be taken back if it returns */
  writtenOff: number;
};

/** days for which restored credit can be used at least, once per grant (decisions.md 60) */
export const RESTORED_DAYS = 7;
/** days for which granted credit can be used (spec/2-accounts-and-members §9) */
export const CREDIT_DAYS = 365;
const DAY = 86_400_000;

export const daysAfter = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY).toISOString();
/** The start of a period counts, its end does not (decisions.md 51). */
export const isOver = (endsAt: string | null, at: string): boolean => endsAt !== null && Date.parse(endsAt) <= Date.parse(at);

type Lot = CreditLot & { extended?: true };

const lotsOf = (grants: readonly Grant[]): Lot[] =>
  grants.flatMap(({ grantId, left, endsAt, extended }): Lot[] => [
    { grantId, left, endsAt: Date.parse(endsAt) },
    ...(extended ? [{ grantId, left: extended.left, endsAt: Date.parse(extended.endsAt), extended: true as const }] : []),
  ]);

/** What is left, for the price of a cart. */
export const creditLots = (grants: readonly Grant[]): CreditLot[] =>
  lotsOf(grants).map(({ grantId, left, endsAt }) => ({ grantId, left, endsAt }));

/** NT$ that can be spent at this instant. */
export const availableCredit = (grants: readonly Grant[], at: string): number =>
  lotsOf(grants).reduce((sum, { left, endsAt }) => (Date.parse(at) < endsAt ? sum + left : sum), 0);

/** The parts of the grants that pay an amount; undefined where the credit is not enough. */
export function reservedParts(grants: readonly Grant[], amount: number, at: string): CreditPart[] | undefined {
  const parts = spendLots(lotsOf(grants), amount, Date.parse(at)).map(
    ({ lot: { grantId, extended }, amount: taken }): CreditPart => ({ grantId, amount: taken, ...(extended && { extended }) }),
  );
  return parts.reduce((sum, part) => sum + part.amount, 0) === amount ? parts : undefined;
}

/**
 * Where the credit of an order returns to. A released reservation keeps its end. Restored credit keeps its end, or has
 * seven days if less is left. A grant gets these days once: its later restores share the end of the first one.
 */
export function returnCredit(grants: readonly Grant[], parts: readonly CreditPart[], at: string, prolongs: boolean): CreditReturn[] {
  const least = daysAfter(at, RESTORED_DAYS);
  return parts.flatMap(({ grantId, amount, extended }): CreditReturn[] => {
    const grant = grants.find((one) => one.grantId === grantId);
    if (!grant) return [];
    if (extended && grant.extended) return [{ grantId, amount, extended, endsAt: grant.extended.endsAt }];
    if (!prolongs || Date.parse(grant.endsAt) >= Date.parse(least)) return [{ grantId, amount, endsAt: grant.endsAt }];
    return [{ grantId, amount, extended: true, endsAt: grant.extended?.endsAt ?? least }];
  });
}

/** The grant after credit of it was taken by an order. */
export const withReserved = (grant: Grant, { amount, extended }: CreditPart): Grant => ({
  ...grant,
  reserved: grant.reserved + amount,
  ...(extended && grant.extended ? { extended: { ...grant.extended, left: grant.extended.left - amount } } : { left: grant.left - amount }),
});

/** The grant after credit of it returned from `from`. */
export const withReturned = (grant: Grant, { amount, extended, endsAt }: CreditReturn, from: 'reserved' | 'used'): Grant => ({
  ...grant,
  [from]: grant[from] - amount,
  ...(extended ? { extended: { left: (grant.extended?.left ?? 0) + amount, endsAt } } : { left: grant.left + amount }),
});

/** The grant after what was left of it was taken back, the part without more time first. */
export function withTakenBack(grant: Grant, amount: number): Grant {
  const fromLeft = Math.min(grant.left, amount);
  const { extended } = grant;
  return {
    ...grant,
    left: grant.left - fromLeft,
    ...(extended && { extended: { ...extended, left: extended.left - (amount - fromLeft) } }),
    takenBack: grant.takenBack + amount,
  };
}

/** The books of a grant at an instant; together they are its value. */
export function booksOf({ left, endsAt, extended, reserved, used, takenBack }: Grant, at: string) {
  const extendedLeft = extended?.left ?? 0;
  const over = (isOver(endsAt, at) ? left : 0) + (extended && isOver(extended.endsAt, at) ? extendedLeft : 0);
  return { available: left + extendedLeft - over, reserved, used, expired: over, takenBack };
}
