import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, migrateAt, rightsOverEvents } from '../../database/index.ts';
import { asShopUser, type TestDatabase, testDatabase } from '../../database/testing.ts';
import { ensureShopUser } from '../../database/users.ts';
import { events } from '../testing/conformance.ts';
import { eventStoreMigrations } from '../index.ts';
import { type EventStore, NO_STREAM } from '../port.ts';
import { createPostgresEventStore } from './store.ts';
import { FORBIDDEN } from './testing/forbidden.ts';

const migrations = [...eventStoreMigrations, { name: 'test/001', sql: 'create table things (id int primary key)' }];

/** A database of a user who is no superuser, as a server of one's own has it. */
async function plainOwner(): Promise<TestDatabase> {
  const admin = await testDatabase();
  const name = `owner_${randomUUID().slice(0, 8)}`;
  await ensureShopUser(admin.pool, asShopUser(admin.url));
  const database = pg.escapeIdentifier(new URL(admin.url).pathname.slice(1));
  await admin.pool.query(
    `create role ${name} login password 'own'; grant test_shop to ${name}; alter database ${database} owner to ${name}`,
  );
  const url = new URL(admin.url);
  url.username = name;
  url.password = 'own';
  const pool = createPool({ url: url.href, max: 2 });
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await admin.drop();
      const last = await testDatabase();
      await last.pool.query(`drop role ${name}`);
      await last.drop();
    },
  };
}

/** All that a forgery could leave behind. */
const SNAPSHOT = `
  select md5(coalesce(string_agg(e::text, '' order by position), '')) as events,
    (select string_agg(p.oid::regprocedure || md5(p::text), ' ' order by p.oid) from pg_proc p where pronamespace = 'event_store'::regnamespace) as functions,
    (select string_agg(md5(t::text), ' ' order by t.oid) from pg_trigger t where tgrelid = 'event_store.events'::regclass) as triggers,
    (select string_agg(c.relname || c.relowner || coalesce(c.relacl::text, ''), ' ' order by c.oid) from pg_class c where relnamespace = 'event_store'::regnamespace) as tables,
    (select count(*) from pg_inherits) as children
  from event_store.events e`;

