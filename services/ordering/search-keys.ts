import { compact, PHONE_AREAS, toE164 } from '@nordhaut/contracts';
import type { OrderRecipient, OrderStore } from './order-events.ts';

/** A keyed hash of a personal value has this prefix, so that forgetting removes it. */
export const HASHED = '~';

/** 台 and 臺 are one character to everybody who says a name. */
const bare = (text: string): string => compact(text).replaceAll('臺', '台').toLowerCase();

/**
 * The letters of a name. A clerk hears no dot or apostrophe in it, and a keyboard of Taiwan has no accents. A voiced kana keeps its
 * mark: it is another letter.
 */
const lettersOf = (name: string): string =>
  bare(name.normalize('NFKD').replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, ''))
    .replaceAll(/[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('đ', 'd');
/** Empty for a text without a letter, which names nobody. */
const nameValues = (name: string): string[] => [lettersOf(name)].filter((letters) => letters !== '').map((letters) => `name/${letters}`);

const digits = (text: string): string => text.normalize('NFKC').replaceAll(/[^\d+]/g, '');

/** `0912 345 678` and `+886912345678` are one number. */
const phone = (text: string): string => digits(text).replace(/^\+8860?|^0/, '+886');

export const emailValues = (email: string): string[] => (email ? [`email/${bare(email)}`] : []);

/** What an order is found by of a person: the values that are hashed. */
export const personalValues = ({
  firstName,
  lastName,
  phoneE164,
  email,
}: Pick<OrderRecipient, 'firstName' | 'lastName' | 'phoneE164' | 'email'>): string[] => [
  ...(phoneE164 ? [`phone/${phone(phoneE164)}`] : []),
  ...emailValues(email),
  ...nameValues(firstName + lastName),
];

const LAST_DIGITS = 3;
const phoneEnd = (text: string): string => `phone-end/${digits(text).slice(-LAST_DIGITS)}`;
const store = (text: string): string => `store/${bare(text)}`;

/** The last digits of a phone: a key of their own, because the store changes and the phone stays. */
export const phoneEndValues = (phoneE164: string): string[] => (phoneE164 ? [phoneEnd(phoneE164)] : []);
/** People leave out what every name of the chain ends with: 台東門市 is 台東 to them. */
export const storeValues = ({ id, name }: Pick<OrderStore, 'id' | 'name'>): string[] =>
  [...new Set([id, name, name.replace(/(?<=.)(門市|店)$/u, '')])].filter((text) => text !== '').map(store);
export const pickupValues = (asked: { store: string; phoneEnd: string }): string[] => [store(asked.store), phoneEnd(asked.phoneEnd)];

/** Spaces, dashes and invisible characters, which people type into numbers and copy with them. */
const BETWEEN = String.raw`\s\p{Pd}\p{Cf}\u2212`;
const IS_PHONE = new RegExp(String.raw`^[${BETWEEN}]*[+\d(][\d().${BETWEEN}]{5,}$`, 'u');
const SEPARATORS = new RegExp(`[${BETWEEN}]`, 'gu');

/** A name in Latin letters, with the family name first: elsewhere people say it last. */
function familyFirst(name: string): string[] {
  const words = name.split(/\s+/);
  return words.length > 1 && /^[\p{Script=Latin}\p{M}\s.'’-]+$/u.test(name) ? [[...words.slice(-1), ...words.slice(0, -1)].join('')] : [];
}

/** What a text that somebody searches for may be of a person. A phone may be typed without its area, or without the plus before it. */
export function askedValues(text: string): string[] {
  const asked = text.normalize('NFKC').trim();
  const phones = IS_PHONE.test(asked) ? [phone(asked), ...PHONE_AREAS.flatMap((area) => toE164(area, asked) ?? [])] : [];
  const others = asked.includes('@') ? [`email/${bare(asked)}`] : [asked, ...familyFirst(asked)].flatMap(nameValues);
  return [...new Set([...phones.map((one) => `phone/${one}`), ...others])];
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
