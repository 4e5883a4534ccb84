import { createHash, timingSafeEqual } from 'node:crypto';
import type { Form } from '../http.ts';

const lower = (name: string) => name.toLowerCase();

/** What .NET's UrlEncode makes of a string, in lower case. */
function dotNetEncoded(value: string): string {
  return encodeURIComponent(value)
    .replace(/%20|[~']/g, (c) => (c === '%20' ? '+' : c === '~' ? '%7e' : '%27'))
    .toLowerCase();
}

/**
 * The carrier's CheckMacValue over the values as sent (providers §1.3). Written for the simulator alone: if it
 * shared the shop's code, a mistake in there would agree with itself.
 */
export function macOf(fields: Form, key: string, iv: string, algorithm: 'md5' | 'sha256' = 'md5'): string {
  const names = Object.keys(fields).filter((name) => name !== 'CheckMacValue');
  names.sort((a, b) => (lower(a) < lower(b) ? -1 : lower(a) > lower(b) ? 1 : 0));
  let joined = `HashKey=${key}`;
  for (const name of names) joined += `&${name}=${fields[name] ?? ''}`;
  return createHash(algorithm)
    .update(dotNetEncoded(`${joined}&HashIV=${iv}`))
    .digest('hex')
    .toUpperCase();
}

export function macFits(fields: Form, key: string, iv: string): boolean {
  const given = Buffer.from((fields.CheckMacValue ?? '').toUpperCase());
  const right = Buffer.from(macOf(fields, key, iv));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Form encoding in the given order, with the CheckMacValue at the end. */
export function signedForm(fields: Form, key: string, iv: string): string {
  return new URLSearchParams({ ...fields, CheckMacValue: macOf(fields, key, iv) }).toString();
}

/** The same answer with a CheckMacValue that does not fit. */
export const withWrongMac = (body: string): string =>
  body.replace(/CheckMacValue=([0-9A-F])/, (_all, first: string) => `CheckMacValue=${first === '0' ? '1' : '0'}`);
