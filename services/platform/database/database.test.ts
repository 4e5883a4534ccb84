import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createKysely,
  createPool,
  databaseClock,
  holdingLock,
  inTransaction,
  isPassing,
  isUnavailable,
  listen,
  migrate,
  patiently,
  urlOf,
  withLeadership,
} from './index.ts';
import { unfit } from './check-connection.ts';
import { TcpProxy } from '../event-store/eventstoredb/testing/tcp-proxy.ts';
import { testProcess } from '../testing/process.ts';
import { aborted, sleep } from '../timing.ts';
import { type TestDatabase, testDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('column types', () => {
  it('are bigint, Date and plain text for dates', async () => {
    const { rows } = await database.pool.query(
      "select 9007199254740993::int8 as big, '2026-03-01T00:00:00+08'::timestamptz as at, '2026-03-01'::date as day",
    );
    expect(rows).toEqual([{ big: 9007199254740993n, at: new Date('2026-02-28T16:00:00Z'), day: '2026-03-01' }]);
  });
});

describe('migrate', () => {
  const first = { name: 'test/001', sql: "create table things (id int primary key, name text); insert into things values (1, 'a;b')" };
  const second = { name: 'test/002', sql: 'alter table things add more text' };

  it('applies each migration once, also when many processes start at once', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, [first])));
    expect(runs.flat()).toEqual(['test/001']);
    expect(await migrate(database.pool, [first, second])).toEqual(['test/002']);
    expect(
      await createKysely<{ things: { id: number; name: string; more: string | null } }>(database.pool)
        .selectFrom('things')
        .selectAll()
        .execute(),
    ).toEqual([{ id: 1, name: 'a;b', more: null }]);
  });

  it('applies all migrations or none', async () => {
    await expect(
      migrate(database.pool, [
        first,
        second,
        { name: 'test/003', sql: 'create table half (id int)' },
        { name: 'test/004', sql: 'nonsense' },
      ]),
    ).rejects.toThrow('nonsense');
    expect((await database.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  });

  it('lets an older release start only if all newer migrations are marked as expand', async () => {
    const grown = { name: 'test/005', expand: true as const, sql: 'alter table things add column colour text' };
    await migrate(database.pool, [first, second, grown]);
    expect(await migrate(database.pool, [first, second])).toEqual([]);
    await migrate(database.pool, [first, second, grown, { name: 'test/006', sql: 'alter table things drop column colour' }]);
    const older = migrate(database.pool, [first, second, { name: 'test/007', sql: 'create table never (id int)' }]);
    await expect(older).rejects.toThrow(/newer release \(this one does not know the migration test\/006\): start that release/);
    await expect(older).rejects.toMatchObject({ name: 'ConfigError' });
    expect((await database.pool.query("select to_regclass('never') as never")).rows).toEqual([{ never: null }]);
    await database.pool.query("delete from migrations where name = 'test/006'");
  });

  it('refuses an edited migration', async () => {
    await expect(migrate(database.pool, [{ ...first, sql: 'select 1' }, second])).rejects.toThrow('test/001 was edited');
  });

  it('upgrades a database from before the expand column', async () => {
    const old = await testDatabase();
    try {
      await migrate(old.pool, [first]);
      await old.pool.query('alter table migrations drop column expand');
      expect(await migrate(old.pool, [first, second])).toEqual(['test/002']);
      await expect(migrate(old.pool, [first])).rejects.toThrow('does not know the migration test/002');
    } finally {
      await old.drop();
    }
  });
});

describe('databaseClock', () => {
  afterEach(() => vi.useRealTimers());
  const databaseTime = async (): Promise<number> =>
    (await database.pool.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]?.at.getTime() as number;

  it('follows the database when the machine clock is changed, and reports the skew once', async () => {
    const skews: number[] = [];
    const clock = await databaseClock({ pool: database.pool, everyMs: 10, onSkew: (ms) => skews.push(ms) });
    try {
      expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(500);
      expect(skews).toEqual([]);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
      expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(500);
      await waitFor(() => skews.length > 0);
      await sleep(100);
      expect(skews).toHaveLength(1);
      expect(Math.abs((skews[0] ?? 0) - 3_600_000)).toBeLessThan(1_000);
    } finally {
      clock.stop();
    }
  });

  it('continues while the database is away', async () => {
    let away = false;
    const clock = await databaseClock({
      pool: { query: (sql: string) => (away ? Promise.reject(new Error('away')) : database.pool.query(sql)) } as never,
      everyMs: 5,
    });
    away = true;
    const before = clock.now().getTime();
    await sleep(50);
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(45);
    clock.stop();
  });
});

