import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { oneConnection, readWithoutIndex, testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import type { Rejected } from '@nordhaut/platform/http';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptLimits, limitMigrations } from './limits.ts';

const DAY = 86_400_000;
let database: TestDatabase;
let now = Date.parse('2026-11-28T01:00:00Z');
let limits: ReturnType<typeof attemptLimits>;
const key = createSecretKey(randomBytes(32));
beforeAll(async () => {
  database = await testDatabase(limitMigrations);
  limits = attemptLimits({ pool: database.pool, key, clock: () => new Date(now), factor: 1 });
});
afterAll(() => database.drop());

const isCounted = (counting: Promise<unknown>): Promise<boolean> =>
  counting.then(
    () => true,
    () => false,
  );
const allowed = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

test('twenty phone numbers a day are compared with those of one owner, from any networks, also all at once', async () => {
  const ask = (index: number) => limits.mayCompare('owner', `203.0.113.${index}`, 1);
  expect(allowed(await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index))))).toBe(20);
  expect(await limits.mayCompare('another owner', '203.0.113.1', 20)).toBe(true);
  expect(await limits.mayCompare('a third owner', '203.0.113.1', 21)).toBe(false);
  now += DAY;
  expect(await ask(1)).toBe(true);
});

test('sixty phone numbers a day are compared for one network, with those of any owners', async () => {
  const ask = (index: number) => limits.mayCompare(`owner ${index}`, `2001:db8:1:2::${index}`, 3);
  expect(allowed(await Promise.all(Array.from({ length: 25 }, (_, index) => ask(index))))).toBe(20);
  expect(await limits.mayCompare('owner 99', '2001:db8:1:3::1', 3)).toBe(true);
});

test('three hundred registrations a day from one network, also all at once', async () => {
  const register = (address: string) =>
    limits.countRegistration(address).then(
      () => 'counted',
      (error: unknown) => `${(error as Rejected).rejection.code}, ${(error as Rejected).headers['retry-after']} s`,
    );
  const answers = await Promise.all(Array.from({ length: 310 }, (_, index) => register(`2001:db8:7:${index.toString(16)}::1`)));
  expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS, 86400 s')).toHaveLength(10);
  expect([await register('2001:db8:8::1'), await register('203.0.113.77')]).toEqual(['counted', 'counted']);
  now += DAY;
  expect(await register('2001:db8:7::1')).toBe('counted');
});

test('three hundred attempts an hour from one IPv6 /48, thirty from each of its networks, also all at once', async () => {
  const attempt = (address: string, email: string) => limits.count(email, address).catch(() => undefined);
  let people = 0;
  const from = async (address: string): Promise<boolean> => (await attempt(address, `stranger${++people}@example.com`)) !== undefined;
  const sites = Array.from({ length: 312 }, (_, index) => `2001:db8:9:${Math.floor(index / 26).toString(16)}::${index.toString(16)}`);
  expect(allowed(await Promise.all(sites.map(from)))).toBe(300);
  expect([await from('2001:db8:9:ffff::1'), await from('2001:db8:a::1'), await from('203.0.113.9')]).toEqual([false, true, true]);
  now += DAY;
  const right = await attempt('2001:db8:9:1::1', 'owner@example.com');
  await right?.();
  const { rows } = await database.pool.query(
    'select count(*)::int as rows, sum(count)::int as attempts from account_attempts where ends_at > $1',
    [new Date(now)],
  );
  expect(rows).toEqual([{ rows: 3, attempts: 0 }]);
});

test('who is signed in has ten an hour for a session and thirty for an account', async () => {
  const session = async (memberId: string, sessionToken: string) =>
    allowed(await Promise.all(Array.from({ length: 14 }, () => isCounted(limits.countSignedIn({ memberId, sessionToken })))));
  const sessions = [await session('m1', 's1'), await session('m1', 's2'), await session('m1', 's3'), await session('m1', 's4')];
  expect(sessions).toEqual([10, 10, 10, 0]);
  // What the account refused took nothing from the session.
  expect(await session('m2', 's4')).toBe(10);
});

