import type { KeyObject } from 'node:crypto';
import type { Purpose } from '../event-store/decider.ts';
import type { JsonObject } from '../event-store/port.ts';
import { decrypt, encrypt } from './aes.ts';
import { canonical } from './canonical.ts';

/** `all`: the one key of a subject in earlier releases. It opens the texts of that time and seals nothing new. */
export type KeyScope = Purpose | 'all';

/** First byte of a sealed text. Format 1 is of the scope `all`; its additional data has no purpose. */
const FORMAT_OF_ALL = 1;
const FORMAT = 2;
export const KEY_BYTES = 32;

/** In base64: format, encrypted text. The text is bound to its subject, purpose and event. */
export const seal = (key: KeyObject, subject: string, purpose: Purpose, eventId: string, personal: JsonObject): string =>
  Buffer.concat([Buffer.of(FORMAT), encrypt(key, bindingOf(subject, purpose, eventId), canonical(personal))]).toString('base64');

/** @throws Error if the text was changed, or belongs to another event; the message names no person */
export function open(key: KeyObject, subject: string, scope: KeyScope, eventId: string, sealed: string): JsonObject {
  try {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes[0] !== (scope === 'all' ? FORMAT_OF_ALL : FORMAT)) throw new Error(`unknown seal format ${bytes[0]}`);
    return JSON.parse(decrypt(key, bindingOf(subject, scope, eventId), bytes.subarray(1)).toString()) as JsonObject;
  } catch (cause) {
    throw new Error(`the personal data of event ${eventId} does not open with its key`, { cause });
  }
}

const bindingOf = (subject: string, scope: KeyScope, eventId: string): Buffer =>
  Buffer.from(scope === 'all' ? `${subject}\n${eventId}` : `${subject}\n${scope}\n${eventId}`);
