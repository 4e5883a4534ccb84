import type { Decider, DomainEvent, Rejection } from '../event-store/decider.ts';
import {
  type Append,
  type Appended,
  type EventStore,
  NotTogether,
  PartialDuplicate,
  type Position,
  type StreamName,
  WrongExpectedRevision,
} from '../event-store/port.ts';
import type { Codec, CommandContext, DecodedEvent } from './codec.ts';
import { StreamStates } from './stream-state.ts';
import { handleJobs, type Job } from './stream-worker.ts';

export type Accepted<State, E extends DomainEvent> = {
  ok: true;
  /** right after the command's own events, whatever others appended since */
  state: State;
  /** of the command's last event; the stream's present one where the command made none */
  revision: number;
  position: Position;
  /** whether the command had been handled before: this is its first outcome again */
  replayed: boolean;
  events: DecodedEvent<E>[];
};
export type Outcome<State, E extends DomainEvent> = Accepted<State, E> | { ok: false; rejection: Rejection };

export type HandleOptions = {
  /** The stream is believed not to exist: nothing is read first. A mistake costs a retry and no more. */
  fresh?: boolean;
};

export type HandleRequest<State, Command, E extends DomainEvent> = {
  stream: StreamName;
  decider: Decider<State, Command, E>;
  command: Command;
  context: CommandContext;
  options?: HandleOptions;
};
// The three cannot be told apart in a list of unlike requests; `request()` checks each by itself.
// oxlint-disable-next-line no-explicit-any
type AnyRequest = HandleRequest<any, any, any>;
type OutcomeOf<Request> = Request extends { decider: Decider<infer State, infer _, infer E> } ? Outcome<State, E> : never;

export type Loaded<State> = { state: State; revision: number; position: Position };

/**
 * The write side: load, decide, append. Handles the commands of one stream one after another within the process;
 * across processes the expected revision decides and the loser decides again on what it finds.
 */
export type Commands = {
  /**
   * A command that was handled before answers its first outcome, also after a restart and when others wrote since.
   * A rejection is always decided on the stream as it is, never on an older state.
   * @throws StoreUnavailable the outcome may be unknown: the same command may be sent again
   * @throws Contended others kept writing to the stream; may be sent again
   */
  handle<State, Command, E extends DomainEvent>(
    stream: StreamName,
    decider: Decider<State, Command, E>,
    command: Command,
    context: CommandContext,
    options?: HandleOptions,
  ): Promise<Outcome<State, E>>;
  /**
   * Independent commands to different streams, their appends sent together. Throws only after each has ended,
   * and then the whole may be sent again.
   */
  handleMany<const Requests extends readonly AnyRequest[]>(
    requests: Requests,
  ): Promise<{ -readonly [Index in keyof Requests]: OutcomeOf<Requests[Index]> }>;
  /**
   * Commands to different streams, each of which presupposes those before it. Where the store can do that, they are
   * written in one append or not at all; a rejection then means that nothing was written, and the other outcomes are
   * undefined. Where the store cannot do that, or others are writing to a stream, the commands are handled one after
   * another: what follows a rejection, or a command that was handled before, is not tried and its outcome is undefined.
   * If the call throws or the process dies in between, the first commands are written and the rest are not; the whole
   * may be sent again.
   */
  handleInOrder<const Requests extends readonly AnyRequest[]>(
    requests: Requests,
  ): Promise<{ -readonly [Index in keyof Requests]: OutcomeOf<Requests[Index]> | undefined }>;
  /**
   * Why the stream refuses a command now; undefined where it accepts. Nothing is written. A refusal is always decided on
   * the newest state; an acceptance may be decided on a held state that is behind the store.
   */
  refusal<State, Command, E extends DomainEvent>(
    stream: StreamName,
    decider: Decider<State, Command, E>,
    command: Command,
  ): Promise<Rejection | undefined>;
  /** The stream's state as it is in the store now. */
  load<State, E extends DomainEvent>(stream: StreamName, decider: Decider<State, never, E>): Promise<Loaded<State>>;
};

