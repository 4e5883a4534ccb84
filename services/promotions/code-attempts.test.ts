import { createSecretKey } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { Rejected } from '@nordhaut/platform/http';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptMigrations, codeAttempts } from './code-attempts.ts';
import type { Coupon } from './definition.ts';
import { withinGuesses } from './typed-codes.ts';

// Who tries codes learns of at most thirty unknown ones an hour, whatever else is asked at the same time and of which process.

const LIMIT = 30;
let database: TestDatabase;
let statements: string[];
beforeAll(async () => void (database = await testDatabase(attemptMigrations)));
afterAll(() => database.drop());

const now = new Date('2026-11-25T04:00:00Z');
/** Another process. */
function attempts(at = now) {
  const query = (text: string, values: unknown[]) => {
    statements.push(text);
    return database.pool.query(text, values);
  };
  statements = [];
  const key = createSecretKey(Buffer.alloc(32, 7));
  return codeAttempts({ pool: { query } as unknown as pg.Pool, key, clock: () => at, factor: 1 });
}
const known = (uid: string, scope: Coupon['scope']) => ({ uid, scope, couponId: uid.length, autoLoading: false }) as Coupon;
const coupons = [known('OPEN', 'ALL'), known('OF_ONE', 'MEMBER'), known('OF_SHOP', 'SYSTEM')];
const named = async (memberId: string, uids: string[], own = attempts()) =>
  (await withinGuesses(own, { memberId, choices: uids, coupons, copies: [] })).map(({ uid }) => uid);
const guesses = (count: number, prefix = 'GUESS'): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('a code that everybody may type costs one statement and no guess; each other one a guess', async () => {
  for (let times = 0; times < LIMIT + 5; times++) expect(await named('m1', ['OPEN'])).toContain('OPEN');
  expect(statements).toHaveLength(1);
  await named('m1', ['OF_ONE', 'OF_SHOP', ...guesses(LIMIT - 3)]);
  expect(await named('m1', ['OPEN'])).toContain('OPEN');
  await named('m1', ['LAST']);
  expect(await named('m1', ['OPEN'])).not.toContain('OPEN');
});

test('over the limit, a code that exists and one that does not make the same statements', async () => {
  await named('m2', guesses(LIMIT + 1));
  const of = async (uid: string) => {
    await named('m2', [uid]);
    return statements;
  };
  expect(await of('OPEN')).toEqual(await of('NOTHING'));
  expect(await named('m2', ['OPEN', 'OF_ONE', 'NOTHING'])).toEqual(['OF_SHOP']);
});

test('a code that exists waits for guesses that are under way, and counts those that were first', async () => {
  await named('m3', guesses(LIMIT - 1));
  const client = await database.pool.connect();
  await client.query('begin');
  const guessing = codeAttempts({
    pool: { query: (text: string, values: unknown[]) => client.query(text, values) } as unknown as pg.Pool,
    key: createSecretKey(Buffer.alloc(32, 7)),
    clock: () => now,
    factor: 1,
  });
  await guessing.allow('m3', true);
  let isAnswered = false;
  const open = named('m3', ['OPEN']).finally(() => (isAnswered = true));
  const waits = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  try {
    while ((await database.pool.query<{ n: number }>(waits)).rows[0]?.n === 0) expect(isAnswered).toBe(false);
    await client.query('commit');
  } finally {
    client.release(true);
  }
  expect(await open).not.toContain('OPEN');
});

test('of many at once, in two processes, no more than thirty unknown ones are answered', async () => {
  const own = [attempts(), attempts()];
  const answers = await Promise.allSettled(
    guesses(100).map((_, index) => own[index % 2]?.allow('m4', true) ?? Promise.reject(new Error('no process'))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
  expect(
    answers.flatMap((answer) => (answer.status === 'rejected' && !(answer.reason instanceof Rejected) ? [answer.reason] : [])),
  ).toEqual([]);
});

test('counters whose hour is over go, whichever of two processes takes them; the others stay', async () => {
  await database.pool.query('delete from coupon_code_attempts');
  const members = Array.from({ length: 150 }, (_, index) => `old${index}`);
  for (const member of members) await attempts().allow(member, true);
  const later = (minutes: number) => attempts(new Date(now.getTime() + minutes * 60_000));
  await later(30).allow('m5', true);
  const [one, other] = [later(61), later(61)];
  // A person who comes back has a counter of their own hour, although somebody else deletes what is over.
  await Promise.all(members.slice(0, 20).map((member, index) => (index % 2 === 0 ? one : other).allow(member, true)));
  const { rows } = await database.pool.query<{ ends_at: Date }>('select ends_at from coupon_code_attempts order by ends_at');
  expect(rows.map(({ ends_at: at }) => (at.getTime() - now.getTime()) / 60_000)).toEqual([90, ...Array.from({ length: 20 }, () => 121)]);
});
