import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

// The driver has these, but its types do not.
declare module 'pg' {
  interface QueryConfig {
    query_timeout?: number;
  }
  interface Client {
    ref(): void;
    unref(): void;
  }
}

export type PoolOptions = {
  url: string;
  /** maximum connections; default 10 */
  max?: number;
  /** shown in pg_stat_activity */
  name?: string;
  /**
   * Maximum wait for the answer to a query, in ms; default 30,000; 0 for no limit. A machine that disappeared sends
   * nothing, and TCP would wait a quarter of an hour for it while new connections work.
   */
  queryTimeoutMs?: number;
  /** settings of the sessions: `-c name=value` */
  options?: string;
  /** Called when an idle connection breaks. The pool replaces it. */
  onError?: (error: Error) => void;
};

/**
 * The types of results: `int8` (also `count(*)`) is a bigint, `timestamptz` a Date, `date` a text `YYYY-MM-DD` (the
 * driver's default, a Date at local midnight, depends on the machine's time zone), `numeric` a text.
 */
const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(pg.types.builtins.INT8, BigInt);
columnTypes.setTypeParser(pg.types.builtins.DATE, (text) => text);

export const clientConfig = (url: string, name = 'nordhaut'): pg.ClientConfig => ({
  connectionString: url,
  application_name: name,
  types: columnTypes,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});

/** A query without the pool's timeout, for work that takes long: the building of an index, a comparison of tables. */
export const patiently = (text: string): pg.QueryConfig => ({ text, query_timeout: 2 ** 31 - 1 });

/** `await using` ends it. */
export type Pool = pg.Pool & AsyncDisposable;

export function createPool({ url, max = 10, name, queryTimeoutMs = 30_000, options, onError }: PoolOptions): Pool {
  const pool = new pg.Pool({
    ...clientConfig(url, name),
    ...(options && { options }),
    max,
    idleTimeoutMillis: 30_000,
    query_timeout: queryTimeoutMs,
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => onError?.(error));
  // The pool listens on idle connections only. A connection that breaks between two statements of a transaction would
  // also end the process. The next statement on it rejects, so the error is not lost.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}

/** The address of the database of a pool that `createPool` made. */
export const urlOf = ({ options }: pg.Pool): string => (options as { connectionString: string }).connectionString;

/** Destroying the instance ends the pool. */
export const createKysely = <DB>(pool: pg.Pool): Kysely<DB> => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
