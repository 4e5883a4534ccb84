import { afterAll, beforeAll, expect, test } from 'vitest';
import { doomedShop, type DoomedShop } from './fixtures/doomed-shop.ts';
import { CAUSES, intakeAll } from './fixtures/mail-history.ts';
import { caughtUp, expectNothingLeft, OPERATIONS, type Operation } from './fixtures/member-operations.ts';
import { mailRecords } from './fixtures/mails.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** More calls than any operation makes, so that the search ends. */
const MOST_CALLS = 40;

/** The next process, on the same database. Its mails would replace the tokens of the links that the test makes. */
let shop: TestShop;
let doomed: DoomedShop;
beforeAll(async () => {
  shop = await testShop({}, { without: ['messaging'] });
  doomed = await doomedShop(shop.shop.engine, { together: true, statements: true });
});
afterAll(async () => {
  await doomed.close();
  await shop.close();
});

/** Runs the operation in a process that dies with its n-th call; then the person repeats it. @returns whether it died */
async function interrupted(operation: Operation, survives: number): Promise<boolean> {
  const { visitor, act, again = act, check } = await operation.begin(shop);
  doomed.live(survives);
  // Nobody gets an answer of a process that died.
  await act(visitor.at(doomed.url)).catch((error: unknown) => {
    if (doomed.calls() < survives) throw error;
  });
  const died = doomed.calls() >= survives;
  await caughtUp(shop);
  await again(visitor);
  await check();
  return died;
}

test.each(OPERATIONS)('$name: a process that dies after any of its writes leaves nothing double and nothing lost', async (operation) => {
  let writes = 0;
  while (writes < MOST_CALLS && (await interrupted(operation, writes))) writes++;
  // The last run was not interrupted, so every earlier moment was tried.
  expect(writes).toBeGreaterThan(1);
  expect(writes).toBeLessThan(MOST_CALLS);
});

test('no table has a rest of it, and every member is welcomed by one mail', async () => {
  await expectNothingLeft(shop);
  const { rows } = await shop.shop.engine.pool.query<{ stream: string }>(
    `select stream from event_store.events where type = 'MemberRegistered'`,
  );
  expect(rows.length).toBeGreaterThan(OPERATIONS.length);
  for (let times = 0; times < 2; times++) await intakeAll(shop, CAUSES);
  for (const { stream } of rows) expect((await mailRecords(shop, stream)).filter(({ kind }) => kind === 'REGISTERED')).toHaveLength(1);
});
