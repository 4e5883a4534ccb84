import { expect, test } from 'vitest';
import { creditOfAll } from './outstanding-credit.ts';

test('reads the wallets once an hour for all callers, and again after a failure; says from when the figure is', async () => {
  let now = Date.parse('2026-11-25T04:00:00Z');
  let reads = 0;
  let isAway = false;
  const query = async () => {
    reads++;
    await new Promise(setImmediate);
    if (isAway) throw new Error('no database');
    return { rows: [{ available: BigInt(reads * 100), reserved: 7n }] };
  };
  const read = creditOfAll({ pool: { query } as never, clock: () => new Date(now) });
  const first = { available: 100, reserved: 7, at: new Date(now) };
  expect(await Promise.all([read(), read()])).toEqual([first, first]);
  now += 59 * 60_000;
  expect(await read()).toEqual(first);

  now += 2 * 60_000;
  isAway = true;
  await expect(read()).rejects.toThrow('no database');
  isAway = false;
  expect(await read()).toEqual({ available: 300, reserved: 7, at: new Date(now) });
  expect(reads).toBe(3);
});
