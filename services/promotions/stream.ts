import type { StreamName } from '@nordhaut/platform/event-store';

export const COUPON_CATEGORY = 'coupon';
export const WALLET_CATEGORY = 'wallet';
export const PERSON_CATEGORY = 'person';
export const FOUNDING_CATEGORY = 'founding';

export const couponStream = (couponId: string): StreamName => `${COUPON_CATEGORY}-${couponId}`;
export const couponIdOf = (stream: string): string => stream.slice(COUPON_CATEGORY.length + 1);

/** The member's promotions. It is another stream than the account's `member-…` (infra/decisions/059). */
export const walletStream = (memberId: string): StreamName => `${WALLET_CATEGORY}-${memberId}`;
export const walletOwnerOf = (stream: string): string => stream.slice(WALLET_CATEGORY.length + 1);

/** The numbers 1 to 1000, in one stream, so that the 1001st cannot slip in (decisions.md 23). */
export const FOUNDING_STREAM: StreamName = `${FOUNDING_CATEGORY}-members`;

/** What each person has once. `key`: hex HMAC of a phone number, of an e-mail address or of a visitor's cookie. */
export const personStream = (key: string): StreamName => `${PERSON_CATEGORY}-${key}`;
