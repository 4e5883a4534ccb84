import { setTimeout as sleep } from 'node:timers/promises';
import { type Append, type Appended, asPosition, type RecordedEvent, StoreUnavailable } from '../port.ts';
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

type Waiting = {
  append: Append;
  deadline: number;
  settle: (outcome: Appended) => void;
  fail: (error: Error) => void;
};

// The second connection waits at the lock while the first commits, so that the server never waits for this process.
// With few writers it would only split a batch in two.
const SECOND_CONNECTION_FROM = 48;

/** ms that a transaction waits at most for as many appends as the one before it had; one that was alone waits for nobody */
const COMPANY_MS = 2;

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
  #waiting = 0;
  #closing: (() => void) | undefined;
  #closeBy = Number.POSITIVE_INFINITY;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#idle = [...options.connections];
  }

  append(append: Append): Promise<Appended> {
    return new Promise((settle, fail) => {
      if (this.#closing) return fail(new StoreUnavailable('the event store is closed'));
      if (this.#waiting >= this.#options.maxWaiting) return fail(new StoreUnavailable('too many appends wait already'));
      this.#waiting++;
      const waiting = { append, deadline: Date.now() + this.#options.timeoutMs, settle, fail };
      const followers = this.#followers.get(append.stream);
      if (followers) {
        followers.push(waiting);
      } else {
        this.#followers.set(append.stream, []);
        this.#queue.push(waiting);
        this.#schedule();
      }
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
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      // A transaction costs the server as much as a dozen appends: under load it is worth a moment's wait for company.
      if (this.#running === 0 && this.#queue.length < this.#lastTime) setTimeout(() => this.#start(), COMPANY_MS);
      else this.#start();
    });
  }

  #start(): void {
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
    for (const { append } of this.#queue) {
      events += append.events.length;
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
        batch = this.#sort(batch, await connection.flush(batch.map(({ append }) => append)));
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
    if (stale.size > 0) {
      for (const [index, actual] of stale) void this.#explain(batch[index] as Waiting, actual);
      return batch.filter((_, index) => !stale.has(index));
    }
    const run: RecordedEvent[] = [];
    let position: bigint = before;
    const outcomes = batch.map(({ append: { stream, expectedRevision, events } }) => {
      let revision = expectedRevision;
      for (const { id, type, data, metadata } of events) {
        run.push({ id, stream, revision: ++revision, position: asPosition(++position), type, data, metadata });
      }
      return { revision, position: asPosition(position) };
    });
    this.#options.committed(run);
    batch.forEach((waiting, index) => this.#end(waiting, outcomes[index] as Appended));
    return [];
  }

  /** The server refuses the statement: one append is to blame, and the others must not suffer for it. */
  async #refused(connection: AppendConnection, batch: Waiting[], error: Refused): Promise<void> {
    if (batch.length === 1) return void this.#end(batch[0] as Waiting, error);
    for (const waiting of batch) await this.#flush(connection, [waiting]);
  }

  async #explain(waiting: Waiting, actual: number): Promise<void> {
    try {
      this.#end(waiting, await this.#options.explain(waiting.append, actual));
    } catch (error) {
      this.#end(waiting, error as Error);
    }
  }

  #end(waiting: Waiting, outcome: Appended | Error): false {
    const { stream } = waiting.append;
    const next = this.#followers.get(stream)?.shift();
    if (next) {
      this.#queue.push(next);
      this.#schedule();
    } else {
      this.#followers.delete(stream);
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
