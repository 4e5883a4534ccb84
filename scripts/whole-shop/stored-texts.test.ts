import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { migrations, projections } from '@nordhaut/shop/modules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORED_TEXTS } from './fixtures/stored-texts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(migrations);
  for (const { name, createTable } of projections) await database.pool.query(createTable(name));
});
afterAll(() => database.drop());

/** Types whose values cannot hold what somebody typed. */
const NO_TEXT = ['int2', 'int4', 'int8', 'numeric', 'float8', 'bool', 'date', 'timestamptz', 'uuid'];

test('every column that can hold text says why it shows no person', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || ' ' || column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') and udt_name <> all($1)`,
    [NO_TEXT],
  );
  const stated = Object.entries(STORED_TEXTS).flatMap(([table, columns]) =>
    Object.values(columns).flatMap((names) => names.split(' ').map((name) => `${table} ${name}`)),
  );
  expect(stated.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});
