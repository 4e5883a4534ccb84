import { hash } from 'node:crypto';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { EVENT_SCHEMA } from './event-schema.ts';
import { createPool } from './pool.ts';
import { inLockedTransaction } from './transaction.ts';
import { createOwnerPool, type DatabaseUsers, ensureShopUser, handOver } from './users.ts';

/**
 * One step of a schema. `name` is unique over all capabilities and never changes: `ordering/001-orders`. An applied
 * migration is not edited: add a new one.
 *
 * `by: 'owner'`: the step belongs to the event schema. The owner of the events applies it, and it names the schema of
 * everything that is not PostgreSQL's own. The shop user applies every other step, in `public`. The owner never runs a
 * statement on a table of the shop user: a trigger there would run with the owner's rights.
 *
 * A newer release migrates while processes of the older release still run, so a step must not break them where that is
 * possible: add first, remove one release later. `expand` declares such a step (new tables, columns with defaults,
 * indexes). Then a process of an older release may also *start* on the new schema. A rolling upgrade needs that when it
 * replaces a process that died, and so does the way back. Without `expand` an older release refuses to start.
 */
export type Migration = { name: string; expand?: true; by?: 'owner'; sql: string };

/**
 * Migrates on connections of its own, without a query timeout. With the owner's address it also gives the shop user its
 * rights (`handOver`); without, the user of the shop must do with those that it has.
 */
export async function migrateAt(users: DatabaseUsers, migrations: readonly Migration[]): Promise<string[]> {
  const news = users.ownerUrl === undefined ? [] : await migrateAsOwner({ ...users, ownerUrl: users.ownerUrl }, migrations);
  await using pool = createPool({ url: users.url, max: 1, name: 'nordhaut migrate', queryTimeoutMs: 0 });
  return [...news, ...(await migrate(pool, migrations))];
}

async function migrateAsOwner(users: DatabaseUsers & { ownerUrl: string }, migrations: readonly Migration[]): Promise<string[]> {
  await using pool = createOwnerPool(users.ownerUrl, 'nordhaut migrate');
  await ensureShopUser(pool, users.url);
  const news = await migrateEvents(pool, migrations);
  await handOver(pool, users);
  return news;
}

const LOCK = 'migrations';

type Applied = { name: string; checksum: string; expand: boolean };

/**
 * Applies the migrations that are not applied yet, in the given order; the owner's in one transaction and the others in a
 * second one. Many processes may call it at once: one does the work and the others wait for it. Why not Kysely's migrator:
 * infra/decisions/035.
 * @returns the names of the applied migrations
 * @throws ConfigError if the database belongs to a newer release that this one cannot follow, if an applied migration was
 * edited, or if the pool's user may not apply the missing ones
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const news = (await missesEvents(pool, migrations)) ? await migrateEvents(pool, migrations) : [];
  return [...news, ...(await migrateShop(pool, migrations))];
}

/** The owner's migrations. Their record is in the event schema, where only the owner writes. */
function migrateEvents(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  return inLockedTransaction(pool, LOCK, async (client) => {
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    await client.query(`set local search_path to pg_catalog, pg_temp; create schema if not exists ${EVENT_SCHEMA}`);
    const record = `${EVENT_SCHEMA}.migrations`;
    await createRecord(client, record);
    await takeOver(client, rows[0]?.schema === 'pg_catalog' ? 'public' : (rows[0]?.schema ?? 'public'));
    return apply(client, record, migrations, (migration) => migration.by === 'owner');
  });
}

/**
 * Takes over what an earlier release recorded, while the owner still owns that record. No shop user exists at that time,
 * so the table cannot be a trap.
 */
