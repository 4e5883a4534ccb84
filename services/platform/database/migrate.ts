import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { lockKey } from './lock-key.ts';
import { createKysely, createPool } from './pool.ts';

/**
 * One step of a schema. `name` is unique over all capabilities and never changes: `ordering/001-orders`. An applied
 * migration is not edited: add a new one.
 *
 * A newer release migrates while processes of the older release still run, so a step must not break them where that is
 * possible: add first, remove one release later. `expand` declares such a step (new tables, columns with defaults,
 * indexes). Then a process of an older release may also *start* on the new schema. A rolling upgrade needs that when it
 * replaces a process that died, and so does the way back. Without `expand` an older release refuses to start.
 */
export type Migration = { name: string; expand?: true; sql: string };

/** `migrate` on its own connection, without a query timeout. */
export async function migrateAt(url: string, migrations: readonly Migration[]): Promise<string[]> {
  const pool = createPool({ url, max: 1, name: 'nordhaut migrate', queryTimeoutMs: 0 });
  try {
    return await migrate(pool, migrations);
  } finally {
    await pool.end();
  }
}

type Applied = { name: string; checksum: string; expand: boolean };

/**
 * Applies the migrations that are not applied yet, in the given order and in one transaction. Many processes may call it
 * at once: one does the work and the others wait for it. Why not Kysely's migrator: infra/decisions/035.
 * @returns the names of the applied migrations
 * @throws ConfigError if the database belongs to a newer release that this one cannot follow, or if an applied migration
 * was edited
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  return createKysely<{ migrations: Applied }>(pool)
    .transaction()
    .execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${lockKey('migrations')}::bigint)`.execute(transaction);
      await sql`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
        transaction,
      );
      await sql`alter table migrations add column if not exists expand boolean not null default false`.execute(transaction);
      const rows = await transaction.selectFrom('migrations').select(['name', 'checksum', 'expand']).execute();
      refuseNewerRelease(rows, migrations);
      const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
      const news: string[] = [];
      for (const { name, expand = false, sql: text } of migrations) {
        const checksum = hash('sha256', text);
        const known = applied.get(name);
        if (known === checksum) continue;
        if (known !== undefined)
          throw new ConfigError([
            `The migration ${name} was edited after it was applied: add a new one instead (or start afresh with \`npm start -- --fresh\`).`,
          ]);
        await sql.raw(text).execute(transaction);
        await transaction.insertInto('migrations').values({ name, checksum, expand }).execute();
        news.push(name);
      }
      return news;
    });
}

/** @throws ConfigError */
function refuseNewerRelease(applied: readonly Applied[], known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const [first, ...more] = applied.filter(({ name, expand }) => !names.has(name) && !expand);
  if (!first) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw new ConfigError([
    `The database has been brought up to date by a newer release (this one does not know the migration ${first.name}${others}): start that release or a newer one, or restore the backup from before the upgrade.`,
  ]);
}
