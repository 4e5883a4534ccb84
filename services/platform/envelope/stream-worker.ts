import { randomUUID } from 'node:crypto';
import type { Decider, Decision, DomainEvent, Rejection } from '../event-store/decider.ts';
import { type Append, type Appended, type StreamName, WrongExpectedRevision } from '../event-store/port.ts';
import { sleep } from '../timing.ts';
import { asStored } from './canonical.ts';
import { type Codec, type CommandContext, type DecodedEvent, type Encoded, storable } from './codec.ts';
import { withinLimit } from './stream-limit.ts';
import { emptyState, fold, type Loaded, type StreamState, type StreamStates, type Written } from './stream-state.ts';
import { causeIn, extend, type Trail } from './trail.ts';

/** How a job's append is sent. */
export type Sending = {
  send: (append: Append) => Promise<Appended>;
  /** when it aborts, the caller has been answered; undefined: the job waits for as long as the store tries */
  signal: AbortSignal | undefined;
  /** the id of the command's last event (`links.ts`) */
  lastId?: string | undefined;
  /**
   * Called when the job's turn in its stream has come. Only a job of a group has it. It shares its append with no other job,
   * because the appends of its group are written together or not at all.
   */
  started?: () => void;
};

export type Job = Sending & {
  decider: Decider<unknown, unknown, DomainEvent>;
  command: unknown;
  context: CommandContext;
  /** as in `HandleOptions` */
  fresh: boolean;
  resolve: (outcome: unknown) => void;
  reject: (error: unknown) => void;
};

export type WorkerContext = { codec: Codec; states: StreamStates };

/** How often a command is decided again after a conflict with another writer. */
const MOST_RETRIES = 20;

/** Other writers appended to the stream between each read and append of this process. The command had no effect. */
export class Contended extends Error {
  constructor(stream: StreamName, options?: ErrorOptions) {
    super(`gave up on ${stream} after ${MOST_RETRIES} retries: others keep writing to it`, options);
    this.name = 'Contended';
  }
}

/** The state on which a round decides. `isNewest`: it was read after the jobs had arrived. */
type Basis = { known: StreamState<unknown>; isNewest: boolean };

type Writer = { job: Job; events: DomainEvent[] };
/** `events` may be empty: accepted without a change. */
type Verdict = { job: Job; rejection: Rejection } | (Writer & { rejection?: never });

/** of the jobs whose events were written */
type Outcomes = Map<Job, Written<unknown, DomainEvent>>;

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
      if (++conflicts > MOST_RETRIES) throw new Contended(stream, { cause: round.conflict });
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

  const unanswered = [...verdicts.map(({ job }) => job), ...again];
  const writers = verdicts.filter((verdict): verdict is Writer => !verdict.rejection && verdict.events.length > 0);
  if (writers.length === 0 && !basis.isNewest) return { again: unanswered };
  try {
    const outcomes: Outcomes = writers.length === 0 ? new Map() : await write(worker, stream, basis.known, writers);
    // The state was the newest, also where it was held: the store accepted its revision.
    answer(verdicts, basis.known, outcomes);
    return { again };
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    // The stream is behind the held state: the store was restored to an earlier point, so the held state is wrong.
    if (error.actual < basis.known.revision) worker.states.drop(stream);
    return { again: unanswered, conflict: error };
  }
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

/** The encoded events of a job. `trail`, `revision` and `hash`: of the stream after them. */
type Draft = Encoded & { job: Job; trail: Trail; revision: number };

/** @throws WrongExpectedRevision another process has appended, or the store was restored */
async function write(
  { codec, states }: WorkerContext,
  stream: StreamName,
  known: StreamState<unknown>,
  writers: Writer[],
): Promise<Outcomes> {
  const generation = states.generation;
  const drafts: Draft[] = [];
  for (const { job, events } of writers) {
    const { trail, revision, hash: previousHash } = drafts.at(-1) ?? known;
    const context = continued(job.context, trail);
    const encoded = await codec.encode({ stream, revision: revision + 1, previousHash, events, context, lastId: job.lastId });
    drafts.push({ ...encoded, job, trail: extend(job.decider, trail, encoded.decoded), revision: revision + events.length });
  }
  const [{ job: first }] = writers as [Writer];
  const { signal } = first;
  // The caller may have been answered while the events were encoded.
  signal?.throwIfAborted();
  const { position } = await first.send({
    stream,
    expectedRevision: known.revision,
    events: drafts.flatMap(({ events }) => events),
    newIds: true,
    ...(signal && { signal }),
  });
  const outcomes: Outcomes = new Map();
  let state = known;
  for (const { job, decoded, trail, revision, hash } of drafts) {
    const events = decoded.map((event): DecodedEvent => ({ ...event, position }));
    const began = state.began ?? events[0]?.recordedAt;
    state = { ...state, state: fold(job.decider, state.state, events), began, trail, revision, position, hash };
    known.commands.add(job.context.commandId);
    outcomes.set(job, { ...state, events });
  }
  // The next command needs no read.
  states.keep(stream, state, generation);
  return outcomes;
}

/** The correlation id and the cause, where the caller leaves them to the stream. */
const continued = (context: CommandContext, trail: Trail): CommandContext & { correlationId: string } => ({
  ...context,
  correlationId: context.correlationId ?? trail.correlationId ?? context.newCorrelationId ?? randomUUID(),
  causationId: context.causationId ?? causeIn(trail, context.because ?? []) ?? context.commandId,
});

/** Answers in the order of the decisions. A command without events gets the state that the commands before it left. */
function answer(verdicts: Verdict[], known: StreamState<unknown>, outcomes: Outcomes): void {
  let latest: Loaded<unknown> = known;
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
