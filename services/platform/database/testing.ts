import { randomBytes } from 'node:crypto';
import pg from 'pg';
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

/** A new database, empty unless it is a copy, on the server of the test run (see `vitest-setup.ts`). */
export async function testDatabase({ copyOf }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is missing: run the test through vitest, whose set-up starts a server');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = copyOf === undefined ? '' : ` template ${new URL(copyOf).pathname.slice(1)}`;
  await asAdmin(server, `create database ${name}${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = createPool({ url: url.href, name });
  return {
    url: url.href,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await asAdmin(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
