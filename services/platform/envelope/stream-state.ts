import { LRUCache } from 'lru-cache';
import type { Decider, DomainEvent, Recorded } from '../event-store/decider.ts';
import { type EventStore, NO_STREAM, type Position, type RecordedEvent, START, type StreamName } from '../event-store/port.ts';
import type { Codec, DecodedEvent } from './codec.ts';
import { CommandIds } from './command-ids.ts';
import { GENESIS } from './hash-chain.ts';
import { extend, NO_TRAIL, type Trail } from './trail.ts';
import { ofTheHistory } from './unreadable.ts';

/** The folded state of a stream after its event `revision`. */
export type Loaded<State> = {
  state: State;
  trail: Trail;
  /** NO_STREAM where the stream does not exist */
  revision: number;
  /** of the last event; START where there is none */
  position: Position;
  /** chain hash (hex) of the last event; the hash of the next event covers it */
  hash: string;
};

export type StreamState<State> = Loaded<State> & {
  /** the decider that folded `state`; no other decider can use it */
  decider: unknown;
  /** ISO instant of the first event; undefined where there is none */
  began: string | undefined;
  /** ids of the commands whose events are in the stream; the later states of the stream share this object */
  commands: CommandIds;
};

/** The events of one command as they were appended, and the state right after them. */
export type Written<State, E extends DomainEvent> = Loaded<State> & { events: DecodedEvent<E>[] };

const PAGE = 500;
/** this many command ids count as one more stream in the size of the cache */
const COMMANDS_PER_WEIGHT = 50;

export const emptyState = <State>(decider: { initial: State }): StreamState<State> => ({
  decider,
  state: decider.initial,
  revision: NO_STREAM,
  began: undefined,
  position: START,
  hash: GENESIS,
  trail: NO_TRAIL,
  commands: new CommandIds(),
});

export const fold = <State, E extends DomainEvent>(
  decider: Pick<Decider<State, never, E>, 'evolve'>,
  state: State,
  events: readonly Recorded<E>[],
): State => events.reduce((current, event) => decider.evolve(current, event), state);

/**
 * A bounded cache of folded states. Another process may have appended since, so a held state may be behind the store. It is
 * still safe to decide on it: the append names its revision, and the store refuses the append unless this is the stream's
 * last revision.
 */
export class StreamStates {
  readonly #store: EventStore;
  readonly #codec: Codec;
  readonly #held: LRUCache<StreamName, StreamState<unknown>>;
  #generation = 0;

  constructor(store: EventStore, codec: Codec, cacheSize: number) {
    this.#store = store;
    this.#codec = codec;
    this.#held = new LRUCache({
      maxSize: cacheSize,
      sizeCalculation: ({ commands }) => 1 + Math.floor(commands.size / COMMANDS_PER_WEIGHT),
    });
    codec.onForgotten(() => {
      this.#generation++;
      this.#held.clear();
    });
  }

  /** grows when a person is forgotten; read it before the work that ends in `keep` */
  get generation(): number {
    return this.#generation;
  }

  /** The state in memory, without a read. */
  held<State>(stream: StreamName, decider: { initial: State }): StreamState<State> | undefined {
    const held = this.#held.get(stream);
    return held?.decider === decider ? (held as StreamState<State>) : undefined;
  }

  /** Keeps a state, unless a person was forgotten since `generation` or the cache has a later one. */
  keep(stream: StreamName, state: StreamState<unknown>, generation: number): void {
    // A stream that does not exist gets no entry, or look-ups of invented numbers would push out the real streams.
    if (generation !== this.#generation || state.revision === NO_STREAM) return;
    const held = this.#held.get(stream);
    if (held && held.decider === state.decider && held.revision > state.revision) return;
    this.#held.set(stream, state);
  }

  drop(stream: StreamName): void {
    this.#held.delete(stream);
  }

  /** The stream's newest state: always reads the store, from the event after the held state. @throws UnreadableHistory */
  async newest<State, E extends DomainEvent>(stream: StreamName, decider: Decider<State, never, E>): Promise<StreamState<State>> {
    const generation = this.#generation;
    let current = this.held(stream, decider) ?? emptyState(decider);
    for await (const records of this.#pages(stream, current.revision + 1)) {
      const before = current;
      const { events, state, trail } = await ofTheHistory(records, async (part) => {
        const events = (await this.#codec.decode(part)) as DecodedEvent<E>[];
        return { events, state: fold(decider, before.state, events), trail: extend(decider, before.trail, events) };
      });
      for (const { metadata } of events) current.commands.add(metadata.commandId);
      const began = current.began ?? events[0]?.recordedAt;
      current = { ...current, state, trail, began, ...endOf(events) };
    }
    this.keep(stream, current, generation);
    return current;
  }

  /** The first outcome of a command; undefined if the stream has no event of it. Reads the stream from its start. @throws UnreadableHistory */
  async firstOutcome<State, E extends DomainEvent>(
    stream: StreamName,
    decider: Decider<State, never, E>,
    commandId: string,
  ): Promise<Written<State, E> | undefined> {
    let state = decider.initial;
    let trail = NO_TRAIL;
    const own: DecodedEvent<E>[] = [];
    for await (const records of this.#pages(stream, 0)) {
      for (const event of (await ofTheHistory(records, (part) => this.#codec.decode(part))) as DecodedEvent<E>[]) {
        if (event.metadata.commandId === commandId) own.push(event);
        else if (own.length > 0) return { state, trail, ...endOf(own), events: own };
        state = decider.evolve(state, event);
        trail = extend(decider, trail, [event]);
      }
    }
    return own.length > 0 ? { state, trail, ...endOf(own), events: own } : undefined;
  }

  async *#pages(stream: StreamName, from: number): AsyncGenerator<RecordedEvent[]> {
    for (let next = from; ; next += PAGE) {
      const records = await this.#store.read(stream, { from: next, limit: PAGE });
      if (records.length > 0) yield records;
      if (records.length < PAGE) return;
    }
  }
}

function endOf(events: readonly DecodedEvent[]): Pick<Loaded<unknown>, 'revision' | 'position' | 'hash'> {
  const { revision, position, metadata } = events.at(-1) as DecodedEvent;
  return { revision, position: position as Position, hash: metadata.hash };
}
