import type { DeliveryType, PhoneArea } from '../vocabulary.ts';

/** spec/3-purchase-flow §3: the family name's and the given name's longest form. */
export const FIRST_NAME_MAX = 2;
export const LAST_NAME_MAX = 3;

const PHONES: Record<PhoneArea, RegExp> = {
  '+886': /^0?9\d{8}$/,
  '+852': /^[4-9]\d{7}$/,
  '+853': /^6\d{7}$/,
};

/** What people and browsers put between the digits: spaces, dashes of every kind, brackets, dots, invisible marks. */
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}\u2212().]/gu;

/**
 * A number without its country code, as it is dialled at home. Browsers fill in `+886912345678` where the national
 * number is asked for, Chinese keyboards write full-width digits. A number that does not fit comes back bare, so that
 * what is sent is what was typed.
 */
export function nationalPhone(area: PhoneArea, phone: string): string {
  const bare = phone.normalize('NFKC').replace(BETWEEN_DIGITS, '');
  if (bare.startsWith(area)) return bare.slice(area.length);
  // Without a plus the same digits may be a number of the place itself: 8521 2345 is one of Hong Kong.
  const code = area.slice(1);
  return bare.startsWith(code) && !PHONES[area].test(bare) ? bare.slice(code.length) : bare;
}

/** E.164, or undefined where the number does not fit its area (providers §10.3). */
export function toE164(area: PhoneArea, phone: string): string | undefined {
  const digits = nationalPhone(area, phone);
  if (!PHONES[area].test(digits)) return undefined;
  return area + digits.replace(/^0(?=9)/, '');
}

/** `09xxxxxxxx` for a Taiwanese E.164 number; other numbers without their plus sign. */
export const toNationalPhone = (e164: string): string => (e164.startsWith('+886') ? `0${e164.slice(4)}` : e164.replace('+', ''));

/**
 * Width as the carrier counts it: a Chinese character is 2, a Latin one is 1. The carrier takes
 * names of 4 to 10, so two Latin letters pass the shop's own limits and would be refused only
 * after paying (providers §1.4, "Name fit").
 */
const nameWidth = (name: string): number => [...name].reduce((width, char) => width + (/[\u0000-\u00ff]/.test(char) ? 1 : 2), 0);

/** Whether the carrier takes this name: width 4–10, letters alone: no digits, symbols, spaces. */
export const carrierTakesName = (name: string): boolean => nameWidth(name) >= 4 && nameWidth(name) <= 10 && /^[\p{L}\p{M}]+$/u.test(name);

/** E-mail addresses are typed with spaces; they are stripped (spec/3-purchase-flow §5). */
export const bareEmail = (email: string): string => email.replaceAll(/\s/g, '');

/** Whether an address for mail can be one, in the plain form that card processor and carrier take as well. */
export const isEmail = (text: string): boolean =>
  /^[^\s@"(),:;<>[\\\]\p{C}]+@[^\s@"(),:;<>[\\\]\p{C}]+\.[^\s@"(),:;<>[\\\]\p{C}]{2,}$/u.test(text);

/** Whether an address is text that can stand on a label: no control or invisible characters, no pictures. */
export const isPrintable = (text: string): boolean => !/[\p{C}\p{Zl}\p{Zp}\p{Extended_Pictographic}]/u.test(text);

/** Phone areas that go with a delivery: international parcels go to Hong Kong and Macau. */
export const phoneAreasFor = (delivery: DeliveryType): readonly PhoneArea[] =>
  delivery === 'INTERNATIONAL' ? ['+852', '+853', '+886'] : ['+886', '+852', '+853'];