describe.each([
  ['a superuser', testDatabase],
  ['another user', plainOwner],
] as const)('the shop user, where the owner is %s', (_, create) => {
  let database: TestDatabase;
  let shop: pg.Client;
  let store: EventStore;
  let names: Record<string, string>;
  beforeAll(async () => {
    database = await create();
    await migrateAt({ url: asShopUser(database.url), ownerUrl: database.url }, migrations);
    const { username: owner, pathname } = new URL(database.url);
    names = {
      OWNER_NAME: pg.escapeLiteral(owner),
      OWNER: pg.escapeIdentifier(owner),
      SHOP: 'test_shop',
      DB: pg.escapeIdentifier(pathname.slice(1)),
    };
    store = createPostgresEventStore({ url: asShopUser(database.url), pollMs: 100 });
    await store.append('order-1', NO_STREAM, events(3));
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });
  beforeEach(async () => {
    shop = new pg.Client({ connectionString: asShopUser(database.url) });
    await shop.connect();
  });
  afterEach(() => shop.end());
  const snapshot = async (): Promise<unknown> => (await database.pool.query(SNAPSHOT)).rows[0];

  it.each(FORBIDDEN)('is refused: %s', async (statement) => {
    const before = await snapshot();
    const text = statement.replaceAll(/\b(OWNER_NAME|OWNER|SHOP|DB)\b/g, (name) => names[name] ?? name);
    await expect(shop.query(text)).rejects.toMatchObject({ code: '42501' });
    expect(await snapshot()).toEqual(before);
  });

  it('is not another one after `reset role` or in a function of its own', async () => {
    await shop.query('reset role; reset session authorization');
    const { rows } = await shop.query('select current_user as current, session_user as session');
    expect(rows).toEqual([{ current: 'test_shop', session: 'test_shop' }]);
    await shop.query(`create or replace function public.escalate() returns void language plpgsql security definer as
      $$ begin reset role; delete from event_store.events; end $$`);
    await expect(shop.query('select public.escalate()')).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42P17|0A000)$/) });
  });

  it('has no right that production refuses', async () => {
    expect(await rightsOverEvents(shop as unknown as pg.Pool)).toEqual({ user: 'test_shop', rights: [] });
    const { rights } = await rightsOverEvents(database.pool);
    expect(rights).toContain('it owns event_store.events');
  });

  it('cannot make the append functions run code of its own', async () => {
    await shop.query(TRAPS);
    await shop.query('set search_path = pg_temp, public, pg_catalog');
    await shop.query(
      "select * from event_store.append_one('order-trap', -1, array[gen_random_uuid()], array['T'], array['{}'], array['{}'], 'w')",
    );
    await shop.query(`select * from event_store.append(
      array['order-trap'], array[0], array[gen_random_uuid()], array[1], array['order-trap'], array['T'], array['{}'], array['{}'], 'w')`);
    expect((await shop.query('select who from public.trapped')).rows).toEqual([]);
    expect((await shop.query('select from pg_temp.events')).rowCount).toBe(0);
    expect((await store.read('order-trap')).map(({ revision, stream }) => [revision, stream])).toEqual([
      [0, 'order-trap'],
      [1, 'order-trap'],
    ]);
    // A trap works where names are not fixed, so the check above means something.
    await shop.query("select public.split_part('a-b', '-', 1)");
    expect((await shop.query('select who from public.trapped')).rows).toEqual([{ who: 'test_shop' }]);
    await shop.query('delete from public.trapped');
  });

  it('cannot make the owner run code of its own when the owner migrates', async () => {
    await shop.query(TRAPS);
    await shop.query(`
      create or replace trigger trap before insert or update on public.migrations for each row execute function public.trap_row();
      create or replace trigger trap before insert or update on public.things for each row execute function public.trap_row()`);
    const more = [
      { name: 'event-store/test', by: 'owner' as const, expand: true as const, sql: 'create table event_store.more (id int)' },
      { name: 'test/002', expand: true as const, sql: 'insert into things values (1)' },
    ];
    const users = { url: asShopUser(database.url), ownerUrl: database.url };
    expect(await migrateAt(users, [...migrations, ...more])).toEqual(['event-store/test', 'test/002']);
    const { rows } = await shop.query('select distinct who from public.trapped');
    expect(rows).toEqual([{ who: 'test_shop' }]);
    expect((await shop.query('select from event_store.more')).rowCount).toBe(0);
    await expect(shop.query('insert into event_store.more values (1)')).rejects.toMatchObject({ code: '42501' });
  });

  it('appends only what follows, wherever the session stands', async () => {
    const { rowCount } = await shop.query('select from event_store.events');
    await shop.query('begin isolation level repeatable read');
    await shop.query('select count(*) from event_store.events');
    const appended = await store.append(`order-${randomUUID()}`, NO_STREAM, events(1));
    await expect(
      shop.query(
        "select * from event_store.append_one('order-late', -1, array[gen_random_uuid()], array['T'], array['{}'], array['{}'], 'w')",
      ),
    ).rejects.toMatchObject({ code: '23505' });
    await shop.query('rollback');
    expect(await store.head()).toBe(appended.position);
    expect(Number(appended.position)).toBe(rowCount);
  });

  it('creates, changes and drops tables in `public`', async () => {
    await shop.query(
      'create table a_v1 (id int); create view a as select * from a_v1; alter table a_v1 rename to a_v2; drop view a; drop table a_v2',
    );
  });
});

