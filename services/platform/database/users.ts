import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { retry } from '../timing.ts';
import { EVENT_SCHEMA } from './event-schema.ts';
import { lockKey } from './lock-key.ts';
import { clientConfig, createPool, type Pool } from './pool.ts';

/**
 * The addresses of one database. `url`: of the shop user, with whom the shop runs. `ownerUrl`: of the owner of the events,
 * who migrates; without it, `url` has to do for both. Why two: infra/decisions/043.
 */
export type DatabaseUsers = { url: string; ownerUrl?: string | undefined };

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * The shop user may create functions and operators in `public`. A statement of the owner must find none of them, also
 * where the types of its arguments fit better than those of the built-in one.
 */
const BUILT_IN_ONLY = '-c search_path=pg_catalog,pg_temp';

/** A pool of the owner: it finds names without a schema only among those of PostgreSQL itself. */
export const createOwnerPool = (url: string, name: string): Pool =>
  createPool({ url, max: 2, name, queryTimeoutMs: 0, options: BUILT_IN_ONLY });

/**
 * Gives the shop user what a running shop needs: it may read the events and call the functions that append them, and it
 * owns the schema `public` with all its tables. Creates the user if it is missing and the owner may create users. Changes
 * nothing where both addresses name the same user.
 * @throws ConfigError if the owner may not
 */
export async function handOver(owner: pg.Pool, { url }: DatabaseUsers): Promise<void> {
  const shopUser = await currentUserOf(url);
  const client = await owner.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    const ownerUser = rows[0]?.name ?? '';
    if (shopUser === ownerUser) return;
    // Not by `holdingLock`: the search_path of its connection has `public`, where the shop user may define functions (`BUILT_IN_ONLY`).
    await client.query('select pg_advisory_lock($1::bigint)', [lockKey('hand over')]);
    await joinShopUser(client, shopUser);
    await grantEvents(client, shopUser);
    await giveAway(client, shopUser);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new ConfigError([
      `DATABASE_OWNER_URL: its user cannot give the tables to ${shopUser} (${(error as Error).message}). It has to own the database and to be a member of ${shopUser}: infra/production.md, "Two database users", has the statements.`,
    ]);
  } finally {
    // Ends the session, and with it the lock.
    client.release(true);
  }
}

/** @throws ConfigError if the user is missing and cannot be created */
export async function ensureShopUser(owner: Client, url: string): Promise<void> {
  const { user, password } = userIn(url);
  if (user === undefined) return;
  const { rows } = await owner.query<{ exists: boolean; may: boolean }>(
    'select exists (select from pg_roles where rolname = $1), rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
    [user],
  );
  if (rows[0]?.exists !== false) return;
  if (!rows[0].may) {
    throw new ConfigError([
      `DATABASE_URL names the user ${user}, which does not exist, and the user of DATABASE_OWNER_URL may not create it: let an administrator create it.`,
    ]);
  }
  await owner.query(`create role ${pg.escapeIdentifier(user)} login ${secretOf(password)}`).catch((error: { code?: string }) => {
    // Another process has created it meanwhile.
    if (error.code !== '42710' && error.code !== '23505') throw error;
  });
}

/** Empty for an address that cannot be read: the connection that follows reports that. */
function userIn(url: string): { user?: string | undefined; password?: unknown } {
  try {
    return new pg.Client(clientConfig(url));
  } catch {
    return {};
  }
}

export const setPassword = (owner: Client, url: string): Promise<unknown> => {
  const { user = '', password } = userIn(url);
  return owner.query(`alter role ${pg.escapeIdentifier(user)} ${secretOf(password)}`);
};

/** The server gets a verifier: its log, which may show statements, must not show a password. */
function secretOf(password: unknown): string {
  if (typeof password !== 'string' || password === '') return '';
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = hash('sha256', keyOf('Client Key'), 'base64');
  const verifier = `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
  return `password ${pg.escapeLiteral(verifier)}`;
}

const ITERATIONS = 4_096;

/** A login may act as another user (`alter role … set role`), so the address does not tell who owns what it creates. */
async function currentUserOf(url: string): Promise<string> {
  await using pool = createPool({ url, max: 1 });
  return (await pool.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';
}

/** The owner needs the rights of the shop user to give it tables, and for processes of an earlier release, which run as the owner. */
async function joinShopUser(owner: Client, shopUser: string): Promise<void> {
  const { rows } = await owner.query<{ is: boolean }>("select pg_has_role(current_user, $1, 'USAGE') as is", [shopUser]);
  if (rows[0]?.is !== true) await owner.query(`grant ${pg.escapeIdentifier(shopUser)} to current_user`);
}

/**
 * Everything in the event schema is readable for the shop user and nothing else. A function with `security definer` is an
 * entrance for it; another function is not for it.
 */
async function grantEvents(owner: Client, shopUser: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = $1::regnamespace and p.prosecdef',
    [EVENT_SCHEMA],
  );
  const shop = pg.escapeIdentifier(shopUser);
  const all = (kind: string): string => `all ${kind} in schema ${EVENT_SCHEMA}`;
  // Several statements in one message are one transaction, so a running shop never lacks a right.
  await owner.query(`
    alter default privileges revoke execute on functions from public;
    revoke all on schema ${EVENT_SCHEMA} from public, ${shop};
    revoke all on ${all('tables')} from public, ${shop};
    revoke all on ${all('functions')} from public, ${shop};
    grant usage on schema ${EVENT_SCHEMA} to ${shop};
    grant select on ${all('tables')} to ${shop};
    ${rows.map(({ name }) => `grant execute on function ${name} to ${shop};`).join('\n')}`);
}

const ATTEMPTS = 20;
const RETRY_MS = { first: 250, most: 250 };

/**
 * Gives the schema `public` and everything in it that the owner has to the shop user. Each table is one transaction: a
 * transaction that locks all of them could deadlock with an earlier release that still runs. Tables come before the views
 * on them, because a view reads with the rights of its owner.
 */
async function giveAway(owner: Client, shopUser: string): Promise<void> {
  const shop = pg.escapeIdentifier(shopUser);
  const { rows: schemas } = await owner.query("select from pg_namespace where nspname = 'public' and nspowner <> $1::regrole", [shop]);
  if (schemas.length > 0) await owner.query(`alter schema public owner to ${shop}; revoke create on schema public from public`);
  const { rows } = await owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner = current_user::regrole
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i')))
      )
    order by c.relkind in ('v', 'm'), c.relname`);
  const isPassing = (error: Error & { code?: string }, failures: number): boolean =>
    failures < ATTEMPTS && ['55P03', '40P01'].includes(error.code ?? '');
  for (const { name } of rows) {
    const give = () => owner.query(`set local lock_timeout to '2s'; alter table if exists ${name} owner to ${shop}`);
    await retry(give, { ...RETRY_MS, isPassing });
  }
}
