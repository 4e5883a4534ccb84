import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerTo } from './calls.ts';
import { CHEATS } from './cheats.ts';
import { GROUPS } from './examples.ts';
import { PAGE, page, RENEW } from './page.ts';
import { SHOWN_BY } from './shown-by.ts';
import { WITHOUT_FIGURES } from './without-figures.ts';

describe.each(GROUPS)('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', (example) => {
    const answer = answerTo(example);
    if (typeof example.expected === 'object' && example.expected !== null) expect(answer).toMatchObject(example.expected);
    else expect(answer).toBe(example.expected);
  });
});

const EXAMPLES = GROUPS.flatMap(({ examples }) => examples);

test('each of the decisions 22–66 has an example, or a reason why it has no figure', () => {
  const shown = new Set(EXAMPLES.map(({ decision }) => decision));
  const decisions = Array.from({ length: 45 }, (_, at) => 22 + at);
  expect(decisions.filter((decision) => shown.has(decision) === (WITHOUT_FIGURES[decision] !== undefined))).toEqual([]);
});

test('each of the decisions with figures has a way to cheat among its examples', () => {
  const cheated = new Set(CHEATS.map(({ decision }) => decision));
  expect([...new Set(EXAMPLES.map(({ decision }) => decision))].filter((decision) => !cheated.has(decision))).toEqual([]);
});

/** Calls about states, instants and counts. The others are about NT$. */
const WITHOUT_MONEY = ['isInTime', 'instant', 'isAvailable', 'timerAllows', 'timerEnd', 'extend', 'start', 'withMember', 'stands'];

test('each of them has one in dollars', () => {
  const inDollars = new Set(EXAMPLES.filter(({ call }) => !WITHOUT_MONEY.includes(call)).map(({ decision }) => decision));
  expect([...new Set(EXAMPLES.map(({ decision }) => decision))].filter((decision) => !inDollars.has(decision))).toEqual([]);
});

test('each example also runs against the shop', () => {
  const calls: string[] = Object.values(SHOWN_BY).flat();
  expect(EXAMPLES.filter(({ call }) => !calls.includes(call)).map(({ call }) => call)).toEqual([]);
  const isRun = (file: string): boolean => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(`SHOWN_BY['${file}']`);
  expect(Object.keys(SHOWN_BY).filter((file) => !isRun(file))).toEqual([]);
});

test('the naive implementation imports nothing of the shop', () => {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const outside = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)]
      .map(([, from = '']) => from)
      .filter((from) => !/^(\.\.?\/[\w./-]+|node:[\w/]+|fast-check|vitest)$/.test(from) || /services|@nordhaut|\.\.\/\.\./.test(from)),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(outside).toEqual([]);
});

test('the titles of a group differ', () => {
  for (const { title, examples } of GROUPS) {
    const titles = examples.map((example) => `${example.decision} ${example.title} ${example.calculation}`);
    expect(new Set(titles).size, title).toBe(titles.length);
  }
});

test(`${PAGE} shows the examples`, () => {
  const written = readFileSync(new URL(`../../${PAGE}`, import.meta.url), 'utf8');
  expect(written === page(), `${PAGE} differs from the examples. Renew it: ${RENEW}`).toBe(true);
});
