import { randomUUID } from 'node:crypto';
import {
  groupMessages as messages,
  type MemberAnswer,
  type MemberOrders,
  type PlaceGroupOrderRequest,
  type PlaceOrderAnswer,
} from '@nordhaut/contracts';
import { type OrderCommand, orderDecider, orderStream } from '@nordhaut/ordering';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allIsWell, caughtUp } from './fixtures/all-is-well.ts';
import { until, type Browser } from './fixtures/browser.ts';
import { doomedShop } from './fixtures/doomed-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { groupOrder, projectOf, PROJECTS } from './fixtures/group-orders.ts';
import { memberWith, walletOf } from './fixtures/member-promotions.ts';
import { chooseStore } from './fixtures/orders.ts';
import { control, differences, orderNumbers, orderOf, parcels, parcelsOf, paymentsOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(HASTY);
});
afterAll(() => shop.close());

type Answer = PlaceOrderAnswer & { code: string; message: string; details: Record<string, string> };
const place = (visitor: Browser, request: PlaceGroupOrderRequest, key = randomUUID()) =>
  visitor.post<Answer>('/api/group-orders', request, { key });
const change = (address: string, set: string): Promise<unknown> =>
  shop.shop.engine.pool.query(`update group_project set ${set} where group_project_address = $1`, [address]);

test('a project shows prices only while it is open', async () => {
  const visitor = shop.visit();
  const open = await projectOf(visitor, PROJECTS.open);
  expect(open).toMatchObject({ state: 'OPEN', productNames: ['溫和潔膚露', '保濕化妝水', '保濕滋養霜', '旅行裝潔膚露'] });
  expect(open.products.map(({ productId, groupPrice }) => [productId, groupPrice])).toEqual([
    [5, 590],
    [9, 690],
    [11, 1180],
    [31, null],
  ]);
  expect(open.turnsIn).toBeGreaterThan(0);
  expect(await projectOf(visitor, PROJECTS.announced)).toMatchObject({
    state: 'ANNOUNCED',
    products: [],
    productNames: ['柔潤護手霜', '晚安修護面膜'],
  });
  expect(await projectOf(visitor, PROJECTS.ended)).toMatchObject({ state: 'ENDED', products: [], turnsIn: null });
  expect((await visitor.get('/api/group-projects/none')).status).toBe(404);
});

test('an order has the group price, a gift, cash at the store, and is found by its number', async () => {
  const visitor = shop.visit();
  const request = await groupOrder(visitor, { items: [{ productId: 5, quantity: 1 }], expectedTotal: 660 });
  const { status, body } = await place(visitor, request);
  expect([status, body.displayStatus.label, body.total]).toEqual([201, '貨到付款', 660]);
  expect((await parcels(shop)).find(({ tradeNo }) => tradeNo.startsWith(request.orderNo))).toMatchObject({
    subtype: 'UNIMARTC2C',
    amount: 660,
    collects: true,
  });
  const { order } = await until(visitor, request.orderNo, ({ order: { facts } }) => facts.phase === 'preparing');
  expect(order).toMatchObject({
    group: { name: '日光沙龍團購', address: PROJECTS.open },
    items: [{ productId: 5, quantity: 1, unitPrice: 590, subtotal: 590 }],
    gifts: [{ nameZh: '旅行裝潔膚露', quantity: 1 }],
    shippingFee: 70,
    recipient: { name: '王小明' },
    invoiceType: 'NORMAL',
  });
  expect((await shop.visit().get<{ order: object }>(`/api/orders/${request.orderNo}`)).body.order).toMatchObject({
    recipient: { name: '王○明' },
  });
  const mail = async () =>
    (
      await shop.shop.engine.pool.query<{ template_id: string }>('select template_id from mails where stream = $1', [
        `order-${request.orderNo}`,
      ])
    ).rows[0]?.template_id === 'ORDER_CREATED_GROUP';
  await eventually(mail, 'the mail of the group order');
  expect((await orderOf(shop, request.orderNo))?.terms.agreed).toMatchObject({ terms: {}, privacy: {} });
});

test('it stands in its member’s list, takes nothing from the wallet, and is no first purchase', async () => {
  const { visitor, memberId } = await memberWith(shop, 0);
  const request = await groupOrder(visitor);
  expect((await place(visitor, request)).status).toBe(201);
  await caughtUp(shop);
  const { body } = await visitor.get<MemberOrders>('/api/member/orders');
  expect(body.orders).toMatchObject([{ orderNo: request.orderNo, group: { name: '日光沙龍團購' }, total: 1180 }]);
  expect(await shop.shop.faces.ordering.memberOrders.hasOrdered(memberId)).toBe(false);
  await shop.shop.faces.promotions.rewards.order(request.orderNo, { eventId: randomUUID(), correlationId: randomUUID() });
  expect((await walletOf(shop, memberId)).orders).toEqual([]);
});

