import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../database/testing.ts';
import { eventStoreMigrations } from './schema.ts';
import { readCategories, readCategory } from './statements.ts';

const EVENTS = 50_000;
const LIMIT = 100;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(eventStoreMigrations);
  // One event in ten thousand is of the rare category.
  await database.pool.query(`
    insert into event_store.events (position, id, revision, stream, category, type, data, metadata)
    select n, gen_random_uuid(), 0, 'stream-' || n, case when n % 10000 = 0 then 'rare' else 'frequent' end,
      case when n % 4 = 0 then 'Fourth' else 'Other' end, '{}', '{}'
    from generate_series(0, ${EVENTS - 1}) as n`);
  await database.pool.query('analyze event_store.events');
});
afterAll(async () => {
  await database.drop();
});

type Node = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; 'Relation Name'?: string; Plans?: Node[] };

/** Rows that the scans of events read, whether the filter kept them or not. */
const rowsRead = (node: Node): number =>
  (node['Relation Name'] === 'events' ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);

/** The plans of the first executions know the values; the plan that PostgreSQL keeps does not. */
test.each(['force_custom_plan', 'force_generic_plan'])('a page reads few events beyond its own, with %s', async (mode) => {
  const client = await database.pool.connect();
  try {
    await client.query(`set plan_cache_mode = ${mode}; deallocate all`);
    await client.query(`prepare one (bigint, integer, text, text[]) as ${readCategory.text}`);
    await client.query(`prepare many (bigint, integer, text[], text[]) as ${readCategories.text}`);
    const reads = async (call: string): Promise<number> => {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (analyze, format json) execute ${call}`);
      return rowsRead((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan);
    };
    const end = EVENTS - 10;
    for (const call of [
      `one(100, ${LIMIT}, 'rare', null)`,
      `one(100, ${LIMIT}, 'frequent', '{Fourth}')`,
      `one(${end}, ${LIMIT}, 'frequent', '{None}')`,
      `many(100, ${LIMIT}, '{rare,frequent}', '{Fourth,None}')`,
      `many(100, ${LIMIT}, '{none,frequent}', '{Fourth,None}')`,
      `many(${end}, ${LIMIT}, '{rare,frequent}', '{None}')`,
    ])
      expect(await reads(call), call).toBeLessThan(10 * LIMIT);
  } finally {
    client.release(true);
  }
});
