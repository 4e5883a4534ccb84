import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { projections } from '@nordhaut/shop/modules';
import { afterEach, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { countStatements } from './fixtures/statements.ts';
import { testShop } from './fixtures/test-shop.ts';

const CHECKOUTS = 20;
/** ms between two batches of a projection while no query waits (`follower.ts`) */
const REST = 100;
/** ms between two statements of a timer, such as the catalogue's, at least */
const TIMER = 2_000;

/** What the roles do beside the checkouts. How often depends on the time and not on the number of checkouts. */
const FOLDING = /^(begin;.* update projection_checkpoints |move checkpoint$)/;
const BESIDE = [
  FOLDING,
  /^fold /,
  /^commit$/,
  // the positions of consumers
  /^move position$/,
  // the leaders' connections, the newest event, and the clock
  /^select 1$/,
  /^head$/,
  /clock_timestamp/,
];

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of cleanUp.splice(0).toReversed()) await one();
});

async function eventStoreUrl(): Promise<string> {
  const server = await FaultyServer.start();
  cleanUp.push(() => server.stop());
  return `esdb://127.0.0.1:${server.port}?tls=false`;
}

test.each([
  // Look-up and storing of the answer, the place of a cash order, the personal key, the catalogue's version.
  { store: 'EventStoreDB', most: 5, urlOf: eventStoreUrl },
  // The same, four commits of events, and one read of a stream.
  { store: 'Postgres', most: 10, urlOf: async () => '' },
])("a guest's cash checkout makes at most $most statements in Postgres, with the events in $store", async ({ most, urlOf }) => {
  const quiet = { CHECKOUT_SWEEP_INTERVAL: '60000', PARCEL_POLL_PAUSE: '60000' };
  // The mail about an order is sent later, and reads the order again.
  const shop = await testShop({ ...quiet, EVENTSTORE_URL: await urlOf(), CASH_LIMIT: 'on' }, { without: ['messaging'] });
  cleanUp.push(() => shop.close());
  const { recipient, ...order } = codOrder();
  const buy = async (buyer: number): Promise<void> => {
    const own = { ...recipient, phone: `09${10_000_000 + buyer}`, email: `buyer${buyer}@example.com` };
    expect((await checkOut(shop.visit(), { ...order, recipient: own })).status).toBe(201);
  };
  await buy(0);

  const began = performance.now();
  const counted = countStatements();
  for (let buyer = 1; buyer <= CHECKOUTS; buyer++) await buy(buyer);
  counted.stop();
  const elapsed = performance.now() - began;

  const all = [...counted.statements];
  const own = all.filter(([statement]) => !BESIDE.some((one) => one.test(statement)));
  // A statement of a timer runs less than once for each checkout, unless a checkout takes seconds.
  const timers = Math.floor(elapsed / TIMER / CHECKOUTS);
  const each = own.map(([, count]) => Math.floor(count / CHECKOUTS)).reduce((sum, count) => sum + count, 0);
  expect(each, JSON.stringify(own)).toBeLessThanOrEqual(most + timers);
  const batches = all.filter(([statement]) => FOLDING.test(statement)).reduce((sum, [, count]) => sum + count, 0);
  expect(batches).toBeLessThanOrEqual(projections.length * (2 + elapsed / REST));
});
