import { hash, timingSafeEqual } from 'node:crypto';
import type { FormFields } from '../carrier.ts';

export type EcpayKeys = { hashKey: string; hashIv: string };

/** .NET's `UrlEncode`, lower-cased: `- _ . ! * ( )` stay, a space is `+`, `~` and `'` are encoded. */
const dotNetEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll('~', '%7e').replaceAll("'", '%27').toLowerCase();

/**
 * ECPay's signature over a form's raw values (providers §1.3): MD5 as upper-case hex. It includes empty values. Names are
 * sorted without regard to case and locale, so `CollectionAmount` comes before `CVSPaymentNo`.
 */
export function checkMacValue(fields: FormFields, keys: EcpayKeys): string {
  const signed: { by: string; text: string }[] = [];
  for (const [name, value] of fields) if (name !== 'CheckMacValue') signed.push({ by: name.toLowerCase(), text: `${name}=${value}` });
  signed.sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0));
  let text = `HashKey=${keys.hashKey}`;
  for (const field of signed) text += `&${field.text}`;
  return hash('md5', dotNetEncode(`${text}&HashIV=${keys.hashIv}`), 'hex').toUpperCase();
}

/** Compares two signatures in constant time, without regard to case. */
export function sameMac(given: string, expected: string): boolean {
  const a = Buffer.from(given.toUpperCase());
  const b = Buffer.from(expected.toUpperCase());
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a form has exactly one signature and it is correct. */
export function isSigned(fields: FormFields, keys: EcpayKeys): boolean {
  const macs = fields.filter(([name]) => name === 'CheckMacValue').map(([, value]) => value);
  const expected = checkMacValue(fields, keys);
  return macs.length === 1 && sameMac(macs[0] ?? '', expected);
}
