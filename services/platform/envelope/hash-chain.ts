import { hash } from 'node:crypto';

/** Stands before a stream's first event. */
export const GENESIS = '0'.repeat(64);

/**
 * Hash of an event in its stream: hex SHA-256 over the previous event's hash, the id, the type and the data text as
 * stored. Line feeds part the first three, which cannot hold one, so no two events give the same input.
 */
export const chainHash = (previous: string, event: { id: string; type: string; data: string }): string =>
  hash('sha256', `${previous}\n${event.id}\n${event.type}\n${event.data}`, 'hex');
