import { hash } from 'node:crypto';

/**
 * UUIDv5 (RFC 9562 §5.5) of names in one namespace. Made for every event and every idempotency key, so the
 * namespace's bytes are prepared once and the hash is taken in one step.
 */
export function nameUuids(namespace: string): (name: string) => string {
  const prefix = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  return (name) => {
    const hex = hash('sha1', Buffer.concat([prefix, Buffer.from(name)]), 'hex');
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3] as string;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
