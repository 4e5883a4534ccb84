import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';
import type { JsonObject } from '../event-store/port.ts';
import { canonical } from './canonical.ts';

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** The sealed field was changed, or belongs to another event. The message names no person. */
export class SealBroken extends Error {
  readonly eventId: string;
  constructor(eventId: string, options?: ErrorOptions) {
    super(`the personal data of event ${eventId} does not open with its key`, options);
    this.name = 'SealBroken';
    this.eventId = eventId;
  }
}

/**
 * AES-256-GCM; the additional data binds it to its subject and event. The nonce is derived from the key and the text, so a
 * repeated command has the same ciphertext and hash, and two texts never share a nonce.
 */
export function seal(key: KeyObject, subject: string, eventId: string, personal: JsonObject): string {
  const bound = boundTo(subject, eventId);
  const text = canonical(personal);
  const iv = createHmac('sha256', key).update(bound).update('\n').update(text).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound);
  const body = cipher.update(text, 'utf8');
  const rest = cipher.final();
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), body, rest]).toString('base64');
}

/** @throws SealBroken */
export function open(key: KeyObject, subject: string, eventId: string, sealed: string): JsonObject {
  try {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes[0] !== FORMAT) throw new Error(`unknown seal format ${bytes[0]}`);
    const body = 1 + IV_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(boundTo(subject, eventId))
      .setAuthTag(bytes.subarray(1 + IV_BYTES, body));
    return JSON.parse(decipher.update(bytes.subarray(body), undefined, 'utf8') + decipher.final('utf8')) as JsonObject;
  } catch (cause) {
    throw new SealBroken(eventId, { cause });
  }
}

const boundTo = (subject: string, eventId: string): Buffer => Buffer.from(`${subject}\n${eventId}`);
