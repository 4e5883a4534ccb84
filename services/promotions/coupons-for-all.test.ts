import { busMigrations } from '@nordhaut/platform/bus';
import { migrate } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSUMER, couponsForAllMigrations } from './coupons-for-all.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(busMigrations)));
afterAll(() => database.drop());

test('the consumer begins where the rewards of an earlier release are, with the coupons that they hold', async () => {
  const { pool } = database;
  await pool.query("insert into bus_positions (consumer, position) values ('rewards', 700), ('messaging', 900)");
  await pool.query(
    `insert into bus_held (consumer, stream, revision, event_id, type, reason, cause)
     select 'rewards', stream, 2, gen_random_uuid(), 'CouponChanged', 'no JSON', 'credit-M1'
     from unnest(array['coupon-4', 'order-N1', 'credit-coupon-1']) as stream`,
  );
  await migrate(pool, [...busMigrations, ...couponsForAllMigrations]);
  const positions = await pool.query<{ position: bigint }>('select position from bus_positions where consumer = $1', [CONSUMER]);
  expect(positions.rows).toEqual([{ position: 700n }]);
  const held = await pool.query('select stream, revision, type, cause from bus_held where consumer = $1', [CONSUMER]);
  expect(held.rows).toEqual([{ stream: 'coupon-4', revision: 2, type: 'CouponChanged', cause: 'credit-M1' }]);
});
