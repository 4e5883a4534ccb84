import { createCipheriv, createDecipheriv, type KeyObject, randomUUID } from 'node:crypto';

/** of AES-256-GCM */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * 96 random bits: the parts of a random UUID that are random. `randomUUID` has a buffer and costs a third of `randomBytes`. A
 * purpose's key seals a few texts, and every other key far fewer than 2^32, so random nonces do not repeat.
 */
function randomNonce(): Buffer {
  const uuid = randomUUID();
  return Buffer.from(`${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`, 'hex');
}

/** AES-256-GCM: nonce, tag, encrypted text. It opens only with the same `binding`. */
export function encrypt(key: KeyObject, binding: Buffer, text: string | Buffer): Buffer {
  const nonce = randomNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(binding);
  const body = cipher.update(text);
  const rest = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body, rest]);
}

/** @throws Error if it was encrypted with another key or binding, or changed */
export function decrypt(key: KeyObject, binding: Buffer, encrypted: Buffer): Buffer {
  const start = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(binding)
    .setAuthTag(encrypted.subarray(NONCE_BYTES, start));
  return Buffer.concat([decipher.update(encrypted.subarray(start)), decipher.final()]);
}
