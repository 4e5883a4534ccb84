import { WISHLIST_MAX } from '@nordhaut/contracts';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { limit } from './length.decide.ts';
import { memberDecider } from './member.decide.ts';
import type { MemberContact, MemberEvent } from './member-events.ts';
import { AT as at, registered, subject } from './testing.ts';

const place = { city: '臺北市', district: '大安區', address: '信義路三段134巷1號', zip: '106' };
const changed = (contact: Partial<MemberContact>): MemberEvent => ({
  type: 'ProfileChanged',
  subject,
  data: { at, fields: Object.keys(contact), birthdaySet: false, phoneKey: null },
  personal: { contact },
});

// The profile's form has no postal code, and the address of an order brings its own.
test.each([
  ['another address without one ends it', { address: '和平東路1號' }, { address: '和平東路1號', zip: '' }],
  [
    'another place brings its own',
    { city: '臺中市', address: '公益路1號', zip: '403' },
    { city: '臺中市', address: '公益路1號', zip: '403' },
  ],
  ['another street has the same', { address: '和平東路1號', zip: '106' }, { address: '和平東路1號' }],
  ['another name keeps it', { firstName: '陳' }, { firstName: '陳' }],
] as const)('the postal code of the profile: %s', (_, changes, contact) => {
  given(memberDecider)(registered, changed(place))
    .when({ type: 'ChangeProfile', at, subject, changes, phoneKey: null })
    .then(changed(contact));
});

test('the list of wishes has an end, and a product that is in it stays in it', () => {
  const wished = (productId: number): MemberEvent => ({ type: 'ProductWished', data: { at, productId } });
  const wishes = Array.from({ length: WISHLIST_MAX }, (_, index) => wished(index + 1));
  const wish = (have: readonly MemberEvent[], productId: number) =>
    given(memberDecider)(registered, ...have).when({ type: 'Wish', at, productId });
  wish(wishes.slice(1), 1).then(wished(1));
  wish(wishes, WISHLIST_MAX + 1).rejected('WISHLIST_FULL');
  wish(wishes, 1).then();
  // Taking out has no limit of its own, so what is not in the list writes nothing.
  given(memberDecider)(registered, wished(1)).when({ type: 'Unwish', at, productId: 2 }).then();
});

test('the birthday counts from the day on which the member set it, also after support corrected it', () => {
  const set = (birthday: string, day: string): MemberEvent => ({
    type: 'ProfileChanged',
    subject,
    data: { at: day, fields: ['birthday'], birthdaySet: true, phoneKey: null },
    personal: { contact: { birthday } },
  });
  const { state } = given(memberDecider)(registered, set('1990-05-03', at), set('1990-11-03', '2026-11-25T06:00:00.000Z'));
  expect(state?.birthdaySetAt).toBe(at);
});

test('support corrects a profile also where its member has made all changes of the day', () => {
  const change = { type: 'ChangeProfile', at, subject, changes: {}, phoneKey: null } as const;
  expect([limit(change), limit({ ...change, bySupport: true })]).toEqual([expect.objectContaining({ perDay: 500 }), undefined]);
});
