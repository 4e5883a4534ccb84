import { createHmac, type KeyObject } from 'node:crypto';

const keyOf = (key: KeyObject, who: string): string => createHmac('sha256', key).update(who).digest('hex');

/** The key of a browser alone. */
export const visitorKey =
  (key: KeyObject) =>
  (visitor: string): string =>
    keyOf(key, `visitor:${visitor}`);

/** The key of a phone number alone. */
export const phoneKey =
  (key: KeyObject) =>
  (phoneE164: string): string =>
    keyOf(key, `phone:${phoneE164}`);

/**
 * The keys of a buyer for coupons that each person has once: hex HMAC of the phone number and of the visitor's cookie
 * (infra/decisions/060).
 * @param key used for this alone
 */
export const personKeys =
  (key: KeyObject) =>
  ({ phoneE164, visitor }: { phoneE164: string; visitor: string | undefined }): string[] => [
    phoneKey(key)(phoneE164),
    ...(visitor === undefined ? [] : [visitorKey(key)(visitor)]),
  ];
