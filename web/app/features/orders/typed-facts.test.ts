import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Patterns of code that decides by labels or carrier codes instead of `order.facts`. */
const GUESSES: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a label is searched', /\blabel\s*\??\.\s*(includes|startsWith|endsWith|match|search|indexOf)\b/i],
  ['a label is compared with a text', /\blabel\s*[!=]==?\s*(['"`]|[A-Z_]{3,}\b)|(['"`])\s*[!=]==?\s*\w*\.?label\b/],
  ['the code of the display status is read', /displayStatus\s*(\.\s*code|:\s*\{[^}]*\bcode\b)/],
  ['the code of the parcel is read', /parcel\??\s*\.\s*code/],
  ["a carrier's code is in the source", /(['"`])(\d{3,4}|[24]0000)\1/],
];
const guessesIn = (source: string): string[] => GUESSES.filter(([, pattern]) => pattern.test(source)).map(([what]) => what);

const APP = fileURLToPath(new URL('../../', import.meta.url));
const sources = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
);

test('no page decides by label texts or carrier codes', () => {
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((file) => guessesIn(readFileSync(APP + file, 'utf8')).map((what) => `${file}: ${what}`));
  expect(found).toEqual([]);
});

describe('the patterns find', () => {
  test.each([
    ["if (label.includes('退款處理中'))", 'a label is searched'],
    ['displayStatus.label.startsWith(order.facts.parcel.label)', 'a label is searched'],
    ["parcel.label === '已送達'", 'a label is compared with a text'],
    ['status.label === REFUND_PROCESSING', 'a label is compared with a text'],
    ['outcomeOf(displayStatus.code)', 'the code of the display status is read'],
    ['({ displayStatus: { code } }: OrderAnswer)', 'the code of the display status is read'],
    ['facts.parcel?.code', 'the code of the parcel is read'],
    ["const PAID_AND_PROCESSED = '300';", "a carrier's code is in the source"],
    ["code === '20000'", "a carrier's code is in the source"],
  ])('%s', (source, what) => expect(guessesIn(source)).toContain(what));
});
