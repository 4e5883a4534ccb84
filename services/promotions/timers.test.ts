import { createSecretKey, randomUUID } from 'node:crypto';
import { createPool } from '@nordhaut/platform/database';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, type Answers, examplesOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import type { Timer } from '../../scripts/naive-prices/types.ts';
import { checkoutTimers, timerMigrations, type TimedBuyer, type Timers } from './timers.ts';

const NOW = Date.parse('2026-05-15T04:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Two processes of the shop. */
let timers: Timers;
let others: Timers;
let database: TestDatabase;
let second: pg.Pool;
beforeAll(async () => {
  database = await testDatabase(timerMigrations);
  second = createPool({ url: database.url, name: 'second' });
  const key = createSecretKey(Buffer.alloc(32, 7));
  [timers, others] = [checkoutTimers({ pool: database.pool, key }), checkoutTimers({ pool: second, key })];
});
afterAll(async () => {
  await second.end();
  await database.drop();
});

const guest = (visitor: string = randomUUID()): TimedBuyer => ({ visitor, member: null });
const asMember = ({ visitor }: TimedBuyer, registeredAt: number, id: string = randomUUID()): TimedBuyer => ({
  visitor,
  member: { id, registeredAt },
});
const started = (startedAt: number) => ({ startedAt, extendedAt: null, endedAt: null });

test('many starts at once in two processes make one timer, and every later one answers it', async () => {
  const buyer = guest();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? timers : others).start(buyer, NOW + at)));
  expect(new Set(answers.map(({ startedAt }) => startedAt)).size).toBe(1);
  const [first] = answers;
  expect(await others.start(buyer, NOW + 9 * MINUTE)).toEqual(first);
  expect(await timers.find(buyer, NOW + 9 * MINUTE)).toEqual(first);
});

test('after five hours there is no second timer; 30 days after its end there is', async () => {
  const buyer = guest();
  await timers.start(buyer, NOW);
  expect(await others.start(buyer, NOW + 5 * HOUR + 1)).toEqual(started(NOW));
  expect(await timers.start(buyer, NOW + 10 * MINUTE + 30 * DAY - 1)).toEqual(started(NOW));
  expect(await timers.find(buyer, NOW + 10 * MINUTE + 30 * DAY)).toBeUndefined();
  expect(await others.start(buyer, NOW + 10 * MINUTE + 30 * DAY)).toEqual(started(NOW + 10 * MINUTE + 30 * DAY));
});

test('it is extended once, where five minutes or less are left, and not after its end', async () => {
  const buyer = guest();
  expect(await timers.extend(buyer, NOW)).toBeUndefined();
  await timers.start(buyer, NOW);
  expect(await timers.extend(buyer, NOW + 5 * MINUTE - 1)).toEqual(started(NOW));
  const late = guest();
  await timers.start(late, NOW);
  expect(await timers.extend(late, NOW + 10 * MINUTE)).toEqual(started(NOW));
  const both = await Promise.all([timers.extend(buyer, NOW + 5 * MINUTE), others.extend(buyer, NOW + 6 * MINUTE)]);
  const extended = new Set(both.map((timer) => timer?.extendedAt));
  expect(extended.size).toBe(1);
  expect(await others.extend(buyer, NOW + 8 * MINUTE)).toEqual(both[0]);
});

test('a registration in the checkout keeps the timer, also in another browser; a sign-in ends it', async () => {
  const buyer = guest();
  await timers.start(buyer, NOW);
  const registered = asMember(buyer, NOW + MINUTE);
  expect(await others.find(registered, NOW + 2 * MINUTE)).toEqual(started(NOW));
  expect(await timers.start({ visitor: randomUUID(), member: registered.member }, NOW + 3 * MINUTE)).toEqual(started(NOW));

  const returning = guest();
  await timers.start(returning, NOW);
  const signedIn = asMember(returning, NOW - DAY);
  const ended = { ...started(NOW), endedAt: NOW + 2 * MINUTE };
  expect(await others.find(signedIn, NOW + 2 * MINUTE)).toEqual(ended);
  expect(await timers.start(signedIn, NOW + 3 * MINUTE)).toEqual(ended);
  expect(await timers.find(returning, NOW + 3 * MINUTE)).toEqual(ended);
  // Nor does the member get one in another browser.
  expect(await timers.start({ visitor: randomUUID(), member: signedIn.member }, NOW + DAY)).toEqual(ended);
});

test("the member's first timer counts in every browser", async () => {
  const member = { id: randomUUID(), registeredAt: NOW - DAY };
  await timers.start({ visitor: randomUUID(), member }, NOW);
  expect(await others.start({ visitor: randomUUID(), member }, NOW + 4 * MINUTE)).toEqual(started(NOW));
  expect(await timers.find({ visitor: undefined, member }, NOW + 4 * MINUTE)).toEqual(started(NOW));
});

/** The worked examples, each with a buyer of its own whose timer was started and extended as the example says. */
const EXAMPLES: Answers<Shown<'services/promotions/timers.test.ts'>> = {
  start: async ({ timer, now }) => timers.start(await timed(timer), now),
  withMember: async ({ timer, registeredAt, now }) => timers.find(asMember(await timed(timer), registeredAt), now),
  extend: async ({ timer, now }) => timers.extend(await timed(timer), now),
};

async function timed(timer: Timer | null): Promise<TimedBuyer> {
  const buyer = guest();
  if (timer) await timers.start(buyer, timer.startedAt);
  if (timer && timer.extendedAt !== null) await timers.extend(buyer, timer.extendedAt);
  return buyer;
}

test.each(examplesOf(SHOWN_BY['services/promotions/timers.test.ts']))('$decision: $title', async (example) => {
  expect(await answerOf(EXAMPLES, example)).toMatchObject(example.expected as object);
});
