import { dataRegistry } from '@nordhaut/data-api/registry';
import { type ColumnType, READERS, type Reader, sql } from '@nordhaut/platform/data-tables';
import { createKysely } from '@nordhaut/platform/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditDifferences, type EditorRows, editorRows } from './fixtures/audited.ts';
import type { Browser } from './fixtures/browser.ts';
import { groupOrder, PROJECTS } from './fixtures/group-orders.ts';
import { memberWith } from './fixtures/member-promotions.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** Values that some layer below may read in another way: bounds of types, notations of numbers, calendars, kinds of text. */
const NUMBERS = [-0, 1.5, 1e21, 1e308, 2 ** 31, -(2 ** 31), 2 ** 63, '0x10', '1e3', '+1', '１２', '٣', 'NaN', '-infinity', ' 1', true];
const TIMES = [
  -1,
  253_402_300_799,
  253_402_300_800,
  9_999_999_999,
  1e15,
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30',
  '2026-13-01',
  '2026-12-31T24:00:00',
  '2026-12-31T23:59:60Z',
  'epoch',
  'now',
  null,
];
const TEXTS = ['', '%', '\\', "'", '\ufeff', '😀', '9999-99-99', 1e308, false, null, 'x'.repeat(2_000)];
/** JSON text that the database or a page might not take */
const STORED = ['', '"\\u0000"', '["\\ud800"]', '[{"__proto__":{"x":1}}]', '[1e999]', '[null]', '\u202e', 1e308, null, 'x'.repeat(2_000)];
const nasty = (type: ColumnType, texts: readonly unknown[]): readonly unknown[] =>
  ({ integer: NUMBERS, boolean: NUMBERS, time: TIMES, day: [...TIMES, ...texts], text: texts, json: texts })[type];

/** Calls at a time. The shop refuses more than it can serve. */
const AT_ONCE = 16;

const registry = dataRegistry(
  () => Promise.reject(new Error('not called')),
  () => true,
);
let shop: TestShop;
let callers: Record<Reader, Browser>;
let atFirst: EditorRows;
let db: ReturnType<typeof createKysely<Record<string, never>>>;
beforeAll(async () => {
  shop = await testShop();
  const [{ visitor: member }, staff] = [await memberWith(shop, 100), await signedInStaff(shop, ['view', 'act', 'administer'])];
  callers = { visitor: shop.visit(), member, staff };
  atFirst = await editorRows(shop);
  db = createKysely(shop.shop.engine.pool);
});
afterAll(() => shop.close());

type Rows = { data: Record<string, unknown>[] };
/** A call without a network: there are thousands. */
async function call<Body>(who: Browser, method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: Body }> {
  const headers = { cookie: who.cookies(), 'accept-encoding': 'identity' };
  const answer = await shop.shop.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<Body>() };
}
const is = (property: string, value: unknown) => ({ property, operator: '==', value });
const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40);

test.each([...registry.keys()])('%s: no value of a condition is read in another way by a layer below', async (name) => {
  const table = registry.get(name);
  if (!table) throw new Error(name);
  const reader = READERS.findLast((one) => table.rows[one]) ?? 'visitor';
  const [row] = (await call<Rows>(callers[reader], 'POST', '/api/get/', { table: name })).body.data;
  // One row is enough, and keeps the answers short.
  const one = row ? [is(table.key, row[table.key])] : [];
  const asked = Object.entries(table.columns).flatMap(([property, { type }]) =>
    nasty(type, TEXTS).flatMap((value) => [
      { property, operator: '>=', value },
      { property, operator: 'in', value: [value] },
    ]),
  );
  const broken: string[] = [];
  while (asked.length > 0)
    await Promise.all(
      asked.splice(0, AT_ONCE).map(async (condition) => {
        const { status } = await call(callers[reader], 'POST', '/api/get/', { table: name, conditions: [...one, condition] });
        if (![200, 400, 403].includes(status))
          broken.push(`${condition.property} ${condition.operator} ${shown(condition.value)}: ${status}`);
      }),
    );
  expect(broken).toEqual([]);
});

/** What a page reads of each table that staff change. */
const PAGES: Record<string, string> = {
  layout: 'content/layout',
  product: 'products',
  group_project: `group-projects/${PROJECTS.open}`,
  questionnaire_template: 'content/layout',
  post: 'content/posts',
  event: 'content/events',
};

