import type { Decider, DomainEvent, Rejection } from '../event-store/decider.ts';
import {
  type Append,
  type Appended,
  type EventStore,
  NotTogether,
  PartialDuplicate,
  type StreamName,
  WrongExpectedRevision,
} from '../event-store/port.ts';
import type { StoreHealth } from '../event-store/store-health.ts';
import type { Codec, CommandContext } from './codec.ts';
import { linkAfter, linkTogether } from './links.ts';
import { withinLimit } from './stream-limit.ts';
import { type Loaded, type StreamState, StreamStates, type Written } from './stream-state.ts';
import { handleJobs, type Job, type Sending } from './stream-worker.ts';
import type { Trail } from './trail.ts';
import { Waiting } from './waiting.ts';

/** The command's events and the state right after them; without an event, the state of the stream. */
export type Accepted<State, E extends DomainEvent> = Written<State, E> & {
  ok: true;
  /** the command was handled before; this is its first outcome */
  replayed: boolean;
};
export type Outcome<State, E extends DomainEvent> = Accepted<State, E> | { ok: false; rejection: Rejection };

export type HandleOptions = {
  /** The caller expects a new stream, so the command is decided without a read. If the stream exists, the command is decided again. */
  fresh?: boolean;
  /** In `handleInOrder`: the command does not depend on the command before it, so both may run at once. */
  alongside?: boolean;
  /** In `handleInOrder`: the stream of the request that leads to this one. The last event of its command is the cause. */
  causedBy?: StreamName;
  /** In `handleInOrder`: the stream of the request whose correlation id this one has, too. */
  correlationOf?: StreamName;
  /**
   * Refuses the command with `TemporarilyRefused` while the store is known to be unreachable; default true. `false` keeps
   * trying for as long as the store's adapter does. It is for what must be recorded because it has happened outside: a
   * charge, a parcel. Of several commands together, one with `false` decides for all.
   */
  failFast?: boolean;
};

export type HandleRequest<State, Command, E extends DomainEvent> = {
  stream: StreamName;
  decider: Decider<State, Command, E>;
  command: Command;
  context: CommandContext;
  options?: HandleOptions;
};
// A list of unlike requests has no common type parameters; `request()` checks each request.
// oxlint-disable-next-line no-explicit-any
type AnyRequest = HandleRequest<any, any, any>;
type OutcomeOf<Request> = Request extends { decider: Decider<infer State, infer _, infer E> } ? Outcome<State, E> : never;

/**
 * The command handler: load, decide, append. Within a process, each stream has a queue, and its commands run one after
 * another (`enqueue`, then `handleJobs` in `stream-worker.ts`). Two processes may decide on one stream at once: the store
 * accepts the append of one, and the other process reads the stream and decides again.
 */
export type Commands = {
  /**
   * A command that was handled before answers its first outcome, also after a restart and after further events.
   * A rejection is always decided on the newest state.
   * @throws TemporarilyRefused the store does not answer, or too many commands wait for it
   * @throws StoreUnavailable the outcome may be unknown: the same command may be sent again
   * @throws Contended other writers kept appending to the stream; the command may be sent again
   */
  handle<State, Command, E extends DomainEvent>(
    stream: StreamName,
    decider: Decider<State, Command, E>,
    command: Command,
    context: CommandContext,
    options?: HandleOptions,
  ): Promise<Outcome<State, E>>;
  /**
   * Handles commands to different streams, each of which depends on the commands before it. A store with
   * `appendTogether` writes all of them or none; a rejection then means that nothing was written, and the other outcomes
   * are undefined. Without it, or while others write to a stream, the commands run one after another, except for those
   * `alongside`. A rejection, or a command that was handled before, ends the sequence; the outcomes after it are
   * undefined. If the call throws or the process dies in between, only a part is written, and all may be sent again.
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
  /** The stream's newest state. */
  load<State, E extends DomainEvent>(stream: StreamName, decider: Decider<State, never, E>): Promise<Loaded<State>>;
  /** Whether a command would be accepted now. Ask it before other work that a refused command would leave half-done. */
  storeAnswers(): boolean;
};

type CommandsOptions = {
  store: EventStore;
  codec: Codec;
  /** approximate number of streams whose state is held; default 3,000, some 20 MB of orders */
  cacheSize?: number;
  /** without it no command is refused because of the store */
  health?: StoreHealth;
  /** how many commands may wait for a slow store; default 500. At 4 kB each they take 2 MB, and the store has them done within seconds. */
  maxWaiting?: number;
};

