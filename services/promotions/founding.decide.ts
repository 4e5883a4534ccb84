import { accept, type Decider } from '@nordhaut/platform/decider';
import { evolve, type FoundingEvent, type FoundingMembers } from './founding.ts';

/** spec/1-catalogue-and-content §9 */
export const FOUNDING_NUMBERS = 1_000;
/** NT$ of counted orders from which a member gets a number */
export const FOUNDING_FROM = 3_000;

/** The member's counted orders reach the sum. Without a free number nothing happens. */
export type GiveNumber = { type: 'GiveNumber'; at: string; memberId: string };

export const foundingDecider: Decider<FoundingMembers, GiveNumber, FoundingEvent> = {
  initial: new Map(),
  decide: ({ at, memberId }, members) =>
    members.has(memberId) || members.size >= FOUNDING_NUMBERS
      ? accept()
      : accept<FoundingEvent>({ type: 'FoundingNumberGiven', data: { at, memberId, number: members.size + 1 } }),
  evolve,
};
