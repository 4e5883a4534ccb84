import fc from 'fast-check';

const BEFORE_SURROGATES = { min: 0, max: 0xd7_ff };
const AFTER_SURROGATES = { min: 0xe0_00, max: 0x10_ff_ff };
const counted = ({ min, max }: { min: number; max: number }) => ({ weight: max - min + 1, arbitrary: fc.integer({ min, max }) });

/**
 * Any character of Unicode. fast-check's own unit `binary` is the same, and makes a map of all 1.1 million characters first: a second
 * of processor time and 100 MB in each process that draws one.
 */
export const anyCharacter = fc.oneof(counted(BEFORE_SURROGATES), counted(AFTER_SURROGATES)).map((point) => String.fromCodePoint(point));
