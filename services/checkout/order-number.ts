import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Without look-alikes (I, L, O, U), because people read the number to support. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 13 characters of 5 bits: 65 bits of randomness (architecture: *Guests and proof*, at least 60) */
const RANDOM_LENGTH = 13;
const CHECK_LENGTH = 3;

function letters(bytes: Uint8Array, length: number): string {
  let text = '';
  for (let index = 0; index < length; index++) text += ALPHABET.charAt((bytes[index] as number) % 32);
  return text;
}

/** Order numbers per call of `randomBytes`, whose cost hardly depends on the length. */
const DRAWN = 64;

function drawing(): () => Uint8Array {
  let drawn = randomBytes(0);
  let at = 0;
  return () => {
    if (at >= drawn.length) {
      drawn = randomBytes(DRAWN * RANDOM_LENGTH);
      at = 0;
    }
    return drawn.subarray(at, (at += RANDOM_LENGTH));
  };
}

/**
 * Order numbers that only this shop can make: 16 letters and digits (the carrier takes 20). The last three are a keyed
 * check, so a number that is mistyped or was never issued is recognised without a read from the store. Numbers from before a new
 * secret fail the check.
 */
export function orderNumbers(secret: KeyObject) {
  const check = (random: string): string => letters(createHmac('sha256', secret).update(`order-number/${random}`).digest(), CHECK_LENGTH);
  const draw = drawing();
  return {
    issue(): string {
      const random = letters(draw(), RANDOM_LENGTH);
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
