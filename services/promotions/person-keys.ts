import { createHmac, type KeyObject } from 'node:crypto';

/**
 * The keys of a buyer for coupons that each person has once: hex HMAC of the phone number and of the visitor's cookie
 * (infra/decisions/060).
 * @param key used for this alone
 */
export function personKeys(key: KeyObject) {
  const keyOf = (who: string): string => createHmac('sha256', key).update(who).digest('hex');
  const ofVisitor = (visitor: string): string => keyOf(`visitor:${visitor}`);
  const ofPhone = (phoneE164: string): string => keyOf(`phone:${phoneE164}`);
  return {
    ofVisitor,
    ofPhone,
    of: ({ phoneE164, visitor }: { phoneE164: string; visitor: string | undefined }): string[] => [
      ofPhone(phoneE164),
      ...(visitor === undefined ? [] : [ofVisitor(visitor)]),
    ],
  };
}
