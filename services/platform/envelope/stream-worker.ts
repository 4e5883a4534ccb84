import { setTimeout as sleep } from 'node:timers/promises';
import type { Decider, Decision, DomainEvent, Rejection } from '../event-store/decider.ts';
import {
  type Append,
  type Appended,
  type EventStore,
  PartialDuplicate,
  type Position,
  type StreamName,
  WrongExpectedRevision,
} from '../event-store/port.ts';
import { asStored } from './canonical.ts';
import { type Codec, type CommandContext, type DecodedEvent, type Encoded, storable } from './codec.ts';
import { emptyState, fold, type StreamState, type StreamStates } from './stream-state.ts';

export type Job = {
  decider: Decider<unknown, unknown, DomainEvent>;
  command: unknown;
  context: CommandContext;
  fresh: boolean;
  /** not to be written in one append with others: its append belongs to something that may be called off as a whole */
  alone?: boolean;
  /** called when the job's turn in its stream has come */
  started?: () => void;
  send: (append: Append) => Promise<Appended>;
  resolve: (outcome: unknown) => void;
  reject: (error: unknown) => void;
};

export type WorkerContext = { store: EventStore; codec: Codec; states: StreamStates; maxRetries: number };

/** Others kept appending to the stream between every read and append. The command had no effect. */
export class Contended extends Error {
  constructor(stream: StreamName, retries: number, options?: ErrorOptions) {
    super(`gave up on ${stream} after ${retries} retries: others keep writing to it`, options);
    this.name = 'Contended';
  }
}

/** A state to decide on; `current` only where it was read after the jobs had come. */
type Basis = { known: StreamState<unknown>; current: boolean };

type Writer = { job: Job; events: DomainEvent[] };
/** `events` may be empty: accepted, with nothing to do. */
type Verdict = { job: Job; rejection: Rejection } | (Writer & { rejection?: never });

/** What one round makes of its jobs. `again` are to be decided on a fresh state. */
type Round = { again: Job[]; conflict?: Error };

/** Settles every job of the batch: in order, on the stream's real state, with one append for all of them if it goes well. */
export async function settleJobs(worker: WorkerContext, stream: StreamName, jobs: Job[]): Promise<void> {
  const [{ decider, fresh }] = jobs as [Job];
  let open = jobs;
  let conflicts = 0;
  try {
    const held = worker.states.held(stream, decider) ?? (fresh ? emptyState(decider) : undefined);
    let basis: Basis | undefined = held && { known: held, current: false };
    while (open.length > 0) {
      basis ??= { known: await worker.states.fresh(stream, decider), current: true };
      const round = await runRound(worker, stream, basis, open);
      open = round.again;
      basis = undefined;
      if (!round.conflict) continue;
      if (++conflicts > worker.maxRetries) throw new Contended(stream, worker.maxRetries, { cause: round.conflict });
      await sleep(Math.random() * Math.min(2 ** conflicts, 50));
    }
  } catch (error) {
    worker.states.drop(stream);
    for (const job of open) job.reject(error);
  }
}

async function runRound(worker: WorkerContext, stream: StreamName, basis: Basis, jobs: Job[]): Promise<Round> {
  const again: Job[] = [];
  const verdicts: Verdict[] = [];
  const taken = new Set<string>();
  let { state, revision } = basis.known;
  for (const job of jobs) {
    const { commandId } = job.context;
    if (basis.known.commands.has(commandId)) {
      await replay(worker, stream, job);
      continue;
    }
    // The same command twice in one batch: the second answers what became of the first.
    if (taken.has(commandId)) {
      again.push(job);
      continue;
    }
    try {
      const decision = decide(job, state);
      if (!decision.ok) {
        verdicts.push({ job, rejection: decision.rejection });
        continue;
      }
      // Folded before it is appended as well: an event that cannot be folded must not get into the stream.
      state = fold(
        job.decider,
        state,
        decision.events.map((event) => ({
          ...event,
          revision: ++revision,
          position: basis.known.position,
          recordedAt: job.context.now.toISOString(),
        })),
      );
      if (decision.events.length > 0) taken.add(commandId);
      verdicts.push({ job, events: decision.events });
    } catch (error) {
      job.reject(error);
    }
  }

  const writers = verdicts.filter((verdict): verdict is Writer => !verdict.rejection && verdict.events.length > 0);
  if (writers.length === 0) {
    if (!basis.current) return { again: [...verdicts.map(({ job }) => job), ...again] };
    answer(verdicts, basis.known, new Map());
    return { again };
  }
  const written = await write(worker, stream, basis.known, writers);
  if ('conflict' in written) return { again: [...verdicts.map(({ job }) => job), ...again], conflict: written.conflict };
  // The append was accepted at the expected revision, so the state that the rejections were decided on was the real one.
  answer(verdicts, basis.known, written.outcomes);
  return { again };
}

