import type { Right } from '@nordhaut/contracts/support';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { type StaffCommand, staffDecider } from './staff.decide.ts';
import type { StaffEvent } from './staff-events.ts';

const at = '2026-11-20T01:00:00.000Z';
const reason = '遺失手機';
const invited = (rights: Right[]): StaffEvent => ({
  type: 'StaffInvited',
  data: { at, rights },
  subject: 'staff:1',
  personal: { contact: { name: '林怡君' } },
});
const left: StaffEvent = { type: 'StaffLeft', data: { at }, subject: 'staff:1', personal: { support: { reason } } };
const joined: StaffEvent = { type: 'StaffFactorAdded', data: { at, kind: 'passkey', factorId: 'F1' } };
const forgotten: PersonalDataForgotten['data'] = { at, purposes: ['contact'], requester: 'CALENDAR', reason: 'PURPOSE_ENDED', kept: [] };
const by = (own: Right[], isOneself = false) => ({ at, reason, isOneself, own });

test.each<[what: string, StaffEvent[], StaffCommand, string]>([
  [
    'an account with a right that the administrator lacks',
    [],
    { type: 'InviteStaff', at, subject: 's', name: 'n', rights: ['view', 'refund'], own: ['view', 'administer'] },
    'RIGHT_MISSING',
  ],
  [
    'new factors of somebody who has more rights',
    [invited(['view', 'refund'])],
    { type: 'ResetFactors', ...by(['view']) },
    'RIGHT_MISSING',
  ],
  [
    'a right that the administrator lacks',
    [invited(['view'])],
    { type: 'ChangeRights', rights: ['view', 'act'], ...by(['view']) },
    'RIGHT_MISSING',
  ],
  ['own factors', [invited(['view'])], { type: 'ResetFactors', ...by(['view'], true) }, 'STAFF_NOT_BY_ONESELF'],
  ['own rights', [invited(['view'])], { type: 'ChangeRights', rights: [], ...by(['view'], true) }, 'STAFF_NOT_BY_ONESELF'],
  ['the own end', [invited(['view'])], { type: 'EndStaff', at, reason, isOneself: true }, 'STAFF_NOT_BY_ONESELF'],
  ['a factor of somebody who left', [invited(['view']), left], { type: 'AddFactor', at, kind: 'passkey', factorId: 'F1' }, 'STAFF_UNKNOWN'],
  ['a factor of nobody', [], { type: 'AddFactor', at, kind: 'passkey', factorId: 'F1' }, 'STAFF_UNKNOWN'],
  ['a person who still works here', [invited(['view'])], { type: 'ForgetStaff', forgotten }, 'STAFF_UNKNOWN'],
  ['a person whom nobody invited', [], { type: 'ForgetStaff', forgotten }, 'STAFF_UNKNOWN'],
])('nobody changes or forgets %s', (_, history, command, code) =>
  given(staffDecider)(...history)
    .when(command)
    .rejected(code),
);

test('an administrator gives and takes rights, and ends accounts, also of somebody who has more', () => {
  const of = given(staffDecider)(invited(['view', 'refund']));
  const change = (rights: Right[]) => of.when({ type: 'ChangeRights', rights, ...by(['view', 'act', 'administer']) }).thenEvents();
  expect(change(['view', 'refund', 'act'])).toMatchObject([{ type: 'StaffRightsChanged', data: { rights: ['view', 'refund', 'act'] } }]);
  expect(change(['view'])).toMatchObject([{ type: 'StaffRightsChanged', data: { rights: ['view'] } }]);
  of.when({ type: 'EndStaff', at, reason, isOneself: false }).then(left);
  const reset = of.when({ type: 'ResetFactors', ...by(['view', 'refund', 'administer']) }).thenEvents();
  expect(reset).toMatchObject([{ type: 'StaffFactorsReset', personal: { support: { reason } } }]);
  const after = given(staffDecider)(invited(['view', 'refund']), joined, ...change(['view']));
  expect(after.state).toMatchObject({ rights: ['view'], factors: [{ kind: 'passkey', factorId: 'F1' }] });
  expect(given(staffDecider)(invited(['view']), joined, ...reset).state).toMatchObject({ factors: [] });
  const invite: StaffCommand = { type: 'InviteStaff', at, subject: 'staff:1', name: '林怡君', rights: ['view'], own: ['view', 'act'] };
  given(staffDecider)()
    .when(invite)
    .then(invited(['view']));
});

test('who was invited is not invited again, and who left keeps no factor and is forgotten once', () => {
  const again: StaffCommand = { type: 'InviteStaff', at, subject: 's', name: 'n', rights: ['view'], own: ['view'] };
  given(staffDecider)(invited(['view']))
    .when(again)
    .then();
  const after = given(staffDecider)(invited(['view']), joined, left);
  expect(after.state).toMatchObject({ name: '林怡君', factors: [], left: true, leftAt: at });
  const [event] = after.when({ type: 'ForgetStaff', forgotten }).thenEvents();
  expect(event).toMatchObject({ type: 'PersonalDataForgotten', subject: 'staff:1' });
  if (!event) return expect.fail('nothing was forgotten');
  const gone = given(staffDecider)(invited(['view']), joined, left, event);
  expect(gone.state).toMatchObject({ name: '', forgottenAt: at });
  gone.when({ type: 'ForgetStaff', forgotten }).then();
});
