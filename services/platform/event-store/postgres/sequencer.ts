import { type Batches, batches } from '../../batches.ts';
import { backoff, sleep } from '../../timing.ts';
import { type Append, type Appended, asPosition, NotTogether, PartialDuplicate, type RecordedEvent, StoreUnavailable } from '../port.ts';
import { type AppendConnection, type Flushed, Refused } from './append-connection.ts';

export type SequencerOptions = {
  connections: readonly AppendConnection[];
  /** an append that has no outcome by then fails with StoreUnavailable, ms */
  timeoutMs: number;
  /** gets each commit, as a run of consecutive positions */
  committed: (run: RecordedEvent[]) => void;
  /** The outcome of a stale append: the first answer if it is a repeat, else it throws. */
  explain: (append: Append, actual: number) => Promise<Appended>;
};

/** One append, or several to different streams, written together or not at all. */
type Waiting = {
  appends: readonly Append[];
  deadline: number;
  resolve: (outcomes: Appended[]) => void;
  fail: (error: Error) => void;
};

// The second connection waits for the lock while the first commits, so the server never waits for this process. With few
// writers it would only split a batch in two.
const SECOND_CONNECTION_FROM = 48;

const RETRY = { first: 20, most: 1_000 };
/** events in one transaction, unless a single append has more */
const MOST_EVENTS = 2_000;
/** appends without an outcome */
const MOST_WAITING = 50_000;