export type CommandsOptions = {
  store: EventStore;
  codec: Codec;
  /** streams whose state is held, about; default 10,000 */
  cacheSize?: number;
  /** how often a command is decided again because others wrote; default 20 */
  maxRetries?: number;
};

/** Names a request for `handleMany`, with its command checked against its decider. */
export const request = <State, Command, E extends DomainEvent>(value: HandleRequest<State, Command, E>): HandleRequest<State, Command, E> =>
  value;

export function createCommands({ store, codec, cacheSize = 10_000, maxRetries = 20 }: CommandsOptions): Commands {
  const states = new StreamStates(store, codec, cacheSize);
  const queues = new Map<StreamName, Job[]>();
  const sendAlone = ({ stream, expectedRevision, events, newIds = false }: Append): Promise<Appended> =>
    store.append(stream, expectedRevision, events, { newIds });

  async function work(stream: StreamName, queue: Job[]): Promise<void> {
    while (queue.length > 0) {
      const jobs = takeAlike(queue);
      for (const job of jobs) job.started?.();
      await handleJobs({ codec, states, maxRetries }, stream, jobs);
    }
    queues.delete(stream);
  }

  function enqueue(item: AnyRequest, send: Job['send'], flight?: Flight): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: Job = {
      decider: item.decider,
      command: item.command,
      context: item.context,
      fresh: item.options?.fresh === true,
      alone: flight !== undefined,
      ...(flight && { started: flight.started }),
      send,
      resolve,
      reject,
    };
    const queue = queues.get(item.stream);
    if (queue) queue.push(job);
    else {
      const started = [job];
      queues.set(item.stream, started);
      void work(item.stream, started);
    }
    return promise;
  }

  /** What has to be read is read first and at once; then all decide in one turn and their appends meet. */
  async function readAhead(requests: readonly AnyRequest[]): Promise<void> {
    const unknown = requests.filter(
      ({ stream, decider, options }) => options?.fresh !== true && states.held(stream, decider) === undefined,
    );
    await Promise.all(unknown.map(({ stream, decider }) => states.fresh(stream, decider)));
  }

  /** undefined where nothing was written, and no rejection is the reason */
  async function handleTogether(requests: readonly AnyRequest[]): Promise<(AnyOutcome | undefined)[] | undefined> {
    await readAhead(requests);
    const flight = sendAsOne(store, requests.length);
    const settled = await Promise.allSettled(
      requests.map((item, index) => enqueue(item, (append) => flight.send(index, append), flight).finally(flight.ended)),
    );
    const failed = settled.find((one) => one.status === 'rejected' && !(one.reason instanceof CalledOff));
    if (failed?.status === 'rejected') throw failed.reason;
    const outcomes = settled.map((one) => (one.status === 'fulfilled' ? (one.value as AnyOutcome) : undefined));
    if (outcomes.every((one) => one !== undefined && isNew(one))) return outcomes;
    // A rejected command sends no append, and the others are sent with it or not at all.
    const isRefused = outcomes.some((one) => one?.ok === false) && !outcomes.some((one) => one?.ok && one.replayed);
    return isRefused ? outcomes.map((one) => (one?.ok === false ? one : undefined)) : undefined;
  }

  async function handleOneByOne(requests: readonly AnyRequest[]): Promise<(AnyOutcome | undefined)[]> {
    const outcomes: (AnyOutcome | undefined)[] = requests.map(() => undefined);
    for (const [index, item] of requests.entries()) {
      const outcome = (await enqueue(item, sendAlone)) as AnyOutcome;
      outcomes[index] = outcome;
      if (!isNew(outcome)) break;
    }
    return outcomes;
  }

  return {
    handle: (stream, decider, command, context, options = {}) =>
      enqueue({ stream, decider, command, context, options }, sendAlone) as Promise<never>,

    async handleMany(requests) {
      await readAhead(requests);
      const send = sendTogether(store);
      const settled = await Promise.allSettled(requests.map((item) => enqueue(item, send)));
      return settled.map((one) => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      }) as never;
    },

    async handleInOrder(requests) {
      let together: (AnyOutcome | undefined)[] | undefined;
      // The second attempt knows what another process wrote meanwhile.
      if (store.appendTogether) together = (await handleTogether(requests)) ?? (await handleTogether(requests));
      return (together ?? (await handleOneByOne(requests))) as never;
    },

    async refusal(stream, decider, command) {
      const held = states.held(stream, decider);
      if (held && decider.decide(command, held.state).ok) return undefined;
      const decision = decider.decide(command, (await states.fresh(stream, decider)).state);
      return decision.ok ? undefined : decision.rejection;
    },

    async load(stream, decider) {
      const { state, revision, position } = await states.fresh(stream, decider);
      return { state, revision, position };
    },
  };
}

