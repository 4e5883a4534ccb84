import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { sideBySide, suites } from './suites.mjs';

type Suite = { name: string; beside?: string };
const all = suites as Suite[];
type Group = { suite: Suite; beside: Suite[] };
/** each suite that runs by itself, after those beside it */
const namesOf = (names: string[]): { suite: string; beside: string[] }[] =>
  (sideBySide(all.filter(({ name }) => names.includes(name))) as Group[]).map(({ suite, beside }) => ({
    suite: suite.name,
    beside: beside.map(({ name }) => name),
  }));

test('a suite runs beside the one that it names, in turn with the others that name it', () => {
  expect(namesOf(['typecheck', 'lint', 'kafka', 'e2e-cluster', 'drill'])).toEqual([
    { suite: 'kafka', beside: ['typecheck', 'lint', 'e2e-cluster'] },
    { suite: 'drill', beside: [] },
  ]);
});

test('without that one it runs at its own place', () => {
  expect(namesOf(['typecheck', 'e2e-cluster', 'vitest'])).toEqual([
    { suite: 'typecheck', beside: [] },
    { suite: 'e2e-cluster', beside: [] },
    { suite: 'vitest', beside: [] },
  ]);
});

test('each suite runs once, and names only a suite that there is', () => {
  const names = all.map(({ name }) => name);
  expect(
    namesOf(names)
      .flatMap(({ suite, beside }) => [suite, ...beside])
      .toSorted(),
  ).toEqual(names.toSorted());
  for (const { beside = 'kafka' } of all) expect(names).toContain(beside);
});
