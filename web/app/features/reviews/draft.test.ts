import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../lib/storage.fixture.ts';

// Other files of the worker may have loaded the checkout, which listens to the module and stores an empty form.
vi.resetModules();
const { useMember } = await import('../../lib/stores/member.ts');
const { forgetTyped, isTypedByUnknown, onTyped, typedBelongsTo, typedBelongsToNobody } = await import('../../lib/typed-texts.ts');
const { EMPTY, keepDraft, readDraft, withFormer } = await import('./draft.ts');

const DRAFT = { stars: 5, title: '', content: '我的膚況', skinType: '', gender: 'FEMALE', ageGroup: '', firstNameOnly: false } as const;
const FORM = 'typed-group-form-spring';
const kept = (): (string | null)[] => [sessionStorage.getItem('checkout'), sessionStorage.getItem(FORM)];
function type(): void {
  sessionStorage.setItem('checkout', '{"phone":"0912345678"}');
  sessionStorage.setItem(FORM, '{"phone":"0912345678"}');
}
const signIn = (uid: string): void => {
  typedBelongsTo(uid);
  useMember.setState({ status: 'member', member: { user_uid: uid } as never });
};

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => {
  forgetTyped();
  useMember.setState({ status: 'unknown', member: undefined });
  vi.unstubAllGlobals();
});

it('deletes what was typed into forms at the sign-out, and leaves the rest', () => {
  signIn('A');
  keepDraft(5, DRAFT);
  type();
  sessionStorage.setItem('tracking-was', 'guest');
  forgetTyped();
  expect(readDraft(5)).toBeUndefined();
  expect([...kept(), sessionStorage.getItem('tracking-was')]).toEqual([null, null, 'guest']);
});

it('keeps what a guest typed for whoever signs in, and drops it for another account and for a guest after that', () => {
  const told: string[] = [];
  const stop = onTyped((change) => told.push(change));
  typedBelongsToNobody();
  type();
  expect(isTypedByUnknown()).toBe(false);
  signIn('A');
  signIn('A');
  expect(kept()).not.toContain(null);
  signIn('B');
  expect(kept()).toEqual([null, null]);
  type();
  typedBelongsToNobody();
  expect(kept()).toEqual([null, null]);
  expect(told).toEqual(['known', 'forgotten', 'known', 'ended']);
  stop();
});

it('does not know whose the texts are after a reload, until somebody is signed in or nobody is', async () => {
  signIn('A');
  type();
  vi.resetModules();
  const reloaded = await import('../../lib/typed-texts.ts');
  expect(reloaded.isTypedByUnknown()).toBe(true);
  reloaded.typedBelongsTo('A');
  expect([reloaded.isTypedByUnknown(), ...kept()]).toEqual([false, expect.any(String), expect.any(String)]);
  vi.resetModules();
  (await import('../../lib/typed-texts.ts')).typedBelongsToNobody();
  expect(kept()).toEqual([null, null]);
});

it('shows a review’s draft to its account only, also after the session ended', () => {
  signIn('A');
  keepDraft(5, DRAFT);
  typedBelongsToNobody();
  useMember.setState({ status: 'guest', member: undefined });
  expect(readDraft(5)).toBeUndefined();
  signIn('A');
  expect(readDraft(5)).toEqual(DRAFT);
  signIn('B');
  expect(readDraft(5)).toBeUndefined();
  signIn('A');
  expect(readDraft(5), 'it is deleted').toBeUndefined();
});

it('keeps what was typed before the former review came, with the choices of the former review', () => {
  const former = { ...DRAFT, title: '以前的標題', skinType: 'dry', ageGroup: '31-40', firstNameOnly: true } as never;
  expect(withFormer(EMPTY, former)).toBe(former);
  expect(withFormer({ ...EMPTY, title: '新的標題', gender: 'MALE' }, former)).toEqual({
    ...EMPTY,
    title: '新的標題',
    skinType: 'dry',
    gender: 'MALE',
    ageGroup: '31-40',
    firstNameOnly: true,
  });
});
