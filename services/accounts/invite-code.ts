import { randomInt } from 'node:crypto';
import { REFERRAL_CODE_LENGTH } from '@nordhaut/contracts';

/** Capitals and digits without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';

/** A new code (decisions.md 4). 25^10 codes: two members meet in a million registrations with a chance of 1 to 190. */
export const newInviteCode = (): string =>
  Array.from({ length: REFERRAL_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
