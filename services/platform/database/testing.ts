import { hash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { lockKey } from './lock-key.ts';
import { migrateAt, type Migration } from './migrate.ts';
import { createPool } from './pool.ts';

/** `url` and `pool` are the owner's: a test may forge the history. A shop runs as the user of `asShopUser(url)`. */
export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> };

/** The same database as the shop user of all tests. The first migration with the owner's address creates the user. */
export function asShopUser(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'test_shop';
  url.password = 'test_shop';
  return url.href;
}

export type TestDatabaseOptions = {
  /** of another database on the same server, which is copied as a restored backup would be; nobody may be connected to it */
  copyOf?: string;
};

/**
 * A new database with these migrations on the server of the test run (see `vitest-setup.ts`). The first caller with a list of
 * migrations applies them to a template, and every caller gets a copy of the template. Without migrations it is empty.
 */
export async function testDatabase(migrations: readonly Migration[] = [], { copyOf }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is missing: run the test through vitest, whose set-up starts a server');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = await adminOf(server);
  const template = copyOf === undefined ? await templateWith(admin, server, migrations) : new URL(copyOf).pathname.slice(1);
  await create(admin, name, template);
  const url = at(server, name);
  // Not by the pool, whose idle connection would keep the database from being copied.
  if (migrations.length > 0) await asAdmin(url, (admin) => admin.query(NEW_SHOP));
  const pool = createPool({ url, name });
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await (await adminOf(server)).query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** A copy of a template has the template's identity. Two shops of a test must not take each other for the same one. */
const NEW_SHOP = `do $$ begin
  if to_regclass('bus_origin') is not null then
    update bus_origin set id = gen_random_uuid();
  end if;
  if to_regclass('forgotten_list') is not null then
    update forgotten_list set lineage = (select id from bus_origin);
  end if;
end $$`;

/** The only connection of a new database. Another one would report to `readWithoutIndex` when it likes. */
export async function oneConnection(migrations: readonly Migration[]): Promise<pg.Pool & AsyncDisposable> {
  const { url, pool, drop } = await testDatabase(migrations);
  await pool.end();
  const one = createPool({ url, max: 1, name: 'one connection' });
  return Object.assign(one, {
    async [Symbol.asyncDispose]() {
      await one.end();
      await drop();
    },
  });
}

/** Rows of a table that were read without an index. `pool`: see `oneConnection`. */
export const readWithoutIndex = (pool: pg.Pool, table: string): Promise<number> => statistic(pool, table, 'seq_tup_read');

/** Rows of a table that were read, with an index or without one. `pool`: see `oneConnection`. */
export const readRows = (pool: pg.Pool, table: string): Promise<number> => statistic(pool, table, 'seq_tup_read + idx_tup_fetch');

async function statistic(pool: pg.Pool, table: string, read: string): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(`select (${read})::int as read from pg_stat_user_tables where relname = $1`, [table]);
  return rows[0]?.read ?? 0;
}

/** Makes the template on the first call of the run. The other processes of the run wait for it. */
async function templateWith(admin: pg.Client, server: string, migrations: readonly Migration[]): Promise<string> {
  if (migrations.length === 0) return 'template1';
  const name = `test_template_${hash('sha256', JSON.stringify(migrations)).slice(0, 16)}`;
  // The lock ends with its session.
  if (!(await exists(admin, name))) await asAdmin(server, (alone) => makeTemplate(alone, server, name, migrations));
  return name;
}

async function makeTemplate(admin: pg.Client, server: string, name: string, migrations: readonly Migration[]): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [lockKey(name)]);
  if (await exists(admin, name)) return;
  // The new name makes the template visible to others only when it is complete.
  const unfinished = `${name}_new`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await create(admin, unfinished, 'template1');
  const ownerUrl = at(server, unfinished);
  await migrateAt({ url: asShopUser(ownerUrl), ownerUrl }, migrations);
  await admin.query(`alter database ${unfinished} rename to ${name}`);
}

async function exists(admin: pg.Client, name: string): Promise<boolean> {
  return (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1;
}

/** Copies files. PostgreSQL's default strategy writes each page of the copy to the write-ahead log and takes 3 times as long. */
async function create(admin: pg.Client, name: string, template: string): Promise<void> {
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
}

function at(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

let ofProcess: Promise<pg.Client> | undefined;

/** The connection of this process that makes and drops its databases. It lasts as long as the process, and does not keep it. */
function adminOf(server: string): Promise<pg.Client> {
  ofProcess ??= (async () => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    client.on('error', () => undefined);
    // A test may end all connections of the server.
    client.once('end', () => {
      ofProcess = undefined;
    });
    client.unref();
    return client;
  })();
  ofProcess.catch(() => {
    ofProcess = undefined;
  });
  return ofProcess;
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
