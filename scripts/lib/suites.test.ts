import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { sideBySide, suites } from './suites.mjs';

type Suite = { name: string; beside?: string };
const all = suites as Suite[];
const namesOf = (names: string[]): string[][][] =>
  (sideBySide(all.filter(({ name }) => names.includes(name))) as Suite[][][]).map((lanes) =>
    lanes.map((lane) => lane.map(({ name }) => name)),
  );

test('a suite runs beside the one that it names, in turn with the others that name it', () => {
  expect(namesOf(['typecheck', 'lint', 'kafka', 'drill'])).toEqual([
    [['typecheck', 'lint'], ['kafka']],
    [[], ['drill']],
  ]);
});

test('without that one it runs at its own place', () => {
  expect(namesOf(['typecheck', 'lint', 'vitest'])).toEqual([
    [[], ['typecheck']],
    [[], ['lint']],
    [[], ['vitest']],
  ]);
});

test('each suite runs once, and names only a suite that there is', () => {
  const names = all.map(({ name }) => name);
  expect(namesOf(names).flat(2).toSorted()).toEqual(names.toSorted());
  for (const { beside = 'kafka' } of all) expect(names).toContain(beside);
});
