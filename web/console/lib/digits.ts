/** The digits of a typed text. A Chinese keyboard writes them in full width, too. */
export const digitsOf = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '');
