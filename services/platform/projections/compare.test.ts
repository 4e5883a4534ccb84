import { expect, test } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { testDatabase } from '../database/testing.ts';
import { compareTables } from './compare.ts';

test('rows with the same bytes are equal without being converted: the live projection waits for the comparison', async () => {
  const { pool, drop } = await testDatabase();
  try {
    // `to_jsonb` converts a type with a cast to `json` by its function, which counts here.
    await pool.query(`
      create sequence conversions minvalue 0 start 0;
      create type counted as enum ('a', 'b');
      create function as_json(counted) returns json language sql as $$ select to_json(0 * nextval('conversions')) $$;
      create cast (counted as json) with function as_json(counted);
      create table live (id text primary key, state json, value counted);
      create table rebuilt (like live including all);
      insert into live select 'same-' || n, '{"a": 1, "b": 2}', 'a' from generate_series(1, 100) n;
      insert into rebuilt select * from live;
      insert into live values ('changed', '{}', 'a'), ('missing', '{}', 'a'), ('other order', '{"a": 1, "b": 2}', 'a');
      insert into rebuilt values ('changed', '{"a": 1}', 'a'), ('extra', '{}', 'a'), ('other order', '{"b": 2, "a": 1}', 'a')`);
    const differences = await inTransaction(pool, (client) => compareTables(client, { key: 'id' }, 'live', 'rebuilt'));
    expect(differences).toEqual({ rows: 103, missing: 1, extra: 1, changed: 1, sample: ['changed', 'extra', 'missing'] });
    const { rows } = await pool.query<{ next: bigint }>(`select nextval('conversions') as next`);
    expect(Number(rows[0]?.next)).toBeLessThan(10);
  } finally {
    await drop();
  }
});
