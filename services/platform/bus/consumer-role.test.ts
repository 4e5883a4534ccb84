import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../database/testing.ts';
import { aborted } from '../timing.ts';
import { underLock } from './consumer-role.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase([])));
afterAll(() => database.drop());

it('a process that stands by again after its connection broke has no remark left', async () => {
  const engine = { databaseUrl: database.url, logger: { warn: () => undefined } };
  const begin = underLock(engine, 'calendar', 'nothing is done', async (lost, works) => {
    works();
    await aborted(lost);
  });
  const [leads, standsBy]: (string | undefined)[][] = [[], []];
  const leader = begin((remark) => leads?.push(remark));
  await expect.poll(() => leads).toHaveLength(1);
  const other = begin((remark) => standsBy?.push(remark));
  try {
    const breakIts = `select pg_terminate_backend(pid) from pg_stat_activity one where application_name like 'leader calendar pid %'
      and datname = current_database() and not exists (select from pg_locks held where held.pid = one.pid and locktype = 'advisory')`;
    await expect.poll(async () => (await database.pool.query(breakIts)).rowCount).toBe(1);
    await expect.poll(() => standsBy).toContainEqual(expect.stringContaining('nothing is done: '));
    await expect.poll(() => standsBy?.at(-1)).toBeUndefined();
    expect(leads).toEqual([undefined]);
  } finally {
    await Promise.all([other.stop(), leader.stop()]);
  }
});