/** A request for `handleInOrder`; checks the command's type against the decider. */
export const request = <State, Command, E extends DomainEvent>(value: HandleRequest<State, Command, E>): HandleRequest<State, Command, E> =>
  value;

export function createCommands({ store, codec, cacheSize = 3_000, health, maxWaiting = 500 }: CommandsOptions): Commands {
  const states = new StreamStates(store, codec, cacheSize);
  const waiting = new Waiting(health, maxWaiting);
  const queues = new Map<StreamName, Job[]>();
  const sendAlone = ({ stream, expectedRevision, events, ...options }: Append): Promise<Appended> =>
    store.append(stream, expectedRevision, events, options);

  async function work(stream: StreamName, queue: Job[]): Promise<void> {
    while (queue.length > 0) {
      const jobs = takeBatch(queue).filter(({ signal, reject }) => !signal?.aborted || reject(signal.reason));
      for (const job of jobs) job.started?.();
      if (jobs.length > 0) await handleJobs({ codec, states }, stream, jobs);
    }
    queues.delete(stream);
  }

  function enqueue({ stream, decider, command, context, options }: AnyRequest, sending: Sending): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: Job = { decider, command, context, fresh: options?.fresh === true, ...sending, resolve, reject };
    const queue = queues.get(stream);
    if (queue) queue.push(job);
    else {
      const jobs = [job];
      queues.set(stream, jobs);
      void work(stream, jobs);
    }
    return promise;
  }

  /** Reads all states that are not held at once, so that all commands decide in one turn and their appends go out together. */
  async function readAhead(requests: readonly AnyRequest[]): Promise<Map<StreamName, StreamState<unknown>>> {
    const unknown = requests.filter(
      ({ stream, decider, options }) => options?.fresh !== true && states.held(stream, decider) === undefined,
    );
    const read = await Promise.all(unknown.map(({ stream, decider }) => states.newest(stream, decider)));
    return new Map(unknown.map(({ stream }, index) => [stream, read[index] as StreamState<unknown>]));
  }

  /** undefined if nothing was written for another reason than a rejection */
  async function handleTogether(
    requests: readonly AnyRequest[],
    signal: AbortSignal | undefined,
  ): Promise<(AnyOutcome | undefined)[] | undefined> {
    const read = await readAhead(requests);
    const group = appendGroup(store, requests.length);
    const linked = linkTogether(requests, ({ stream, decider }) => states.held(stream, decider) ?? read.get(stream));
    const { started, ended } = group;
    const settled = await Promise.allSettled(
      linked.map(({ item, lastId, basis }, index) => {
        const send = (append: Append): Promise<Appended> =>
          basis === undefined || basis === append.expectedRevision ? group.send(index, append) : Promise.reject(new GroupNotWritten());
        return enqueue(item, { signal, send, started, lastId }).finally(ended);
      }),
    );
    const failed = settled.find((one) => one.status === 'rejected' && !(one.reason instanceof GroupNotWritten));
    if (failed?.status === 'rejected') throw failed.reason;
    const outcomes = settled.map((one) => (one.status === 'fulfilled' ? (one.value as AnyOutcome) : undefined));
    if (outcomes.every((one) => one !== undefined && isNew(one))) return outcomes;
    // A rejected command sends no append, so the appends of the others are not sent either.
    const isRefused = outcomes.some((one) => one?.ok === false) && !outcomes.some((one) => one?.ok && one.replayed);
    return isRefused ? outcomes.map((one) => (one?.ok === false ? one : undefined)) : undefined;
  }

  const trailOf = async ({ stream, decider }: AnyRequest): Promise<Trail> =>
    (states.held(stream, decider) ?? (await states.newest(stream, decider))).trail;

  async function handleOneByOne(requests: readonly AnyRequest[], signal: AbortSignal | undefined): Promise<(AnyOutcome | undefined)[]> {
    const outcomes: (AnyOutcome | undefined)[] = requests.map(() => undefined);
    for (let next = 0; next < requests.length && outcomes.slice(0, next).every((one) => one !== undefined && isNew(one)); ) {
      const first = next++;
      while (requests[next]?.options?.alongside === true) next++;
      const linked = await Promise.all(requests.slice(first, next).map((item) => linkAfter(item, requests, outcomes, trailOf)));
      const settled = await Promise.allSettled(linked.map((item) => enqueue(item, { signal, send: sendAlone })));
      for (const [index, one] of settled.entries()) {
        if (one.status === 'rejected') throw one.reason;
        outcomes[first + index] = one.value as AnyOutcome;
      }
    }
    return outcomes;
  }

  return {
    handle: (stream, decider, command, context, options = {}) =>
      waiting.during(options.failFast !== false, (signal) =>
        enqueue({ stream, decider, command, context, options }, { signal, send: sendAlone }),
      ) as Promise<never>,

    handleInOrder: (requests) => {
      const mayFailFast = requests.every(({ options }) => options?.failFast !== false);
      return waiting.during(mayFailFast, async (signal) => {
        let together: (AnyOutcome | undefined)[] | undefined;
        // The second attempt starts from the events that another process wrote meanwhile.
        if (store.appendTogether) together = (await handleTogether(requests, signal)) ?? (await handleTogether(requests, signal));
        return (together ?? (await handleOneByOne(requests, signal))) as never;
      });
    },

    refusal: (stream, decider, command) =>
      waiting.during(true, async () => {
        const decideOn = (known: Pick<StreamState<typeof decider.initial>, 'state' | 'revision' | 'began'>) =>
          withinLimit(decider, command, decider.decide(command, known.state), known, new Date());
        const held = states.held(stream, decider);
        if (held && decideOn(held).ok) return undefined;
        const decision = decideOn(await states.newest(stream, decider));
        return decision.ok ? undefined : decision.rejection;
      }),

    load: (stream, decider) => waiting.during(true, () => states.newest(stream, decider)),

    storeAnswers: () => waiting.accepts(),
  };
}

