import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { lockKey } from './lock-key.ts';
import { createKysely } from './pool.ts';

/**
 * One step of a schema; `name` is unique over all capabilities and never changes: `ordering/001-orders`.
 * What was applied is not edited: a change is a new migration.
 */
export type Migration = { name: string; sql: string } | { name: string; up: (db: Kysely<unknown>) => Promise<void> };

/**
 * Brings the database up to date: applies what is not applied yet, in the given order, all of it or nothing.
 * Many processes may call it at once; one does the work, the others find it done.
 * @returns names of the migrations it applied
 * @throws Error where an applied migration's SQL has been edited since
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const double = migrations.find(({ name }, index) => migrations.findIndex((other) => other.name === name) !== index);
  if (double) throw new Error(`two migrations are named ${double.name}`);
  const db = createKysely<{ migrations: { name: string; checksum: string } }>(pool);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockKey('migrations')}::bigint)`.execute(transaction);
    await sql`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
      transaction,
    );
    const rows = await transaction.selectFrom('migrations').select(['name', 'checksum']).execute();
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const news: string[] = [];
    for (const migration of migrations) {
      const checksum = 'sql' in migration ? createHash('sha256').update(migration.sql).digest('hex') : '';
      const known = applied.get(migration.name);
      if (known !== undefined) {
        if (known !== checksum)
          throw new Error(
            `migration ${migration.name} was edited after it was applied: add a new one instead (or start afresh with \`npm start -- --fresh\`)`,
          );
        continue;
      }
      if ('sql' in migration) await sql.raw(migration.sql).execute(transaction);
      else await migration.up(transaction as unknown as Kysely<unknown>);
      await transaction.insertInto('migrations').values({ name: migration.name, checksum }).execute();
      news.push(migration.name);
    }
    return news;
  });
}
