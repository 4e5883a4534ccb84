import { randomUUID } from 'node:crypto';
import { dataRegistry } from '@nordhaut/data-api/registry';
import { READERS, type Reader, VERBS } from '@nordhaut/platform/data-tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import type { Browser } from './fixtures/browser.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { hundredOff, memberWith } from './fixtures/member-promotions.ts';
import { recordCalls } from './fixtures/recorded-calls.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// What a caller must not know answers like what does not exist, after the same work, so that its time tells nothing either.
// `npm run timing` measures it.
type Row = Record<string, unknown>;
const registry = dataRegistry(
  () => Promise.reject(new Error('not called')),
  () => true,
);
let shop: TestShop;
let recorded: ReturnType<typeof recordCalls>;
let callers: Record<Reader, Browser>;
beforeAll(async () => {
  shop = await testShop();
  const [{ visitor: member }, staff] = [await memberWith(shop, 100), await signedInStaff(shop, ['view', 'act'])];
  callers = { visitor: shop.visit(), member, staff };
  await hundredOff(shop, 9_002, { coupon_scope: 'MEMBER', coupon_uid: 'SECRET_CODE' });
  const { visitor: other } = await memberWith(shop, 100);
  const placed = await other.post('/api/group-orders', await groupOrder(other), { key: randomUUID() });
  if (placed.status !== 201) throw new Error(`the group order was refused with ${placed.status}`);
  const add = async (table: string, data: object): Promise<void> => {
    const { status } = await staff.post('/api/set/', { table, data });
    if (status !== 200) throw new Error(`a row of ${table} was refused with ${status}`);
  };
  await add('post', { post_id: 9_001, post_slug: 'a-draft', post_title: '草稿', category_id: 1, post_is_published: '0' });
  const days = { event_date_start: '2099-01-01T00:00:00Z', event_date_end: '2099-02-01T00:00:00Z' };
  await add('event', { event_id: 9_001, event_url: 'next-century', event_name: '下個世紀', event_type: 'CONTENT', ...days });
  await caughtUp(shop);
  await shop.shop.engine.pool.query('update reviews set hidden_at = now() where comment_id = (select min(comment_id) from reviews)');
  // A staff call one minute after the last recorded one updates the session, which is one more statement.
  await shop.shop.engine.pool.query(`update staff_sessions set seen_at = now() + interval '1 hour'`);
  recorded = recordCalls(shop, { clients: true });
});
afterAll(async () => {
  recorded?.stop();
  await shop.close();
});

test('a statement counts once, also on a connection that was taken from the pool before', async () => {
  const { pool } = shop.shop.engine;
  const { calls } = await recorded.during(async () => {
    // The pool gives the connection that came back last.
    (await pool.connect()).release();
    await pool.query('select 1 as once');
  });
  expect(calls).toEqual(['statement select 1 as once']);
});

const is = (property: string, value: unknown) => ({ property, operator: '==', value });

/** The answer and the work behind it. */
async function call(who: Browser, url: string, payload: object) {
  const { calls, result } = await recorded.during(async () => {
    const answer = await shop.shop.app.inject({ method: 'POST', url, payload, headers: { cookie: who.cookies() } });
    return answer;
  });
  const { correlationId: _, ...body } = result.json<Row>();
  const headers = Object.keys(result.headers)
    .filter((name) => !name.startsWith('ratelimit'))
    .toSorted();
  return { status: result.statusCode, body, headers, calls };
}
const get = (who: Browser, table: string, more: object = {}) => call(who, '/api/get/', { table, ...more });

/** A grant's number is its member's own, and staff read no owner, so its time stands for the row. */
const keyOf = (name: string): string => (name === 'voucher' ? 'voucher_create_at' : (registry.get(name)?.key ?? ''));

/** A row that the reader does not get; undefined where every row is theirs. */
async function hiddenFrom(reader: Reader, name: string): Promise<Row | undefined> {
  const key = keyOf(name);
  const rows = (await get(callers.staff, name)).body['data'] as Row[] | undefined;
  for (const row of rows ?? []) {
    const { body } = await get(callers[reader], name, { conditions: [is(key, row[key])] });
    if (Array.isArray(body['data']) && body['data'].length === 0) return row;
  }
  return undefined;
}
/** A value of the same type that no row has. */
const nobodys = (value: unknown): unknown =>
  typeof value === 'number'
    ? 2_000_000_001
    : typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? '1999-01-01T00:00:00Z'
      : 'none of all';

