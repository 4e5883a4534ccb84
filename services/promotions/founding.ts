import type { DomainEvent, Recorded } from '@nordhaut/platform/decider';

/**
 * A founding number, 1 to 1000. It is given once and stays used, also after the membership has lapsed or the account was
 * deleted (decisions.md 66, 98). Whether a membership holds now follows from the member's deliveries, in the wallet.
 */
export type FoundingNumberGiven = DomainEvent<'FoundingNumberGiven', { at: string; memberId: string; number: number }>;
export type FoundingEvent = FoundingNumberGiven;

/** member → number */
export type FoundingMembers = ReadonlyMap<string, number>;

export const evolve = (members: FoundingMembers, { data }: Recorded<FoundingEvent>): FoundingMembers =>
  new Map(members).set(data.memberId, data.number);
