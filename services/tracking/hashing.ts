import { createHash } from 'node:crypto';

/** Lower-case hex of the UTF-8 bytes (providers §8). */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An e-mail address as Meta compares it: trimmed, lower case, hashed; undefined for none, because an absent value is left out. */
export function hashedEmail(email: string): string | undefined {
  const normal = email.trim().toLowerCase();
  return normal === '' ? undefined : sha256(normal);
}

/** A phone number as Meta compares it: the digits of E.164 without the plus. */
export function hashedPhone(phoneE164: string): string | undefined {
  const digits = phoneE164.replaceAll(/\D/g, '');
  return digits === '' ? undefined : sha256(digits);
}

/** ISO 3166 alpha-2 in lower case */
export const hashedCountry = (country: 'tw' | 'hk' | 'mo'): string => sha256(country);
