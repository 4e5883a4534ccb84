import { randomUUID } from 'node:crypto';
import { type DomainEvent, type PersonalData, PURPOSES, type Purpose, type Recorded } from '../event-store/decider.ts';
import type { Actor, EventMetadata, EventToAppend, JsonObject, RecordedEvent, StreamName } from '../event-store/port.ts';
import { canonical } from './canonical.ts';
import { chained, HASH_VERSION } from './hash-chain.ts';
import { createOpening, purposesOf, type SealedParts, type SealedPersonal } from './opening.ts';
import { createUpcasting, type Upcaster } from './upcasters.ts';
import type { Vault } from './vault.ts';

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
  /** called when the command gets the outcome of events that another cause recorded: an earlier request with its id ran before */
  ranBefore?: (commandId: string) => void;
};

/** A decoded event. `personal` lacks the purposes that were forgotten; undefined if nothing is left, or if it was not requested. */
export type DecodedEvent<E extends DomainEvent = DomainEvent> = Recorded<E> & {
  id: string;
  stream: StreamName;
  metadata: EventMetadata;
  /** The personal data as it is stored. A read model may copy it, and `openSealed` decrypts the copy. */
  sealed?: SealedPersonal;
};

/** An event with the type that its stream or the reader's filter gives it; the store knows no types. */
export const asEvent = <E extends DomainEvent>(event: DecodedEvent): DecodedEvent<E> => event as unknown as DecodedEvent<E>;

type EncodeRequest = {
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
  /** the events as `decode` will return them: without the purposes that were forgotten */
  decoded: Omit<DecodedEvent, 'position'>[];
  /** hash of the last event: the next one's `previousHash` */
  hash: string;
};

export type Codec = ReturnType<typeof createCodec>;

/** The member `personal` of the stored data. No domain event may use this name. `sealed` is a text in events of earlier releases. */
type StoredPersonal = { subject: string; sealed?: SealedParts };

type CodecOptions = { vault: Vault; upcasters?: readonly Upcaster[]; release?: string };

