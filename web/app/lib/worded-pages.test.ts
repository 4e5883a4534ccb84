import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WORDED } from './worded-pages.ts';

/** A hash of the lines that a reader can read. Comments are in English, so code may change without a new date. */
function wordsOf(sources: readonly string[]): string {
  const lines = sources.flatMap((source) => readFileSync(new URL(`../${source}`, import.meta.url), 'utf8').split('\n'));
  const words = lines
    .flatMap((line) => line.match(/[\p{Script=Han}\p{Number}，。、：；！？「」（）]+/gu) ?? [])
    .filter((word) => /\p{Script=Han}/u.test(word));
  return createHash('sha256').update(words.join('\n')).digest('base64url').slice(0, 12);
}

it.each(WORDED)('the date of $path is the date of its words: a new hash needs a new date', ({ changed, words, sources }) => {
  expect(words).toBe(wordsOf(sources));
  expect(changed).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
