import { randomBytes } from 'node:crypto';
import { brandOf, luhnValid, testCard } from './cards.ts';

export const PRIME_LIFE_MS = 90_000;

/** TapPay's published test prime: always the first Visa, never used up (providers §2.8). */
export const FIXED_PRIME = 'test_3a2fb2b7e892b914a03c95dd4dd5dc7970c908df67a49527c0a648b2bc9';

/**
 * A prime that carries its card and its birth, so that a load test can make its own:
 * `sim_{number}_{ms since epoch, base 36}_{random}`. Without the time it counts as new.
 */
export function makePrime(number: string, now: number): string {
  return `sim_${kept(number)}_${now.toString(36)}_${randomBytes(9).toString('hex')}`;
}

/** Of a number that is no test card only bin and last four are kept: someone may type a real one. */
function kept(number: string): string {
  return testCard(number) ? number : `${number.slice(0, 6)}${'0'.repeat(number.length - 10)}${number.slice(-4)}`;
}

export type ReadPrime = { number: string; bornAt?: number; reusable: boolean };

/** What a prime says, or undefined if it is none of ours. */
export function readPrime(prime: string): ReadPrime | undefined {
  if (prime === FIXED_PRIME) return { number: '4242424242424242', reusable: true };
  const match = /^sim_(\d{13,19})(?:_([0-9a-z]{8,9}))?_([0-9A-Za-z-]+)$/.exec(prime);
  const number = match?.[1];
  if (!match || !number || prime.length > 71) return undefined;
  return { number, reusable: false, ...(match[2] ? { bornAt: Number.parseInt(match[2], 36) } : {}) };
}

/** The browser SDK's `getPrime` result for what the fields hold; 41 for a card that no bank would know. */
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

/** Stable for a card and not reversible to more than its visible digits. */
export const identifierOf = (number: string): string =>
  Buffer.from(`card ${number.slice(0, 6)} ${number.slice(-4)}`)
    .toString('hex')
    .padEnd(64, '0');
