import { timingSafeEqual, createHash } from 'node:crypto';
import { PHONE_AREAS, toE164 } from '@nordhaut/contracts';
import type { Secret } from '@nordhaut/platform/config';
import { deriveKey, signToken, verifyToken } from '@nordhaut/platform/http';

/** Validity of a proof. With it a browser sees the whole order, may cancel it and may return it. */
export const PROOF_DAYS = 60;
/** ms */
const VALIDITY = PROOF_DAYS * 86_400_000;

/** Proof of access to one order (architecture: *Guests and proof*): a signed, expiring token. */
export function orderProofs(secret: Secret, clock: () => Date) {
  const key = deriveKey(secret, 'token:order-proof');
  return {
    issue: (orderNo: string): string => signToken(key, { claims: { orderNo }, expiresAt: new Date(clock().getTime() + VALIDITY) }),
    /** @param since ISO; an earlier proof does not count */
    holds(orderNo: string, token: string | undefined, since?: string): boolean {
      if (token === undefined) return false;
      // A proof that was given before `since` ends before this moment.
      const endOfEarlier = since === undefined ? 0 : Date.parse(since) + VALIDITY - 1;
      const now = new Date(Math.max(clock().getTime(), endOfEarlier));
      return verifyToken(key, { token, now })?.['orderNo'] === orderNo;
    },
  };
}
export type OrderProofs = ReturnType<typeof orderProofs>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a typed phone number is the recipient's. `phoneE164` is undefined for an unknown order or a forgotten buyer,
 * and then the answer takes as long as for a wrong number.
 */
export function phoneMatches(typed: string, phoneE164: string | undefined): boolean {
  const bare = typed.replace(/[\s()-]/g, '');
  const candidates = PHONE_AREAS.map((area) => toE164(area, bare.startsWith(area) ? bare.slice(area.length) : bare) ?? '');
  const expected = digest(phoneE164 ?? 'none');
  return candidates.map((candidate) => timingSafeEqual(digest(candidate), expected)).includes(true) && phoneE164 !== undefined;
}