// All tables at once, because most of the time goes into waiting for the database.
test.concurrent.each(Object.keys(PAGES))(
  '%s: no value of a write breaks the database or a page, and the row can be written again',
  async (name) => {
    const { write, key, columns } = registry.get(name) ?? {};
    if (!write || !key || !columns) throw new Error(name);
    const [row = {}] = (await call<Rows>(callers.staff, 'POST', '/api/get/', { table: name })).body.data;
    const conditions = [is(key, row[key])];
    const version = columns['row_version']?.sql ?? sql`null`;
    const versionNow = async (): Promise<unknown> => {
      const found = sql<Rows['data'][0]>`select ${version} as now from ${sql.table(write.table)} as t where ${sql.ref(key)} = ${row[key]}`;
      return (await found.execute(db)).rows[0]?.['now'];
    };
    const change = async (column: string, to: unknown) => {
      const updateData = { [column]: to, row_version: await versionNow() };
      return (await call(callers.staff, 'POST', '/api/update/', { table: name, conditions, updateData })).status;
    };
    const broken: string[] = [];
    for (const column of write.columns.filter((one) => one !== key))
      for (const value of nasty(columns[column]?.type ?? 'text', STORED)) {
        const status = await change(column, value);
        if (![200, 400, 409].includes(status)) broken.push(`${column} ${shown(value)}: ${status}`);
        if (status !== 200) continue;
        const page = await call(callers.visitor, 'GET', `/api/${PAGES[name]}`);
        if (page.status >= 500) broken.push(`the page after ${column} = ${shown(value)}: ${page.status}`);
        const back = await change(column, row[column]);
        if (back !== 200) broken.push(`${column} again, after ${shown(value)}: ${back}`);
      }
    expect(broken).toEqual([]);
  },
);

test('every table that staff change is attacked', () => {
  const changed = [...registry].flatMap(([name, { write }]) => (write?.verbs.includes('update') ? [name] : []));
  expect(Object.keys(PAGES).sort()).toEqual(changed.sort());
});

test('the time of a change of an article is the server’s, also where only its text is changed', async () => {
  const read = async () => (await callers.staff.post<Rows>('/api/get/', { table: 'post' })).body.data[0] ?? {};
  const [before, began] = [await read(), Date.now()];
  const updateData = { post_summary: '新的摘要', row_version: before['row_version'] };
  const conditions = [is('post_id', before['post_id'])];
  expect((await callers.staff.post('/api/update/', { table: 'post', conditions, updateData })).status).toBe(200);
  expect(Date.parse(String((await read())['post_changed_at']))).toBeGreaterThanOrEqual(began);
});

test('nobody finds a group project by its number, and one that has not begun tells no price', async () => {
  const data = {
    group_project_name: '辦公室團購',
    group_project_start: '2020-01-01',
    group_project_end: '2099-01-01',
    group_project_products: '[{"product_id":5,"price":500}]',
  };
  const added: number[] = [];
  for (const address of ['guess-a', 'guess-b']) {
    const { body } = await callers.staff.post<{ data: { keys: string[] } }>('/api/set/', {
      table: 'group_project',
      data: { ...data, group_project_address: address },
    });
    added.push(Number(body.data.keys[0]));
  }
  const all = (await callers.staff.post<Rows>('/api/get/', { table: 'group_project' })).body.data;
  const numbers = all.map(({ group_project_id: id }) => Number(id));
  expect(numbers).toEqual(expect.arrayContaining(added));
  for (const number of numbers) expect(number).toBeGreaterThanOrEqual(100_000_000);
  for (const number of numbers) expect(numbers.filter((one) => Math.abs(one - number) < 100)).toEqual([number]);

  const { orderNo, recipient } = await groupOrder(shop.visit());
  const set = (group_project_id: number) =>
    shop.visit().post<{ code: string; details?: object }>('/api/set/', {
      table: 'group_order',
      data: {
        group_project_id,
        group_order_uid: orderNo,
        group_order_name: recipient.name,
        group_order_email: recipient.email,
        group_order_phone: recipient.phone,
        group_order_amount: 1,
        group_order_product: '[{"product_id":13,"product_quantity":1}]',
      },
    });
  const guesses = [...Array.from({ length: 20 }, (_, index) => index), ...added.map((number) => number + 1), 1_001, 1_002];
  const answers = await Promise.all(guesses.map(set));
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['GROUP_NOT_FOUND']));
  const announced = all.find(({ group_project_address: address }) => address === PROJECTS.announced);
  const told = (await set(Number(announced?.['group_project_id']))).body;
  expect([told.code, told.details]).toEqual(['GROUP_NOT_BEGUN', undefined]);
});

test('after the attack each change of each table has its audit entry, which says what was before', async () => {
  expect(await auditDifferences(shop, atFirst)).toEqual([]);
});