/** The command's events as the store will give them back. */
function decide(job: Job, state: unknown): Decision<DomainEvent> {
  const decision = job.decider.decide(job.command, state);
  if (!decision.ok) return decision;
  return {
    ok: true,
    events: decision.events.map((event) => ({
      ...storable(event),
      data: asStored(event.data),
      ...(event.personal === undefined ? {} : { personal: asStored(event.personal) }),
    })),
  };
}

type Written = { state: unknown; revision: number; position: Position; events: DecodedEvent[] };

async function write(
  { store, codec, states }: WorkerContext,
  stream: StreamName,
  known: StreamState<unknown>,
  writers: Writer[],
): Promise<{ outcomes: Map<Job, Written> } | { conflict: Error }> {
  const generation = states.generation;
  const encoded: Encoded[] = [];
  let revision = known.revision + 1;
  for (const { job, events } of writers) {
    const previousHash = encoded.at(-1)?.hash ?? known.hash;
    encoded.push(await codec.encode({ stream, revision, previousHash, events, context: job.context }));
    revision += events.length;
  }
  let appended: Appended;
  const [{ job: first }] = writers as [Writer];
  try {
    appended = await first.send({ stream, expectedRevision: known.revision, events: encoded.flatMap(({ events }) => events) });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision || error instanceof PartialDuplicate)) throw error;
    // Behind what is held: the store was set back, and nothing held of the stream is true any more.
    if (error instanceof PartialDuplicate || error.actual < known.revision) states.drop(stream);
    return { conflict: error };
  }
  if (appended.repeated && !(await isStored(store, stream, appended, encoded))) {
    states.drop(stream);
    return { conflict: new PartialDuplicate(stream) };
  }
  return { outcomes: concluded(known, writers, encoded, appended, (state) => states.keep(stream, state, generation), stream) };
}

/**
 * Whether the stream holds these very bytes. Two processes that handle one command at once append the same ids at the
 * same revision, and the second is answered like the first; with its own clock in the data its hash would be another,
 * and everything it appended afterwards would break the chain.
 */
async function isStored(store: EventStore, stream: StreamName, { revision }: Appended, encoded: Encoded[]): Promise<boolean> {
  const last = encoded.at(-1)?.events.at(-1);
  const [stored] = await store.read(stream, { from: revision, limit: 1 });
  return stored?.id === last?.id && stored?.data === last?.data && stored?.metadata === last?.metadata;
}

function concluded(
  known: StreamState<unknown>,
  writers: Writer[],
  encoded: Encoded[],
  { position }: Appended,
  keep: (state: StreamState<unknown>) => void,
  stream: StreamName,
): Map<Job, Written> {
  const outcomes = new Map<Job, Written>();
  let { state, revision } = known;
  for (const [at, { job, events }] of writers.entries()) {
    const { events: stored, metadata, dropped } = encoded[at] as Encoded;
    const decoded = events.map((event, index): DecodedEvent => {
      const about = metadata[index] as DecodedEvent['metadata'];
      const id = stored[index]?.id ?? '';
      const recorded = { ...event, id, stream, revision: revision + 1 + index, position, recordedAt: about.recordedAt, metadata: about };
      return dropped[index] === true ? { ...recorded, personal: undefined } : recorded;
    });
    state = fold(job.decider, state, decoded);
    revision += events.length;
    known.commands.add(job.context.commandId);
    outcomes.set(job, { state, revision, position, events: decoded });
  }
  keep({ ...known, state, revision, position, hash: (encoded.at(-1) as Encoded).hash });
  return outcomes;
}

/** Answers in the order of the decisions; one without events has the state that the ones before it left. */
function answer(verdicts: Verdict[], known: StreamState<unknown>, outcomes: Map<Job, Written>): void {
  let latest: Omit<Written, 'events'> = known;
  for (const verdict of verdicts) {
    if (verdict.rejection) {
      verdict.job.resolve({ ok: false, rejection: verdict.rejection });
      continue;
    }
    const written = outcomes.get(verdict.job);
    latest = written ?? latest;
    const { state, revision, position } = latest;
    verdict.job.resolve({ ok: true, state, revision, position, replayed: false, events: written?.events ?? [] });
  }
}

async function replay({ states }: WorkerContext, stream: StreamName, job: Job): Promise<void> {
  try {
    const first = await states.firstOutcome(stream, job.decider, job.context.commandId);
    if (!first) throw new Error(`${stream} has lost the events of a command it once held`);
    job.resolve({ ok: true, replayed: true, ...first });
  } catch (error) {
    job.reject(error);
  }
}
