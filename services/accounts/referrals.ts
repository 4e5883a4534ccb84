import type { Accepted } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import type { MemberEvent } from './member-events.ts';
import type { Member, MemberState } from './member-state.ts';
import type { Caller, Members } from './members.ts';
import { isOnePerson, type PersonKeys, personKeysOf, provenEmails } from './one-person.ts';
import { closedWith, memberOfCode } from './projections/members.ts';

/** What shows of a member's orders, by keyed hashes (decisions.md 63). `isPurchase`: the order stands */
export type TracesOf = (memberId: string) => Promise<{ orders: readonly { isPurchase: boolean; phoneKey: string | undefined }[] }>;

/** How many earlier phone numbers the binding of a code compares, with the present one. */
const EARLIER_NUMBERS = 2;

/**
 * The answer tells whether a number is the code owner's, so one account tells it of few numbers. The reward compares all of them
 * (infra/decisions/082).
 */
const withFewNumbers = (member: Member): Member => ({
  ...member,
  earlierKeys: { ...member.earlierKeys, phones: member.earlierKeys.phones.slice(-EARLIER_NUMBERS) },
});

export type Referrals = ReturnType<typeof createReferrals>;

/** Who invited a member: the code that a registration names, or that the member binds afterwards (decisions.md 63). */
export function createReferrals({ members, pool, tracesOf }: { members: Members; pool: pg.Pool; tracesOf: TracesOf }) {
  const keysOf = async (memberId: string, state: Member): Promise<PersonKeys> =>
    personKeysOf(
      state,
      (await tracesOf(memberId)).orders.flatMap(({ phoneKey }) => phoneKey ?? []),
    );

  /**
   * Whether the person was bound in an account that is closed now: a binding is for good (decisions.md 63). Of that account count the
   * addresses that it confirmed, and the numbers that received an order that stands. A stranger may have typed any others.
   */
  async function wasBound(own: PersonKeys): Promise<boolean> {
    for (const memberId of await closedWith(pool, own)) {
      const { state } = await members.load(memberId);
      if (!state?.referral) continue;
      const phones = (await tracesOf(memberId)).orders.flatMap(({ isPurchase, phoneKey }) => (isPurchase && phoneKey) || []);
      if (isOnePerson(own, { emails: provenEmails(state), phones })) return true;
    }
    return false;
  }

  /**
   * Who has the code, as facts for the decision about the person with the keys `own`. Over the limit nobody is compared, so the answer
   * tells nothing: the code is bound, and the reward, which compares all keys, is void where it was one person.
   */
  async function factsOf(code: string, own: PersonKeys, caller: Caller) {
    const found = await memberOfCode(pool, code);
    const state = found ? (await members.load(found.memberId)).state : null;
    if (!found || !state) return { referrer: null, boundBefore: false };
    const { memberId } = found;
    const isCompared = await members.mayCompare(memberId, caller, own.phones.length);
    const boundBefore = isCompared && (await wasBound(own));
    const samePerson = isCompared && isOnePerson(own, await keysOf(memberId, state));
    return { referrer: { memberId, registeredAt: state.registeredAt, samePerson }, boundBefore };
  }

  async function bind(memberId: string, code: string, hasOrdered: boolean, caller: Caller): Promise<Accepted<MemberState, MemberEvent>> {
    const { context } = caller;
    const { member } = await members.living(memberId);
    const facts = await factsOf(code, await keysOf(memberId, withFewNumbers(member)), caller);
    return members.change(memberId, { type: 'BindReferral', at: context.now.toISOString(), code, ...facts, hasOrdered }, context);
  }

  return { factsOf, bind };
}