/** Jobs decided as one batch: a hot coupon's waiting reservations become one append instead of a queue of them. */
const BATCH = 64;

function takeAlike(queue: Job[]): Job[] {
  const differs = queue.findIndex(
    ({ decider, alone }, index) => decider !== queue[0]?.decider || (index > 0 && (alone || queue[0]?.alone)),
  );
  return queue.splice(0, Math.min(BATCH, differs === -1 ? queue.length : differs));
}

/** Appends that become ready within one turn of the event loop go out as one `appendMany`. */
function sendTogether(store: EventStore): Job['send'] {
  const waiting: { append: Append; resolve: (value: Appended) => void; reject: (error: unknown) => void }[] = [];
  async function flush(): Promise<void> {
    const batch = waiting.splice(0);
    try {
      const outcomes = await store.appendMany(batch.map(({ append }) => append));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome?.ok === true) resolve(outcome.value);
        else reject(outcome?.error ?? new Error('an append has no outcome'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  return (append) =>
    new Promise((resolve, reject) => {
      waiting.push({ append, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void flush());
    });
}

type AnyOutcome = { ok: true; replayed: boolean } | { ok: false };
const isNew = (outcome: AnyOutcome): boolean => outcome.ok && !outcome.replayed;

/** What was to be written together is not; nothing of it is. */
class CalledOff extends Error {}

type Flight = {
  /** @param index of the command: its place in the append */
  send: (index: number, append: Append) => Promise<Appended>;
  /** a command is at the head of its stream's queue */
  started: () => void;
  /** a command has its outcome */
  ended: () => void;
};

/**
 * The appends of `count` commands as one. A command holds its stream while it waits for the others, so none may wait for
 * a command that is itself queued behind another one: two such groups could wait for each other without end.
 * Commands that have started wait only for the store, so these are waited for.
 */
function sendAsOne(store: EventStore, count: number): Flight {
  const joined: { index: number; append: Append; resolve: (value: Appended) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;
  let left = false;
  async function leave(): Promise<void> {
    if (left) return;
    left = true;
    joined.sort((one, other) => one.index - other.index);
    try {
      if (joined.length < count || !store.appendTogether) throw new CalledOff();
      const outcomes = await store.appendTogether(joined.map(({ append }) => append));
      for (const [at, { resolve }] of joined.entries()) resolve(outcomes[at] as Appended);
    } catch (error) {
      const nothingWritten = error instanceof WrongExpectedRevision || error instanceof PartialDuplicate || error instanceof NotTogether;
      for (const { reject } of joined) reject(nothingWritten ? new CalledOff() : error);
    }
  }
  return {
    started: () => void running++,
    // Before the append left: this command sends none, so there is nothing to wait for.
    ended: () => void leave(),
    send: (index, append) =>
      new Promise((resolve, reject) => {
        if (left) return reject(new CalledOff());
        joined.push({ index, append, resolve, reject });
        if (joined.length === count) void leave();
        else setImmediate(() => running < count && void leave());
      }),
  };
}
