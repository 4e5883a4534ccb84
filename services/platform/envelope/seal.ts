import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { Purpose } from '../event-store/decider.ts';
import type { JsonObject } from '../event-store/port.ts';
import { canonical } from './canonical.ts';
import { nextNonce, NONCE_BYTES, TAG_BYTES } from './nonces.ts';

/** `all`: the one key of a subject in earlier releases. It opens the texts of that time and seals nothing new. */
export type KeyScope = Purpose | 'all';

/** First byte of a sealed text. Format 1 is of the scope `all`; its additional data has no purpose. */
const FORMAT_OF_ALL = 1;
const FORMAT = 2;
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

/** AES-256-GCM in base64: format, nonce, tag, text. The additional data binds the text to its subject, purpose and event. */
export function seal(key: KeyObject, subject: string, purpose: Purpose, eventId: string, personal: JsonObject): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(subject, purpose, eventId));
  const body = cipher.update(canonical(personal), 'utf8');
  const rest = cipher.final();
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body, rest]).toString('base64');
}

/** @throws SealBroken */
export function open(key: KeyObject, subject: string, scope: KeyScope, eventId: string, sealed: string): JsonObject {
  try {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes[0] !== (scope === 'all' ? FORMAT_OF_ALL : FORMAT)) throw new Error(`unknown seal format ${bytes[0]}`);
    const body = 1 + NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(boundTo(subject, scope, eventId))
      .setAuthTag(bytes.subarray(1 + NONCE_BYTES, body));
    return JSON.parse(decipher.update(bytes.subarray(body), undefined, 'utf8') + decipher.final('utf8')) as JsonObject;
  } catch (cause) {
    throw new SealBroken(eventId, { cause });
  }
}

const boundTo = (subject: string, scope: KeyScope, eventId: string): Buffer =>
  Buffer.from(scope === 'all' ? `${subject}\n${eventId}` : `${subject}\n${scope}\n${eventId}`);
