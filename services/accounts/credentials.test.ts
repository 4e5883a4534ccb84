import crypto, { createSecretKey } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createPool, migrate } from '@nordhaut/platform/database';
import { oneConnection, readWithoutIndex, testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { realPasswords } from '../../scripts/lib/passwords.ts';
import { createCredentials, type Credentials } from './credentials.ts';
import { credentialMigrations } from './credentials-tables.ts';
import { tokenMigrations } from './one-time-tokens.ts';

let database: TestDatabase;
let credentials: Credentials;
const OPTIONS = { emailKey: createSecretKey(Buffer.alloc(32, 1)), secret: 'a secret of more than 32 characters', clock: () => new Date() };
const open = () => createCredentials({ ...OPTIONS, pool: database.pool });

beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.pool, [...credentialMigrations, ...tokenMigrations]);
  credentials = open();
});
beforeEach(async () => {
  await database.pool.query('truncate account_users, account_tokens cascade');
});
afterAll(() => database.drop());

async function newPassword(accountId: string): Promise<boolean> {
  const held = await credentials.heldPassword(accountId);
  return held !== undefined && credentials.changePassword(accountId, 'new123', { held, number: 1 });
}

test('an account signs in with its password, and its session lasts until it signs out', async () => {
  const made = await credentials.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  const again = await credentials.signIn('mei@example.com', 'abc123');
  expect(again).toMatchObject({ ok: true, session: { accountId: made.accountId } });
  expect(await credentials.session(made.token)).toMatchObject({ accountId: made.accountId, renewed: false });
  expect(await open().session(made.token)).toMatchObject({ accountId: made.accountId });
  await credentials.signOut(made.token);
  expect(await credentials.session(made.token)).toBeUndefined();
  expect(again.ok && (await credentials.session(again.session.token))).toBeTruthy();
});

describe('with real passwords', () => {
  realPasswords();
  test('a password is hashed with 16,384 rounds of 2 KB, so that each guess is expensive', async () => {
    await credentials.register('mei@example.com', 'abc123');
    const { rows } = await database.pool.query<{ password: string }>('select password from account_logins');
    const [salt = '', hash] = rows[0]?.password.split(':') ?? [];
    const [N, r] = [16_384, 16];
    expect(crypto.scryptSync('abc123', salt, 64, { N, r, p: 1, maxmem: 256 * N * r }).toString('hex')).toBe(hash);
  });
});

test('tells an unknown e-mail from a wrong password, and an e-mail has one account, also when ten ask at once', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => open().register('mei@example.com', 'abc123')));
  expect(all.filter((one) => one === 'taken')).toHaveLength(9);
  expect(await credentials.signIn('other@example.com', 'abc123')).toEqual({ ok: false, reason: 'unknown' });
  expect(await credentials.signIn('mei@example.com', 'abc124')).toEqual({ ok: false, reason: 'wrong-password' });
});

test('registrations at once leave the connections of the database to others while they hash', async () => {
  const { scrypt } = crypto;
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let hashing = 0;
  crypto.scrypt = ((...call: Parameters<typeof scrypt>) => {
    hashing++;
    void released.then(() => scrypt(...call));
  }) as typeof scrypt;
  syncBuiltinESMExports();
  const pool = createPool({ url: database.url, max: 2 });
  try {
    const few = createCredentials({ ...OPTIONS, pool });
    const registering = Promise.all([1, 2, 3].map((index) => few.register(`mei${index}@example.com`, 'abc123')));
    await vi.waitFor(() => expect(hashing).toBeGreaterThanOrEqual(2), 5_000);
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    release(undefined);
    expect(await registering).not.toContain('taken');
  } finally {
    release(undefined);
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
    await pool.end();
  }
});

