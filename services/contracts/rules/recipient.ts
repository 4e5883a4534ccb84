import type { DeliveryType, PhoneArea } from '../vocabulary.ts';

/** Maximum length of the family name and of the given name (spec/3-purchase-flow §3). */
export const FIRST_NAME_MAX = 2;
export const LAST_NAME_MAX = 3;

const PHONES: Record<PhoneArea, RegExp> = {
  '+886': /^0?9\d{8}$/,
  '+852': /^[4-9]\d{7}$/,
  '+853': /^6\d{7}$/,
};

/** Separators in typed phone numbers: spaces, dashes, brackets, dots, invisible characters. */
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}\u2212().]/gu;

/**
 * The national form of a typed number. Browsers fill in `+886912345678`, and Chinese keyboards write full-width digits. An
 * invalid number loses only its separators.
 */
export function nationalPhone(area: PhoneArea, phone: string): string {
  const bare = phone.normalize('NFKC').replace(BETWEEN_DIGITS, '');
  if (bare.startsWith(area)) return bare.slice(area.length);
  // Without a plus the digits of the code may belong to the number: 8521 2345 is a number of Hong Kong.
  const code = area.slice(1);
  return bare.startsWith(code) && !PHONES[area].test(bare) ? bare.slice(code.length) : bare;
}

/** E.164; undefined where the number is not valid in its area (providers §10.3). */
export function toE164(area: PhoneArea, phone: string): string | undefined {
  const digits = nationalPhone(area, phone);
  if (!PHONES[area].test(digits)) return undefined;
  return area + digits.replace(/^0(?=9)/, '');
}

/** `09xxxxxxxx` for a Taiwanese E.164 number; other numbers only lose the plus sign. */
export const toNationalPhone = (e164: string): string => (e164.startsWith('+886') ? `0${e164.slice(4)}` : e164.replace('+', ''));

/**
 * The carrier's width of a name: 2 for a Chinese character, 1 for a Latin one. The carrier accepts 4 to 10. So two Latin
 * letters would pass the shop's own limits and be refused after the payment (providers §1.4, "Name fit").
 */
const nameWidth = (name: string): number => name.replaceAll(/[^\u0000-\u00ff]/gu, '**').length;

/** Whether the carrier accepts the name: width 4–10, only letters, and no half-typed syllable of an input method. */
export const carrierTakesName = (name: string): boolean =>
  nameWidth(name) >= 4 && nameWidth(name) <= 10 && /^[\p{L}\p{M}]+$/u.test(name) && !/[\u02c7-\u02d9\u3105-\u312f\u31a0-\u31bf]/.test(name);

/**
 * A typed name as it is stored: each letter in one form, so that it counts as one. Some keyboards write an accent as a sign of its
 * own, Chinese ones write Latin letters in full width, and documents have a second sign for some Chinese characters. An accent before the
 * first letter, as of a half-typed syllable, belongs to none. A Chinese name has no spaces, though some people type one after the family name.
 */
export const bareName = (name: string): string =>
  withoutInvisible(name)
    .normalize('NFKC')
    .replaceAll(/^[\s\p{M}]+|(?<=\p{Lo}) +(?=\p{Lo})/gu, '')
    .trimEnd();

/** Removes spaces from a typed e-mail address (spec/3-purchase-flow §5). */
export const bareEmail = (email: string): string => email.replaceAll(/\s/g, '');

/**
 * Whether the text has the form of an e-mail address that the card processor and the carrier accept too. A sign that stands for
 * another one is refused: the Kelvin sign in lower case is a k, so two mailboxes would be one address here, and who has the one
 * would get the orders of the other.
 */
export const hasEmailForm = (text: string): boolean =>
  text.normalize('NFKC') === text && /^[^\s@"(),:;<>[\\\]\p{C}]+@[^\s@"(),:;<>[\\\]\p{C}]+\.[^\s@"(),:;<>[\\\]\p{C}]{2,}$/u.test(text);

/**
 * Whether a new address can get mail: no domain has an empty part, as in `ming@example.com.` of a hasty thumb. Accounts of earlier
 * releases may have one. Before the @ any dots may stand, because providers gave such addresses.
 */
export const isEmail = (text: string): boolean => hasEmailForm(text) && !/@(.*\.)?(\.|$)/.test(text);

/**
 * The mailbox that many providers have behind an address: `An.na+x@` is `anna@`. For limits only, because elsewhere the addresses may
 * belong to two people.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.replace(/(?<=.)\+.*/, '').replaceAll('.', '')}@${domain.replace(/\.$/, '')}`;
}

/** Whether an address can be printed on a label: no control characters, no invisible characters, no emoji. */
export const isPrintable = (text: string): boolean => !/[\p{C}\p{Zl}\p{Zp}\p{Extended_Pictographic}]/u.test(text);

/**
 * Without the signs that nobody sees: a pasted text may bring them, and who reads that it cannot be printed does not find them. A tab
 * or a line break, which looks like a space, becomes one.
 */
export const withoutInvisible = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu, '');

/** The phone areas for a delivery, the usual one first. International parcels go to Hong Kong and Macau. */
export const phoneAreasFor = (delivery: DeliveryType): readonly PhoneArea[] =>
  delivery === 'INTERNATIONAL' ? ['+852', '+853', '+886'] : ['+886', '+852', '+853'];
