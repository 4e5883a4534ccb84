import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../lib/storage.fixture.ts';
import { EMPTY_SHIPPING } from './fields.ts';

/** The checkout of a page that was just loaded. */
async function page() {
  vi.resetModules();
  const [typed, { useSession }] = await Promise.all([import('../../lib/typed-texts.ts'), import('./session.ts')]);
  return {
    ...typed,
    type: (address: string): void => void useSession.setState({ fields: { ...EMPTY_SHIPPING, address } }),
    address: () => useSession.getState().fields.address,
  };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('localStorage', storage());
});
afterEach(() => {
  // Other files of the worker must not get the modules of the last page, which write to the storage.
  vi.resetModules();
  vi.unstubAllGlobals();
});

it('brings the checkout back for the member whose session ended, and for nobody else', async () => {
  const { typedBelongsTo, typedBelongsToNobody, type, address } = await page();
  typedBelongsTo('A');
  type('信義路五段7號');
  typedBelongsToNobody();
  expect(address()).toBe('');
  typedBelongsTo('A');
  expect(address()).toBe('信義路五段7號');
  typedBelongsToNobody();
  typedBelongsTo('B');
  expect(address()).toBe('');
});

it('tells a member nothing of what was typed before it was known that the session is over', async () => {
  (await page()).typedBelongsTo('A');
  const { typedBelongsTo, typedBelongsToNobody, type, address } = await page();
  type('信義路六段1號');
  typedBelongsToNobody();
  typedBelongsTo('A');
  expect(address()).toBe('');
});
