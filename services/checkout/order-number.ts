import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Without look-alikes (I, L, O, U), as people read it aloud to support. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 13 characters of 5 bits: 65 bits of randomness (architecture: *Guests and proof*, at least 60) */
const RANDOM_LENGTH = 13;
const CHECK_LENGTH = 3;

const letters = (bytes: Buffer, length: number): string =>
  Array.from({ length }, (_, index) => ALPHABET[(bytes[index] ?? 0) % 32]).join('');

/**
 * Order numbers that only this shop makes: 16 letters and digits (the carrier takes 20), the last three of them a
 * keyed check, so that a number that was never issued, or mistyped, is told without a look into the store.
 */
export function orderNumbers(secret: KeyObject) {
  const check = (random: string): string => letters(createHmac('sha256', secret).update(`order-number/${random}`).digest(), CHECK_LENGTH);
  return {
    issue(): string {
      const random = letters(randomBytes(RANDOM_LENGTH), RANDOM_LENGTH);
      return random + check(random);
    },
    isOurs(orderNo: string): boolean {
      if (orderNo.length !== RANDOM_LENGTH + CHECK_LENGTH) return false;
      const expected = Buffer.from(check(orderNo.slice(0, RANDOM_LENGTH)));
      const given = Buffer.from(orderNo.slice(RANDOM_LENGTH));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
export type OrderNumbers = ReturnType<typeof orderNumbers>;
