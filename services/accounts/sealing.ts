import type { KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '@nordhaut/platform/envelope';

/**
 * Values that a table holds for a short time, such as a provider's access token: JSON under AES-256-GCM.
 * @param row names the row. A value that was moved to another row does not open
 */
export const sealValue = (key: KeyObject, row: string, value: unknown): Buffer => encrypt(key, Buffer.from(row), JSON.stringify(value));

/** @returns undefined if it was sealed under another key, for another row, or changed */
export function openValue<Value>(key: KeyObject, row: string, sealed: Buffer): Value | undefined {
  try {
    return JSON.parse(decrypt(key, Buffer.from(row), sealed).toString()) as Value;
  } catch {
    return undefined;
  }
}
