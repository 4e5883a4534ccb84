import type { FormFields } from '../carrier.ts';
import { isSigned, type EcpayKeys } from './check-mac-value.ts';
import { parseForm } from './form.ts';

/**
 * The fields of a signed reply, or undefined where its signature is wrong. Some replies keep a literal `+`
 * un-encoded, so a signature that fails is tried once more that way (providers §1.7).
 */
export function signedReply(text: string, keys: EcpayKeys): FormFields | undefined {
  const decoded = parseForm(text);
  if (isSigned(decoded, keys)) return decoded;
  if (!text.includes('+')) return undefined;
  const literal = parseForm(text, 'literal');
  return isSigned(literal, keys) ? literal : undefined;
}

/** `0|text`: what ECPay says instead of an answer; undefined where the text is none. */
export const refusalText = (text: string): string | undefined =>
  text.trimStart().startsWith('0|') ? text.trimStart().slice(2).trim().slice(0, 500) : undefined;