/** Maximum jobs in one batch. The queued reservations of a popular coupon become one append instead of many. */
const BATCH = 64;

/**
 * Removes the jobs at the head of the queue that may share one append. A job of a group shares it with no other job, and a
 * job that waits for any length of time shares it with none that may fail fast.
 */
function takeBatch(queue: Job[]): Job[] {
  const differs = queue.findIndex(
    ({ decider, signal, started }, index) =>
      decider !== queue[0]?.decider || signal !== queue[0]?.signal || (index > 0 && (started ?? queue[0]?.started) !== undefined),
  );
  return queue.splice(0, Math.min(BATCH, differs === -1 ? queue.length : differs));
}

// oxlint-disable-next-line no-explicit-any
type AnyOutcome = Outcome<any, any>;
const isNew = (outcome: AnyOutcome): boolean => outcome.ok && !outcome.replayed;

/** Nothing of the group was written. Its commands may be handled again. */
class GroupNotWritten extends Error {}

type AppendGroup = {
  /** Waits for the other appends of the group. @param index of the command in the group @throws GroupNotWritten */
  send: (index: number, append: Append) => Promise<Appended>;
  /** call it when a command is at the head of its stream's queue */
  started: () => void;
  /** call it when a command has its outcome */
  ended: () => void;
};

/**
 * Writes the appends of `count` commands with one `appendTogether`. A command blocks its stream while it waits for the
 * other commands of its group. Two groups that wait in each other's queues would therefore wait without end. So a group
 * waits only for commands that have started; if another one is still queued, nothing of the group is written.
 */
function appendGroup(store: EventStore, count: number): AppendGroup {
  const ready: { index: number; append: Append; resolve: (value: Appended) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;
  let flushed = false;
  async function flush(): Promise<void> {
    if (flushed) return;
    flushed = true;
    ready.sort((one, other) => one.index - other.index);
    try {
      if (ready.length < count || !store.appendTogether) throw new GroupNotWritten();
      const outcomes = await store.appendTogether(ready.map(({ append }) => append));
      for (const [at, { resolve }] of ready.entries()) resolve(outcomes[at] as Appended);
    } catch (error) {
      const nothingWritten = error instanceof WrongExpectedRevision || error instanceof PartialDuplicate || error instanceof NotTogether;
      for (const { reject } of ready) reject(nothingWritten ? new GroupNotWritten() : error);
    }
  }
  return {
    started: () => void running++,
    // A command with an outcome before the flush sends no append, so the group is incomplete.
    ended: () => void flush(),
    send: (index, append) =>
      new Promise((resolve, reject) => {
        if (flushed) return reject(new GroupNotWritten());
        ready.push({ index, append, resolve, reject });
        if (ready.length === count) void flush();
        else setImmediate(() => running < count && void flush());
      }),
  };
}
