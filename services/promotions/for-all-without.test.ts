import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { UnreadableHistory } from '@nordhaut/platform/envelope';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forAllWithout } from './for-all-without.ts';
import { membersWithout, walletsProjection } from './projections/wallets.ts';

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
const page = (last: string, most: number) => membersWithout(database.pool, 'registered', '1/REGISTERED', last, most);

it('gives to ten members at once, to each once, and to nobody who has the copy', async () => {
  const got: string[] = [];
  let [under, most] = [0, 0];
  await forAllWithout(page, async (memberId) => {
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
  const given = forAllWithout(page, async (memberId) => {
    await new Promise(setImmediate);
    if (memberId === 'M20') throw unreadable;
    got.push(memberId);
  });
  await expect(given).rejects.toBe(unreadable);
  expect(got).toHaveLength(MEMBERS - 2);
});

it('ends soon where another process may go on', async () => {
  const lost = new AbortController();
  let given = 0;
  const giving = forAllWithout(
    page,
    async () => {
      await new Promise(setImmediate);
      if (++given === 15) lost.abort(new Error('the process ends'));
    },
    lost.signal,
  );
  await expect(giving).rejects.toThrow('the process ends');
  expect(given).toBeLessThan(MEMBERS / 2);
});
