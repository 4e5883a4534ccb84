import { setTimeout as sleep } from 'node:timers/promises';
import { type Append, type Appended, asPosition, NotTogether, PartialDuplicate, type RecordedEvent, StoreUnavailable } from '../port.ts';
import { type AppendConnection, type Flushed, Refused } from './append-connection.ts';

export type SequencerOptions = {
  connections: readonly AppendConnection[];
  /** an append that has no outcome by then fails with StoreUnavailable, ms */
  timeoutMs: number;
  maxEvents: number;
  maxWaiting: number;
  /** what was committed, as one unbroken run of positions */
  committed: (run: RecordedEvent[]) => void;
  /** A stale append: the answer of the first time, or the error that tells what is wrong. */
  explain: (append: Append, actual: number) => Promise<Appended>;
};

/** What is written as a whole or not at all: one append, or several to different streams. */
type Waiting = {
  appends: readonly Append[];
  deadline: number;
  settle: (outcomes: Appended[]) => void;
  fail: (error: Error) => void;
};

// The second connection waits at the lock while the first commits, so that the server never waits for this process.
// With few writers it would only split a batch in two.
const SECOND_CONNECTION_FROM = 48;

/** ms that a transaction waits at most for as many appends as the one before it had; one that was alone waits for nobody */
const COMPANY_MS = 1;

/**
 * Group commit: appends that arrive while a transaction is under way share the next one. A stream's appends go one
 * after the other, so a batch holds at most one of each stream and a refused one never takes its follower with it.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  #queue: Waiting[] = [];
  /** Followers of an append that is queued or under way, by stream. */
  #followers = new Map<string, Waiting[]>();
  #running = 0;
  #idle: AppendConnection[];
  #scheduled = false;
  /** appends in the newest transaction */
  #lastTime = 1;
  #company: NodeJS.Timeout | undefined;
  #waiting = 0;
  #closing: (() => void) | undefined;
  #closeBy = Number.POSITIVE_INFINITY;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#idle = [...options.connections];
  }

  async append(append: Append): Promise<Appended> {
    const [appended] = await this.#enqueue([append], (waiting) => {
      const followers = this.#followers.get(append.stream);
      if (followers) followers.push(waiting);
      return followers === undefined;
    });
    return appended as Appended;
  }

  /** To different streams, of which none has an append under way. @throws NotTogether */
  appendTogether(appends: readonly Append[]): Promise<Appended[]> {
    const busy = appends.find(({ stream }) => this.#followers.has(stream));
    return busy ? Promise.reject(new NotTogether(busy.stream)) : this.#enqueue(appends, () => true);
  }

  #enqueue(appends: readonly Append[], isNext: (waiting: Waiting) => boolean): Promise<Appended[]> {
    return new Promise((settle, fail) => {
      if (this.#closing) return fail(new StoreUnavailable('the event store is closed'));
      if (this.#waiting >= this.#options.maxWaiting) return fail(new StoreUnavailable('too many appends wait already'));
      this.#waiting++;
      const waiting = { appends, deadline: Date.now() + this.#options.timeoutMs, settle, fail };
      if (!isNext(waiting)) return;
      for (const { stream } of appends) this.#followers.set(stream, []);
      this.#queue.push(waiting);
      this.#schedule();
    });
  }

  /** Takes no more; resolves when every append has its outcome (5 s at most) and the connections are closed. */
  async close(): Promise<void> {
    this.#closeBy = Date.now() + 5_000;
    await new Promise<void>((settle) => {
      this.#closing = settle;
      if (this.#waiting === 0) settle();
    });
    await Promise.all(this.#options.connections.map((connection) => connection.close()));
  }

  /** After the current turn: writers that were answered together append their next events together, too. */
  #schedule(): void {
    if (this.#company !== undefined && this.#queue.length >= this.#lastTime) {
      clearTimeout(this.#company);
      this.#company = undefined;
      setImmediate(() => this.#start());
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      // A transaction costs the server as much as a dozen appends: under load it is worth a moment's wait for company.
      if (this.#running === 0 && this.#queue.length < this.#lastTime) this.#company = setTimeout(() => this.#start(), COMPANY_MS);
      else this.#start();
    });
  }

  #start(): void {
    this.#company = undefined;
    this.#scheduled = false;
    while (this.#queue.length > (this.#running === 0 ? 0 : SECOND_CONNECTION_FROM)) {
      const connection = this.#idle.pop();
      if (!connection) return;
      this.#running++;
      const batch = this.#take();
      this.#lastTime = batch.length;
      void this.#flush(connection, batch).finally(() => {
        this.#running--;
        this.#idle.push(connection);
        if (this.#queue.length > 0) this.#schedule();
      });
    }
  }

  #take(): Waiting[] {
    let events = 0;
    let count = 0;
    for (const { appends } of this.#queue) {
      for (const append of appends) events += append.events.length;
      if (count > 0 && events > this.#options.maxEvents) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  /**
   * Until everything of the batch has an outcome. After a lost connection it is unknown whether the batch was
   * written: it goes again with the same ids, and where it was, each append is found stale and explained as done.
   */
  async #flush(connection: AppendConnection, batch: Waiting[]): Promise<void> {
    let cause: unknown;
    for (let attempt = 0; batch.length > 0; attempt++) {
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
        attempt = -1;
      } catch (error) {
        if (error instanceof Refused && !isPassing(error)) return this.#refused(connection, batch, error);
        cause = error;
        const backOff = Math.min(20 * 2 ** attempt, 1_000) * (0.5 + Math.random());
        await sleep(Math.max(0, Math.min(backOff, Math.max(...batch.map(({ deadline }) => deadline)) - Date.now())));
      }
    }
  }

  /** A store that closes does not wait out an outage. */
  #isTooLate({ deadline }: Waiting): boolean {
    return Date.now() >= Math.min(deadline, this.#closeBy);
  }

  /** @returns what has to go again, because something else in the batch was stale */
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

  /** The server refuses the statement: one append is to blame, and the others must not suffer for it. */
  async #refused(connection: AppendConnection, batch: Waiting[], error: Refused): Promise<void> {
    if (batch.length === 1) return void this.#end(batch[0] as Waiting, error);
    for (const waiting of batch) await this.#flush(connection, [waiting]);
  }

  /** @param actuals of each append its stream's last revision; undefined: it was not stale, something beside it was */
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
      if (next) {
        this.#queue.push(next);
        this.#schedule();
      } else {
        this.#followers.delete(stream);
      }
    }
    this.#waiting--;
    if (outcome instanceof Error) waiting.fail(outcome);
    else waiting.settle(outcome);
    if (this.#waiting === 0) this.#closing?.();
    return false;
  }
}

// Deadlock, serialisation failure, a lock or statement that timed out, a server short of connections or memory, or on
// its way down or up: the same append may well succeed in a moment. On a full disk it will not: whoever waits is told.
const PASSING = /^(40|53(?!100)|55|57|08)/;
const isPassing = (error: Refused): boolean => PASSING.test((error.cause as { code?: string } | undefined)?.code ?? '40');