test('the parcel is followed, and what was not collected owes nothing', async () => {
  const visitor = shop.visit();
  const request = await groupOrder(visitor);
  await place(visitor, request);
  await control(shop, `parcels/${request.orderNo}`, { code: '2074' });
  const { displayStatus, order } = await until(visitor, request.orderNo, ({ order: { facts } }) => facts.phase === 'not-collected');
  expect([displayStatus.code, order.facts.refund]).toEqual(['2074', { state: 'none', amount: 0 }]);
});

test('the buyer cancels until the carrier has the parcel', async () => {
  const visitor = shop.visit();
  const request = await groupOrder(visitor);
  await place(visitor, request);
  const cancel = (who: Browser) => who.post(`/api/orders/${request.orderNo}/cancel`, { reason: 'CHANGED_MIND' });
  expect((await cancel(shop.visit())).status).toBe(403);
  expect(await cancel(visitor)).toMatchObject({ status: 200, body: { displayStatus: { code: 'CANCELLED' } } });
});

test('goods that come back are paid by transfer, and nothing was earned that would have to come back too', async () => {
  const { visitor, memberId } = await memberWith(shop, 0);
  const request = await groupOrder(visitor);
  const { status, body } = await place(visitor, request);
  expect(status).toBe(201);
  const { orderNo } = request;
  const headers = { 'order-proof': body.proof };
  // The goods are fetched at the buyer's door: the order has the address of a store.
  const sender = {
    SenderName: '王小明',
    SenderCellPhone: '0912345678',
    SenderZipCode: '106',
    SenderAddress: '臺北市大安區信義路三段134巷1號',
  };
  const wish = { returnComment: '不合用', ...sender, bankAccount: { bankCode: '808', accountNo: '0012345678901', holder: '王小明' } };
  const ask = () => visitor.post<Answer>(`/api/orders/${orderNo}/return`, wish, { headers });
  expect(await ask(), 'not before it was collected').not.toMatchObject({ status: 200 });
  await control(shop, `parcels/${orderNo}`, { code: '2067' });
  await until(visitor, orderNo, ({ order: { facts } }) => facts.phase === 'delivered');
  expect(await ask()).toMatchObject({ status: 200 });

  const at = shop.shop.engine.clock();
  const support = async (command: OrderCommand): Promise<void> => {
    const context = { commandId: randomUUID(), actor: { kind: 'support', id: 'tester' }, now: at } as const;
    const outcome = await shop.shop.engine.commands.handle(orderStream(orderNo), orderDecider, command, context);
    expect(outcome.ok ? 'ok' : outcome.rejection.code, command.type).toBe('ok');
  };
  await support({ type: 'ApproveReturn', at: at.toISOString() });
  await support({ type: 'ReceiveReturn', at: at.toISOString(), reason: 'COMPLETE' });
  const { order } = await until(visitor, orderNo, ({ order: { facts } }) => facts.refund.state === 'owed');
  expect([order.facts.refund.amount, order.group?.name]).toEqual([1180, '日光沙龍團購']);
  expect(await paymentsOf(shop, orderNo), 'no card is in it').toEqual([]);
  await caughtUp(shop);
  expect((await walletOf(shop, memberId)).orders).toEqual([]);
  const { data } = (await visitor.post<{ data: object[] }>('/api/get/', { table: 'return_order' })).body;
  expect(data).toMatchObject([{ orders_id: orderNo }]);
});

test('what support takes away from a member is gone from the group pages too, also as a gift, for this member alone', async () => {
  const [{ visitor: member }, staff] = [await memberWith(shop, 0), await signedInStaff(shop, ['view', 'act'])];
  const code = (await member.get<MemberAnswer>('/api/member')).body.member.user_invite_code;
  const requests = [await groupOrder(member), await groupOrder(member)];
  await caughtUp(shop);
  for (const productId of [5, 31])
    expect(
      (await staff.post(`/api/support/members/${code}/muted`, { productId, muted: true, reason: '對成分過敏' })).status,
      String(productId),
    ).toBe(200);

  const { products, productNames } = await projectOf(member, PROJECTS.open);
  expect(products.map(({ productId }) => productId)).toEqual([9, 11]);
  expect(productNames).toEqual(['保濕化妝水', '保濕滋養霜']);
  expect((await projectOf(shop.visit(), PROJECTS.open)).products.map(({ productId }) => productId)).toEqual([5, 9, 11, 31]);

  const [muted, other] = requests as [PlaceGroupOrderRequest, PlaceGroupOrderRequest];
  expect(await place(member, muted)).toMatchObject({ status: 409, body: { code: 'AMOUNT_MISMATCH', details: { price: '0' } } });
  const items = [{ productId: 9, quantity: 2 }];
  expect(await place(member, { ...other, items, expectedTotal: 1380 })).toMatchObject({ status: 201, body: { total: 1380 } });
  expect((await orderOf(shop, other.orderNo))?.terms.gifts).toEqual([]);
});

