import { randomFillSync } from 'node:crypto';

/** of AES-256-GCM */
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

const AT_ONCE = 1_024;
let pool = Buffer.alloc(0);
let used = 0;

/**
 * 96 random bits for one encryption. The random bytes for many nonces come from one call, because a call costs the same for
 * 12 bytes and for thousands. A purpose's key seals a few texts, and an outer key wraps far fewer than 2^32 keys, so random
 * nonces do not repeat.
 */
export function nextNonce(): Buffer {
  if (used === pool.length) {
    pool = randomFillSync(Buffer.allocUnsafeSlow(AT_ONCE * NONCE_BYTES));
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.subarray(used - NONCE_BYTES, used);
}
