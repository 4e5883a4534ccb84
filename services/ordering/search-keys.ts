import { PHONE_AREAS, toE164 } from '@nordhaut/contracts';
import type { OrderRecipient, OrderStore } from './order-events.ts';

/** A keyed hash of a personal value has this prefix, so that forgetting removes it. */
export const HASHED = '~';

const bare = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
const digits = (text: string): string => text.normalize('NFKC').replaceAll(/[^\d+]/g, '');

/** `0912 345 678` and `+886912345678` are one number. */
const phone = (text: string): string => digits(text).replace(/^\+8860?|^0/, '+886');

/** What an order is found by of a person: the values that are hashed. */
export const personalValues = ({
  firstName,
  lastName,
  phoneE164,
  email,
}: Pick<OrderRecipient, 'firstName' | 'lastName' | 'phoneE164' | 'email'>): string[] => [
  ...(phoneE164 ? [`phone/${phone(phoneE164)}`] : []),
  ...(email ? [`email/${bare(email)}`] : []),
  ...(firstName + lastName ? [`name/${bare(firstName + lastName)}`] : []),
];

const LAST_DIGITS = 3;
const phoneEnd = (text: string): string => `phone-end/${digits(text).slice(-LAST_DIGITS)}`;
const store = (text: string): string => `store/${bare(text)}`;

/** The last digits of a phone: a key of their own, because the store changes and the phone stays. */
export const phoneEndValues = (phoneE164: string): string[] => (phoneE164 ? [phoneEnd(phoneE164)] : []);
export const storeValues = ({ id, name }: Pick<OrderStore, 'id' | 'name'>): string[] => [id, name].filter((text) => text !== '').map(store);
export const pickupValues = (asked: { store: string; phoneEnd: string }): string[] => [store(asked.store), phoneEnd(asked.phoneEnd)];

/** Spaces, dashes and invisible characters, which people type into numbers and copy with them. */
const BETWEEN = String.raw`\s\p{Pd}\p{Cf}\u2212`;
const IS_PHONE = new RegExp(String.raw`^[${BETWEEN}]*[+\d(][\d().${BETWEEN}]{5,}$`, 'u');
const SEPARATORS = new RegExp(`[${BETWEEN}]`, 'gu');

/** What a text that somebody searches for may be of a person. A phone may be typed without its area, or without the plus before it. */
export function askedValues(text: string): string[] {
  const asked = text.normalize('NFKC').trim();
  const phones = IS_PHONE.test(asked) ? [phone(asked), ...PHONE_AREAS.flatMap((area) => toE164(area, asked) ?? [])] : [];
  return [...new Set(phones.map((one) => `phone/${one}`)), asked.includes('@') ? `email/${bare(asked)}` : `name/${bare(asked)}`];
}

/** A typed number in the form in which numbers are stored. */
export const bareNumber = (text: string): string => text.normalize('NFKC').replaceAll(SEPARATORS, '').toUpperCase();

/** A store's number with the four digits behind it, which the carrier prints, and the buyer's page shows, as one. */
const WITH_CHECK = /^([A-Z0-9]{8})\d{4}$/;

/** Numbers of a carrier, a bank or a member that a text may be, as they are stored. */
export function askedNumbers(text: string): string[] {
  const bared = bareNumber(text);
  const [, number] = WITH_CHECK.exec(bared) ?? [];
  return [...new Set([text, bared, ...(number === undefined ? [] : [number])])];
}
