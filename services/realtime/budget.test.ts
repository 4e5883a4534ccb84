import { expect, test } from 'vitest';
import { createBudgets } from './budget.ts';

test('each key has its own bucket, and other keys do not reset it', () => {
  let now = 0;
  const may = createBudgets(2, 60_000, () => now);
  expect([may('a'), may('a'), may('a'), may('b')]).toEqual([true, true, false, true]);
  for (let other = 0; other < 19_000; other++) may(`other${other}`);
  expect([may('a'), may('b'), may('b')]).toEqual([false, true, false]);
  now += 30_000;
  expect([may('a'), may('a')]).toEqual([true, false]);
});

test('the least recently used keys are dropped, so the memory is bounded', () => {
  const may = createBudgets(1, 60_000, () => 0);
  expect([may('early'), may('busy')]).toEqual([true, true]);
  for (let other = 0; other < 40_000; other++) {
    may(`other${other}`);
    if (other % 1_000 === 0) expect(may('busy')).toBe(false);
  }
  expect(may('early')).toBe(true);
});

test('Infinity is no limit', () => {
  const may = createBudgets(Number.POSITIVE_INFINITY, 60_000, () => 0);
  for (let call = 0; call < 10_000; call++) expect(may('a')).toBe(true);
});
