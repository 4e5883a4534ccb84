/**
 * The event store as the shop sees it: one port, two adapters (Postgres here, EventStoreDB beside it),
 * one conformance suite that runs on both. The promises below are that suite's chapters.
 */

/** `{category}-{id}`; the category is what stands before the first dash. */
export type StreamName = `${string}-${string}`;

/** A place in the store's one total order. Comparable within a store, never across stores. */
export type Position = bigint & { readonly brand: 'Position' };
export const asPosition = (value: bigint | string | number): Position => BigInt(value) as Position;
/** Before everything. */
export const START = asPosition(-1);

/** "No stream": the append must be the stream's first. A number is the revision of the last event seen. */
export const NO_STREAM = -1;

/** Plain JSON; what is stored is what is hashed. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type ActorKind = 'guest' | 'member' | 'support' | 'system' | 'carrier' | 'card-processor';
export type Actor = { kind: ActorKind; id: string };

/** Stands on every event from the first one on (design: *Commands and events*). */
export type EventMetadata = {
  commandId: string;
  correlationId: string;
  causationId: string;
  actor: Actor;
  /** ISO instant, UTC */
  recordedAt: string;
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
   * Set where these very ids were in the store already and nothing was written: what is stored may then differ in
   * its data or metadata (another process's clock), so the writer must not go on from what it meant to write.
   */
  repeated?: true;
};

/** The stream was not where the writer thought. `actual` is its last revision (NO_STREAM: none). */
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

/** Some of the event ids are in the store already, but not as this very append. */
export class PartialDuplicate extends Error {
  constructor(stream: StreamName) {
    super(`append to ${stream} repeats ids of another append`);
    this.name = 'PartialDuplicate';
  }
}

/** Appends that belong together found a stream in use; nothing was written. */
export class NotTogether extends Error {
  constructor(stream: StreamName) {
    super(`an append to ${stream} is under way`);
    this.name = 'NotTogether';
  }
}

/** The store could not be reached, or did not say in time what became of an append. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

export type Append = { stream: StreamName; expectedRevision: number; events: EventToAppend[] };
export type AppendOutcome = { ok: true; value: Appended } | { ok: false; error: Error };

/** Which events a reader wants; everything where it is left out. Both lists narrow. */
export type EventFilter = { categories?: readonly string[]; types?: readonly string[] };

export type Subscription = {
  /** Position up to which everything was handed over *and* handled, dropped events included. */
  position(): Position;
  /** Ends after the batch in hand; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /** Rejects when the handler threw; never resolves before stop(). */
  done: Promise<void>;
};

/**
 * Gets events in the total order. `upTo` is the position the batch ends at, also where the filter dropped
 * what stands between (it may come with an empty batch). The next batch waits for the promise: back-pressure.
 */
export type BatchHandler = (events: RecordedEvent[], upTo: Position) => Promise<void>;

export interface EventStore {
  /** Which kind of store it is, where it is not Postgres: a position of one kind means nothing in another. */
  readonly kind?: string;
  /** Atomic and durable when it answers. @throws WrongExpectedRevision, PartialDuplicate, StoreUnavailable; RangeError where it is malformed, or larger than the store takes */
  append(stream: StreamName, expectedRevision: number, events: EventToAppend[]): Promise<Appended>;
  /** Independent appends sent together; each has an outcome of its own. Never rejects as a whole. */
  appendMany(appends: Append[]): Promise<AppendOutcome[]>;
  /**
   * Appends to different streams, all written or none. Left out where a store has no such thing: whoever wants it does
   * the appends one after the other then, and must be sound when it ends in between.
   * @throws WrongExpectedRevision, PartialDuplicate, NotTogether nothing was written
   * @throws StoreUnavailable
   */
  appendTogether?(appends: Append[]): Promise<Appended[]>;
  /** A stream's events; `from` is a revision, inclusive. An unknown stream is empty. */
  read(stream: StreamName, options?: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number }): Promise<RecordedEvent[]>;
  /** The total order after a position. `upTo` moves past what the filter dropped; equal to `after` at the end. */
  readAll(options: { after: Position; filter?: EventFilter; limit: number }): Promise<{ events: RecordedEvent[]; upTo: Position }>;
  /** Catch-up and live, without a seam; survives the store going away and coming back. */
  subscribe(options: { after: Position; filter?: EventFilter; batch?: number; name: string }, handler: BatchHandler): Subscription;
  /** Why the subscriptions do not get on, in a sentence; undefined while they do. A process that depends on one is unready. */
  trouble(): string | undefined;
  /** Position of the newest event; START where there is none. */
  head(): Promise<Position>;
  close(): Promise<void>;
}
