import { createHmac, type KeyObject } from 'node:crypto';

/**
 * The keys of a buyer for coupons that each person has once: hex HMAC of the phone number and of the visitor's cookie
 * (infra/decisions/060).
 * @param key used for this alone
 */
export const personKeys =
  (key: KeyObject) =>
  ({ phoneE164, visitor }: { phoneE164: string; visitor: string | undefined }): string[] =>
    [`phone:${phoneE164}`, ...(visitor === undefined ? [] : [`visitor:${visitor}`])].map((who) =>
      createHmac('sha256', key).update(who).digest('hex'),
    );