test('a recent answer outlives a session that another process ends by a second, and no sign-out here', async () => {
  const made = await credentials.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  const recent = () => credentials.session(made.token, { recent: true });
  expect(await recent()).toMatchObject({ accountId: made.accountId });
  await open().signOut(made.token);
  expect(await recent()).toMatchObject({ accountId: made.accountId });
  expect(await credentials.session(made.token)).toBeUndefined();
  await vi.waitFor(async () => expect(await recent()).toBeUndefined(), 5_000);

  const again = await credentials.signIn('mei@example.com', 'abc123');
  if (!again.ok) throw new Error('the password is right');
  const { token } = again.session;
  expect(await credentials.session(token, { recent: true })).toBeDefined();
  await credentials.signOut(token);
  expect(await credentials.session(token, { recent: true })).toBeUndefined();
});

test('sessions last by the clock of the shop, whatever time the machine of a process has', async () => {
  const now = Date.now();
  const DAY = 86_400_000;
  const at = (ms: number) => createCredentials({ ...OPTIONS, pool: database.pool, clock: () => new Date(ms) });
  const inTime = { accountId: expect.any(String), expiresAt: new Date(now + 3 * DAY), renewed: false };
  const machines = [now + 4 * DAY, now - 4 * DAY];
  try {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const time of machines) {
      vi.setSystemTime(time);
      const made = await at(now).register(`mei${time}@example.com`, 'abc123');
      if (made === 'taken') throw new Error('the e-mail is new');
      for (const other of machines) {
        vi.setSystemTime(other);
        expect(await at(now).session(made.token)).toMatchObject(inTime);
        expect(await at(now).signInOf(made.token)).toMatchObject({ at: new Date(now) });
        expect(await at(now + 3 * DAY).session(made.token)).toBeUndefined();
      }
      expect(await at(now + DAY).session(made.token)).toMatchObject({ expiresAt: new Date(now + 4 * DAY), renewed: true });
      expect(await at(now + 3 * DAY).session(made.token)).toMatchObject({ accountId: made.accountId });
    }
  } finally {
    vi.useRealTimers();
  }
});

test('the last sign-in stays where its session is ended, and twenty sign-ins at once wait for nobody', async () => {
  const made = await credentials.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  const last = async () => (await credentials.lastSignIn(made.accountId))?.getTime() ?? 0;
  const atFirst = await last();
  expect(atFirst).toBeGreaterThan(0);
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(atFirst));
  const begun = Date.now();
  const all = await Promise.all(Array.from({ length: 20 }, () => credentials.signIn('mei@example.com', 'abc123')));
  for (const one of all) await credentials.signOut(one.ok ? one.session.token : '');
  expect(await last()).toBeGreaterThanOrEqual(begun);
  // The account is of an earlier release: what is left of it is its session.
  await database.pool.query('update account_users set "signedInAt" = null');
  const { rows } = await database.pool.query<{ at: Date }>('select "createdAt" as at from account_sessions');
  expect(rows.map(({ at }) => at.getTime())).toEqual([await last()]);
  expect(await credentials.lastSignIn('nobody')).toBeUndefined();
});

test('expired sessions go by their index, also after the first sign-ins of a connection had many to delete', async () => {
  await using pool = await oneConnection([...credentialMigrations, ...tokenMigrations]);
  const own = createCredentials({ ...OPTIONS, pool });
  const made = await own.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  await own.addLogin(made.accountId, 'line', 'mei');
  await pool.query(
    `insert into account_sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
     select n, n, $1, now() - interval '30 days' + n * interval '1 hour', now(), now() from generate_series(1, 5000) n order by random()`,
    [made.accountId],
  );
  await pool.query('analyze account_sessions');
  for (let n = 0; n < 50; n++) await own.openSessionOf(made.accountId, 'line', 'mei');
  const before = await readWithoutIndex(pool, 'account_sessions');
  for (let n = 50; n < 60; n++) await own.openSessionOf(made.accountId, 'line', 'mei');
  // A join without rows on one side may look at one row of the other.
  expect((await readWithoutIndex(pool, 'account_sessions')) - before).toBeLessThanOrEqual(10);
});

test('an expired session is none', async () => {
  const made = await credentials.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  await database.pool.query(`update account_sessions set "expiresAt" = now() - interval '1 second'`);
  expect(await credentials.session(made.token)).toBeUndefined();
});

