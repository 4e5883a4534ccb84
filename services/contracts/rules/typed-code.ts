/** A typed or pasted code: no spaces and invisible signs, capitals, and full-width characters of Chinese keyboards as ASCII. */
export const typedCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toUpperCase();
