import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { checkoutDecider } from '@nordhaut/checkout';
import { orderStream } from '@nordhaut/ordering';
import { personal, terms } from '@nordhaut/ordering/testing';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { completeForgettings, finishForgetting, forgettingCheck, type ForgettingEngine } from '@nordhaut/platform/forgetting';
import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkForgetting } from './fixtures/check-forgetting.ts';
import { eventually } from './fixtures/eventually.ts';
import { frozen } from './fixtures/frozen-events.ts';
import { support } from './fixtures/marked-orders.ts';
import { orderOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { modules } from '@nordhaut/shop/modules';

const DAY = 86_400_000;
let shop: TestShop;
let folder: string;
let count = 0;
/** Without the forgetter, whose consumer would complete what a test leaves. */
const parts = modules.map((module) => ({
  ...module,
  ...(module.roles && { roles: module.roles.filter(({ name }) => name !== 'forgetter') }),
}));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordhaut-list-'));
  shop = await testShop({ FORGOTTEN_LIST: folder }, { parts });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** An order that is over. */
async function endedOrder(): Promise<string> {
  const orderNo = `N0STEPS${String(++count).padStart(9, '0')}`;
  const at = shop.shop.engine.clock().toISOString();
  await support(shop, orderNo, {
    type: 'PlaceOrder',
    at,
    terms: terms({ orderNo, cartId: null }),
    subject: `guest:${orderNo}`,
    personal,
  });
  await support(shop, orderNo, { type: 'FailCardPayment', at, reason: 'REFUSED', providerCode: null, recTradeId: null });
  return orderNo;
}
const ask = async (orderNo: string, engine: ForgettingEngine = shop.shop.engine) => {
  for (const { forget } of engine.forgets) {
    const request = { purposes: ['contact'] as const, reason: 'REQUESTED' as const, commandId: randomUUID(), dryRun: false };
    const answer = await forget?.(engine, { order: orderNo }, request);
    if (answer) return answer;
  }
  return undefined;
};
const contactOf = async (orderNo: string) => (await orderOf(shop, orderNo))?.personal.contact;
const key = async (orderNo: string) =>
  (
    await shop.shop.engine.pool.query("select key is null as gone from subject_keys where subject = $1 and purpose = 'contact'", [
      `guest:${orderNo}`,
    ])
  ).rows[0]?.gone as boolean | undefined;
const faults = async () => {
  const { pool, outer, store, forgottenFolder } = shop.shop.engine;
  // The order of the earlier release has no event in this store.
  return (await checkForgetting({ pool, outer, store, folder: forgottenFolder })).faults.filter((fault) => !fault.includes('FROZEN'));
};
const dies = (): never => {
  throw new Error('the process died');
};

describe('a process that dies', () => {
  test.each<[string, (engine: ForgettingEngine) => ForgettingEngine]>([
    ['before the list', (engine) => ({ ...engine, forgotten: { ...engine.forgotten, add: dies } })],
    ['before what capabilities hold', (engine) => ({ ...engine, forgets: [{ erase: dies }, ...engine.forgets] })],
    ['before the keys', (engine) => ({ ...engine, vault: { ...engine.vault, forget: dies } })],
  ])('%s leaves an event whose effects are completed later', async (_, doomed) => {
    const orderNo = await endedOrder();
    await ask(orderNo);
    // The history does not show the data any more, although the key still exists.
    expect(await contactOf(orderNo)).toBeUndefined();
    await expect(completeForgettings(doomed(shop.shop.engine), orderStream(orderNo))).rejects.toThrow('the process died');
    expect(await key(orderNo)).toBe(false);
    expect(await faults()).toContain(`order-${orderNo} says that contact was forgotten, and its key is not destroyed`);
    await completeForgettings(shop.shop.engine, orderStream(orderNo));
    await completeForgettings(shop.shop.engine, orderStream(orderNo));
    expect(await key(orderNo)).toBe(true);
    expect(await faults()).toEqual([]);
  });
});

test('of concurrent requests and the calendar, one records the forgetting', async () => {
  const orderNo = await endedOrder();
  const { engine } = shop.shop;
  await eventually(
    async () => (await engine.pool.query('select from orders where order_no = $1', [orderNo])).rowCount === 1,
    'the read model',
  );
  const later = { ...engine, clock: () => new Date(Date.now() + 181 * DAY) };
  await Promise.all([ask(orderNo, later), ask(orderNo, later), forgetWhatIsDue(later), ask(orderNo, later)]);
  const records = await engine.store.read(orderStream(orderNo));
  const purposes = records
    .filter(({ type }) => type === 'PersonalDataForgotten')
    .flatMap(({ data }) => (JSON.parse(data) as { purposes: string[] }).purposes);
  expect(purposes.filter((purpose) => purpose === 'contact')).toEqual(['contact']);
  expect(new Set(purposes).size).toBe(purposes.length);
  await completeForgettings(engine, orderStream(orderNo));
  expect(await faults()).toEqual([]);
});

test('new personal data of a forgotten purpose is not stored', async () => {
  const orderNo = await endedOrder();
  await ask(orderNo);
  await completeForgettings(shop.shop.engine, orderStream(orderNo));
  const { events } = await shop.shop.engine.codec.encode({
    stream: orderStream(orderNo),
    revision: 9,
    previousHash: '0'.repeat(64),
    events: [{ type: 'OrderPlaced', data: {}, subject: `guest:${orderNo}`, personal: { contact: { name: '王' } } }],
    context: { commandId: 'x', correlationId: 'x', actor: { kind: 'system', id: 'test' }, now: new Date() },
  });
  expect(JSON.parse(events[0]?.data ?? '')).toEqual({ personal: { subject: `guest:${orderNo}` } });
});

test('an order of an earlier release, with one key for everything, loses its contact and keeps its invoice', async () => {
  const { engine } = shop.shop;
  const old = frozen.keys.find(({ subject }) => subject === 'guest:FROZEN00000000A1');
  await engine.pool.query("insert into subject_keys (subject, purpose, key) values ($1, 'all', $2)", [
    old?.subject,
    Buffer.from(old?.key ?? '', 'base64'),
  ]);
  const records = frozen.events.map((event) => ({ ...event, position: BigInt(event.position) }) as RecordedEvent);
  const read = (stream: StreamName, { from = 0 } = {}) => Promise.resolve(records.filter((event) => event.stream === stream).slice(from));
  const stream = 'order-FROZEN00000000A1';
  const shown = async () => (await engine.codec.decode(await read(stream))).map((event) => event.personal).find((one) => one !== undefined);
  expect(await shown()).toHaveProperty('contact');
  await finishForgetting(
    { ...engine, store: { ...engine.store, read } },
    {
      stream,
      subject: 'guest:FROZEN00000000A1',
      data: { at: '', purposes: ['contact'], requester: 'PERSON', reason: 'REQUESTED', kept: [] },
    },
  );
  expect(await shown()).toEqual({ invoice: expect.objectContaining({ uniformNumber: expect.any(String) }) });
  const checkout = (await engine.codec.decode(await read('checkout-FROZEN00000000A1')))[0];
  expect(checkout?.personal ?? {}).not.toHaveProperty('contact');
});

test('a checkout that failed without an order is forgotten the next day', async () => {
  const { engine } = shop.shop;
  const orderNo = `N0STEPS${String(++count).padStart(9, '0')}`;
  const at = engine.clock().toISOString();
  const context = (commandId: string) => ({
    commandId,
    correlationId: commandId,
    actor: { kind: 'guest' as const, id: 'v1' },
    now: new Date(),
  });
  const start = { type: 'StartCheckout', at, terms: terms({ orderNo, cartId: null }), subject: `guest:${orderNo}`, personal } as const;
  await engine.commands.handle(`checkout-${orderNo}`, checkoutDecider, start, context(randomUUID()));
  await engine.commands.handle(
    `checkout-${orderNo}`,
    checkoutDecider,
    { type: 'FailCheckout', at, code: 'CART_CHANGED' },
    context(randomUUID()),
  );
  await eventually(
    async () =>
      (await engine.pool.query('select from unplaced_checkouts where failed_at is not null and order_no = $1', [orderNo])).rowCount === 1,
    'the read model',
  );
  await forgetWhatIsDue(engine);
  const stateOf = async () => (await engine.commands.load(`checkout-${orderNo}`, checkoutDecider)).state;
  expect((await stateOf())?.personal.contact).toBeDefined();
  await forgetWhatIsDue({ ...engine, clock: () => new Date(Date.now() + 2 * DAY) });
  expect((await stateOf())?.personal).toEqual({});
  await completeForgettings(engine, `checkout-${orderNo}`);
  expect(await key(orderNo)).toBe(true);
  expect(await faults()).toEqual([]);
});

describe('verify reads the keys of somebody who can write to the database', () => {
  const faultsOf = async (orderNo: string) => (await faults()).filter((fault) => fault.includes(orderNo));
  const subjectOf = (orderNo: string) => `guest:${orderNo}`;

  test('a key whose row was removed is missing, although the order reads as if its buyer had been forgotten', async () => {
    const orderNo = await endedOrder();
    expect(await faultsOf(orderNo)).toEqual([]);
    await shop.shop.engine.pool.query("delete from subject_keys where subject = $1 and purpose = 'contact'", [subjectOf(orderNo)]);
    expect(await faultsOf(orderNo)).toEqual([
      `the key of contact of ${subjectOf(orderNo)} is missing, so its events cannot be read, and no event says so`,
    ]);
  });

  test.each(['without-stream', 'replayed'])(
    'a destroyed key is not excused by a row that says %s, where the list has no line',
    async (state) => {
      const { pool } = shop.shop.engine;
      const orderNo = await endedOrder();
      await pool.query(
        "update subject_keys set key = null, outer_key = null, forgotten_at = now() where subject = $1 and purpose = 'contact'",
        [subjectOf(orderNo)],
      );
      await pool.query("insert into forgotten_subjects (subject, purpose, stream, data, state) values ($1, 'contact', $2, '{}', $3)", [
        subjectOf(orderNo),
        orderStream(orderNo),
        state,
      ]);
      expect(await faultsOf(orderNo)).toEqual([`the key of contact of ${subjectOf(orderNo)} was destroyed, and no event says so`]);
    },
  );

  test('a destroyed key from the future is not left to the next check', async () => {
    const orderNo = await endedOrder();
    await shop.shop.engine.pool.query(
      "update subject_keys set key = null, outer_key = null, forgotten_at = now() + interval '9 years' where subject = $1 and purpose = 'contact'",
      [subjectOf(orderNo)],
    );
    expect(await faultsOf(orderNo)).toEqual([`the key of contact of ${subjectOf(orderNo)} was destroyed, and no event says so`]);
  });

  test('a restored key of the list is named, also where the database was made to know the whole list', async () => {
    const orderNo = await endedOrder();
    const { engine } = shop.shop;
    const at = new Date(Date.now() - 1_000).toISOString();
    await engine.forgotten.add({
      stream: orderStream(orderNo),
      subject: subjectOf(orderNo),
      data: { at, purposes: ['contact'], requester: 'PERSON', reason: 'REQUESTED', kept: [] },
    });
    expect(await engine.forgotten.open()).toBe(0);
    expect(await faultsOf(orderNo)).toEqual([
      `the list says of ${subjectOf(orderNo)} that contact was forgotten, and its key is not destroyed`,
    ]);
  });

  test('a key that is destroyed while the check runs is left to the next check', async () => {
    const { pool, outer, forgottenFolder, store } = shop.shop.engine;
    const orderNo = await endedOrder();
    const check = forgettingCheck({ pool, outer, folder: forgottenFolder });
    for (const event of await store.read(orderStream(orderNo))) check.take({ event });
    await ask(orderNo);
    await completeForgettings(shop.shop.engine, orderStream(orderNo));
    const { faults: found, uncovered } = await check.verdict();
    expect(found.filter((fault) => fault.includes(orderNo))).toEqual([]);
    expect(uncovered).toContain('1 keys were destroyed while this check was running: the next one covers them.');
  });
});
