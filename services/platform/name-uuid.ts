import { parse, v5 } from 'uuid';

/** UUIDv5 (RFC 9562 §5.5) of names in one namespace. Bytes instead of text as input halve the cost of `v5`. */
export function nameUuids(namespace: string): (name: string) => string {
  const bytes = parse(namespace);
  return (name) => v5(Buffer.from(name), bytes);
}
