import { randomUUID } from 'node:crypto';
import type { Decider, Decision, DomainEvent, Rejection } from '../event-store/decider.ts';
import { type Append, type Appended, type Position, type StreamName, WrongExpectedRevision } from '../event-store/port.ts';
import { sleep } from '../timing.ts';
import { asStored } from './canonical.ts';
import { type Codec, type CommandContext, type DecodedEvent, type Encoded, storable } from './codec.ts';
import type { SealedPersonal } from './opening.ts';
import { withinLimit } from './stream-limit.ts';
import { emptyState, fold, type StreamState, type StreamStates } from './stream-state.ts';
import { causeIn, extend, type Trail } from './trail.ts';

export type Job = {
  decider: Decider<unknown, unknown, DomainEvent>;
  command: unknown;
  context: CommandContext;
  /** as in `HandleOptions` */
  fresh: boolean;
  /** the id of the command's last event (`links.ts`) */
  lastId?: string | undefined;
  /** shares its append with no other job, because the appends of its group are written together or not at all */
  alone?: boolean;
  /** called when the job's turn in its stream has come */
  started?: () => void;
  /** when it aborts, the caller has been answered; undefined: the job waits for as long as the store tries */
  signal?: AbortSignal | undefined;
  send: (append: Append) => Promise<Appended>;
  resolve: (outcome: unknown) => void;
  reject: (error: unknown) => void;
};

export type WorkerContext = { codec: Codec; states: StreamStates; maxRetries: number };

/** Other writers appended to the stream between each read and append of this process. The command had no effect. */
export class Contended extends Error {
  constructor(stream: StreamName, retries: number, options?: ErrorOptions) {
    super(`gave up on ${stream} after ${retries} retries: others keep writing to it`, options);
    this.name = 'Contended';
  }
}

/** The state on which a round decides. `isNewest`: it was read after the jobs had arrived. */
type Basis = { known: StreamState<unknown>; isNewest: boolean };

type Writer = { job: Job; events: DomainEvent[] };
/** `events` may be empty: accepted without a change. */
type Verdict = { job: Job; rejection: Rejection } | (Writer & { rejection?: never });

/** The result of one round. `again`: jobs without an outcome, for the next round on the newest state. */
type Round = { again: Job[]; conflict?: Error };

/**
 * Handles the jobs of the batch in order, with one append for all of them. The first round decides on the held state. The
 * stream is read, and a further round decides, in three cases: there is no held state; the store refused its revision
 * (another process has appended); no job of the round made an event, so no append has shown that the state is the newest.
 */
export async function handleJobs(worker: WorkerContext, stream: StreamName, jobs: Job[]): Promise<void> {
  const [{ decider, fresh, signal }] = jobs as [Job];
  let pending = jobs;
  let conflicts = 0;
  try {
    const held = worker.states.held(stream, decider) ?? (fresh ? emptyState(decider) : undefined);
    let basis: Basis | undefined = held && { known: held, isNewest: false };
    while (pending.length > 0) {
      signal?.throwIfAborted();
      basis ??= { known: await worker.states.newest(stream, decider), isNewest: true };
      const round = await runRound(worker, stream, basis, pending);
      pending = round.again;
      basis = undefined;
      if (!round.conflict) continue;
      if (++conflicts > worker.maxRetries) throw new Contended(stream, worker.maxRetries, { cause: round.conflict });
      // After the first conflict no wait is needed: the held state was old. With more conflicts, others are writing now.
      if (conflicts > 1) await sleep(Math.random() * Math.min(2 ** conflicts, 50));
    }
  } catch (error) {
    worker.states.drop(stream);
    for (const job of pending) job.reject(error);
  }
}

async function runRound(worker: WorkerContext, stream: StreamName, basis: Basis, jobs: Job[]): Promise<Round> {
  const again: Job[] = [];
  const verdicts: Verdict[] = [];
  const commandIds = new Set<string>();
  let { state, revision } = basis.known;
  for (const job of jobs) {
    const { commandId } = job.context;
    if (basis.known.commands.mayHave(commandId) && (await replay(worker, stream, job))) continue;
    // The same command twice in one batch: the second one gets the outcome of the first.
    if (commandIds.has(commandId)) {
      again.push(job);
      continue;
    }
    try {
      const decision = withinLimit(job.decider, job.command, decide(job, state), { ...basis.known, revision }, job.context.now);
      if (!decision.ok) {
        verdicts.push({ job, rejection: decision.rejection });
        continue;
      }
      // Folds before the append, too: an event that cannot be folded must not get into the stream.
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
      if (decision.events.length > 0) commandIds.add(commandId);
      verdicts.push({ job, events: decision.events });
    } catch (error) {
      job.reject(error);
    }
  }

  const writers = verdicts.filter((verdict): verdict is Writer => !verdict.rejection && verdict.events.length > 0);
  if (writers.length === 0) {
    if (!basis.isNewest) return { again: [...verdicts.map(({ job }) => job), ...again] };
    answer(verdicts, basis.known, new Map());
    return { again };
  }
  const written = await write(worker, stream, basis.known, writers);
  if ('conflict' in written) return { again: [...verdicts.map(({ job }) => job), ...again], conflict: written.conflict };
  // The store accepted the expected revision, so the rejections were decided on the stream's newest state.
  answer(verdicts, basis.known, written.outcomes);
  return { again };
}

/** The command's events in the form in which the store returns them. */
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

