import pg from 'pg';
import { asPosition, type Append, type EventToAppend, type Position } from '../port.ts';
import { BindMessage } from './bind-message.ts';
import { Call } from './call.ts';
import * as sql from './statements.ts';

/** What became of one flush: nothing was written where anything was stale. */
export type Flushed = { before: Position; stale: Map<number, number> };

/** The server said no to the statement itself; nothing was written. */
export class Refused extends Error {}

const READ_ONLY = '25006';

/** A connection that does nothing but append. It connects when it is needed and again after it broke. */
export class AppendConnection {
  readonly #config: pg.ClientConfig;
  readonly #writer: string;
  readonly #timeoutMs: number;
  readonly #message = new BindMessage();
  #client: pg.Client | undefined;

  constructor(config: pg.ClientConfig, writer: string, timeoutMs: number) {
    this.#config = config;
    this.#writer = writer;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * One transaction in one message: no round trip while the lock is held, and a process that dies here leaves
   * nothing half-done that others would have to wait for.
   * @throws Refused where it certainly did not happen; any other error leaves the outcome unknown
   */
  async flush(appends: readonly Append[]): Promise<Flushed> {
    const client = await this.#connected();
    const giveUp = setTimeout(() => this.#drop(client), this.#timeoutMs + 2_000);
    try {
      const [[before, stale, actual]] = (await client.query(this.#call(appends)).done) as [[string | null, string | null, string | null]];
      const actuals = numbers(actual);
      return {
        before: asPosition(before ?? -1),
        stale: new Map(numbers(stale).map((ord, index) => [ord - 1, actuals[index] ?? -1])),
      };
    } catch (error) {
      // An answer from a server that goes on is a no, and a no means rolled back. Anything else leaves it open.
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR') {
        // A session that began while the database only read goes on reading: the next flush gets a new one.
        if (error.code === READ_ONLY) this.#drop(client);
        throw new Refused(error.message, { cause: error });
      }
      this.#drop(client);
      throw error;
    } finally {
      clearTimeout(giveUp);
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #call(appends: readonly Append[]): Call {
    const [only] = appends;
    if (only !== undefined && appends.length === 1) {
      const { stream, expectedRevision, events } = only;
      this.#message
        .begin(sql.appendOne.name, 7)
        .text(stream)
        .int4(expectedRevision)
        .uuidArray(events.map(({ id }) => id));
      return new Call(sql.appendOne, this.#texts(events));
    }
    const events: EventToAppend[] = [];
    const streams: string[] = [];
    const revisions: number[] = [];
    for (const append of appends) {
      let revision = append.expectedRevision;
      for (const event of append.events) {
        events.push(event);
        streams.push(append.stream);
        revisions.push(++revision);
      }
    }
    this.#message
      .begin(sql.append.name, 9)
      .textArray(appends.map(({ stream }) => stream))
      .int4Array(appends.map(({ expectedRevision }) => expectedRevision))
      .uuidArray(events.map(({ id }) => id))
      .int4Array(revisions)
      .textArray(streams);
    return new Call(sql.append, this.#texts(events));
  }

  #texts(events: readonly EventToAppend[]): Buffer {
    return this.#message
      .textArray(events.map(({ type }) => type))
      .textArray(events.map(({ data }) => data))
      .textArray(events.map(({ metadata }) => metadata))
      .text(this.#writer)
      .end();
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      ...this.#config,
      application_name: 'event store append',
      statement_timeout: this.#timeoutMs,
      idle_in_transaction_session_timeout: this.#timeoutMs,
      // The statements are planned once, perhaps while the table is still empty: they must use the indexes then too.
      // Under a stricter isolation the function would not see what its lock waited for.
      options:
        '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\\ committed',
    } as pg.ClientConfig);
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    return client;
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined;
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** The server's text of an array of integers: `{1,2}`. */
const numbers = (text: string | null): number[] => (text === null ? [] : text.slice(1, -1).split(',').map(Number));