describe('refusals', () => {
  const recipient = { name: '', email: 'x', phone: '1' };
  const good = { name: '王小明', email: 'ming@example.com', phone: '0912345678' };
  test.each<[string, Partial<PlaceGroupOrderRequest>]>([
    [messages.cartEmpty, { items: [], recipient, expectedTotal: 0 }],
    [messages.name, { recipient }],
    [messages.email, { recipient: { ...recipient, name: '王小明' } }],
    [messages.phone, { recipient: { ...good, phone: '1' } }],
    [messages.store, { recipient: good }],
  ])('the first fault of the form: %s', async (message, more) => {
    const { store: _, ...request } = await groupOrder(shop.visit(), more);
    expect(await place(shop.visit(), request)).toMatchObject({ status: 400, body: { message } });
  });

  test.each<[string, number, Partial<PlaceGroupOrderRequest>]>([
    ['NAME_NOT_DELIVERABLE', 400, { recipient: { ...good, name: 'Al' } }],
    ['STORE_LIMIT', 409, { items: [{ productId: 5, quantity: 99 }], expectedTotal: 58_410 }],
    ['STORE_UNKNOWN', 400, { store: { subtype: 'FAMIC2C', id: '999999' } }],
    ['AMOUNT_MISMATCH', 409, { expectedTotal: 1 }],
    // The gift alone is no order.
    ['GROUP_CART_EMPTY', 400, { items: [{ productId: 31, quantity: 5 }], expectedTotal: 0 }],
    ['GROUP_NOT_BEGUN', 409, { address: PROJECTS.announced }],
    ['GROUP_ENDED', 409, { address: PROJECTS.ended }],
    ['GROUP_NOT_FOUND', 404, { address: 'none' }],
    ['ORDER_NUMBER_UNKNOWN', 400, { orderNo: 'NOTOFTHISSHOP' }],
  ])('%s', async (code, status, more) => {
    expect(await place(shop.visit(), await groupOrder(shop.visit(), more))).toMatchObject({ status, body: { code } });
  });

  test('a product that stands in the request twice', async () => {
    const items = [1, 99].map((quantity) => ({ productId: 5, quantity }));
    expect((await place(shop.visit(), await groupOrder(shop.visit(), { items, expectedTotal: 660 }))).status).toBe(400);
  });

  test('the carrier refuses the parcel', async () => {
    await control(shop, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 1, code: '收件人姓名格式錯誤' });
    const request = await groupOrder(shop.visit());
    expect(await place(shop.visit(), request)).toMatchObject({
      body: { code: 'LOGISTICS_REFUSED', message: '物流系統出現問題，請聯繫客服' },
    });
    await eventually(async () => (await orderOf(shop, request.orderNo))?.cancelled === 'SHIPMENT_REJECTED', 'the cancellation');
  });
});

test('an order keeps its prices, and a repeated click its answer, after the project has changed and ended', async () => {
  const visitor = shop.visit();
  const [request, later] = [await groupOrder(visitor), await groupOrder(visitor)];
  const key = randomUUID();
  expect((await place(visitor, request, key)).status).toBe(201);
  const products = JSON.stringify([{ product_id: 5, price: 600 }]);
  const { rows } = await shop.shop.engine.pool.query<{ text: string; last: string }>(
    'select group_project_products as text, group_project_end::text as last from group_project where group_project_address = $1',
    [PROJECTS.open],
  );
  const [before] = rows;
  try {
    await change(PROJECTS.open, `group_project_products = '${products}'`);
    expect(await place(visitor, later)).toMatchObject({ status: 409, body: { code: 'AMOUNT_MISMATCH', details: { price: '1200' } } });
    await change(PROJECTS.open, `group_project_end = group_project_start`);
    expect(await place(visitor, later)).toMatchObject({ status: 409, body: { code: 'GROUP_ENDED', message: '活動已截止' } });
    // With another key it may be somebody who tries numbers.
    expect(await place(visitor, request)).toMatchObject({ status: 409, body: { code: 'ORDER_EXISTS' } });
    expect(await place(visitor, request, key)).toMatchObject({ status: 201, body: { orderNo: request.orderNo, total: 1180 } });
    expect((await orderOf(shop, request.orderNo))?.terms.lines[0]?.unitPrice).toBe(590);
  } finally {
    await change(PROJECTS.open, `group_project_products = '${before?.text}', group_project_end = '${before?.last}'`);
  }
});

