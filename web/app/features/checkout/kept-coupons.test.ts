import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../lib/storage.fixture.ts';

const COUPON = { uid: 'HAND_3_GET_1', type: 'BONUS' } as const;
const PICK = { uid: 'PICK', type: 'GIVEAWAY' as const, gifts: ['NHCP080'] };
const names = (): string[] => Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');

/** The session and the texts as a new tab of the browser has them. `refuse`: what the browser does at each use of its storage */
async function tab(refuse?: () => never) {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage());
  if (refuse) Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: refuse });
  const [typed, session] = await Promise.all([import('../../lib/typed-texts.ts'), import('./session.ts')]);
  const use = (...coupons: (typeof COUPON | typeof PICK)[]): void => void session.useSession.setState({ coupons });
  return { ...typed, ...session, use, used: () => session.useSession.getState().coupons };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => {
  // Other files of the worker must not get the modules of the last tab, which write to the storage.
  vi.resetModules();
  vi.unstubAllGlobals();
});

it('keeps the used coupons of a member for another tab, and for no other account', async () => {
  const first = await tab();
  first.typedBelongsTo('A');
  first.use(COUPON, PICK);
  vi.stubGlobal('document', { cookie: 'signed-in=1' });
  const second = await tab();
  await second.restoreSession();
  expect(second.used()).toEqual([]);
  second.typedBelongsTo('A');
  expect(second.used()).toEqual([COUPON, PICK]);
  const third = await tab();
  third.typedBelongsTo('B');
  expect([third.used(), names()]).toEqual([[], []]);
});

it('keeps a guest’s gifts, which the account gets that signs in', async () => {
  (await tab()).use(PICK);
  const other = await tab();
  await other.restoreSession();
  expect(other.used()).toEqual([PICK]);
  other.typedBelongsTo('A');
  expect(other.used()).toEqual([PICK]);
  expect(names()).toContain('used-coupons-A');
});

it.each(['clearSession', 'forgetTyped'] as const)('forgets them after an order and at the sign-out: %s', async (end) => {
  const first = await tab();
  first.typedBelongsTo('A');
  first.use(COUPON);
  expect(names()).toEqual(['used-coupons-A']);
  first[end]();
  expect([first.used(), names()]).toEqual([[], []]);
  const second = await tab();
  second.typedBelongsTo('A');
  expect(second.used()).toEqual([]);
});

it('ignores what another version of the page stored', async () => {
  for (const text of ['x', '{}', '[{"uid":1}]']) {
    localStorage.setItem('used-coupons-', text);
    const one = await tab();
    await one.restoreSession();
    expect(one.used()).toEqual([]);
  }
});

it('keeps what was typed in the page alone where the browser refuses its storage', async () => {
  const refused = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', undefined);
  const { restoreSession, useSession, use, used } = await tab(refused);
  await restoreSession();
  useSession.setState({ payment: 'COD' });
  use(COUPON);
  expect([useSession.getState().payment, used()]).toEqual(['COD', [COUPON]]);
});
