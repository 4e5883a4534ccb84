/** Half-typed syllables of an input method. */
export const ZHUYIN = /[\u02c7\u02ca\u02cb\u02d9\u3105-\u312f\u31a0-\u31bf]+/g;

/** Whether a text has a letter, character or digit that the search can look for. A half-typed syllable alone has none. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.normalize('NFKC').replace(ZHUYIN, ''));
