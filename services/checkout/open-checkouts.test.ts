import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCheckoutsProjection } from './open-checkouts.ts';

const TABLE = 'open_checkouts_tried';
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(openCheckoutsProjection.createTable(TABLE));
});
afterAll(() => database.drop());

/** Folds the types one after another; whether the checkout is on the sweeper's list after them. */
async function isOpen(types: string[], { doubt = false, refundDue = true } = {}): Promise<boolean> {
  await database.pool.query(`truncate ${TABLE}`);
  for (const type of types) {
    const event = {
      type,
      stream: `${type.startsWith('Checkout') ? 'checkout' : 'order'}-N1`,
      recordedAt: '2026-11-20T01:00:00.000Z',
      data: { reason: doubt ? 'ABANDONED' : 'REFUSED', refundDue },
    } as unknown as DecodedEvent;
    await openCheckoutsProjection.fold(database.pool, TABLE, [event]);
  }
  const { rowCount } = await database.pool.query(`select from ${TABLE} where placed or not ended`);
  return rowCount === 1;
}

describe('a checkout is on the list', () => {
  test.each([
    ['while it is under way', ['CheckoutStarted', 'OrderPlaced', 'CardPaymentStarted']],
    ['while a failed one is not closed', ['CheckoutStarted', 'OrderPlaced', 'CardPaymentFailed']],
    [
      'while a refunded one is not closed',
      ['CheckoutStarted', 'OrderPlaced', 'CardPaymentAuthorised', 'ShipmentRejected', 'OrderCancelled', 'RefundIssued'],
    ],
    [
      'when the money comes after it was closed',
      ['CheckoutStarted', 'OrderPlaced', 'CardPaymentFailed', 'CheckoutFailed', 'CardPaymentAuthorised'],
    ],
    [
      'when the money comes while it is closed',
      ['CheckoutStarted', 'OrderPlaced', 'CardPaymentFailed', 'CardPaymentAuthorised', 'CheckoutFailed'],
    ],
    ['when its order is placed although another process failed it', ['CheckoutStarted', 'CheckoutFailed', 'OrderPlaced']],
    [
      'until that money is given back',
      ['CheckoutStarted', 'CardPaymentFailed', 'CheckoutFailed', 'CardPaymentAuthorised', 'OrderCancelled'],
    ],
  ])('%s', async (_, types) => expect(await isOpen(types)).toBe(true));
});
describe('and is off it', () => {
  test.each([
    ['when it is completed', ['CheckoutStarted', 'OrderPlaced', 'CardPaymentAuthorised', 'ShipmentCreated', 'CheckoutCompleted']],
    ['when it failed before its order', ['CheckoutStarted', 'CheckoutFailed']],
    ['when it failed without money', ['CheckoutStarted', 'OrderPlaced', 'CardPaymentFailed', 'CheckoutFailed']],
    [
      'when it failed and was refunded',
      ['CheckoutStarted', 'CardPaymentAuthorised', 'ShipmentRejected', 'OrderCancelled', 'RefundIssued', 'CheckoutFailed'],
    ],
    [
      'when the late money is given back',
      ['CheckoutStarted', 'CardPaymentFailed', 'CheckoutFailed', 'CardPaymentAuthorised', 'OrderCancelled', 'RefundIssued'],
    ],
    ['when a completed one is refunded', ['CheckoutStarted', 'CardPaymentAuthorised', 'CheckoutCompleted', 'RefundIssued']],
    ['when nothing began', ['OrderPlaced', 'ShipmentCreated']],
  ])('%s', async (_, types) => expect(await isOpen(types)).toBe(false));
});

test("a payment that was given up without the processor's word stays on it until the money came and went", async () => {
  const failed = ['CheckoutStarted', 'OrderPlaced', 'CardPaymentFailed', 'CheckoutFailed'];
  expect(await isOpen(failed, { doubt: true })).toBe(true);
  expect(await isOpen([...failed, 'CardPaymentAuthorised', 'OrderCancelled', 'RefundIssued'], { doubt: true })).toBe(false);
});

test('an order that was placed after its checkout failed leaves the list once it is cancelled', async () => {
  expect(await isOpen(['CheckoutStarted', 'CheckoutFailed', 'OrderPlaced', 'OrderCancelled'], { refundDue: false })).toBe(false);
});
