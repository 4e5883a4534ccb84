import { hash } from 'node:crypto';
import type { EventMetadata, JsonObject, RecordedEvent, StreamName } from '../event-store/port.ts';
import { canonical } from './canonical.ts';

/** The previous hash of a stream's first event. */
export const GENESIS = '0'.repeat(64);

/** Version of the hashes of new events; `hashVersion` in the metadata. Events without it have a hash of version 1. */
export const HASH_VERSION = 2;

type Chained = {
  stream: StreamName;
  revision: number;
  id: string;
  type: string;
  /** canonical text */
  data: string;
  /** without the hash */
  metadata: JsonObject;
};

/**
 * The hash of an event in its stream, and its metadata with that hash. The hash is the hex SHA-256 over the canonical JSON
 * (RFC 8785) of `[previous hash, stream, revision, id, type, data, metadata without the hash]`. `verify` therefore finds an
 * event that was changed, moved to another place or stream, or attributed to another actor. `data` holds personal data
 * encrypted, so the hash stays valid when a person is forgotten.
 */
export function chained(previous: string, event: Chained & { metadata: { hashVersion: number } }): { hash: string; metadata: string } {
  const metadata = canonical(event.metadata);
  const sum = chainHash(previous, event, metadata);
  return { hash: sum, metadata: withHash(metadata, sum) };
}

/** In canonical order the hash is directly before `hashVersion`. A second text of all members would cost as much as the hash. */
const withHash = (metadata: string, sum: string): string => metadata.replace('"hashVersion":', `"hash":"${sum}",$&`);

const chainHash = (previous: string, event: Omit<Chained, 'metadata'>, metadata: string): string =>
  hash('sha256', preimage(previous, event, metadata), 'hex');

// Canonical texts joined as an array are a canonical text again.
const preimage = (previous: string, { stream, revision, id, type, data }: Omit<Chained, 'metadata'>, metadata: string): string =>
  `["${previous}",${JSON.stringify(stream)},${revision},"${id}",${JSON.stringify(type)},${data},${metadata}]`;

export type CheckedHash = { hash: string; metadata: EventMetadata; reason?: never };

/**
 * The stored hash if it equals the computed one, else the reason.
 *
 * Not `thoroughly`: hashes the texts as they are stored, which costs a tenth of canonicalising them. If that is the stored
 * hash, the texts are byte for byte those that were hashed: the metadata is JSON, so the hashed text has no other division
 * into data and metadata. It does not show that those texts were canonical. If it is another hash, the thorough way decides.
 * @param previous hash of the event before it in the stream
 */
export function checkHash(event: RecordedEvent, previous: string, thoroughly: boolean): CheckedHash | { reason: string } {
  try {
    const metadata = JSON.parse(event.metadata) as EventMetadata;
    if (!thoroughly && metadata.hashVersion === HASH_VERSION) {
      const asStored = hashAsStored(event, previous);
      // Metadata without a hash has neither of the two.
      if (asStored !== undefined && asStored === metadata.hash) return { hash: asStored, metadata };
    }
    const found = hashOfVersion1(event, previous) ?? hashOfVersion2(event, previous, metadata);
    if (found !== undefined && found.stored !== found.computed)
      return { reason: 'its hash is not that of its content and the events before it' };
    if (found !== undefined) return { hash: found.stored, metadata };
  } catch {
    // The text is not JSON, or JSON that `canonical` refuses.
  }
  return { reason: 'it has no hash, or its content is no canonical JSON' };
}

const MEMBER = { start: '"hash":"', length: '"hash":"'.length + 64 + '",'.length };

/** The hash of version 2 over the stored texts; undefined if the metadata has no hash in the middle. */
function hashAsStored(event: RecordedEvent, previous: string): string | undefined {
  const { metadata } = event;
  const at = metadata.indexOf(MEMBER.start);
  if (at === -1) return undefined;
  return chainHash(previous, event, metadata.slice(0, at) + metadata.slice(at + MEMBER.length));
}

/** @throws SyntaxError, TypeError */
function hashOfVersion2(
  event: RecordedEvent,
  previous: string,
  { hash: stored, ...metadata }: EventMetadata & JsonObject,
): { stored: string; computed: string } | undefined {
  if (metadata.hashVersion !== HASH_VERSION || typeof stored !== 'string') return undefined;
  const data = canonical(JSON.parse(event.data));
  return { stored, computed: chainHash(previous, { ...event, data }, canonical(metadata)) };
}

const LAST_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/**
 * Version 1 covers the texts as they were written, without stream and revision: hex SHA-256 over the previous hash, the
 * id, the type, the metadata and the data, joined by line feeds. The hash is the last member of the metadata.
 */
function hashOfVersion1({ id, type, data, metadata }: RecordedEvent, previous: string): { stored: string; computed: string } | undefined {
  const found = LAST_MEMBER.exec(metadata);
  if (found?.[1] === undefined) return undefined;
  return { stored: found[1], computed: chainHashOfVersion1(previous, { id, type, data, metadata: `${metadata.slice(0, found.index)}}` }) };
}

/** For tests and tools that must write events as earlier releases wrote them. */
export const chainHashOfVersion1 = (
  previous: string,
  { id, type, metadata, data }: Record<'id' | 'type' | 'metadata' | 'data', string>,
): string => hash('sha256', `${previous}\n${id}\n${type}\n${metadata}\n${data}`, 'hex');

/** @param metadata text of an object that has members */
export const withHashOfVersion1 = (metadata: string, sum: string): string => `${metadata.slice(0, -1)},"hash":"${sum}"}`;
