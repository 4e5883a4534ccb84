import { randomBytes } from 'node:crypto';
import { brandOf, luhnValid, testCard } from './cards.ts';

export const PRIME_LIFE_MS = 90_000;

/** TapPay's published test prime. It stands for the first Visa and can be used repeatedly (providers §2.8). */
export const FIXED_PRIME = 'test_3a2fb2b7e892b914a03c95dd4dd5dc7970c908df67a49527c0a648b2bc9';

/**
 * Makes a prime that contains its card and its creation time, so that a load test can make primes too:
 * `sim_{number}_{ms since epoch, base 36}_{random}`. A prime without the time does not expire.
 */
export function makePrime(number: string, now: number): string {
  return `sim_${masked(number)}_${now.toString(36)}_${randomBytes(9).toString('hex')}`;
}

/** Keeps only the BIN and the last four digits of a number that is no test card, because it may be a real card. */
function masked(number: string): string {
  return testCard(number) ? number : `${number.slice(0, 6)}${'0'.repeat(number.length - 10)}${number.slice(-4)}`;
}

export type ReadPrime = { number: string; createdAt?: number; reusable: boolean };

/** The content of a prime, or undefined for an unknown prime. */
export function readPrime(prime: string): ReadPrime | undefined {
  if (prime === FIXED_PRIME) return { number: '4242424242424242', reusable: true };
  const match = /^sim_(\d{13,19})(?:_([0-9a-z]{8,9}))?_([0-9A-Za-z-]+)$/.exec(prime);
  const number = match?.[1];
  if (!match || !number || prime.length > 71) return undefined;
  return { number, reusable: false, ...(match[2] ? { createdAt: Number.parseInt(match[2], 36) } : {}) };
}

/** The browser SDK's `getPrime` result for the content of the fields; status 41 for an invalid number. */
export function issuePrime(number: string, now: number) {
  if (!luhnValid(number)) return { status: 41, msg: 'Wrong card format' };
  const brand = brandOf(number);
  const visible = cardFacts(number);
  return {
    status: 0,
    msg: 'Success',
    clientip: '127.0.0.1',
    card_identifier: identifierOf(number),
    card: {
      prime: makePrime(number, now),
      bincode: visible.bin_code,
      lastfour: visible.last_four,
      issuer: visible.issuer,
      issuer_zh_tw: visible.issuer_zh_tw,
      bank_id: visible.bank_id,
      funding: visible.funding,
      type: brand === 'unknown' ? -1 : visible.type,
      level: visible.level,
      country: visible.country,
      countrycode: visible.country_code,
    },
  };
}

const TYPES = { visa: 1, mastercard: 2, jcb: 3, unionpay: 4, amex: 5, unknown: -1 } as const;

/** TapPay's `card_info` of a number. */
export function cardFacts(number: string) {
  const anonymous = number === '4716313968294359';
  return {
    bin_code: number.slice(0, 6),
    last_four: number.slice(-4),
    issuer: anonymous ? '' : 'TEST BANK',
    issuer_zh_tw: anonymous ? '' : '測試銀行',
    bank_id: anonymous ? '' : '999',
    funding: 0,
    type: TYPES[brandOf(number)],
    level: '',
    country: anonymous ? '' : 'TAIWAN',
    country_code: anonymous ? '' : 'TW',
    expiry_date: '',
  };
}

/** A stable identifier of a card that contains only its visible digits. */
export const identifierOf = (number: string): string =>
  Buffer.from(`card ${number.slice(0, 6)} ${number.slice(-4)}`)
    .toString('hex')
    .padEnd(64, '0');