describe('users', () => {
  const asUser = (url: string, user: string, password: string): string => {
    const other = new URL(url);
    other.username = user;
    other.password = password;
    return other.href;
  };
  const name = (): string => `user_${randomUUID().slice(0, 8)}`;
  let database: TestDatabase;
  let cleaners: string[];
  beforeEach(async () => {
    database = await testDatabase();
    cleaners = [];
  });
  afterEach(async () => {
    await database.pool.query(
      `reassign owned by ${cleaners.join()} to current_user; drop owned by ${cleaners.join()}; drop role ${cleaners.join()}`,
    );
    await database.drop();
  });
  const user = async (rights = ''): Promise<string> => {
    const login = name();
    cleaners.push(login);
    await database.pool.query(`create role ${login} login password 'own' ${rights}`);
    return login;
  };
  const giveDatabaseTo = (owner: string): Promise<unknown> =>
    database.pool.query(`alter database ${pg.escapeIdentifier(new URL(database.url).pathname.slice(1))} owner to ${owner}`);

  it('creates the shop user where the owner may create users', async () => {
    const owner = await user('createrole');
    await giveDatabaseTo(owner);
    const shop = name();
    cleaners.unshift(shop);
    const url = asUser(database.url, shop, 'pass wörd');
    await migrateAt({ url, ownerUrl: asUser(database.url, owner, 'own') }, migrations);
    const store = createPostgresEventStore({ url });
    await store.append('order-1', NO_STREAM, events(1));
    await store.close();
    const pool = createPool({ url });
    expect((await rightsOverEvents(pool)).rights).toEqual([]);
    await pool.end();
  });

  it('names what is missing where the owner may not', async () => {
    const [owner, shop] = [await user(), await user()];
    const users = { url: asUser(database.url, shop, 'own'), ownerUrl: asUser(database.url, owner, 'own') };
    await giveDatabaseTo(owner);
    await expect(migrateAt({ ...users, url: asUser(database.url, name(), 'x') }, migrations)).rejects.toThrow(
      /^DATABASE_URL names the user user_\w+, which does not exist, and the user of DATABASE_OWNER_URL may not create it/,
    );
    await expect(migrateAt(users, migrations)).rejects.toThrow(/^DATABASE_OWNER_URL: its user cannot give the tables to user_/);
    await database.pool.query(`grant ${shop} to ${owner}`);
    await migrateAt(users, migrations);
  });

  it('a second login that acts as the shop user has the same rights and tables', async () => {
    const [shop, second] = [await user(), await user()];
    await database.pool.query(`grant ${shop} to ${second}; alter role ${second} set role ${shop}`);
    await migrateAt({ url: asUser(database.url, shop, 'own'), ownerUrl: database.url }, migrations);
    const url = asUser(database.url, second, 'own');
    await migrateAt({ url, ownerUrl: database.url }, migrations);
    const pool = createPool({ url });
    await pool.query('alter table things add column name text; create table more (id int)');
    expect((await pool.query("select distinct tableowner as owner from pg_tables where schemaname = 'public'")).rows).toEqual([
      { owner: shop },
    ]);
    expect((await rightsOverEvents(pool)).rights).toEqual([]);
    await database.pool.query(`grant pg_execute_server_program to ${second}`);
    expect((await rightsOverEvents(pool)).rights).toEqual(['it is a member of pg_execute_server_program']);
    await pool.end();
  });
});

/** Each records the user that ran it. An exact match of types wins over PostgreSQL's own function where both are visible. */
const TRAPS = `
  create table if not exists public.trapped (who text);
  create or replace function public.trap_row() returns trigger language plpgsql as
    $$ begin insert into public.trapped values (current_user); return new; end $$;
  create or replace function public.split_part(text, text, integer) returns text language plpgsql as
    $$ begin insert into public.trapped values (current_user); return pg_catalog.split_part($1, $2, $3); end $$;
  create or replace function public.pg_notify(text, text) returns void language plpgsql as
    $$ begin insert into public.trapped values (current_user); end $$;
  create or replace function public.pg_advisory_xact_lock(text) returns void language plpgsql as
    $$ begin insert into public.trapped values (current_user); end $$;
  create or replace function public.pg_advisory_lock(text) returns void language plpgsql as
    $$ begin insert into public.trapped values (current_user); end $$;
  create or replace function public.pg_has_role(name, text, text) returns boolean language plpgsql as
    $$ begin insert into public.trapped values (current_user); return true; end $$;
  create or replace function public.differs(integer, integer) returns boolean language plpgsql as
    $$ begin insert into public.trapped values (current_user); return false; end $$;
  do $$ begin create operator public.<> (leftarg = integer, rightarg = integer, function = public.differs); exception when duplicate_function then null; end $$;
  create temporary table if not exists events (like event_store.events)`;
