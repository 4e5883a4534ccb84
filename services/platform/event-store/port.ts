import { Unavailable } from '../database/unavailable.ts';

/**
 * The port of the event store. It has two adapters, Postgres and EventStoreDB. `testing/conformance.ts` is one test suite that runs
 * on both, with one chapter for each guarantee:
 *
 * 1. An append is atomic, and durable when it answers.
 * 2. The expected revision decides: of concurrent appends at one revision, one is written.
 * 3. A repeated append (the same event ids) has the first outcome.
 * 4. Every reader gets each event once, in one order, without a gap.
 * 5. A subscription continues after outages.
 * 6. Positions can be compared.
 *
 * The adapters differ in two ways. Only Postgres has `appendTogether`. Only in Postgres are positions consecutive.
 */

/** `{category}-{id}`; the category ends at the first dash. */
export type StreamName = `${string}-${string}`;

/** The place of an event in the store's total order. Positions of different stores cannot be compared. */
export type Position = bigint & { readonly brand: 'Position' };
export const asPosition = (value: bigint | string | number): Position => BigInt(value) as Position;
/** Before the first event. */
export const START = asPosition(-1);

/** The revision of a stream without events. An append to it expects this revision; any other append expects the last one. */
export const NO_STREAM = -1;

/** Plain JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type ActorKind = 'guest' | 'member' | 'support' | 'system' | 'carrier' | 'card-processor';
export type Actor = { kind: ActorKind; id: string };

/** Of every event (design: *Commands and events*). */
export type EventMetadata = {
  commandId: string;
  /** one per order, from the cart to the refund (infra/decisions/040) */
  correlationId: string;
  /** the id of the event or of the request that led to the command */
  causationId: string;
  actor: Actor;
  /** ISO instant, UTC */
  recordedAt: string;
  /** the release that decided the event; missing in events of earlier releases */
  release?: string;
  schemaVersion: number;
  traceparent?: string;
  /** of the hash; 1 where it is missing */
  hashVersion?: number;
  /** hex SHA-256 that covers the event and the hash before it in the stream (`envelope/hash-chain.ts`) */
  hash: string;
};

/** What an adapter stores. `data` and `metadata` are JSON text; every text comes back unchanged, because the hash covers it. */
export type EventToAppend = { id: string; type: string; data: string; metadata: string };

export type RecordedEvent = {
  id: string;
  stream: StreamName;
  /** 0 for the stream's first event */
  revision: number;
  position: Position;
  type: string;
  /** the JSON text as it was appended */
  data: string;
  metadata: string;
};

export type Appended = {
  revision: number;
  position: Position;
  /**
   * Set if these ids were already in the store and nothing was written. The stored events may differ in data or metadata
   * (another process has another clock), so the writer must not continue from the events that it sent.
   */
  repeated?: true;
};

/** The stream is not at the expected revision. `actual` is its last revision, NO_STREAM if it does not exist. */
export class WrongExpectedRevision extends Error {
  readonly stream: StreamName;
  readonly expected: number;
  readonly actual: number;
  constructor(stream: StreamName, expected: number, actual: number) {
    super(`stream ${stream} is at revision ${actual}, not ${expected}`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The store has some of the append's event ids already, but not all. */
export class PartialDuplicate extends Error {
  constructor(stream: StreamName) {
    super(`append to ${stream} repeats ids of another append`);
    this.name = 'PartialDuplicate';
  }
}

/** Another append to one of the streams is in progress; nothing was written. */
export class NotTogether extends Error {
  constructor(stream: StreamName) {
    super(`an append to ${stream} is under way`);
    this.name = 'NotTogether';
  }
}

/** The store cannot be reached, or the outcome of an append is unknown. */
export class StoreUnavailable extends Unavailable {
  override name = 'StoreUnavailable';
}

/**
 * `newIds`: the event ids were made for this append alone, so no other append, here or in another process, can have
 * written them. A store then need not look whether these events were written now or before.
 */
export type AppendOptions = {
  newIds?: boolean;
  /** When it aborts, the append is not sent again, and fails with StoreUnavailable. An attempt under way may still be written. */
  signal?: AbortSignal;
};
export type Append = { stream: StreamName; expectedRevision: number; events: EventToAppend[] } & AppendOptions;

/** Events in the total order. `upTo`: the position at which the page ends, dropped events included; the page may be empty. */
export type Page = { events: RecordedEvent[]; upTo: Position };

export type ReadOptions = { /** a revision, inclusive */ from?: number; direction?: 'forwards' | 'backwards'; limit?: number };
export type ReadAllOptions = { after: Position; filter?: EventFilter; limit: number };
export type SubscribeOptions = { after: Position; filter?: EventFilter; batch?: number /** unique in the store */; name: string };

/** Which events a reader wants; without a list, all. Both lists must match. */
export type EventFilter = { categories?: readonly string[]; types?: readonly string[] };

/** Gets a page, which is empty where the filter dropped all its events. The next one waits for the promise (back-pressure). */
export type BatchHandler = (events: Page['events'], upTo: Position) => Promise<void>;

export interface EventStore {
  /** The kind of store, if it is not Postgres. Positions of one kind have no meaning in another. */
  readonly kind?: string;
  /** Atomic, and durable when it returns. @throws WrongExpectedRevision, PartialDuplicate, StoreUnavailable; RangeError if it is malformed or too large for the store */
  append(stream: StreamName, expectedRevision: number, events: EventToAppend[], options?: AppendOptions): Promise<Appended>;
  /**
   * Appends to different streams, all written or none. Only Postgres has it. Without it, the caller appends one after
   * another, and must stay correct if it dies in between.
   * @throws WrongExpectedRevision, PartialDuplicate, NotTogether nothing was written
   * @throws StoreUnavailable
   */
  appendTogether?(appends: Append[]): Promise<Appended[]>;
  /** A stream's events. An unknown stream is empty. */
  read(stream: StreamName, options?: ReadOptions): Promise<RecordedEvent[]>;
  /** The total order after a position. `upTo` moves past dropped events; at the end it equals `after`. */
  readAll(options: ReadAllOptions): Promise<Page>;
  /**
   * All events after a position, then new ones as they come. It survives outages of the store. Resolves when `until` aborts, or
   * the store closes, and the handler has finished. So stop what reads before you close the store. @throws the handler's error, which ends it
   */
  subscribe(options: SubscribeOptions, handler: BatchHandler, until: AbortSignal): Promise<void>;
  /** Why the subscriptions cannot read the store, in a sentence; undefined while they can. The process is then not ready. */
  trouble(): string | undefined;
  /** Position of the newest event; START if there is none. */
  head(): Promise<Position>;
  close(): Promise<void>;
}
