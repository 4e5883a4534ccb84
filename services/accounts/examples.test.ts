import { historyOf } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../scripts/naive-prices/referral.ts';
import { answerOf, type Answers, groupsOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import { memberDecider } from './member.decide.ts';
import { isOnePerson, type PersonKeys } from './one-person.ts';

/** Who may be bound to a referrer: the members' rules under the names of the worked examples. */

const FILE = SHOWN_BY['services/accounts/examples.test.ts'];
const code = ({ memberId }: Person): string => `CODE-${memberId}`;
const keysOf = ({ email, phones }: Person): PersonKeys => ({ emails: [email], phones });
const iso = (at: number): string => new Date(at).toISOString();

function bind({ friend, referrer }: { friend: Person; referrer: Person | null }): number {
  const at = iso(friend.registeredAt + 1);
  const agreement = { version: '1', hash: '' };
  const member = historyOf(memberDecider);
  member.send({
    type: 'Register',
    at: iso(friend.registeredAt),
    subject: `member:${friend.memberId}`,
    method: 'EMAIL',
    inviteCode: code(friend),
    emailKey: friend.email,
    phoneKey: friend.phones[0] ?? 'none',
    requestId: friend.memberId,
    referral: null,
    terms: agreement,
    privacy: agreement,
    contact: { firstName: '王', lastName: '大明', email: 'a@example.com', phone: '+886912345678' },
  });
  const found = (to: Person) => ({
    memberId: to.memberId,
    registeredAt: iso(to.registeredAt),
    samePerson: isOnePerson(keysOf(friend), keysOf(to)),
  });
  const facts = { at, boundBefore: false, hasOrdered: false };
  if (friend.boundTo !== null) {
    const earlier = { memberId: friend.boundTo, registeredAt: iso(0), samePerson: false };
    member.send({ type: 'BindReferral', ...facts, code: friend.boundTo, referrer: earlier });
  }
  const decision = memberDecider.decide(
    {
      type: 'BindReferral',
      ...facts,
      hasOrdered: friend.hasOrdered,
      code: referrer ? code(referrer) : 'UNKNOWN',
      referrer: referrer && found(referrer),
    },
    member.state(),
  );
  return decision.ok ? 200 : decision.rejection.status;
}

const OWN: Answers<Shown<'services/accounts/examples.test.ts'>> = { bind };

describe.each(groupsOf(FILE))('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', (example) => {
    expect(answerOf(OWN, example)).toBe(example.expected);
  });
});