/**
 * Group commit: appends that arrive during a transaction share the next one. A batch holds at most one append per stream,
 * so a refused append never affects the next one of its stream.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  /** Of the appends that wait for no other one of their stream. */
  readonly #transactions: Batches<Waiting, void>;
  /** Appends that wait for a queued or running append of their stream. */
  #followers = new Map<string, Waiting[]>();
  readonly #idle: AppendConnection[];
  #waiting = 0;
  #closing: (() => void) | undefined;
  #closeBy = Number.POSITIVE_INFINITY;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#idle = [...options.connections];
    this.#transactions = batches((batch) => this.#send(batch), {
      size: MOST_EVENTS,
      weigh: ({ appends }) => appends.reduce((sum, { events }) => sum + events.length, 0),
      parallel: options.connections.length,
      besideFrom: SECOND_CONNECTION_FROM,
      // A transaction costs the server as much as a dozen appends, so under load a short wait for more of them pays.
      maxWaitMs: 1,
    });
  }

  async append(append: Append): Promise<Appended> {
    const [appended] = await this.#enqueue([append], (waiting) => {
      const followers = this.#followers.get(append.stream);
      if (followers) followers.push(waiting);
      return followers === undefined;
    });
    return appended as Appended;
  }

  /** To different streams, none of which has an append in progress. @throws NotTogether */
  appendTogether(appends: readonly Append[]): Promise<Appended[]> {
    const busy = appends.find(({ stream }) => this.#followers.has(stream));
    return busy ? Promise.reject(new NotTogether(busy.stream)) : this.#enqueue(appends, () => true);
  }

  #enqueue(appends: readonly Append[], isNext: (waiting: Waiting) => boolean): Promise<Appended[]> {
    return new Promise((resolve, fail) => {
      if (this.#closing) return fail(new StoreUnavailable('the event store is closed'));
      if (this.#waiting >= MOST_WAITING) return fail(new StoreUnavailable('too many appends wait already'));
      this.#waiting++;
      const waiting = { appends, deadline: performance.now() + this.#options.timeoutMs, resolve, fail };
      if (!isNext(waiting)) return;
      for (const { stream } of appends) this.#followers.set(stream, []);
      void this.#transactions.add(waiting);
    });
  }

  /** Takes no more appends; resolves when each has its outcome (at most 5 s) and the connections are closed. */
  async close(): Promise<void> {
    this.#closeBy = performance.now() + 5_000;
    await new Promise<void>((resolve) => {
      this.#closing = resolve;
      if (this.#waiting === 0) resolve();
    });
    await Promise.all(this.#options.connections.map((connection) => connection.close()));
  }

  async #send(batch: Waiting[]): Promise<void[]> {
    const connection = this.#idle.pop() as AppendConnection;
    try {
      await this.#flush(connection, batch);
      return [];
    } finally {
      this.#idle.push(connection);
    }
  }

  /**
   * Runs until each append of the batch has an outcome. After a lost connection, the outcome is unknown: the batch is sent
   * again with the same ids, and if it was written, each append is stale and recognised as a repeat.
   */
  async #flush(connection: AppendConnection, batch: Waiting[]): Promise<void> {
    let cause: unknown;
    for (let failures = 0; batch.length > 0; failures++) {
      batch = batch.filter(
        (waiting) =>
          !this.#isTooLate(waiting) ||
          this.#end(
            waiting,
            new StoreUnavailable('the event store did not take the append in time; it may or may not be written', { cause }),
          ),
      );
      if (batch.length === 0) return;
      try {
        batch = this.#sort(batch, await connection.flush(batch.flatMap(({ appends }) => appends)));
        failures = -1;
      } catch (error) {
        if (error instanceof Refused && !isPassing(error)) return this.#refused(connection, batch, error);
        cause = error;
        await sleep(Math.min(backoff(failures + 1, RETRY), Math.max(...batch.map(({ deadline }) => deadline)) - performance.now()));
      }
    }
  }

  /** A store that closes does not wait for the end of an outage. An append whose caller has been answered is not sent again. */
  #isTooLate({ appends, deadline }: Waiting): boolean {
    return performance.now() >= Math.min(deadline, this.#closeBy) || appends.some(({ signal }) => signal?.aborted);
  }

  /** @returns the appends to send again, because another one in the batch was stale */
  #sort(batch: Waiting[], { before, stale }: Flushed): Waiting[] {
    if (stale.size > 0) return this.#withoutStale(batch, stale);
    const run: RecordedEvent[] = [];
    let position: bigint = before;
    const outcomes = batch.map(({ appends }) =>
      appends.map(({ stream, expectedRevision, events }): Appended => {
        let revision = expectedRevision;
        for (const { id, type, data, metadata } of events) {
          run.push({ id, stream, revision: ++revision, position: asPosition(++position), type, data, metadata });
        }
        return { revision, position: asPosition(position) };
      }),
    );
    this.#options.committed(run);
    batch.forEach((waiting, index) => this.#end(waiting, outcomes[index] as Appended[]));
    return [];
  }

  #withoutStale(batch: Waiting[], stale: Flushed['stale']): Waiting[] {
    let first = 0;
    return batch.filter((waiting) => {
      const actuals = waiting.appends.map((_, index) => stale.get(first + index));
      first += waiting.appends.length;
      const isStale = actuals.some((actual) => actual !== undefined);
      if (isStale) void this.#explain(waiting, actuals);
      return !isStale;
    });
  }

  /** The server refused the statement because of one append: each is sent alone, so that only this one fails. */
  async #refused(connection: AppendConnection, batch: Waiting[], error: Refused): Promise<void> {
    if (batch.length === 1) return void this.#end(batch[0] as Waiting, error);
    for (const waiting of batch) await this.#flush(connection, [waiting]);
  }

  /** @param actuals the last revision of each append's stream; undefined if that append was not stale */
  async #explain(waiting: Waiting, actuals: readonly (number | undefined)[]): Promise<void> {
    try {
      const outcomes: Appended[] = [];
      for (const [index, append] of waiting.appends.entries()) {
        const actual = actuals[index];
        if (actual !== undefined) outcomes.push(await this.#options.explain(append, actual));
      }
      const missing = actuals.indexOf(undefined);
      if (missing !== -1) throw new PartialDuplicate((waiting.appends[missing] as Append).stream);
      this.#end(waiting, outcomes);
    } catch (error) {
      this.#end(waiting, error as Error);
    }
  }

  #end(waiting: Waiting, outcome: Appended[] | Error): false {
    for (const { stream } of waiting.appends) {
      const next = this.#followers.get(stream)?.shift();
      if (next) void this.#transactions.add(next);
      else this.#followers.delete(stream);
    }
    this.#waiting--;
    if (outcome instanceof Error) waiting.fail(outcome);
    else waiting.resolve(outcome);
    if (this.#waiting === 0) this.#closing?.();
    return false;
  }
}

// Deadlock, serialisation failure, a timeout of a lock or statement, a server that starts, stops or lacks connections or
// memory: the same append may soon succeed. With a full disk it will not, so the caller gets the error.
const PASSING = /^(40|53(?!100)|55|57|08)/;
const isPassing = (error: Refused): boolean => PASSING.test((error.cause as { code?: string } | undefined)?.code ?? '40');
