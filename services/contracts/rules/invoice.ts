/**
 * A mobile barcode (手機條碼載具), into which Taiwan's tax office books an electronic invoice: a slash and seven of digits,
 * capitals, dot, plus and minus.
 */
export const isMobileBarcode = (text: string): boolean => /^\/[0-9A-Z.+-]{7}$/.test(text);

/** The barcode as it was typed: without spaces, in capitals; full-width characters count, as Chinese keyboards write them. */
export const mobileBarcodeOf = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