describe('withLeadership', () => {
  it('has one leader, and a new one after its connection is cut', async () => {
    const events: string[] = [];
    let leaders = 0;
    const start = (name: string) =>
      withLeadership({
        url: database.url,
        lockName: 'test',
        retryMs: 50,
        async lead({ lost }) {
          expect(++leaders).toBe(1);
          events.push(`${name} gains`);
          await aborted(lost);
          leaders--;
          events.push(`${name} loses`);
        },
      });
    const one = start('one');
    await waitFor(() => one.isLeader());
    const two = start('two');
    await sleep(200);
    expect(two.isLeader()).toBe(false);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'leader test pid %' and pid in (select pid from pg_locks where locktype = 'advisory' and granted) and datname = current_database()",
    );
    await waitFor(() => events.includes('one loses') && (one.isLeader() || two.isLeader()));
    await Promise.all([one.stop(), two.stop()]);
    expect(leaders).toBe(0);
  });

  it('reports an outage of the database once, and not at each try', async () => {
    const errors: string[] = [];
    const { stop } = withLeadership({
      url: 'postgres://nobody@127.0.0.1:1/nothing',
      lockName: 'test',
      retryMs: 10,
      lead: ({ lost }) => aborted(lost),
      onError: ({ message }) => errors.push(message),
    });
    await waitFor(() => errors.length > 0);
    await sleep(200);
    await stop();
    expect(errors).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('moves away from a stopped process, which detects that when it continues', async () => {
    const frozen = testProcess(new URL('leader.fixture.ts', import.meta.url), [database.url, 'frozen']);
    let standby: ReturnType<typeof withLeadership> | undefined;
    try {
      await waitFor(() => frozen.lines.includes('leads'));
      frozen.signal('SIGSTOP');
      const lead = ({ lost }: { lost: AbortSignal }) => aborted(lost);
      standby = withLeadership({ url: database.url, lockName: 'frozen', lead });
      await waitFor(() => standby?.isLeader() === true);
      frozen.signal('SIGCONT');
      await waitFor(() => frozen.lines.includes('lost'));
    } finally {
      await frozen.kill();
      await standby?.stop();
    }
  });
});

describe('listen', () => {
  it('calls on each notification, and after it reconnects', async () => {
    let wakes = 0;
    const errors: string[] = [];
    const listening = listen(database.pool.options, 'news', () => wakes++, { onError: ({ message }) => errors.push(message) });
    try {
      await waitFor(() => wakes === 1);
      await database.pool.query('notify news');
      await waitFor(() => wakes === 2);
      await database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where query = \'listen "news"\'');
      await waitFor(() => wakes === 4);
      expect(errors).toEqual([expect.stringContaining('terminating connection')]);
      await database.pool.query('notify news');
      await waitFor(() => wakes === 5);
    } finally {
      await listening.stop();
    }
    expect(errors).toHaveLength(1);
  });
});

describe('holdingLock', () => {
  it('keeps the lock for work that is longer than the idle time that the server allows a session', async () => {
    const own = await testDatabase();
    const name = 'a long build';
    const hold = (work: () => Promise<void>) => holdingLock({ url: own.url, name, busy: () => new Error('another one holds it') }, work);
    const { rows } = await own.pool.query<{ database: string }>('select current_database() as database');
    await own.pool.query(`alter database ${rows[0]?.database} set idle_session_timeout = '200ms'`);
    await hold(async () => {
      await sleep(1_000);
      await expect(hold(() => Promise.resolve())).rejects.toThrow('another one holds it');
    });
    await hold(() => Promise.resolve());
    await own.drop();
  });

  it('says that it is taken only when its patience is over', async () => {
    const lock = { url: database.url, name: 'a copy', busy: () => new Error('another one holds it') };
    const nothing = (): Promise<void> => Promise.resolve();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const first = holdingLock(lock, () => (take(), held));
    await taken;
    await expect(holdingLock(lock, nothing)).rejects.toThrow('another one holds it');
    const patient = holdingLock({ ...lock, patienceMs: 60_000 }, nothing);
    await sleep(100);
    release();
    await Promise.all([first, patient]);
  });
});

describe('unfit', () => {
  const session = { version: 150_018, encoding: 'UTF8', only_reads: 'off', isolation: 'read committed', scans: 'off' };
  it.each([
    [{ version: 140_023 }, 'this server is PostgreSQL 14, and the shop needs 15 or newer.'],
    [{ encoding: 'SQL_ASCII' }, 'the encoding of this database is SQL_ASCII, and the shop needs UTF8.'],
    [{ only_reads: 'on' }, expect.stringContaining('only reads')],
    [{ isolation: 'repeatable read' }, expect.stringContaining('its transactions are repeatable read')],
    [{ scans: 'on' }, expect.stringContaining('drops the options')],
  ])('names what the shop cannot use: %o', (more, reason) => {
    expect(unfit(session, true)).toBeUndefined();
    expect(unfit({ ...session, ...more }, true)).toEqual(reason);
  });
});

