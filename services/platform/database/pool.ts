import { callbackify } from 'node:util';
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
  /** looks at each new connection; it is not used if this rejects */
  check?: (client: pg.ClientBase) => Promise<void>;
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

/**
 * `name` and `options` override the address's parameters, which the driver prefers: the name of a connection tells who leads
 * and whether a shop runs, and plans and transactions depend on the options.
 */
export function clientConfig(url: string, name = 'nordhaut', options?: string): pg.ClientConfig {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const kept = query.split('&').filter((parameter) => !/^(application_name|options)=/.test(parameter));
  const given = new URLSearchParams(query).get('options') ?? undefined;
  // The server takes the last value of a setting.
  const all = [given, options].filter((one) => one !== undefined).join(' ');
  return {
    connectionString: query === '' ? url : `${address}?${kept.join('&')}`,
    application_name: name,
    ...(all !== '' && { options: all }),
    types: columnTypes,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  };
}

/** A query without the pool's timeout, for work that takes long: the building of an index, a comparison of tables. */
export const patiently = (text: string): pg.QueryConfig => ({ text, query_timeout: 2 ** 31 - 1 });

/** `await using` ends it. */
export type Pool = pg.Pool & AsyncDisposable;

export function createPool({ url, max = 10, name, queryTimeoutMs = 30_000, options, check, onError }: PoolOptions): Pool {
  const config: pg.PoolConfig & { url: string } = {
    ...clientConfig(url, name, options),
    url,
    max,
    idleTimeoutMillis: 30_000,
    query_timeout: queryTimeoutMs,
    ...(check && { verify: callbackify(check) }),
  };
  const pool = new pg.Pool(config);
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => onError?.(error));
  // The pool listens on idle connections only. A connection that breaks between two statements of a transaction would
  // also end the process. The next statement on it rejects, so the error is not lost.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}

/** The address of the database of a pool that `createPool` made. */
export const urlOf = ({ options }: pg.Pool): string => (options as pg.PoolConfig & { url: string }).url;

/** Destroying the instance ends the pool. */
export const createKysely = <DB>(pool: pg.Pool): Kysely<DB> => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
