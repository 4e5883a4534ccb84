import pg from 'pg';
import { int4Array, textArray, uuidArray } from '../../database/binary-arrays.ts';
import { destroyableClient } from '../../database/own-socket.ts';
import { clientConfig } from '../../database/pool.ts';
import { asPosition, type Append, type EventToAppend, type Position } from '../port.ts';
import * as sql from './statements.ts';

/** The outcome of one flush: if any append is stale, nothing was written. */
export type Flushed = { before: Position; stale: Map<number, number> };

/** The server refused the statement; nothing was written. */
export class Refused extends Error {}

const READ_ONLY = '25006';

/**
 * The statements are planned once, perhaps for an empty table: the plan must use the indexes then, too. Under a stricter
 * isolation, the function would not see the commits that its lock waited for.
 */
const SESSION =
  '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\\ committed';

type AppendConnectionOptions = {
  url: string;
  writer: string;
  timeoutMs: number;
  /** looks at each new connection before it appends; it is not used if this rejects */
  check: (client: pg.ClientBase) => Promise<void>;
};

/** A connection only for appends. It connects when needed, and again after a failure. */
export class AppendConnection {
  readonly #options: AppendConnectionOptions;
  #connection: Connection | undefined;

  constructor(options: AppendConnectionOptions) {
    this.#options = options;
  }

  /**
   * One transaction in one message: no round trip while the lock is held, and a process that dies here leaves no open
   * transaction for which others would wait.
   * @throws Refused if nothing was written; any other error leaves the outcome unknown
   */
  async flush(appends: readonly Append[]): Promise<Flushed> {
    const connection = await this.#connected();
    try {
      const { rows } = await connection.client.query<Row>(this.#statement(appends));
      const { before, stale, actual } = rows[0] as Row;
      return { before: asPosition(before ?? -1n), stale: new Map(stale?.map((ord, index) => [ord - 1, actual?.[index] ?? -1])) };
    } catch (error) {
      // An error that leaves the session open means that the transaction was rolled back. Any other leaves it unknown. The
      // severity would tell them apart in English, but each server writes it in its own language.
      if (error instanceof pg.DatabaseError && (await isOpen(connection))) {
        // A session that began while the database was read-only stays so: the next flush gets a new one.
        if (error.code === READ_ONLY) this.#drop(connection);
        throw new Refused(error.message, { cause: error });
      }
      this.#drop(connection);
      throw error;
    }
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.client.end();
  }

  #statement(appends: readonly Append[]): pg.QueryConfig {
    const [only] = appends;
    if (only !== undefined && appends.length === 1) {
      const { stream, expectedRevision, events } = only;
      return { ...sql.appendOne, values: [stream, expectedRevision, idsOf(events), ...this.#texts(events)] };
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
    return {
      ...sql.append,
      values: [
        textArray(appends.map(({ stream }) => stream)),
        int4Array(appends.map(({ expectedRevision }) => expectedRevision)),
        idsOf(events),
        int4Array(revisions),
        textArray(streams),
        ...this.#texts(events),
      ],
    };
  }

  #texts(events: readonly EventToAppend[]): unknown[] {
    const column = (name: 'type' | 'data' | 'metadata'): Buffer => textArray(events.map((event) => event[name]));
    return [column('type'), column('data'), column('metadata'), this.#options.writer];
  }

  async #connected(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const { url, timeoutMs, check } = this.#options;
    const connection = destroyableClient({
      ...clientConfig(url, 'event store append', SESSION),
      statement_timeout: timeoutMs,
      idle_in_transaction_session_timeout: timeoutMs,
      // For a server that has gone silent.
      query_timeout: timeoutMs + 2_000,
    });
    const { client, destroy } = connection;
    client.on('error', () => this.#drop(connection));
    client.on('end', () => this.#drop(connection));
    try {
      await client.connect();
      await check(client);
    } catch (error) {
      destroy();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }

  #drop(connection: Connection): void {
    if (this.#connection === connection) this.#connection = undefined;
    connection.destroy();
  }
}

type Connection = ReturnType<typeof destroyableClient>;

const isOpen = ({ client }: Connection): Promise<boolean> =>
  client.query('select 1').then(
    () => true,
    () => false,
  );

const idsOf = (events: readonly EventToAppend[]): Buffer => uuidArray(events.map(({ id }) => id));

type Row = { before: bigint | null; stale: number[] | null; actual: number[] | null };
