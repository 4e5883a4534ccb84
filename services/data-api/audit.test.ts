import { oneConnection, readWithoutIndex } from '@nordhaut/platform/database/testing';
import { expect, it } from 'vitest';
import { auditMigrations, endAudit } from './audit.ts';

it('ends the entries whose years are over, and reads only the oldest entries for it', async () => {
  await using pool = await oneConnection(auditMigrations);
  await pool.query(
    `insert into data_audit (at, staff_id, command_id, verb, table_name, row_key)
     select now() - interval '6 years' + nth * interval '12 hours', 'S1', gen_random_uuid(), 'set', 'product', nth::text from generate_series(1, 4000) nth`,
  );
  await pool.query('analyze data_audit');
  const before = await readWithoutIndex(pool, 'data_audit');
  const counts: number[] = [];
  do counts.push(await endAudit(pool, new Date(), 5, 100));
  while (counts.at(-1) === 100);
  expect(counts).toEqual([100, 100, 100, 100, 100, 100, 100, 30]);
  expect(await endAudit(pool, new Date(), 5, 100)).toBe(0);
  expect((await readWithoutIndex(pool, 'data_audit')) - before).toBe(0);
  expect((await pool.query('select from data_audit')).rowCount).toBe(4_000 - 730);
});
