import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerTo } from './calls.ts';
import { GROUPS } from './examples.ts';
import { PAGE, page, RENEW } from './page.ts';

describe.each(GROUPS)('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', (example) => {
    const answer = answerTo(example);
    if (typeof example.expected === 'object' && example.expected !== null) expect(answer).toMatchObject(example.expected);
    else expect(answer).toBe(example.expected);
  });
});

test('each decision has an example', () => {
  const decisions = new Set(GROUPS.flatMap(({ examples }) => examples.map((example) => example.decision)));
  const wanted = [22, 23, 24, 26, 27, 28, 33, 38, 40, ...Array.from({ length: 25 }, (_, at) => 42 + at)];
  expect(wanted.filter((decision) => !decisions.has(decision))).toEqual([]);
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
