import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

export type PoolOptions = {
  url: string;
  /** connections at most; default 10 */
  max?: number;
  /** shows in pg_stat_activity */
  name?: string;
  /**
   * ms that a query waits for its answer, default 30,000; 0: for ever. A server whose machine went away sends nothing,
   * and TCP would wait a quarter of an hour for it while new connections work at once.
   */
  queryTimeoutMs?: number;
  /** An idle connection broke; the pool replaces it by itself. */
  onError?: (error: Error) => void;
};

const INT8 = 20;
const DATE = 1082;

/**
 * How values come back: `int8` (also `count(*)`) as bigint, `timestamptz` as Date, `date` as `YYYY-MM-DD`
 * (the driver's own Date at local midnight would move with the machine's time zone), `numeric` as text.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary' && oid === INT8) return BigInt;
    if (format !== 'binary' && oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
} as pg.CustomTypesConfig;

export const clientConfig = (url: string, name = 'nordhaut'): pg.ClientConfig => ({
  connectionString: url,
  application_name: name,
  types: columnTypes,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});

export const QUERY_TIMEOUT = 30_000;

/** For one query of a pool that is known to take long: the building of an index, a comparison of tables. */
export const patiently = (text: string): pg.QueryConfig => ({ text, query_timeout: 2 ** 31 - 1 }) as pg.QueryConfig;

export function createPool({ url, max = 10, name, queryTimeoutMs = QUERY_TIMEOUT, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url, name), max, idleTimeoutMillis: 30_000, query_timeout: queryTimeoutMs });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => onError?.(error));
  // The pool listens on idle connections only; one that breaks between two statements of a transaction would end the
  // process as well. The next statement on it rejects, and that is where it is dealt with.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Closing the kysely instance closes the pool. */
export const createKysely = <DB>(pool: pg.Pool): Kysely<DB> => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