test('what is over the limit of a session is at no moment among the attempts of its account', async () => {
  const late: (() => void)[] = [];
  const slow = {
    async query(statement: pg.QueryConfig) {
      if (statement.name === 'take-back-attempt' && late.length < 30) await new Promise<void>((resolve) => late.push(resolve));
      return database.pool.query(statement);
    },
  } as pg.Pool;
  const own = attemptLimits({ pool: slow, key, clock: () => new Date(now), factor: 1 });
  const ask = (sessionToken: string) => isCounted(own.countSignedIn({ memberId: 'm3', sessionToken }));
  const burst = Array.from({ length: 40 }, () => ask('thief'));
  await expect.poll(() => late.length).toBe(30);
  expect(await ask('owner')).toBe(true);
  for (const go of late) go();
  expect(allowed(await Promise.all(burst))).toBe(10);
});

test('a mark is of one account; those of all earlier passwords share a counter', () => {
  const account = (inviteCode: string, passwords: number) => ({ inviteCode, passwords });
  const [email, now] = ['known@example.com', account('CODE000001', 3)];
  const counter = (mark: string, address = email) => {
    const marked = limits.accountOfMark(mark, address);
    return marked && limits.counterOf(marked, now)?.toString('hex');
  };
  const [first, second, newest] = [0, 2, 3].map((passwords) => counter(limits.markOf(email, { ...now, passwords })));
  expect(first).toBeDefined();
  expect([second, newest === first, newest === undefined]).toEqual([first, false, false]);
  // A later account with the same address has a code of its own.
  expect(counter(limits.markOf(email, account('CODE000002', 3)))).toBeUndefined();
  const own = limits.markOf(email, now);
  // With the mark of one's own account nobody learns whether another address has one.
  expect(limits.accountOfMark(own, 'other@example.com')).toBeUndefined();
  for (const forged of ['', '3', '3--', `4${own.slice(1)}`, own.slice(0, -2), own.replace('CODE000001', 'CODE000002')])
    expect(counter(forged), forged).toBeUndefined();
});

test('a mark that an earlier release gave counts among those of the earlier passwords, for its address alone', () => {
  const [email, account] = ['known@example.com', { inviteCode: 'CODE000001', passwords: 0 }];
  const mark = createHmac('sha256', key).update(`known browser/${email}`).digest('base64url');
  const marked = limits.accountOfMark(mark, email);
  const earlier = limits.accountOfMark(limits.markOf(email, { ...account, passwords: 1 }), email);
  expect(marked && limits.counterOf(marked, account)).toEqual(earlier && limits.counterOf(earlier, account));
  expect(marked).toBeDefined();
  expect(limits.accountOfMark(mark, 'other@example.com')).toBeUndefined();
});

test('ten attempts and ten mails an hour for one mailbox, whatever its names are', async () => {
  now += DAY;
  const names = (index: number): string => [`somebody+${index}@example.com`, `S.ome.body@example.com`][index % 2] ?? '';
  const answers = Array.from({ length: 14 }, (_, index) => isCounted(limits.count(names(index), `203.0.113.${100 + index}`)));
  expect(allowed(await Promise.all(answers))).toBe(10);
  // Attempts take nothing from the mails.
  const mails = Array.from({ length: 14 }, (_, index) => isCounted(limits.countMail(names(index))));
  expect(allowed(await Promise.all(mails))).toBe(10);
});

test('attempts that are over go by their index, also after the first calls of a connection had many to delete', async () => {
  await using pool = await oneConnection(limitMigrations);
  const own = attemptLimits({ pool, key: createSecretKey(randomBytes(32)), clock: () => new Date(now), factor: 1 });
  await pool.query(
    `insert into account_attempts select sha256(n::text::bytea), 1, $1::timestamptz + (n - 900) * interval '1 s' from generate_series(1, 5000) n order by random()`,
    [new Date(now)],
  );
  await pool.query('analyze account_attempts');
  for (let n = 0; n < 10; n++) await own.count(`someone${n}@example.com`, `198.51.100.${n}`);
  const before = await readWithoutIndex(pool, 'account_attempts');
  for (let n = 10; n < 20; n++) await own.count(`someone${n}@example.com`, `198.51.100.${n}`);
  // A join without rows on one side may look at one row of the other.
  expect((await readWithoutIndex(pool, 'account_attempts')) - before).toBeLessThanOrEqual(10);
  const { rows } = await pool.query('select from account_attempts where ends_at <= $1', [new Date(now)]);
  expect(rows).toEqual([]);
});