test('of many sessions that are asked for at once, each is answered with its own account', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, index) => credentials.register(`mei${index}@example.com`, 'abc123')));
  const sessions = made.filter((one) => one !== 'taken');
  expect(sessions).toHaveLength(8);
  await credentials.signOut(sessions[0]?.token ?? '');
  const asked = sessions.flatMap(({ token }) => [token, `${token.slice(1)}x`, token]);
  const found = await Promise.all(asked.map((token) => credentials.session(token)));
  expect(found.map((session) => session?.accountId)).toEqual(
    sessions.flatMap(({ accountId }, index) => (index === 0 ? [undefined, undefined, undefined] : [accountId, undefined, accountId])),
  );
});

test('the tables hold no person', async () => {
  await credentials.register('mei@example.com', 'abc123');
  for (const table of ['account_users', 'account_sessions', 'account_logins', 'account_verifications']) {
    const { rows } = await database.pool.query(`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toMatch(/mei|example\.com|abc123/);
  }
});

describe('an account that nobody has used for an hour', () => {
  const unused = async () => {
    const made = await credentials.registerLogin('mei@example.com', 'line', 'mei');
    if (made === 'taken') throw new Error('the e-mail is new');
    await database.pool.query(`update account_users set "createdAt" = now() - interval '61 minutes'`);
    return made.accountId;
  };

  test('stays where its person at LINE registers again', async () => {
    const accountId = await unused();
    expect(await credentials.registerLogin('mei@example.com', 'line', 'mei')).toEqual({ accountId });
    expect(await credentials.removeUnused(accountId, 3_600_000)).toBe(false);
  });

  test('is made anew where it is removed while its person at LINE registers again', async () => {
    const accountId = await unused();
    const remover = await database.pool.connect();
    try {
      await remover.query('begin');
      await remover.query('delete from account_users where id = $1', [accountId]);
      const again = credentials.registerLogin('mei@example.com', 'line', 'mei');
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.pool.query(waits)).rowCount).toBe(1);
      await remover.query('commit');
      const made = await again;
      expect(made).toEqual({ accountId: await credentials.accountOf('mei@example.com') });
      expect(made).not.toEqual({ accountId });
    } finally {
      remover.release();
    }
  });

  test('has no session after it was removed, also where a recent answer will do', async () => {
    const made = await credentials.register('mei@example.com', 'abc123');
    if (made === 'taken') throw new Error('the e-mail is new');
    await database.pool.query(`update account_users set "signedInAt" = now() - interval '61 minutes'`);
    expect(await credentials.session(made.token, { recent: true })).toBeDefined();
    expect(await credentials.removeUnused(made.accountId, 3_600_000)).toBe(true);
    expect(await credentials.session(made.token, { recent: true })).toBeUndefined();
  });

  test('changes no address after it was removed', async () => {
    const accountId = await unused();
    expect(await credentials.removeUnused(accountId, 3_600_000)).toBe(true);
    expect(await credentials.changeEmail(accountId, 'new@example.com')).toBe('gone');
  });
});

describe('a sign-in that was checked before the password changed', () => {
  // The row of a new session waits until the test lets it in.
  const HELD = 4711;
  beforeAll(() =>
    database.pool.query(`
      create function wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(${HELD}); return new; end $$;
      create trigger wait_for_test before insert on account_sessions for each row execute function wait_for_test()`),
  );
  afterAll(() => database.pool.query('drop trigger wait_for_test on account_sessions'));

  const TOKEN = Buffer.alloc(32, 7);
  const sessions = async () => (await database.pool.query('select token from account_sessions')).rows;
  /** sessions of the database that wait so */
  const waiting = async (how: string) =>
    (await database.pool.query(`select from pg_stat_activity where datname = current_database() and ${how}`)).rowCount;
  /** `change` happens after the old way to sign in was checked and before its session exists. */
  async function meanwhile<Result>(signIn: () => Promise<Result>, change: () => Promise<unknown>): Promise<Result> {
    const holder = await database.pool.connect();
    try {
      await holder.query('select pg_advisory_lock($1)', [HELD]);
      const signedIn = signIn();
      await expect.poll(() => waiting(`wait_event = 'advisory'`)).toBe(1);
      await change();
      await holder.query('select pg_advisory_unlock($1)', [HELD]);
      return await signedIn;
    } finally {
      holder.release();
    }
  }
  async function account(): Promise<string> {
    const made = await credentials.register('mei@example.com', 'abc123');
    if (made === 'taken') throw new Error('the e-mail is new');
    await database.pool.query(
      `insert into account_tokens (hash, kind, owner, request, sealed, ends_at) values ($1, 'RESET', $2, '', '', now() + interval '1 hour')`,
      [TOKEN, made.accountId],
    );
    return made.accountId;
  }

  const byPassword = () => credentials.signIn('mei@example.com', 'abc123');
  const changes: [string, (accountId: string) => Promise<unknown>, 'wrong-password' | 'unknown'][] = [
    ['a new password by a link', (accountId) => credentials.resetPassword(accountId, 'new123', TOKEN), 'wrong-password'],
    ['a new password by the member', (accountId) => newPassword(accountId), 'wrong-password'],
    ['the end of the account', (accountId) => credentials.remove(accountId), 'unknown'],
  ];

  test.each(changes)('has no session where the change comes first: %s', async (_, change, reason) => {
    const accountId = await account();
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from account_users where id = $1 for update', [accountId]);
      const changed = change(accountId);
      await expect.poll(() => waiting(`wait_event_type = 'Lock'`)).toBe(1);
      const signedIn = byPassword();
      await expect.poll(() => waiting(`wait_event_type = 'Lock'`)).toBe(2);
      await holder.query('commit');
      expect(await signedIn).toEqual({ ok: false, reason });
      await changed;
    } finally {
      holder.release();
    }
    expect(await sessions()).toEqual([]);
  });

  test.each(changes)('loses its session where the change comes after it: %s', async (_, change) => {
    const accountId = await account();
    let changed: Promise<unknown> | undefined;
    const outcome = await meanwhile(byPassword, async () => {
      changed = change(accountId);
      await expect.poll(() => waiting(`wait_event_type = 'Lock' and wait_event <> 'advisory'`)).toBe(1);
    });
    expect(outcome.ok).toBe(true);
    await changed;
    expect(await sessions()).toEqual([]);
  });

  test('has no session: by LINE, where the reset removed LINE', async () => {
    const accountId = await account();
    await credentials.addLogin(accountId, 'line', 'stranger');
    const session = await meanwhile(
      () => credentials.openSessionOf(accountId, 'line', 'stranger'),
      async () => {
        await credentials.removeLogin(accountId, 'line');
        await credentials.resetPassword(accountId, 'new123', TOKEN);
      },
    );
    expect(session).toBeUndefined();
    expect(await sessions()).toEqual([]);
  });

  test('finds no account that was closed meanwhile: by LINE', async () => {
    const accountId = await account();
    await credentials.addLogin(accountId, 'line', 'mei');
    const outcome = await meanwhile(
      () => credentials.openSessionOf(accountId, 'line', 'mei'),
      () => credentials.remove(accountId),
    );
    expect(outcome).toBeUndefined();
    expect(await sessions()).toEqual([]);
  });

  test('is ended where its session is written while the password changes', async () => {
    const accountId = await account();
    const writer = await database.pool.connect();
    try {
      // As the library does: the row is there, and its transaction is not over.
      await writer.query('begin');
      await writer.query(
        `insert into account_sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
         values ('s', 'begun-before', $1, now() + interval '1 day', now(), now())`,
        [accountId],
      );
      const reset = credentials.resetPassword(accountId, 'new123', TOKEN);
      await expect.poll(() => waiting(`wait_event_type = 'Lock' and state = 'active'`)).toBe(1);
      await writer.query('commit');
      expect(await reset).toBe(true);
      expect(await sessions()).toEqual([]);
    } finally {
      writer.release();
    }
  });
});