const HIDDEN: Record<Exclude<Reader, 'staff'>, string[]> = {
  visitor: ['comment', 'coupon', 'event', 'post', 'product'],
  member: ['comment', 'coupon', 'event', 'group_order', 'post', 'product', 'voucher'],
};

test.each(['visitor', 'member'] as const)(
  'for a %s, a row that is hidden answers like one that does not exist, to each condition',
  async (reader) => {
    const found: string[] = [];
    for (const [name, table] of registry) {
      if (!table.rows[reader] || table.must?.[reader]) continue;
      const row = await hiddenFrom(reader, name);
      if (!row) continue;
      found.push(name);
      for (const [column, { type, ask, read, join }] of Object.entries(table.columns)) {
        const value = row[column];
        if (type === 'json' || type === 'boolean' || join || (read && !read.includes(reader)) || value === null || value === undefined)
          continue;
        for (const operator of ask ? ['=='] : ['==', 'in', '>=']) {
          // With its key, so that the rows of others with the same value do not come.
          const asked = (own: unknown, key: unknown) => ({
            conditions: [is(keyOf(name), key), { property: column, operator, value: operator === 'in' ? [own] : own }],
          });
          const [hidden, unknown] = [
            await get(callers[reader], name, asked(value, row[keyOf(name)])),
            await get(callers[reader], name, asked(nobodys(value), nobodys(row[keyOf(name)]))),
          ];
          expect([name, column, operator, hidden]).toEqual([name, column, operator, unknown]);
          expect(hidden.body).toEqual({ state: 200, data: [], more: false });
          expect(hidden.calls.filter((text) => text.includes('as t '))).toHaveLength(1);
        }
      }
    }
    expect(found.toSorted()).toEqual(HIDDEN[reader]);
  },
);

test.each(READERS)('for a %s, a closed column answers like one that does not exist, and no table is read', async (reader) => {
  for (const [name, table] of registry) {
    const must = table.must?.[reader];
    const base = must === undefined ? [] : [is(must, 'sunlight-salon')];
    const closed = Object.entries(table.columns).flatMap(([column, { type, ask, read, join }]) =>
      join || type === 'json' || ask || (read && !read.includes(reader))
        ? [{ column, isAskable: ask && !join && (!read || read.includes(reader)) }]
        : [],
    );
    for (const { column, isAskable } of closed) {
      const asked = (property: string) => [
        ...(isAskable ? [] : [{ conditions: [...base, is(property, '1')] }]),
        { conditions: [...base, { property, operator: '>=', value: '' }] },
        { conditions: base, orderBy: [{ property, direction: 'desc' }] },
      ];
      for (const [at, one] of asked(column).entries()) {
        const [own, unknown] = [await get(callers[reader], name, one), await get(callers[reader], name, asked('no_such_column')[at])];
        expect([name, column, own]).toEqual([name, column, unknown]);
        expect(own.status).toBe(403);
        expect(own.calls.filter((text) => text.includes(' as t '))).toEqual([]);
      }
    }
  }
});

test('a closed table answers like one that does not exist, to every verb', async () => {
  const conditions = [is('id', 1)];
  const bodies = { get: {}, set: { data: {} }, update: { conditions, updateData: { x: 1 } }, delete: { conditions } };
  for (const reader of READERS)
    for (const verb of ['get', ...VERBS] as const)
      for (const [name, { rows, write }] of registry) {
        const isClosed = verb === 'get' ? !rows[reader] : reader !== 'staff' || !write?.verbs.includes(verb);
        if (!isClosed || (name === 'group_order' && verb === 'set')) continue;
        const ask = (table: string) => call(callers[reader], `/api/${verb}/`, { table, ...bodies[verb] });
        expect([reader, verb, name, await ask(name)]).toEqual([reader, verb, name, await ask('no_such_table')]);
      }
});
