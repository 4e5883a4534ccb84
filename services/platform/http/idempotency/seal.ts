import { createHmac } from 'node:crypto';
import type { Secret } from '../../config.ts';
import { decrypt, encrypt } from '../../envelope/aes.ts';
import { deriveKey } from '../tokens.ts';

/** The first answer, which a repeated request gets. */
export type StoredAnswer = { status: number; headers: Record<string, string | string[]>; body: string };

/** The row of a sealed answer. The answer opens only with the same values. */
export type Binding = { commandId: string; owner: string | undefined; bodyHash: Buffer };

export type AnswerSeal = ReturnType<typeof answerSeal>;

/**
 * Encrypts under a key that is derived from the session secret. Answers contain valid proofs and cookies, so a copy of
 * the table must be worthless without the secret. The row's other columns are additional data, so an attacker who can
 * write to the table cannot get another visitor's answer by changing its owner.
 */
export function answerSeal(secret: Secret) {
  const sealing = deriveKey(secret, 'idempotency-answers');
  const hashing = deriveKey(secret, 'idempotency-bodies');
  return {
    /** hash that recognises a repeated body; keyed, because a plain hash of a phone number can be reversed by trying all numbers */
    hashOf: (text: string): Buffer => createHmac('sha256', hashing).update(text).digest(),
    seal: (answer: StoredAnswer, binding: Binding): Buffer => encrypt(sealing, bytesOf(binding), JSON.stringify(answer)),
    /** undefined if it was sealed under another secret, changed, or moved to another row */
    open(sealed: Buffer, binding: Binding): StoredAnswer | undefined {
      try {
        return JSON.parse(decrypt(sealing, bytesOf(binding), sealed).toString()) as StoredAnswer;
      } catch {
        return undefined;
      }
    },
  };
}

const bytesOf = ({ commandId, owner, bodyHash }: Binding): Buffer =>
  Buffer.concat([Buffer.from(`${commandId}\n${owner ?? ''}\n`), bodyHash]);
