/** A text in the form in which it is compared: no spaces and invisible signs, and full-width characters of Chinese keyboards as ASCII. */
export const compact = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '');

/** A typed or pasted code, in capitals. */
export const typedCode = (typed: string): string => compact(typed).toUpperCase();
