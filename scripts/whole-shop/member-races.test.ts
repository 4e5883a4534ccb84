import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAUSES, intakeAll } from './fixtures/mail-history.ts';
import { mailRecords } from './fixtures/mails.ts';
import { caughtUp, expectNothingLeft, OPERATIONS } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const TIMES = 10;

/** Two processes on one database. */
let shop: TestShop;
let beside: TestShop;
beforeAll(async () => {
  shop = await testShop({}, { without: ['messaging'] });
  beside = await testShop({}, { without: ['messaging'], beside: shop });
});
afterAll(async () => {
  await beside.close();
  await shop.close();
});

test.each(OPERATIONS)('$name: ten at once, in two processes, are one', async ({ begin }) => {
  const { visitor, act, again, check } = await begin(shop);
  await Promise.all(Array.from({ length: TIMES }, (_, index) => act(index % 2 ? visitor.at(beside.url) : visitor)));
  await caughtUp(shop);
  await again?.(visitor);
  await check();
});

test('the answers of a questionnaire, from a browser without a cookie: ten at once, in two processes, are one', async () => {
  const answers = { skin: 'dry', tightness: 3, routine: '早晚各一次' };
  const key = randomUUID();
  const sent = await Promise.all(
    Array.from({ length: TIMES }, (_, index) =>
      (index % 2 ? beside : shop).visit().post('/api/content/questionnaires/skin-check', { answers }, { key }),
    ),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await shop.shop.engine.pool.query('select from questionnaire_answers')).rowCount).toBe(1);
  // Another intent of another browser.
  expect((await shop.visit().post('/api/content/questionnaires/skin-check', { answers }, { key: randomUUID() })).status).toBe(200);
  expect((await shop.shop.engine.pool.query('select from questionnaire_answers')).rowCount).toBe(2);
});

test('no table has a rest of it, and every member is welcomed by one mail', async () => {
  await expectNothingLeft(shop);
  await Promise.all([shop, beside].map((one) => intakeAll(one, CAUSES)));
  const { rows } = await shop.shop.engine.pool.query<{ stream: string }>(
    `select stream from event_store.events where type = 'MemberRegistered'`,
  );
  for (const { stream } of rows) expect((await mailRecords(shop, stream)).filter(({ kind }) => kind === 'REGISTERED')).toHaveLength(1);
});
