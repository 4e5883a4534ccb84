import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { memberDecider } from './member.decide.ts';
import type { MemberCommand } from './member-commands.ts';
import { provesOwner } from './members.ts';

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