describe('inTransaction', () => {
  it('commits, and rolls back at an error', async () => {
    const { pool } = database;
    await pool.query('create table notes (text text)');
    expect(await inTransaction(pool, async (client) => (await client.query("insert into notes values ('kept')")).rowCount)).toBe(1);
    const failed = inTransaction(pool, async (client) => {
      await client.query("insert into notes values ('lost')");
      throw new Error('after the write');
    });
    await expect(failed).rejects.toThrow('after the write');
    expect((await pool.query('select text from notes')).rows).toEqual([{ text: 'kept' }]);
  });

  it('returns no broken connection to the pool', async () => {
    const pool = createPool({ url: database.url, max: 1 });
    pool.on('error', () => undefined);
    const cut = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await client.query('select 1');
    });
    await expect(cut).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

describe('createPool', () => {
  it('keeps its own name and options beside those of the address', async () => {
    const url = `${database.url}?application_name=mine&options=-c%20search_path%3Dmine%20-c%20enable_seqscan%3Don`;
    await using pool = createPool({ url, name: 'the pool', options: '-c enable_seqscan=off' });
    await using again = createPool({ url: urlOf(pool) });
    const look = async (own: typeof pool) => {
      const settings = ['application_name', 'search_path', 'enable_seqscan'].map((name) => `current_setting('${name}')`);
      return Object.values((await own.query(`select array[${settings.join()}] as set`)).rows[0] ?? {})[0];
    };
    expect(await look(pool)).toEqual(['the pool', 'mine', 'off']);
    expect(await look(again)).toEqual(['nordhaut', 'mine', 'on']);
  });

  it('replaces an idle connection that is cut', async () => {
    const errors: Error[] = [];
    const pool = createPool({ url: database.url, onError: (error) => errors.push(error) });
    const { rows } = await pool.query('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await waitFor(() => errors.length > 0);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('times out on connections whose server went silent, and continues with new ones', async () => {
    const { proxy, url } = await TcpProxy.to(database.url);
    const pool = createPool({ url, max: 3, queryTimeoutMs: 500 });
    const ask = () => pool.query('select 1 as one').then(({ rows }) => rows[0] as unknown);
    await Promise.all([ask(), ask(), ask()]);
    proxy.silence();
    proxy.reopen();
    const lost = await Promise.allSettled([ask(), ask(), ask()]);
    expect(lost.map((one) => one.status === 'rejected' && isUnavailable(one.reason))).toEqual([true, true, true]);
    expect(await ask()).toEqual({ one: 1 });
    expect((await pool.query(patiently('select 2 as two from pg_sleep(0.8)'))).rows).toEqual([{ two: 2 }]);
    await pool.end();
    await proxy.close();
  });
});

it.each([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'There was an error establishing an SSL connection',
])('takes the message "%s" of the driver for an unavailable database', (message) => {
  expect([isUnavailable(new Error(message)), isPassing(new Error(message))]).toEqual([true, true]);
  expect(isUnavailable(Object.assign(new Error(message), { code: '22P02' }))).toBe(false);
});

const AWAY = '08006 53100 53300 57P03 58030 25006 ECONNABORTED ECONNREFUSED EHOSTUNREACH ENETUNREACH EPIPE';
/** A new password, a user or a database that is not there for a moment, and certificates that ran out or begin later. */
const NOT_LET_IN =
  '28P01 28000 3D000 CERT_HAS_EXPIRED CERT_NOT_YET_VALID SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_TLS_CERT_ALTNAME_INVALID';
it.each(`${AWAY} ${NOT_LET_IN}`.split(' '))('takes the code %s for an unavailable database', (code) => {
  const error = Object.assign(new Error('no'), { code });
  expect([isUnavailable(error), isPassing(error)]).toEqual([true, true]);
});

it('takes the missing file of a Unix socket for an unavailable database, and no other missing file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-socket-'));
  const pool = createPool({ url: `postgres://nobody@localhost/none?host=${folder}` });
  const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect([isUnavailable(error), isPassing(error)]).toEqual([true, true]);
  expect(isUnavailable(await readFile(join(folder, 'none')).catch((reason: unknown) => reason))).toBe(false);
  await pool.end();
  await rm(folder, { recursive: true });
});

async function waitFor(condition: () => boolean, ms = 60_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not become true in time');
    await sleep(20);
  }
}
