import { randomUUID } from 'node:crypto';
import type { HistoryAnswer, PoisonAnswer } from '@nordhaut/contracts/support';
import { type OrderEvent, orderDecider, orderStream } from '@nordhaut/ordering';
import { chainHashOfVersion1, withHashOfVersion1 } from '@nordhaut/platform/envelope';
import type { EventMetadata } from '@nordhaut/platform/event-store';
import { readBlocked } from '@nordhaut/platform/projections';
import { eventsBehind, rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projections } from '@nordhaut/shop/modules';
import { allIsWell, caughtUp, readiness } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { follower, soon } from './fixtures/follower.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

describe('an event that cannot be parsed', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
  });
  afterAll(() => shop.close());
  async function sold(): Promise<string> {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    await until(shop.visit(), orderNo, (seen) => seen.order.tracking !== null);
    return orderNo;
  }
  /** Appends an event to an order as another program or an earlier release does: with a hash over any text. */
  async function append(orderNo: string, type: string, data: string, schemaVersion = 1): Promise<void> {
    const { store } = shop.shop.engine;
    const stream = orderStream(orderNo);
    const [last] = await store.read(stream, { direction: 'backwards', limit: 1 });
    const { hash, hashVersion: _, ...about } = JSON.parse(last?.metadata ?? '{}') as EventMetadata;
    const metadata = JSON.stringify({ ...about, commandId: randomUUID(), recordedAt: new Date().toISOString(), schemaVersion });
    const event = { id: randomUUID(), type, data, metadata };
    await store.append(stream, last?.revision ?? -1, [
      { ...event, metadata: withHashOfVersion1(metadata, chainHashOfVersion1(hash, event)) },
    ]);
  }
  const report = {
    tradeNo: '',
    logisticsId: 'L1',
    subtype: 'TCAT',
    code: '3006',
    at: new Date().toISOString(),
    timed: true,
    source: 'support',
    current: true,
    finished: false,
  };

  test('an event of an unknown type or version is read as far as it is known', async () => {
    const orderNo = await sold();
    await append(orderNo, 'OrderPainted', '{"at":"2026-11-21T00:00:00.000Z","colour":"blue"}');
    await append(orderNo, 'ParcelStatusReported', JSON.stringify({ ...report, tradeNo: orderNo, mood: 'new in version 99' }), 99);
    const page = await follower(shop.url);
    await page.subscribe({ orderNo, afterRevision: -1 });
    await until(shop.visit(), orderNo, ({ timeline }) => timeline.at(-1)?.code === '3006');
    await soon(() => page.seen.at(-1)?.entry?.code === '3006', 'the status');
    page.close();
    expect(await readBlocked(shop.shop.engine.pool, { name: 'orders' })).toEqual([]);
    // The order can be shipped and returned as any other order.
    const state = await shop.shop.engine.commands.load(orderStream(orderNo), orderDecider);
    expect(state.state?.timeline.map(({ code }) => code as OrderEvent['type'])).toContain('3006');
    await allIsWell(shop);
  });

  test('leaves its order unchanged and is reported; all other orders continue', async () => {
    const [broken, other] = [await sold(), await sold()];
    const pages = await Promise.all([broken, other].map(async () => follower(shop.url)));
    await Promise.all(pages.map((page, index) => page.subscribe({ orderNo: [broken, other][index], afterRevision: -1 })));
    // An order that no read model has is read from its stream, which the poison event makes unreadable.
    await caughtUp(shop);
    const before = (await shop.visit().get<{ revision: number }>(`/api/orders/${broken}`)).body;
    const head = (await shop.shop.engine.store.read(orderStream(broken), { direction: 'backwards', limit: 1 }))[0]?.revision ?? 0;

    await append(broken, 'ParcelStatusReported', '{"code":"3006", this is no JSON');
    await append(broken, 'ParcelStatusReported', JSON.stringify({ ...report, tradeNo: broken }));
    await append(other, 'ParcelStatusReported', JSON.stringify({ ...report, tradeNo: other }));
    await until(shop.visit(), other, ({ timeline }) => timeline.at(-1)?.code === '3006');
    await soon(() => pages[1]?.seen.at(-1)?.entry?.code === '3006', 'the live status of the other order');
    await sold();
    await caughtUp(shop);

    expect(await shop.visit().get(`/api/orders/${broken}`)).toMatchObject({ status: 200, body: before });
    // A command on an unreadable order is refused, and the answer says that a retry does not help.
    const asked = shop.visit();
    expect((await asked.post(`/api/orders/${broken}/proof`, { phone: '0912-345-678' })).status).toBe(200);
    expect(await asked.post(`/api/orders/${broken}/return`, { returnComment: '不適合我的膚質' })).toMatchObject({
      status: 500,
      body: { code: 'UNREADABLE_HISTORY', message: '這筆資料目前無法處理，請聯繫客服' },
    });
    await expect(shop.shop.engine.commands.load(orderStream(broken), orderDecider)).rejects.toThrow(
      `${orderStream(broken)} cannot be read: `,
    );
    expect(await shop.shop.engine.store.read(orderStream(broken))).toHaveLength(head + 3);
    expect(pages[0]?.seen.map(({ revision }) => revision).every((revision) => revision <= before.revision)).toBe(true);
    const [blocked] = await readBlocked(shop.shop.engine.pool, { name: 'orders' });
    expect(blocked).toMatchObject({ entity: broken, type: 'ParcelStatusReported', reason: expect.stringMatching(/JSON/) });
    const told = await readiness(shop);
    expect(told).toMatchObject({ ready: true, notReady: [] });
    expect(told.remarks?.join('\n')).toMatch(/poison events block 1 of the orders in read model orders/);
    expect(JSON.stringify(told)).not.toContain(broken);
    expect((await metricsOf(shop.url)).get('projection_stories_parked{projection="orders"}')).toBe(1);
    expect(await eventsBehind(shop.shop.engine)).toMatchObject({ orders: 0 });
    for (const { name } of projections) await rebuildEqualsLive(shop.shop.engine.projector, name);

    // Operators see what waits and why, without what the event holds. Support sees the order's page up to the event.
    const staff = await signedInStaff(shop, ['view', 'administer']);
    const { body: poison } = await staff.get<PoisonAnswer>('/api/support/poison');
    const waiting = poison.held.find(({ kind, reader }) => kind === 'read-model' && reader === 'orders');
    expect(waiting).toMatchObject({
      stream: orderStream(broken),
      type: 'ParcelStatusReported',
      code: 'NOT_JSON',
      revision: head + 1,
      waiting: 1,
    });
    expect(poison.stopped).toEqual([]);
    expect(JSON.stringify(poison)).not.toContain('this is');
    const { body: history } = await staff.get<HistoryAnswer>(`/api/support/orders/${broken}/events`);
    const [earliest] = poison.held.map(({ since }) => since);
    expect(history).toMatchObject({ heldSince: earliest, revision: head });
    expect((await staff.get<HistoryAnswer>(`/api/support/orders/${other}/events`)).body.heldSince).toBeNull();
    for (const page of pages) page.close();

    // What needs all events of the order says that it is held; nothing fails, and nothing is decided.
    const support = await signedInStaff(shop, ['view', 'reveal', 'act', 'refund']);
    const path = `/api/support/orders/${broken}`;
    const held = { status: 409, body: { code: 'ORDER_HELD', message: '此訂單有一筆事件無法讀取，恢復之前無法處理，請通知維運人員' } };
    const about = { reason: '顧客來電', expectedRevision: head };
    const act = { type: 'cancel', cancellation: 'OTHER' };
    const proposal = { ...about, verdict: 'approve' };
    const asked409: [string, object?][] = [
      ['acts'],
      ['mails'],
      [`mails/${randomUUID()}`, about],
      ['preview', { act }],
      ['decisions', { ...about, act }],
      ['payments', { ...about, act: { type: 'goodwill', amount: 10 } }],
      ['proposals/P1', proposal],
      ['notes', { text: '顧客來電' }],
      ['notes/N1/withdraw', about],
      ['reveal', about],
      ['carrier', about],
      ['cash-block', about],
      ['cash-block/preview', {}],
    ];
    for (const [what, body] of asked409)
      expect(await (body ? support.post(`${path}/${what}`, body) : support.get(`${path}/${what}`)), what).toMatchObject(held);
    for (const what of ['events', 'state', 'seen', 'verify']) expect((await support.get(`${path}/${what}`)).status, what).toBe(200);
    expect((await support.post(`${path}/presence`, { editing: false })).status).toBe(200);
    expect(await shop.shop.engine.store.read(orderStream(broken))).toHaveLength(head + 3);
  });

  test('one that can be parsed and not folded stops the live status of its own order only', async () => {
    const [broken, other] = [await sold(), await sold()];
    const pages = await Promise.all([broken, other].map(async () => follower(shop.url)));
    await Promise.all(pages.map((page, index) => page.subscribe({ orderNo: [broken, other][index], afterRevision: -1 })));
    // A newer release may have a carrier that this one does not know.
    await append(broken, 'ParcelStatusReported', JSON.stringify({ ...report, tradeNo: broken, subtype: 'OKMARTC2C' }));
    await append(other, 'ParcelStatusReported', JSON.stringify({ ...report, tradeNo: other }));
    await soon(() => pages[1]?.seen.at(-1)?.entry?.code === '3006', 'the live status of the other order');
    expect(await readiness(shop)).toMatchObject({ ready: true, notReady: [] });
    for (const page of pages) page.close();
  });
});
