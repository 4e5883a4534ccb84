import { hash, timingSafeEqual } from 'node:crypto';
import type { Form } from '../http.ts';

/** What .NET's UrlEncode makes of a string, in lower case. */
function dotNetEncoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('~', '%7e').replaceAll("'", '%27').toLowerCase();
}

/**
 * The carrier's CheckMacValue over the values as sent (providers §1.3). Written for the simulator alone: if it
 * shared the shop's code, a mistake in there would agree with itself.
 */
export function macOf(fields: Form, key: string, iv: string, algorithm: 'md5' | 'sha256' = 'md5'): string {
  const parts: { by: string; text: string }[] = [];
  for (const name of Object.keys(fields)) {
    if (name !== 'CheckMacValue') parts.push({ by: name.toLowerCase(), text: `&${name}=${fields[name] ?? ''}` });
  }
  parts.sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0));
  let joined = `HashKey=${key}`;
  for (const { text } of parts) joined += text;
  return hash(algorithm, dotNetEncoded(`${joined}&HashIV=${iv}`), 'hex').toUpperCase();
}

export function macFits(fields: Form, key: string, iv: string): boolean {
  const given = Buffer.from((fields.CheckMacValue ?? '').toUpperCase());
  const right = Buffer.from(macOf(fields, key, iv));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Form encoding in the given order, with the CheckMacValue at the end. */
export function signedForm(fields: Form, key: string, iv: string): string {
  let text = '';
  for (const name of Object.keys(fields)) text += `${name}=${formEncoded(fields[name] ?? '')}&`;
  return `${text}CheckMacValue=${macOf(fields, key, iv)}`;
}

const FORM: Record<string, string> = { '%20': '+', '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E' };
/** As a form holds it (`application/x-www-form-urlencoded`). */
const formEncoded = (value: string): string => encodeURIComponent(value.toWellFormed()).replace(/%20|[!'()~]/g, (c) => FORM[c] ?? c);

/** The same answer with a CheckMacValue that does not fit. */
export const withWrongMac = (body: string): string =>
  body.replace(/CheckMacValue=([0-9A-F])/, (_all, first: string) => `CheckMacValue=${first === '0' ? '1' : '0'}`);
