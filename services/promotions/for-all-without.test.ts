import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { UnreadableHistory } from '@nordhaut/platform/envelope';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forAllWithout } from './for-all-without.ts';
import { walletsProjection } from './projections/wallets.ts';

const MEMBERS = 250;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(walletsProjection.createTable('wallets'));
  await database.pool.query(
    `insert into wallets (member_id, position, registered, invited, state)
     select 'M' || nth, 1, nth <= $1, false, json_build_object('copies', case when nth = 7 then '[{"copyId": "1/REGISTERED"}]'::json else '[]' end)
     from generate_series(1, $1 + 10) nth`,
    [MEMBERS],
  );
});
afterAll(() => database.drop());

it('gives to ten members at once, to each once, and to nobody who has the copy', async () => {
  const got: string[] = [];
  let [under, most] = [0, 0];
  await forAllWithout(database.pool, 'registered', '1/REGISTERED', async (memberId) => {
    most = Math.max(most, ++under);
    await new Promise(setImmediate);
    got.push(memberId);
    under--;
  });
  expect(most).toBe(10);
  expect(got).toHaveLength(MEMBERS - 1);
  expect(new Set(got).size).toBe(MEMBERS - 1);
  expect(got).not.toContain('M7');
});

it('tells of an unreadable history when all others have their copies', async () => {
  const got: string[] = [];
  const unreadable = new UnreadableHistory({ stream: 'wallet-M20' } as never, new Error('no JSON'));
  const given = forAllWithout(database.pool, 'registered', '1/REGISTERED', async (memberId) => {
    await new Promise(setImmediate);
    if (memberId === 'M20') throw unreadable;
    got.push(memberId);
  });
  await expect(given).rejects.toBe(unreadable);
  expect(got).toHaveLength(MEMBERS - 2);
});
