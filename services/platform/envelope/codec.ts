import { randomUUID } from 'node:crypto';
import type { DomainEvent, Recorded } from '../event-store/decider.ts';
import type { Actor, EventMetadata, EventToAppend, JsonObject, RecordedEvent, StreamName } from '../event-store/port.ts';
import { canonical } from './canonical.ts';
import { chained, HASH_VERSION } from './hash-chain.ts';
import { createUpcasting, type Upcaster } from './upcasters.ts';
import type { Sealed, Vault } from './vault.ts';

/** Who sent the command, under which id, and when. The command's events carry it in their metadata. */
export type CommandContext = {
  /** the same for every retry of one intent; a stream takes the events of a command once */
  commandId: string;
  /** default: that of the stream (`Decider.correlation`) */
  correlationId?: string;
  /** for a stream that has no correlation id; default: a random one */
  newCorrelationId?: string;
  /** the id of the event or the request that led to the command; default: `because`, then the command itself */
  causationId?: string;
  /** facts of the stream (`Decider.fact`): the newest event that recorded one of them led to the command */
  because?: readonly string[];
  actor: Actor;
  traceparent?: string;
  now: Date;
};

/** A decoded event. `personal` is undefined if there is none, if it was not requested, or if the person was forgotten. */
export type DecodedEvent<E extends DomainEvent = DomainEvent> = Recorded<E> & { id: string; stream: StreamName; metadata: EventMetadata };

export type EncodeRequest = {
  stream: StreamName;
  /** of the first of the events */
  revision: number;
  /** hash of the event before the first one; GENESIS if there is none */
  previousHash: string;
  events: readonly DomainEvent[];
  context: CommandContext & { correlationId: string };
  /** the id of the last event; default: a new one, as for the others */
  lastId?: string | undefined;
};

export type Encoded = {
  events: EventToAppend[];
  metadata: EventMetadata[];
  /** of each event: whether its personal data was dropped because its subject was forgotten */
  dropped: boolean[];
  /** hash of the last event: the next one's `previousHash` */
  hash: string;
};

export type CodecOptions = { vault: Vault; upcasters?: readonly Upcaster[]; release?: string };

export type Codec = {
  /** Creates new event ids in each call. The keys for `personal` are durable when it returns, or with the events (see `KeyDurability`). @throws TypeError on values that an event cannot hold (see `canonical`) */
  encode(request: EncodeRequest): Promise<Encoded>;
  /** In the given order, with one key query for all. `personal: false` does not decrypt personal data. @throws SealBroken */
  decode(records: readonly RecordedEvent[], options?: { personal?: boolean }): Promise<DecodedEvent[]>;
  /** Called when a person was forgotten: caches of decoded events must be cleared. */
  onForgotten(listener: () => void): void;
};

/** The member `personal` of the stored data. No domain event may use this name. */
type StoredPersonal = { subject: string; sealed?: string };

/** @param options.release the release that decides the new events; their metadata names it */
export function createCodec({ vault, upcasters = [], release }: CodecOptions): Codec {
  const versions = createUpcasting(upcasters);

  async function storedPersonal(event: DomainEvent, id: string): Promise<StoredPersonal | undefined> {
    if (event.subject === undefined) return undefined;
    const sealed = event.personal === undefined ? undefined : await vault.seal(event.subject, id, event.personal);
    return sealed === undefined ? { subject: event.subject } : { sealed, subject: event.subject };
  }

  return {
    async encode({ stream, revision, previousHash, events, context, lastId }) {
      events.forEach(storable);
      const ids = events.map((_, index) => (index === events.length - 1 ? lastId : undefined) ?? randomUUID());
      // All at once, so that their keys are created together.
      const personals = events.some(({ subject }) => subject !== undefined)
        ? await Promise.all(events.map((event, index) => storedPersonal(event, ids[index] as string)))
        : [];
      let hash = previousHash;
      const metadata: EventMetadata[] = [];
      const encoded = events.map(({ type, data }, index): EventToAppend => {
        const id = ids[index] as string;
        const personal = personals[index];
        const text = canonical(personal === undefined ? data : { ...data, personal });
        const about = metadataOf(context, release, versions.currentVersion(type));
        const event = chained(hash, { stream, revision: revision + index, id, type, data: text, metadata: about });
        hash = event.hash;
        metadata.push({ ...about, hash });
        return { id, type, data: text, metadata: event.metadata };
      });
      return {
        events: encoded,
        metadata,
        hash,
        dropped: events.map(({ personal }, index) => personal !== undefined && personals[index]?.sealed === undefined),
      };
    },

    async decode(records, { personal = true } = {}) {
      const sealed: { index: number; item: Sealed }[] = [];
      const parsed = records.map((record, index) => {
        const data = JSON.parse(record.data) as JsonObject & { personal?: StoredPersonal };
        const metadata = JSON.parse(record.metadata) as EventMetadata;
        const stored = data.personal;
        if (stored === undefined) return { record, data, subject: undefined, metadata };
        if (personal && stored.sealed !== undefined)
          sealed.push({ index, item: { subject: stored.subject, eventId: record.id, sealed: stored.sealed } });
        const { personal: _, ...rest } = data;
        return { record, data: rest, subject: stored.subject, metadata };
      });
      const opened = sealed.length === 0 ? [] : await vault.openMany(sealed.map(({ item }) => item));
      const personals = new Map(sealed.map(({ index }, at) => [index, opened[at]]));
      return parsed.map(({ record, data, subject, metadata }, index): DecodedEvent => {
        const { id, stream, revision, position, type } = record;
        const shape = versions.upcast(type, metadata.schemaVersion, { data, personal: personals.get(index) });
        const { recordedAt } = metadata;
        if (subject === undefined) return { id, stream, revision, position, recordedAt, type, data: shape.data, metadata };
        return { id, stream, revision, position, recordedAt, type, data: shape.data, subject, personal: shape.personal, metadata };
      });
    },

    onForgotten: (listener) => vault.onForgotten(listener),
  };
}

/** @throws TypeError on an event whose personal data would be lost, or stored unencrypted */
export function storable(event: DomainEvent): DomainEvent {
  if ('personal' in event.data) throw new TypeError(`${event.type}: the name "personal" is reserved in the data of an event`);
  if (event.personal !== undefined && event.subject === undefined) throw new TypeError(`${event.type} has personal data but no subject`);
  return event;
}

/** In canonical order. */
const metadataOf = (
  context: EncodeRequest['context'],
  release: string | undefined,
  schemaVersion: number,
): Omit<EventMetadata, 'hash'> & JsonObject => ({
  actor: { id: context.actor.id, kind: context.actor.kind },
  causationId: context.causationId ?? context.commandId,
  commandId: context.commandId,
  correlationId: context.correlationId,
  hashVersion: HASH_VERSION,
  recordedAt: context.now.toISOString(),
  ...(release === undefined ? {} : { release }),
  schemaVersion,
  ...(context.traceparent === undefined ? {} : { traceparent: context.traceparent }),
});
