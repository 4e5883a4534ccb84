import { hash, timingSafeEqual } from 'node:crypto';
import type { Form } from '../http.ts';

/** Encodes a text as .NET's UrlEncode does, in lower case. */
function dotNetEncoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('~', '%7e').replaceAll("'", '%27').toLowerCase();
}

/**
 * Computes the carrier's CheckMacValue of the values as sent (providers §1.3). It does not share the shop's code, because
 * shared code would hide its own mistakes.
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

/** Encodes the fields as a form, in their order, and appends the CheckMacValue. */
export const signedForm = (fields: Form, key: string, iv: string): string =>
  new URLSearchParams({ ...fields, CheckMacValue: macOf(fields, key, iv) }).toString();

/** The same answer with a wrong CheckMacValue. */
export const withWrongMac = (body: string): string =>
  body.replace(/CheckMacValue=([0-9A-F])/, (_all, first: string) => `CheckMacValue=${first === '0' ? '1' : '0'}`);
