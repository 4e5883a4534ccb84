import { createSecretKey, randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personMigration } from './persons/tables.ts';
import { supportMigrations } from './tables.ts';
import { viewReader } from './views.ts';

const VIEWS = 100_000;
const END = Date.parse('2026-11-25T00:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([...supportMigrations, personMigration]);
  await database.pool.query(
    `insert into support_views (at, staff_id, action, order_no, request_id)
     select $1::timestamptz - nth * interval '1 minute', 'S' || nth % 50, 'VIEW', 'N' || nth, nth::text from generate_series(1, $2) as nth`,
    [new Date(END), VIEWS],
  );
  await database.pool.query('analyze support_views');
});
afterAll(() => database.drop());

test('what an account saw between two instants is read by an index, page after page, and each row once', async () => {
  const statements: { text: string; values: unknown[] }[] = [];
  const pool = {
    query: (text: string, values: unknown[]) => {
      statements.push({ text, values });
      return database.pool.query(text, values);
    },
  };
  const read = viewReader({ pool: pool as never, key: createSecretKey(randomBytes(32)) });
  const range = { staffId: 'S7', from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z' };
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read({ ...range, cursor });
    seen.push(...page.views.map(({ orderNo }) => orderNo ?? ''));
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  const at = (nth: number): number => END - nth * 60_000;
  const own = Array.from({ length: VIEWS }, (_, index) => index + 1).filter(
    (nth) => nth % 50 === 7 && at(nth) >= Date.parse(range.from) && at(nth) < Date.parse(range.to),
  );
  expect(own.length).toBeGreaterThan(400);
  expect(seen).toEqual(own.map((nth) => `N${nth}`));
  const [order] = (await read({ orderNo: 'N8007', from: range.from, to: range.to })).views;
  expect(order).toMatchObject({ by: 'S7', orderNo: 'N8007' });
  const byOrder = statements.at(-1);
  const rare = { ...range, staffId: 'SELDOM' };
  expect((await read(rare)).views).toEqual([]);
  for (const { text, values } of [statements[0], byOrder, statements.at(-2), statements.at(-1)].filter((one) => one !== undefined)) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // Of a busy account the index of the time reads a few rows for each of its own, of any other the account's own index none.
    expect(plan).toMatch(/Index Scan (Backward )?using support_views_(staff_id_at|order_no_at|at)_idx/);
    expect(plan).not.toContain('Seq Scan');
    expect(Number(/Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0)).toBeLessThan(VIEWS / 5);
  }
});
