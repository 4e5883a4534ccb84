import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { projections } from '@nordhaut/shop/modules';
import { afterEach, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { countStatements } from './fixtures/statements.ts';
import { testShop } from './fixtures/test-shop.ts';

const CHECKOUTS = 20;
/** ms between two batches of a projection, and of messaging, while nobody waits (`follower.ts`, `messaging/role.ts`) */
const REST = 100;
const PAUSE = 500;

/** What the roles do beside the checkouts. How often depends on the time and not on the number of checkouts. */
const FOLDING = /^(begin;.* update projection_checkpoints |move checkpoint$)/;
const PLANNING = /^plan mails$/;
const BESIDE = [
  FOLDING,
  PLANNING,
  /^fold /,
  /^commit$/,
  // the positions of consumers, and the sending of mails
  /^move position$/,
  /\b(mails|mailing|mail_reports|email_template)\b/,
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
  const shop = await testShop({ ...quiet, EVENTSTORE_URL: await urlOf(), CASH_LIMIT: 'on' });
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
  const sum = (some: typeof all): number => some.reduce((before, [, count]) => before + count, 0);
  // One more for a statement that ran once at some time.
  const own = all.filter(([statement]) => !BESIDE.some((one) => one.test(statement)));
  expect(sum(own) / CHECKOUTS, JSON.stringify(own)).toBeLessThan(most + 1);
  expect(sum(all.filter(([statement]) => FOLDING.test(statement)))).toBeLessThanOrEqual(projections.length * (2 + elapsed / REST));
  expect(sum(all.filter(([statement]) => PLANNING.test(statement)))).toBeLessThanOrEqual(2 + elapsed / PAUSE);
});
