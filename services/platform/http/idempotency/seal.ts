import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '../../config.ts';
import { deriveKey } from '../tokens.ts';

/** The first answer, which a repeated request gets. */
export type StoredAnswer = { status: number; headers: Record<string, string | string[]>; body: string };

/** The row of a sealed answer. The answer opens only with the same values. */
export type Binding = { commandId: string; owner: string | undefined; bodyHash: Buffer };

export type AnswerSeal = {
  /** hash that recognises a repeated body; keyed, because a plain hash of a phone number can be reversed by trying all numbers */
  hashOf(text: string): Buffer;
  seal(answer: StoredAnswer, binding: Binding): Buffer;
  /** undefined if it was sealed under another secret, changed, or moved to another row */
  open(sealed: Buffer, binding: Binding): StoredAnswer | undefined;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key that is derived from the session secret. Answers contain valid proofs and cookies, so a copy of
 * the table must be worthless without the secret. The row's other columns are additional data, so an attacker who can
 * write to the table cannot get another visitor's answer by changing its owner.
 */
export function answerSeal(secret: Secret): AnswerSeal {
  const sealing = deriveKey(secret, 'idempotency-answers');
  const hashing = deriveKey(secret, 'idempotency-bodies');
  return {
    hashOf: (text) => createHmac('sha256', hashing).update(text).digest(),
    seal(answer, binding) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(bytesOf(binding));
      const text = cipher.update(JSON.stringify(answer), 'utf8');
      const rest = cipher.final();
      return Buffer.concat([iv, cipher.getAuthTag(), text, rest]);
    },
    open(sealed, binding) {
      const start = IV_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(bytesOf(binding))
          .setAuthTag(sealed.subarray(IV_BYTES, start));
        return JSON.parse(decipher.update(sealed.subarray(start), undefined, 'utf8') + decipher.final('utf8')) as StoredAnswer;
      } catch {
        return undefined;
      }
    },
  };
}

const bytesOf = ({ commandId, owner, bodyHash }: Binding): Buffer =>
  Buffer.concat([Buffer.from(`${commandId}\n${owner ?? ''}\n`), bodyHash]);
