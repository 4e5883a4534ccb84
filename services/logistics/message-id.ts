import { createHash } from 'node:crypto';

/** A UUID for a carrier's message, the same however often it comes. */
export function messageId(...parts: readonly string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['logistics', ...parts]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
