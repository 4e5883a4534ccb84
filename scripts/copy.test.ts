import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a shopper reads: pages, mails, messages of the API, products and content. */
const SOURCES = ['web/app/**/*.{ts,tsx}', 'services/**/*.ts', 'services/{catalogue,content}/**/*.json'];
/** The carriers' own texts, the console's, and the words of people: reviews, and what they type into the search. */
const NOT_OURS =
  /node_modules|\.test\.|fixture|^services\/(simulators|support|logistics\/status-data)\/|\/content\/(data\/reviews\.json|search\/grams\.ts)$/;

/** One word for one thing. The second word is the shop's. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/7-?ELEVEN/i, '7-11'],
  [/取件(門市|編號)|寄貨編號/, '取貨門市, 取貨編號'],
  [/正貨/, '正品'],
  [/試用(包|小包|瓶)/, '試用品'],
  [/你/, '您'],
  [/例如\s*0?9\d{8}/, '例如 0912 345 678'],
];

/** Claims of a medical effect, which Taiwan's rules for the advertising of cosmetics do not allow. */
const MEDICAL =
  /治療(?!前|後)|療效|根治|痊癒|消炎|抗炎|殺菌|抗菌|除疤|再生|修復|藥用|排毒|抗過敏|脫敏|皮膚炎|抗痘|美白|除斑|除皺|換膚|術後/;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
const texts = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !NOT_OURS.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(`${root}${file}`, 'utf8')) }));
const found = (word: RegExp): string[] =>
  texts.flatMap(({ file, text }) => [...text.matchAll(new RegExp(word, `${word.flags}g`))].map(([hit]) => `${file}: ${hit}`));

test.each(WORDS)('no text of the shop says %s', (word) => {
  expect(texts.length).toBeGreaterThan(500);
  expect(found(word)).toEqual([]);
});

test('no text of the shop claims a medical effect', () => expect(found(MEDICAL)).toEqual([]));
