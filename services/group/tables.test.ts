import { testDatabase } from '@nordhaut/platform/database/testing';
import { expect, test } from 'vitest';
import { groupMigrations } from './tables.ts';

test('projects of earlier versions get numbers that nobody guesses, like new ones', async () => {
  const [projects, ...later] = groupMigrations;
  if (!projects) throw new Error('no migration');
  const database = await testDatabase([projects]);
  const add = (address: string): Promise<unknown> =>
    database.pool.query(
      `insert into group_project (group_project_name, group_project_address, group_project_start, group_project_end, group_project_products)
       values ('x', $1, '2026-01-01', '2026-01-02', '[]')`,
      [address],
    );
  for (const address of ['one', 'two']) await add(address);
  for (const { sql } of later) await database.pool.query(sql);
  await add('three');
  const { rows } = await database.pool.query<{ id: number }>('select group_project_id as id from group_project');
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect([id >= 100_000_000, id < 1_000_000_000]).toEqual([true, true]);
  await database.drop();
});
