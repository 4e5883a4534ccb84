import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

/** Rounds of the hash. The library takes a thousand times as many. */
const COST = 16;

const { scrypt } = crypto;

function hashWith(given: typeof scrypt): void {
  crypto.scrypt = given;
  syncBuiltinESMExports();
}

/**
 * Hashes the passwords of this process with little work. The library takes 0.1 s of processor time for each, which is most of the
 * time of a file with many members. A shop in another process hashes with the library's cost, and the hash does not name it, so
 * such a shop does not know these passwords.
 */
export const cheapPasswords = (): void =>
  hashWith(((password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: COST }, done)) as typeof scrypt);

/** The passwords of this file, or of this `describe`, are hashed with the library's cost. */
export function realPasswords(): void {
  beforeAll(() => hashWith(scrypt));
  afterAll(cheapPasswords);
}
