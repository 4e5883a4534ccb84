import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { lockKey } from './lock-key.ts';
import { createKysely, createPool } from './pool.ts';

/**
 * One step of a schema; `name` is unique over all capabilities and never changes: `ordering/001-orders`.
 * What was applied is not edited: a change is a new migration.
 *
 * A newer release migrates while processes of the older one still run, so a step must leave them working where that
 * can be done: add first, take away one release later. `expand` says that it does (tables, columns with defaults,
 * indexes): then processes of an older release may also be *started* on the new schema, as a rolling upgrade does when
 * it replaces a process that died, and as the way back does. Without it a start of an older release is refused.
 */
export type Migration = { name: string; expand?: true } & ({ sql: string } | { up: (db: Kysely<unknown>) => Promise<void> });

/** `migrate` on a connection of its own, which waits for a long step as long as it takes. */
export async function migrateAt(url: string, migrations: readonly Migration[]): Promise<string[]> {
  const pool = createPool({ url, max: 1, name: 'nordhaut migrate', queryTimeoutMs: 0 });
  try {
    return await migrate(pool, migrations);
  } finally {
    await pool.end();
  }
}

/**
 * Brings the database up to date: applies what is not applied yet, in the given order, all of it or nothing.
 * Many processes may call it at once; one does the work, the others find it done.
 * @returns names of the migrations it applied
 * @throws ConfigError where a newer release has been at work that this one cannot follow, or an applied migration's SQL
 * has been edited since
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const double = migrations.find(({ name }, index) => migrations.findIndex((other) => other.name === name) !== index);
  if (double) throw new Error(`two migrations are named ${double.name}`);
  const db = createKysely<{ migrations: { name: string; checksum: string; expand: boolean } }>(pool);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockKey('migrations')}::bigint)`.execute(transaction);
    await sql`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
      transaction,
    );
    await sql`alter table migrations add column if not exists expand boolean not null default false`.execute(transaction);
    const rows = await transaction.selectFrom('migrations').select(['name', 'checksum', 'expand']).execute();
    demandFollowable(rows, migrations);
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const news: string[] = [];
    for (const migration of migrations) {
      const checksum = 'sql' in migration ? createHash('sha256').update(migration.sql).digest('hex') : '';
      const known = applied.get(migration.name);
      if (known !== undefined) {
        if (known !== checksum)
          throw new ConfigError([
            `The migration ${migration.name} was edited after it was applied: add a new one instead (or start afresh with \`npm start -- --fresh\`).`,
          ]);
        continue;
      }
      if ('sql' in migration) await sql.raw(migration.sql).execute(transaction);
      else await migration.up(transaction as unknown as Kysely<unknown>);
      await transaction
        .insertInto('migrations')
        .values({ name: migration.name, checksum, expand: migration.expand === true })
        .execute();
      news.push(migration.name);
    }
    return news;
  });
}

/** @throws ConfigError */
function demandFollowable(applied: readonly { name: string; expand: boolean }[], known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const [first, ...more] = applied.filter(({ name, expand }) => !names.has(name) && !expand);
  if (!first) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw new ConfigError([
    `The database has been brought up to date by a newer release (this one does not know the migration ${first.name}${others}): start that release or a newer one, or restore the backup from before the upgrade.`,
  ]);
}
