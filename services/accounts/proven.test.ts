import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { memberDecider } from './member.decide.ts';
import type { MemberCommand } from './member-commands.ts';
import { provesOwner } from './members.ts';
import { isOnePerson, provenEmails } from './one-person.ts';
import { createProofs } from './proofs.ts';

/** What a proof is worth, without the shop around it (infra/decisions/111). */

const at = '2026-11-22T06:00:00.000Z';
const agreement = { version: '1', hash: '' };
const REGISTER = {
  type: 'Register',
  at,
  subject: 'member:m1',
  method: 'EMAIL',
  inviteCode: 'ABCDEFGHJK',
  emailKey: 'e1',
  phoneKey: 'p1',
  requestId: 'r1',
  referral: null,
  terms: agreement,
  privacy: agreement,
  contact: { firstName: '王', lastName: '大明', email: 'a@example.com', phone: '+886912345678' },
} as const;

test.each([
  ['of the registration, at once', at, at, true],
  ['added six days ago', '2026-11-23T06:00:00.000Z', '2026-11-29T06:00:00.000Z', false],
  ['added a millisecond less than seven days ago', '2026-11-23T06:00:00.000Z', '2026-11-30T05:59:59.999Z', false],
  ['added seven days ago', '2026-11-23T06:00:00.000Z', '2026-11-30T06:00:00.000Z', true],
])('a login %s', (_, since, now, proves) => {
  expect(provesOwner({ since }, { registeredAt: at }, new Date(now))).toBe(proves);
});

const COMMANDS: readonly MemberCommand[] = [
  { type: 'LinkSignIn', at, way: 'FACEBOOK', accountKey: 'f1', passwords: 0 },
  { type: 'UnlinkSignIn', at, way: 'LINE', reason: 'MEMBER', passwords: 0 },
  { type: 'RequestEmailChange', at, subject: 'member:m1', emailKey: 'e2', email: 'b@example.com', passwords: 0 },
  { type: 'ChangePassword', at, requestId: null, passwords: 0 },
  { type: 'CloseAccount', at, passwords: 0 },
];
test.each(COMMANDS)('$type is done with its proof, and refused after a new password', (command) => {
  const member = historyOf(memberDecider);
  member.send(REGISTER);
  member.send({ type: 'LinkSignIn', at, way: 'LINE', accountKey: 'l1', passwords: 0 });
  expect(memberDecider.decide(command, member.state())).toMatchObject({ ok: true, events: [expect.anything(), ...anyMore(command)] });
  member.send({ type: 'ChangePassword', at, requestId: null, passwords: 0 });
  expect(memberDecider.decide(command, member.state())).toMatchObject({ ok: false, rejection: { status: 403, code: 'SIGN_IN_ANEW' } });
});
/** A new password ends LINE in the same append. */
const anyMore = ({ type }: MemberCommand) =>
  type === 'ChangePassword'
    ? [expect.objectContaining({ type: 'SignInUnlinked', data: { at, way: 'LINE', reason: 'PASSWORD_RESET' } })]
    : [];

const after = (...commands: MemberCommand[]) => {
  const kept = historyOf(memberDecider);
  for (const command of [REGISTER, ...commands]) kept.send(command);
  return kept.state();
};
const member = (...commands: MemberCommand[]) => {
  const state = after(...commands);
  return (command: MemberCommand) => {
    const decision = memberDecider.decide(command, state);
    return decision.ok
      ? decision.events.map(({ type, data }) => ('reason' in data ? `${type}/${data.reason}` : type))
      : decision.rejection.code;
  };
};
const link = (accountKey: string, passwords?: number): MemberCommand => ({
  type: 'LinkSignIn',
  at,
  way: 'LINE',
  accountKey,
  ...(passwords !== undefined && { passwords }),
});
const unlink = (way: 'EMAIL' | 'LINE' | 'FACEBOOK'): MemberCommand => ({ type: 'UnlinkSignIn', at, way, reason: 'MEMBER', passwords: 0 });

