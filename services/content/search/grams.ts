import { ZHUYIN } from '@nordhaut/contracts';

/** Scripts without spaces between words. */
const HAN = /\p{Script=Han}/u;

/** Equal texts for the search: one width, one case, words apart by one space, no punctuation. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(ZHUYIN, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Where Latin and Chinese touch there is a border as well: 維生素B5 is 維生素 and b5. */
export const wordsOf = (normalised: string): string[] => normalised.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];

/** Single characters of Chinese, and bigrams of all words; a Latin word of one letter is its own gram. */
export function gramsOf(normalised: string): string[] {
  const grams = new Set<string>();
  for (const word of wordsOf(normalised)) {
    const chars = [...word];
    for (const [i, char] of chars.entries()) {
      if (HAN.test(char) || chars.length === 1) grams.add(char);
      const next = chars[i + 1];
      if (next !== undefined) grams.add(char + next);
    }
  }
  return [...grams];
}

/** The grams that a text must have to contain the words of a query: of a longer word its bigrams are enough. */
export function queryGrams(words: readonly string[]): string[] {
  const grams = words.flatMap((word) => {
    const chars = [...word];
    return chars.length === 1 ? [word] : chars.slice(1).map((char, i) => `${chars[i]}${char}`);
  });
  return [...new Set(grams)];
}
