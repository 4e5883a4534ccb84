import type { FormFields } from '../carrier.ts';
import { isSigned, type EcpayKeys } from './check-mac-value.ts';
import { parseForm } from './form.ts';

/**
 * The fields of a signed reply; undefined where the signature is wrong. Some replies contain a literal `+`, so a wrong
 * signature is checked again with `+` kept (providers §1.7).
 */
export function signedReply(text: string, keys: EcpayKeys): FormFields | undefined {
  const decoded = parseForm(text);
  if (isSigned(decoded, keys)) return decoded;
  if (!text.includes('+')) return undefined;
  const literal = parseForm(text, 'literal');
  return isSigned(literal, keys) ? literal : undefined;
}

/** The text of a refusal, `0|text`; undefined for other replies. */
export const refusalText = (text: string): string | undefined =>
  text.trimStart().startsWith('0|') ? text.trimStart().slice(2).trim().slice(0, 500) : undefined;
