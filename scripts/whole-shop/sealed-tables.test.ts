import { secret } from '@nordhaut/platform/config';
import { outerKeys, resealTables, rewrapKeys } from '@nordhaut/platform/envelope';
import { TEST_DATA_KEYS } from '@nordhaut/platform/envelope/testing';
import { modules } from '@nordhaut/shop/modules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hideReview } from '../../services/content/moderation.ts';
import { sealAnswers } from '../../services/content/sealed-answers.ts';
import { sealContext } from '../../services/tracking/browser-context.ts';
import { note } from '../../services/tracking/purchases.ts';
import { chooseStore } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const tables = modules.flatMap(({ sealed }) => sealed ?? []);
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  const { pool, outer, clock } = shop.shop.engine;
  const visitor = shop.visit();
  const inquiry = { company: '測試公司', person: '王小明', contact: 'ming@example.com', quantity: 20, wish: '禮盒' };
  await visitor.post('/api/inquiries', inquiry);
  const { reply, post } = await chooseStore(shop, visitor, 'UNIMARTC2C');
  await post(reply);
  const { rows } = await pool.query<{ id: string }>('select comment_id as id from reviews where hidden_at is null limit 1');
  await hideReview(pool, outer, { reviewId: rows[0]?.id ?? '', by: 'staff-1', reason: '廣告', at: clock() });
  const context = { address: '203.0.113.7', agent: 'test', url: 'https://nordhaut.example/payment' };
  const given = { analysis: true, advertising: true, crm: true };
  const id = 'N0SEALED00000001';
  await note(pool, { id, consent: { id: crypto.randomUUID(), given }, ...sealContext(outer, id, context as never), now: clock() });
  const place = { route: 'skin', sender: 'member-1' };
  await pool.query(
    `insert into questionnaire_answers (questionnaire_template_route, sender, is_member, sealed, outer_key, sent_at) values ($1, $2, true, $3, $4, $5)`,
    [place.route, place.sender, sealAnswers(outer, place, { line: '兩次' }), outer.current, clock()],
  );
});
afterAll(() => shop?.close());

test('every table with an outer key belongs to a module that lists it, or holds the keys themselves', async () => {
  const { rows } = await shop.shop.engine.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'outer_key' and table_schema = 'public' order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual([...tables.map(({ table }) => table), 'subject_keys'].toSorted());
});

test('after a new first key, each text opens without the older one, in its own row only', async () => {
  const { pool } = shop.shop.engine;
  const rotating = outerKeys(secret(`next:${Buffer.alloc(32, 9).toString('base64')},${TEST_DATA_KEYS}`));
  // Texts that need the older key keep it in the list of needed keys.
  await rewrapKeys(pool, rotating, tables);
  expect((await pool.query('select id from outer_keys')).rows).toContainEqual({ id: 'test' });
  const next = `next:${Buffer.alloc(32, 9).toString('base64')}`;
  expect(await resealTables(pool, outerKeys(secret(`${next},${TEST_DATA_KEYS}`)), tables)).toBeGreaterThanOrEqual(tables.length);
  const keys = outerKeys(secret(next));
  for (const { table, key, column = 'sealed', nameOf } of tables) {
    const { rows } = await pool.query<Record<string, string> & { text: Buffer; outer_key: string }>(
      `select ${key.map((name) => `${name}::text as ${name}`).join(', ')}, ${column} as text, outer_key from ${table} where outer_key is not null`,
    );
    expect(rows.length, table).toBeGreaterThan(0);
    for (const row of rows) {
      expect(keys.unwrap(row.text, row.outer_key, nameOf(row)).length).toBeGreaterThan(0);
      expect(() => keys.unwrap(row.text, row.outer_key, `${nameOf(row)}x`)).toThrow('does not open');
    }
  }
  expect(await resealTables(pool, outerKeys(secret(`${next},${TEST_DATA_KEYS}`)), tables)).toBe(0);
  await rewrapKeys(pool, rotating, tables);
  expect((await pool.query('select id from outer_keys')).rows).not.toContainEqual({ id: 'test' });
});