type Written = { state: unknown; trail: Trail; revision: number; position: Position; hash: string; events: DecodedEvent[] };

async function write(
  { codec, states }: WorkerContext,
  stream: StreamName,
  known: StreamState<unknown>,
  writers: Writer[],
): Promise<{ outcomes: Map<Job, Written> } | { conflict: Error }> {
  const generation = states.generation;
  const encoded: Encoded[] = [];
  const trails: Trail[] = [];
  let revision = known.revision + 1;
  for (const { job, events } of writers) {
    const previousHash = encoded.at(-1)?.hash ?? known.hash;
    const before = trails.at(-1) ?? known.trail;
    const own = await codec.encode({ stream, revision, previousHash, events, context: continued(job.context, before), lastId: job.lastId });
    encoded.push(own);
    trails.push(extend(job.decider, before, events.map(traced(own, revision))));
    revision += events.length;
  }
  let appended: Appended;
  const [{ job: first }] = writers as [Writer];
  const { signal } = first;
  // The caller may have been answered while the events were encoded.
  signal?.throwIfAborted();
  try {
    appended = await first.send({
      stream,
      expectedRevision: known.revision,
      events: encoded.flatMap(({ events }) => events),
      newIds: true,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    // The stream is behind the held state: the store was restored to an earlier point, so the held state is wrong.
    if (error.actual < known.revision) states.drop(stream);
    return { conflict: error };
  }
  const keep = (state: StreamState<unknown>): void => states.keep(stream, state, generation);
  return { outcomes: outcomesOf(known, writers, encoded, trails, appended, keep, stream) };
}

/** The correlation id and the cause, where the caller leaves them to the stream. */
const continued = (context: CommandContext, trail: Trail): CommandContext & { correlationId: string } => ({
  ...context,
  correlationId: context.correlationId ?? trail.correlationId ?? context.newCorrelationId ?? randomUUID(),
  causationId: context.causationId ?? causeIn(trail, context.because ?? []) ?? context.commandId,
});

/** An event as `extend` reads it. @param first revision of the first event */
const traced =
  ({ events, metadata }: Encoded, first: number) =>
  (event: DomainEvent, index: number) => ({
    ...event,
    id: (events[index] as { id: string }).id,
    revision: first + index,
    metadata: metadata[index] as DecodedEvent['metadata'],
  });

/** The outcome of each written job. Keeps the new state, so that the next command needs no read. */
function outcomesOf(
  known: StreamState<unknown>,
  writers: Writer[],
  encoded: Encoded[],
  trails: readonly Trail[],
  { position }: Appended,
  keep: (state: StreamState<unknown>) => void,
  stream: StreamName,
): Map<Job, Written> {
  const outcomes = new Map<Job, Written>();
  let { state, revision } = known;
  for (const [at, { job, events }] of writers.entries()) {
    const { events: stored, metadata, sealed, hash } = encoded[at] as Encoded;
    const decoded = events.map((event, index): DecodedEvent => {
      const own = metadata[index] as DecodedEvent['metadata'];
      const id = stored[index]?.id ?? '';
      const recorded = { ...event, id, stream, revision: revision + 1 + index, position, recordedAt: own.recordedAt, metadata: own };
      return withSealed(recorded, sealed[index]);
    });
    state = fold(job.decider, state, decoded);
    revision += events.length;
    known.commands.add(job.context.commandId);
    outcomes.set(job, { state, trail: trails[at] as Trail, revision, position, hash, events: decoded });
  }
  const began = known.began ?? encoded[0]?.metadata[0]?.recordedAt;
  keep({ ...known, state, began, revision, position, hash: (encoded.at(-1) as Encoded).hash, trail: trails.at(-1) as Trail });
  return outcomes;
}

/** The event as a later read returns it: without the purposes that were forgotten, which were not stored. */
function withSealed(event: DecodedEvent, sealed: SealedPersonal | undefined): DecodedEvent {
  if (event.subject === undefined) return event;
  if (sealed === undefined) return { ...event, personal: undefined };
  const left = Object.entries(event.personal ?? {}).filter(([purpose]) => Object.hasOwn(sealed.parts as object, purpose));
  return { ...event, personal: Object.fromEntries(left), sealed };
}

/** Answers in the order of the decisions. A command without events gets the state that the commands before it left. */
function answer(verdicts: Verdict[], known: StreamState<unknown>, outcomes: Map<Job, Written>): void {
  let latest: Omit<Written, 'events'> = known;
  for (const verdict of verdicts) {
    if (verdict.rejection) {
      verdict.job.resolve({ ok: false, rejection: verdict.rejection });
      continue;
    }
    const written = outcomes.get(verdict.job);
    latest = written ?? latest;
    const { state, trail, revision, position, hash } = latest;
    verdict.job.resolve({ ok: true, state, trail, revision, position, hash, replayed: false, events: written?.events ?? [] });
  }
}

/** Answers a command that was handled before with its first outcome. @returns false if the stream has no event of it */
async function replay({ states }: WorkerContext, stream: StreamName, job: Job): Promise<boolean> {
  try {
    const first = await states.firstOutcome(stream, job.decider, job.context.commandId);
    if (first === undefined) return false;
    const { commandId, causationId, ranBefore } = job.context;
    if (causationId !== undefined && first.events[0]?.metadata.causationId !== causationId) ranBefore?.(commandId);
    job.resolve({ ok: true, replayed: true, ...first });
    return true;
  } catch (error) {
    job.reject(error);
    return true;
  }
}
