import { describe, expect, it } from 'vitest';
import type { CarrierStore } from '../carrier.ts';
import { createStoreDirectory } from './store-directory.ts';

const STORE: CarrierStore = { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段51號' };

function directory(answers: (readonly CarrierStore[] | undefined | Error | Promise<undefined>)[]) {
  let now = 0;
  let asked = 0;
  const made = createStoreDirectory({
    clock: () => new Date(now),
    carrier: {
      async stores() {
        const answer = answers[Math.min(asked++, answers.length - 1)];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  });
  return { ...made, asked: () => asked, pass: (ms: number) => (now += ms) };
}

describe('validateStore', () => {
  it('accepts only stores of the list, and loads the list once', async () => {
    const d = directory([[STORE]]);
    const verdicts = await Promise.all([
      d.validateStore('131386', 'UNIMARTC2C'),
      d.validateStore('999999', 'UNIMARTC2C'),
      d.validateStore('131386', 'UNIMARTC2C'),
    ]);
    expect(verdicts).toEqual([{ kind: 'known', store: STORE }, { kind: 'unknown-store' }, { kind: 'known', store: STORE }]);
    expect(d.asked()).toBe(1);
  });

  it('returns unverified where the list is not available, and loads it again a minute later', async () => {
    const d = directory([undefined, new Error('away'), [], [STORE]]);
    for (let n = 1; n <= 3; n++) {
      expect(await d.validateStore('131386', 'FAMIC2C')).toEqual({ kind: 'unverified' });
      expect(await d.validateStore('131386', 'FAMIC2C')).toEqual({ kind: 'unverified' });
      expect(d.asked()).toBe(n);
      d.pass(60_000);
    }
    expect((await d.validateStore('131386', 'FAMIC2C')).kind).toBe('known');
  });

  it('uses the old list while the new one loads, and after a failed load', async () => {
    const d = directory([[STORE], undefined]);
    await d.validateStore('131386', 'UNIMARTC2C');
    d.pass(7 * 3600_000);
    expect((await d.validateStore('131386', 'UNIMARTC2C')).kind).toBe('known');
    expect(d.asked()).toBe(2);
    expect((await d.validateStore('131386', 'UNIMARTC2C')).kind).toBe('known');
  });

  it('does not wait for a new list where it has an old one', async () => {
    const list = Promise.withResolvers<undefined>();
    const d = directory([[STORE], list.promise]);
    await d.validateStore('131386', 'UNIMARTC2C');
    d.pass(7 * 3600_000);
    const verdict = d.validateStore('131386', 'UNIMARTC2C').then(({ kind }) => kind);
    const later = new Promise((resolve) => setImmediate(resolve, 'it waits'));
    expect(await Promise.race([verdict, later])).toBe('known');
    list.resolve(undefined);
  });
});
