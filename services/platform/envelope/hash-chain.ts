import { hash } from 'node:crypto';

/** Stands before a stream's first event. */
export const GENESIS = '0'.repeat(64);

/** What a hash covers. `metadata` is the text without the hash itself. */
type Hashed = { id: string; type: string; metadata: string; data: string };

/**
 * Hash of an event in its stream: hex SHA-256 over the previous event's hash, the id, the type, the metadata and the
 * data as they are stored: who did it and when is as much the history as what was done. Line feeds part what cannot
 * hold one, so no two events give the same input.
 */
export const chainHash = (previous: string, { id, type, metadata, data }: Hashed): string =>
  hash('sha256', `${previous}\n${id}\n${type}\n${metadata}\n${data}`, 'hex');

/** The metadata as it is stored: the hash is its last member. @param metadata text of an object that has members */
export const withHash = (metadata: string, sum: string): string => `${metadata.slice(0, -1)},"hash":"${sum}"}`;

const LAST_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/** Takes stored metadata apart again; undefined where its last member is no hash. */
export function splitHash(stored: string): { metadata: string; hash: string } | undefined {
  const found = LAST_MEMBER.exec(stored);
  return found?.[1] === undefined ? undefined : { metadata: `${stored.slice(0, found.index)}}`, hash: found[1] };
}
