import { orderDecider, type OrderCommand } from '@nordhaut/ordering';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { tokenBucket } from '@nordhaut/platform/timing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutDecider } from './checkout.ts';
import { checkoutMigrations, openCheckoutsProjection } from './open-checkouts.ts';
import type { CheckoutProcess } from './process.ts';
import { sweep } from './sweeper.ts';
import { personal, terms as anyTerms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const terms = { ...anyTerms, payment: 'COD' as const };
const subject = `guest:${terms.orderNo}`;
const QUESTIONS = 20;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(checkoutMigrations);
  await database.pool.query(openCheckoutsProjection.createTable('open_checkouts'));
});
afterAll(() => database.drop());

function orderAfter(...commands: OrderCommand[]) {
  const order = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms, at }, subject, personal });
  for (const command of commands) expect(order.send(command), command.type).not.toEqual([]);
  return order.state();
}

test('orders that the carrier refused long ago are asked about a few at a time, and hold up no order that waits for its parcel', async () => {
  const checkout = historyOf(checkoutDecider, { type: 'CheckoutStarted', data: { ...terms, at }, subject, personal }).state();
  const refused = orderAfter(
    { type: 'RejectShipment', at, tradeNo: `${terms.orderNo}S1`, reason: 'REFUSED_BY_CARRIER', carrierText: '' },
    { type: 'CancelOrder', at, reason: 'SHIPMENT_REJECTED' },
  );
  const ended = checkout && { ...checkout, ended: 'FAILED' as const };
  const old = Array.from({ length: 90 }, (_, index) => `OLD${index}`);
  const waiting = Array.from({ length: 5 }, (_, index) => `WAITING${index}`);
  const [driven, looked]: [string[], string[]] = [[], []];
  let now = Date.parse(at) + 86_400_000;
  const looks = tokenBucket({ size: QUESTIONS, refillMs: QUESTIONS * 1_000, now: () => now });
  const process = {
    load: (orderNo: string) =>
      Promise.resolve(orderNo.startsWith('OLD') ? { checkout: ended, order: refused } : { checkout, order: orderAfter() }),
    drive: (orderNo: string) => Promise.resolve((orderNo.startsWith('OLD') ? looked : driven).push(orderNo)),
  } as unknown as CheckoutProcess;
  const log = { info: () => undefined, error: expect.fail };
  const unsettledOrders = () =>
    Promise.resolve(
      [...old, ...waiting].filter((orderNo) => !looked.includes(orderNo)).map((orderNo) => ({ orderNo, touchedAt: new Date(at) })),
    );
  const options = { pool: database.pool, process, unsettledOrders, looks, clock: () => new Date(now), graceMs: 1_000, log };

  await sweep(options, new AbortController().signal);
  expect(looked).toHaveLength(QUESTIONS);
  expect(driven.toSorted()).toEqual(waiting);
  for (let sweeps = 0; sweeps < 1_000 && looked.length < old.length; sweeps++) {
    now += 5_000;
    await sweep(options, new AbortController().signal);
  }
  expect(looked.toSorted()).toEqual(old.toSorted());
});