/** @param options.release the release that decides the new events; their metadata names it */
export function createCodec({ vault, upcasters = [], release }: CodecOptions) {
  const versions = createUpcasting(upcasters);
  const opening = createOpening(vault, versions);

  async function storedPersonal({ subject, personal }: DomainEvent, id: string): Promise<StoredPersonal | undefined> {
    if (subject === undefined) return undefined;
    const sealed: Partial<Record<Purpose, string>> = {};
    await Promise.all(
      purposesOf(personal).map(async (purpose) => {
        const text = await vault.seal(subject, purpose, id, personal?.[purpose] as JsonObject);
        if (text !== undefined) sealed[purpose] = text;
      }),
    );
    return purposesOf(sealed).length === 0 ? { subject } : { sealed, subject };
  }

  const codec = {
    /** Creates new event ids in each call. The keys for `personal` are on disk when it returns. @throws TypeError on values that an event cannot hold (see `canonical`) */
    async encode({ stream, revision, previousHash, events, context, lastId }: EncodeRequest): Promise<Encoded> {
      events.forEach(storable);
      const ids = events.map((_, index) => (index === events.length - 1 ? lastId : undefined) ?? randomUUID());
      // All at once, so that their keys are created together.
      const personals = events.some(({ subject }) => subject !== undefined)
        ? await Promise.all(events.map((event, index) => storedPersonal(event, ids[index] as string)))
        : [];
      const encoded: Encoded = { events: [], decoded: [], hash: previousHash };
      for (const [index, event] of events.entries()) {
        const [id, personal, place] = [ids[index] as string, personals[index], { stream, revision: revision + index }];
        const { type } = event;
        const data = canonical(personal === undefined ? event.data : { ...event.data, personal });
        const about = metadataOf(context, release, versions.currentVersion(type));
        const { hash, metadata } = chained(encoded.hash, { ...place, id, type, data, metadata: about });
        const stored = withSealed(event, sealedOf(personal, id, type, about.schemaVersion));
        encoded.events.push({ id, type, data, metadata });
        encoded.decoded.push({ ...stored, id, ...place, recordedAt: about.recordedAt, metadata: { ...about, hash } });
        encoded.hash = hash;
      }
      return encoded;
    },

    /** In the given order, with one key query for all. `personal: false` does not decrypt personal data. @throws Error on sealed data that was changed */
    async decode(
      records: readonly RecordedEvent[],
      { personal: isRequested = true }: { personal?: boolean } = {},
    ): Promise<DecodedEvent[]> {
      const parsed = records.map((record) => {
        const { personal: stored, ...data } = JSON.parse(record.data) as JsonObject & { personal?: StoredPersonal };
        const metadata = JSON.parse(record.metadata) as EventMetadata;
        return {
          record,
          data,
          metadata,
          subject: stored?.subject,
          sealed: sealedOf(stored, record.id, record.type, metadata.schemaVersion),
        };
      });
      const wanted = isRequested ? parsed.filter(({ sealed }) => sealed !== undefined) : [];
      const opened = await opening.open(wanted.map(({ sealed }) => sealed as SealedPersonal));
      const personals = new Map(wanted.map(({ sealed }, index) => [sealed, opened[index]]));
      return parsed.map(({ record, data, metadata, subject, sealed }): DecodedEvent => {
        const { id, stream, revision, position, type } = record;
        const shape = opening.shape(type, metadata.schemaVersion, data, sealed && personals.get(sealed));
        const { recordedAt } = metadata;
        const event = { id, stream, revision, position, recordedAt, type, data: shape.data, metadata };
        if (subject === undefined) return event;
        return { ...event, subject, personal: shape.personal, ...(sealed && { sealed }) };
      });
    },

    /** Decrypts copies of the personal data of events, in the given order, with one key query for all. @throws Error on sealed data that was changed */
    async openSealed(sealed: readonly SealedPersonal[]): Promise<(PersonalData | undefined)[]> {
      const opened = await opening.open(sealed);
      return sealed.map(({ type, schemaVersion }, index) => opening.shape(type, schemaVersion, {}, opened[index]).personal);
    },

    /**
     * Prepares subjects of earlier releases for `Vault.forget` of a single purpose (see `Vault.split`).
     * @param records all events of the subjects, which the caller knows; others are ignored. May be repeated.
     */
    async splitSubjects(records: readonly RecordedEvent[]): Promise<void> {
      const events = await codec.decode(records.filter(isOneBlob));
      const parts = events.flatMap(({ id: eventId, type, subject = '', personal }) =>
        personal === undefined ? [] : [{ subject, eventId, schemaVersion: versions.currentVersion(type), personal }],
      );
      for (const [subject, ofSubject] of Map.groupBy(parts, (part) => part.subject)) await vault.split(subject, ofSubject);
    },

    /** Called when a person was forgotten: caches of decoded events must be cleared. */
    onForgotten: (listener: () => void): void => vault.onForgotten(listener),
  };
  return codec;
}

/** @throws TypeError on an event whose personal data would be lost, or stored without a key of its own */
export function storable(event: DomainEvent): DomainEvent {
  if ('personal' in event.data) throw new TypeError(`${event.type}: the name "personal" is reserved in the data of an event`);
  if (event.personal === undefined) return event;
  if (event.subject === undefined) throw new TypeError(`${event.type} has personal data but no subject`);
  const other = Object.keys(event.personal).find((name) => !(PURPOSES as readonly string[]).includes(name));
  if (other !== undefined) throw new TypeError(`${event.type}: "${other}" is no purpose of personal data`);
  return event;
}

/** An event of an earlier release: one sealed text for all purposes. */
const isOneBlob = ({ data }: RecordedEvent): boolean =>
  typeof (JSON.parse(data) as { personal?: { sealed?: unknown } }).personal?.sealed === 'string';

const sealedOf = (stored: StoredPersonal | undefined, eventId: string, type: string, schemaVersion: number): SealedPersonal | undefined =>
  stored?.sealed === undefined ? undefined : { subject: stored.subject, eventId, type, schemaVersion, parts: stored.sealed };

/** The event without the purposes that were forgotten, which are not stored. */
function withSealed(event: DomainEvent, sealed: SealedPersonal | undefined): Pick<DecodedEvent, keyof DomainEvent | 'sealed'> {
  if (event.subject === undefined) return event;
  if (sealed === undefined) return { ...event, personal: undefined };
  const left = Object.entries(event.personal ?? {}).filter(([purpose]) => Object.hasOwn(sealed.parts as object, purpose));
  return { ...event, personal: Object.fromEntries(left), sealed };
}

/** In canonical order. */
const metadataOf = (
  context: EncodeRequest['context'],
  release: string | undefined,
  schemaVersion: number,
): Omit<EventMetadata, 'hash'> & JsonObject & { hashVersion: number } => ({
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