test('each project and the checkout have a store of their own', async () => {
  const visitor = shop.visit();
  await visitor.get('/api/cart');
  const chosen = async (query = '') =>
    (await visitor.get<{ store: { CVSStoreID: string } | null }>(`/api/chosen-store${query}`)).body.store?.CVSStoreID;
  const groups = ['', `?group=${PROJECTS.open}`, `?group=${PROJECTS.ended}`];
  const replies: Record<string, string>[] = [];
  for (const [nth, query] of groups.entries()) {
    const { reply, post } = await chooseStore(shop, visitor, 'UNIMARTC2C', nth + 1, query.slice(1));
    replies.push(reply);
    expect(reply['ExtraData']).toHaveLength(20);
    const page = await (await post(reply)).text();
    const [, back = ''] = /^const back = (".*");$/m.exec(page) ?? [];
    const { pathname, searchParams } = new URL(JSON.parse(back) as string, shop.url);
    expect(pathname).toBe(query === '' ? '/payment' : `/group/${query.slice(7)}`);
    expect(Object.fromEntries(searchParams)).toEqual({
      fromcvs: '1',
      ...(query !== '' && {
        CVSStoreID: reply['CVSStoreID'],
        CVSStoreName: expect.stringMatching(/./),
        CVSAddress: expect.stringMatching(/./),
        LogisticsSubType: 'UNIMARTC2C',
      }),
    });
  }
  expect(await Promise.all(groups.map(chosen))).toEqual(replies.map((reply) => reply['CVSStoreID']));
  expect(new Set(replies.map((reply) => reply['CVSStoreID'])).size).toBe(3);

  // An order ends its own store alone, also where the browser is closed before it says so.
  expect((await place(visitor, await groupOrder(shop.visit()))).status).toBe(201);
  expect(await Promise.all(groups.map(chosen))).toEqual([replies[0]?.['CVSStoreID'], undefined, replies[2]?.['CVSStoreID']]);

  // A token of a project is worth nothing at the checkout's address.
  const { reply } = await chooseStore(shop, visitor, 'FAMIC2C', 1, `group=${PROJECTS.open}`);
  const stolen = await fetch(`${shop.url}/api/map-back/`, { method: 'POST', body: new URLSearchParams(reply) });
  expect(stolen.status).toBe(403);
});

test('200 submissions at once make one order and one parcel for each buyer', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 40 }, async () => ({ visitor: shop.visit(), request: await groupOrder(shop.visit()), key: randomUUID() })),
  );
  const answers = await Promise.all(
    buyers.flatMap(({ visitor, request, key }) => Array.from({ length: 5 }, () => place(visitor, request, key))),
  );
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409]))).toEqual(new Set());
  for (const { visitor, request, key } of buyers) expect((await place(visitor, request, key)).status).toBe(201);
  const [numbers, all] = [await orderNumbers(shop), await parcels(shop)];
  for (const { request } of buyers) {
    expect(numbers.filter((one) => one === request.orderNo)).toHaveLength(1);
    expect(all.filter(({ tradeNo }) => tradeNo.startsWith(request.orderNo))).toHaveLength(1);
  }
});

test.each([true, false])(
  'a shop that dies at any of its calls leaves one order with one parcel, or none; appends together: %s',
  async (together) => {
    const doomed = await doomedShop(shop.shop.engine, { together });
    const interrupted: string[] = [];
    try {
      for (let survives = 0, died = true; died; survives++) {
        doomed.live();
        const visitor = shop.visit().at(doomed.url);
        const request = await groupOrder(visitor);
        doomed.live(survives);
        await place(visitor, request).catch(() => undefined);
        died = doomed.calls() >= survives;
        interrupted.push(request.orderNo);
      }
    } finally {
      await doomed.close();
    }
    expect(interrupted.length).toBeGreaterThan(2);
    // The sweeper of the living shop finishes what began.
    const isDone = async (orderNo: string): Promise<boolean> => {
      const { checkout, order } = await shop.shop.faces.checkout.process.load(orderNo);
      return checkout === null ? order === null : checkout.ended === 'COMPLETED' && order?.shipment != null;
    };
    for (const orderNo of interrupted) {
      await eventually(() => isDone(orderNo), `the end of ${orderNo}`);
      expect((await parcelsOf(shop, orderNo)).length).toBe((await orderOf(shop, orderNo)) ? 1 : 0);
    }
    expect((await orderOf(shop, interrupted.at(-1) ?? ''))?.shipment).not.toBeNull();
  },
);

test('in the end every read model equals its rebuild, and the carrier agrees', async () => {
  await caughtUp(shop);
  expect(await differences(shop)).toEqual([]);
  await allIsWell(shop);
});
