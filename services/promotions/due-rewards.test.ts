import { busMigrations, passOver, readHeld } from '@nordhaut/platform/bus';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { type Commands, UnreadableHistory } from '@nordhaut/platform/envelope';
import { createMetrics, silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStream } from '@nordhaut/ordering';
import { daysAfter } from './credit.ts';
import { rewardFixture, START } from './testing/reward-fixture.ts';

const fixture = rewardFixture();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(busMigrations);
});
afterAll(() => database.drop());

test("an order that cannot be read keeps back its own rewards only: not the member's others, and not other members'", async () => {
  fixture.now = START;
  const [one, other] = [await fixture.friends(), await fixture.friends()];
  // The wallet of the first member has three things that become due, and the first of them needs the broken order.
  const broken = await fixture.deliveredFor(one.referrer, 900);
  const sound = await fixture.deliveredFor(one.referrer, 700);
  await fixture.deliveredFor(one.friend, 1_000);
  await fixture.deliveredFor(other.friend, 2_000);
  const stream = orderStream(broken.orderNo);
  const [event] = await fixture.shop().store.read(stream);
  if (!event) throw new Error('the order has no event');
  let isBroken = true;
  const own = fixture.another().commands;
  const load: Commands['load'] = (name, decider) =>
    isBroken && name === stream ? Promise.reject(new UnreadableHistory(event, new Error('no JSON'))) : own.load(name, decider);
  const { rewards } = fixture.processOn(fixture.shop().store, load);
  fixture.now = daysAfter(START, 8);
  const wallets = [one.referrer, other.referrer, one.friend, other.friend].toSorted();
  const pass = () =>
    passOver('rewards due', { pool: database.pool, logger: silentLogger(), metrics: createMetrics() }, (due) =>
      due.each(
        (last: string | undefined) => Promise.resolve(wallets.filter((id) => id > (last ?? ''))),
        (memberId) => rewards.due(memberId, due.alone),
      ),
    );

  const counted = async () =>
    (await fixture.walletOf(one.referrer)).orders.flatMap((order) => (order.counted === null ? [] : [order.orderNo]));

  await pass();
  expect([await fixture.balance(one.referrer), await fixture.balance(other.referrer)]).toEqual([30, 60]);
  expect(await counted()).toEqual([sound.orderNo]);
  expect(await readHeld(database.pool, 'rewards due')).toMatchObject([{ stream }]);

  isBroken = false;
  await pass();
  expect((await counted()).toSorted()).toEqual([broken.orderNo, sound.orderNo].toSorted());
  expect(await readHeld(database.pool, 'rewards due')).toEqual([]);
});
