import { createHmac, hash, type KeyObject, randomInt, randomBytes } from 'node:crypto';

/** Without letters and digits that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const letters = (count: number): string => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const inFours = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1-');

/** 60 bits. It is no name: who does not hold it cannot try codes. */
export const newAccountNo = (): string => inFours(letters(12));
/** 80 bits each */
export const newRecoveryCodes = (count: number): string[] => Array.from({ length: count }, () => inFours(letters(16)));
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
/** Keyed hash of a code that a person types: upper and lower case, spaces and dashes do not count. */
export const codeKey = (key: KeyObject, kind: 'account' | 'recovery', text: string): Buffer =>
  createHmac('sha256', key)
    .update(`${kind}/${text.toUpperCase().replaceAll(/[\s-]/g, '')}`)
    .digest();
