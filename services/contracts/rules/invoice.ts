import { withoutInvisible } from './recipient.ts';
import { typedCode } from './typed-code.ts';

/**
 * A mobile barcode (手機條碼載具) to which Taiwan's tax office assigns an electronic invoice: a slash and seven characters out
 * of digits, capitals, dot, plus and minus.
 */
export const isMobileBarcode = (text: string): boolean => /^\/[0-9A-Z.+-]{7}$/.test(text);

/** Normalises a typed barcode. */
export const mobileBarcodeOf = typedCode;

/** Normalises a typed title of a company, which people copy from registers and documents. */
export const companyTitleOf = (typed: string): string => withoutInvisible(typed).trim();