async function takeOver(client: pg.PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ old: string }>(
    `select format('%I.%I', n.nspname, c.relname) as old
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = 'migrations' and c.relkind = 'r' and c.relowner = current_user::regrole
       and not exists (select from ${EVENT_SCHEMA}.migrations)`,
    [schema],
  );
  const old = rows[0]?.old;
  if (old === undefined) return;
  await createRecord(client, old);
  await client.query(
    `insert into ${EVENT_SCHEMA}.migrations select name, checksum, applied_at, expand from ${old} where name like 'event-store/%'`,
  );
}

/** All others. The record repeats the owner's migrations, because earlier releases read only this record. */
async function migrateShop(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  try {
    return await inLockedTransaction(pool, LOCK, async (client) => {
      await createRecord(client, 'migrations');
      if (migrations.some(({ by }) => by === 'owner')) {
        await client.query(
          `insert into migrations (name, checksum, applied_at, expand)
           select name, checksum, applied_at, expand from ${EVENT_SCHEMA}.migrations on conflict do nothing`,
        );
      }
      return apply(client, 'migrations', migrations, (migration) => migration.by !== 'owner');
    });
  } catch (error) {
    if (!['42501', '3F000'].includes((error as { code?: string }).code ?? '')) throw error;
    throw new ConfigError([`The database refuses a migration (${(error as Error).message}): ${ASK_OWNER}`]);
  }
}

const ASK_OWNER =
  'run the job migrate with DATABASE_OWNER_URL, the address of the user who owns the events (infra/production.md, "Two database users").';

/** Whether owner's migrations are missing. @throws ConfigError if they are, and this user may not apply them */
async function missesEvents(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const wanted = migrations.flatMap(({ name, by }) => (by === 'owner' ? name : []));
  if (wanted.length === 0) return false;
  const { rows } = await pool.query<{ owns: boolean; reads: boolean }>(
    `select
       case when s.oid is null then has_database_privilege(current_database(), 'CREATE') else pg_has_role(s.nspowner, 'USAGE') end as owns,
       coalesce(has_schema_privilege(s.oid, 'USAGE') and has_table_privilege(c.oid, 'SELECT'), false) as reads
     from (values ($1)) as wanted (name)
       left join pg_namespace s on s.nspname = wanted.name
       left join pg_class c on c.relnamespace = s.oid and c.relname = 'migrations'`,
    [EVENT_SCHEMA],
  );
  const { owns, reads } = rows[0] as { owns: boolean; reads: boolean };
  const applied = reads
    ? (await pool.query<{ name: string }>(`select name from ${EVENT_SCHEMA}.migrations`)).rows.map(({ name }) => name)
    : [];
  const missing = wanted.filter((name) => !applied.includes(name));
  if (missing.length === 0) return false;
  if (owns) return true;
  throw new ConfigError([`The database lacks the migration ${missing[0]}, and the user of DATABASE_URL may not apply it: ${ASK_OWNER}`]);
}

/** @param record the table, written as SQL */
async function createRecord(client: pg.PoolClient, record: string): Promise<void> {
  await client.query(
    `create table if not exists ${record} (name text primary key, checksum text not null, applied_at timestamptz not null default now());
     alter table ${record} add column if not exists expand boolean not null default false`,
  );
}

async function apply(
  client: pg.PoolClient,
  record: string,
  migrations: readonly Migration[],
  isOurs: (migration: Migration) => boolean,
): Promise<string[]> {
  const { rows } = await client.query<Applied>(`select name, checksum, expand from ${record}`);
  refuseNewerRelease(rows, migrations);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const news: string[] = [];
  for (const migration of migrations) {
    const { name, expand = false, sql } = migration;
    const checksum = hash('sha256', sql);
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined)
      throw new ConfigError([
        `The migration ${name} was edited after it was applied: add a new one instead (or start afresh with \`npm start -- --fresh\`).`,
      ]);
    if (!isOurs(migration)) continue;
    await client.query(sql);
    await client.query(`insert into ${record} (name, checksum, expand) values ($1, $2, $3)`, [name, checksum, expand]);
    news.push(name);
  }
  return news;
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