test('one account of a provider at a time, and one way to sign in stays (decisions.md 90)', () => {
  expect([member()(link('l1', 0)), member()(link('l1'))]).toEqual([['SignInLinked/MEMBER'], ['SignInLinked']]);
  const linked = member(link('l1', 0));
  expect([linked(link('l1', 0)), linked(link('l2', 0)), linked(unlink('LINE')), linked(unlink('FACEBOOK'))]).toEqual([
    [],
    'WAY_LINKED',
    ['SignInUnlinked/MEMBER'],
    [],
  ]);
  expect(member()(unlink('EMAIL'))).toBe('LAST_SIGN_IN_WAY');
  expect(member(link('l1', 0), unlink('LINE'))(link('l2', 0))).toEqual(['SignInLinked/MEMBER']);
});

test('a link confirms the address to which it was sent, while that is the own or the new one', () => {
  const change: MemberCommand = {
    type: 'RequestEmailChange',
    at,
    subject: 'member:m1',
    emailKey: 'e2',
    email: 'b@example.com',
    passwords: 0,
  };
  const confirm = (emailKey: string): MemberCommand => ({ type: 'ConfirmEmail', at, subject: 'member:m1', emailKey });
  expect([member()(confirm('e1')), member(confirm('e1'))(confirm('e1')), member()(confirm('e2'))]).toEqual([
    ['EmailConfirmed'],
    [],
    'LINK_INVALID',
  ]);
  const changing = member(change);
  expect([changing(confirm('e1')), changing(confirm('e2')), changing(confirm('e3'))]).toEqual([
    ['EmailConfirmed'],
    ['EmailChanged'],
    'LINK_INVALID',
  ]);
  expect(member(change, confirm('e2'))(confirm('e1'))).toBe('LINK_INVALID');
  expect(member()({ ...change, emailKey: 'e1' } as MemberCommand)).toEqual([]);
});

test('an account is closed once, and nobody who is none closes one', () => {
  const close: MemberCommand = { type: 'CloseAccount', at };
  expect([member()(close), member(close)(close), member(close)(link('l1'))]).toEqual([['AccountClosed'], [], 'UNAUTHORISED']);
  expect(memberDecider.decide(close, memberDecider.initial)).toMatchObject({ rejection: { code: 'UNAUTHORISED' } });
});

test('a proof is of one session of one member, until a new password', async () => {
  const state = { passwords: 0 };
  const content = { sessionId: 's1', passwords: 0 };
  const { take } = createProofs({
    members: { living: () => Promise.resolve({ member: state }) } as never,
    tokens: { take: () => Promise.resolve({ owner: 'm1', content }) } as never,
  });
  const own = { memberId: 'm1', sessionId: 's1' };
  expect(await take('token', own)).toEqual({ ...own, passwords: 0 });
  expect(await take(undefined, own)).toBeUndefined();
  expect(await take('token', { ...own, sessionId: 's2' })).toBeUndefined();
  expect(await take('token', { ...own, memberId: 'm2' })).toBeUndefined();
  state.passwords = 1;
  expect(await take('token', own)).toBeUndefined();
});

// A stranger may have typed anybody's address, so its owner is bound to a referrer all the same.
test('an earlier address is proven where it was confirmed before the change', () => {
  const change: MemberCommand[] = [
    { type: 'RequestEmailChange', at, subject: 'member:m1', emailKey: 'e2', email: 'b@example.com', passwords: 0 },
    { type: 'ConfirmEmail', at, subject: 'member:m1', emailKey: 'e2' },
  ];
  const proven = (...commands: MemberCommand[]) => {
    const state = after(...commands);
    return state && provenEmails(state);
  };
  expect(proven()).toEqual([]);
  expect(proven(...change)).toEqual(['e2']);
  expect(proven({ type: 'ConfirmEmail', at, subject: 'member:m1', emailKey: 'e1' }, ...change)).toEqual(['e2', 'e1']);
});

test('who changes the address stays the same person', () => {
  const keys = (...emails: string[]) => ({ emails, phones: [] });
  expect([
    isOnePerson(keys('e2', 'e1'), keys('e1')),
    isOnePerson(keys('e1'), keys('e2', 'e1')),
    isOnePerson(keys('e2'), keys('e1')),
  ]).toEqual([true, true, false]);
});
