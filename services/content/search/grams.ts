import { ZHUYIN } from '@nordhaut/contracts';

/** Scripts without spaces between words. */
const HAN = /\p{Script=Han}/u;

/** Characters that people in Taiwan type for one another, each with the one that the search keeps. */
const VARIANTS: Readonly<Record<string, string>> = {
  溼: '濕',
  臺: '台',
  粧: '妝',
  脣: '唇',
  汙: '污',
  氨: '胺',
  菸: '煙',
  裏: '裡',
  豔: '艷',
  痠: '酸',
  癒: '愈',
  着: '著',
  週: '周',
  佈: '布',
  羣: '群',
  啓: '啟',
  沈: '沉',
};
const ANY_VARIANT = new RegExp(`[${Object.keys(VARIANTS).join('')}]`, 'gu');

/** The shop's own words, each with the words of buyers for it, as `normalise` writes them. */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  維生素: ['維他命'],
  玻尿酸: ['透明質酸'],
  潔膚: ['洗面乳', '洗面露', '洗面', '洗顏', '洗臉', '潔面'],
  化妝水: ['爽膚水', '柔膚水'],
  霜: ['面霜'],
  滋養霜: ['乳液'],
  粉刺: ['青春痘', '痘痘', '面皰'],
  皺紋: ['抗皺', '除皺'],
  緊緻: ['抗老化', '抗老'],
  亮采: ['美白', '淡斑'],
  出油: ['油性肌'],
  組: ['禮盒', '套組', '套裝'],
  優惠券: ['折價券', '折扣券', '優待券', '折扣碼'],
  購物金: ['點數', '紅利'],
  國外: ['海外'],
  懷孕: ['孕婦', '孕期'],
  超商: ['便利商店', '店到店'],
  破損: ['壞掉', '壞了'],
  漏寄: ['少寄'],
  配送: ['送貨'],
  收到: ['到貨'],
  個人資料: ['個資'],
  邀請碼: ['推薦碼', '推薦人'],
  推薦朋友: ['推薦獎金', '推薦禮'],
  退款: ['退錢'],
  essence: ['serum'],
  moisturising: ['moisturizing', 'moisturizer', 'moisturiser'],
};
const SYNONYMS = new Map(Object.entries(OWN_WORDS).flatMap(([own, words]) => words.map((word) => [word, own] as const)));
/** The longer word first: 抗老化 is not 抗老 and 化. */
const ANY_SYNONYM = new RegExp([...SYNONYMS.keys()].sort((a, b) => b.length - a.length).join('|'), 'gu');

/** Where Latin and Chinese touch there is a border as well: 維生素B5 is 維生素 and b5. */
export const wordsOf = (text: string): string[] => text.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];

/** Equal texts for the search: one width, one case, one variant of a character, words apart by one space, no punctuation. */
export const normalise = (text: string): string =>
  wordsOf(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(ANY_VARIANT, (char) => VARIANTS[char] ?? char)
      .replace(ZHUYIN, ' '),
  ).join(' ');

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

const bigrams = (word: string): string[] => {
  const chars = [...word];
  return chars.length === 1 ? [word] : chars.slice(1).map((char, i) => `${chars[i]}${char}`);
};

/** The grams that a text must have to contain the words of a query: of a longer word its bigrams are enough. */
export const queryGrams = (words: readonly string[]): string[] => [...new Set(words.flatMap(bigrams))];

/** What turns a subject into a question, or says nothing about it. */
const EMPTY = new Set(
  [
    '請問 為什麼 有沒有 是不是 可不可以 能不能 會不會 可以 不能 怎麼 怎麼辦 如何 什麼 哪裡 哪一 多少 多少錢 多久 沒有',
    '我的 我想 你們 這種 東西 已經 但是 一直 一次 比較 推薦',
  ]
    .join(' ')
    .split(' '),
);
/** Single characters that are words without a subject of their own. */
const PARTICLE = /[嗎呢的了和與也很要有是在被用能會不我你您他就都還再把給讓從到去來做看想哪這那個些之或及]/u;
const isSingle = (word: string): boolean => HAN.test(word) && [...word].length === 1 && !PARTICLE.test(word);
/** single characters of a query that are looked for: each stands in many texts */
const MOST_SINGLE = 2;
const words = new Intl.Segmenter('zh-Hant', { granularity: 'word' });

/**
 * A normalised query with the shop's word for each synonym, as a word of its own: 美白精華 asks for 亮采 and 精華. Without empty
 * words, if others remain: 面霜推薦 asks for 霜.
 */
export function inOwnWords(normalised: string): string {
  const all = wordsOf(normalised.replace(ANY_SYNONYM, (word) => ` ${SYNONYMS.get(word) ?? word} `));
  const said = all.filter((word) => !EMPTY.has(word));
  return (said.length > 0 ? said : all).join(' ');
}

/**
 * The parts of a query that a text may have without the others: the words that the dictionary of the runtime knows, and Latin
 * words, each after a space. Neighbouring characters that it does not join, as in 玻尿酸 or 統編, are taken in pairs. A single one
 * counts where it was typed as a word.
 */
export function partsOf(normalised: string): string[] {
  const parts = new Set(wordsOf(normalised).filter(isSingle).slice(0, MOST_SINGLE));
  let loose = '';
  const joinLoose = (): void => {
    for (const pair of loose.length > 1 ? bigrams(loose) : []) parts.add(pair);
    loose = '';
  };
  for (const { segment, isWordLike } of words.segment(normalised)) {
    if (isSingle(segment)) {
      loose += segment;
      continue;
    }
    joinLoose();
    if (!HAN.test(segment)) {
      if (isWordLike) parts.add(` ${segment}`);
    } else if ([...segment].length > 1 && !EMPTY.has(segment)) parts.add(segment);
  }
  joinLoose();
  return [...parts];
}
