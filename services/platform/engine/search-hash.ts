import { createHmac } from 'node:crypto';
import type { Secret } from '../config.ts';
import { deriveKey } from '../http/index.ts';
import type { HashOf } from '../projections/index.ts';

/** The keyed hash by which read models are searched for personal values: 128 bits, hex. */
export function searchHash(secret: Secret): HashOf {
  const key = deriveKey(secret, 'search');
  return (value) => createHmac('sha256', key).update(value).digest('hex').slice(0, 32);
}
