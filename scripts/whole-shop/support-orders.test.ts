import { randomUUID } from 'node:crypto';
import type { ErrorBody, OrderAnswer } from '@nordhaut/contracts';
import type {
  FoundOrders,
  HistoryAnswer,
  RevealAnswer,
  SearchRequest,
  SeenAnswer,
  StateAnswer,
  VerifyAnswer,
} from '@nordhaut/contracts/support';
import { evolveOrder, type OrderEvent, type OrderState, orderDecider, orderStream } from '@nordhaut/ordering';
import type { Recorded } from '@nordhaut/platform/decider';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, checkOut, codOrder, prepareOrder, until } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { memberOf, register } from './fixtures/member-operations.ts';
import { cardOrder, MASTERCARD, storeDelivery, STORES } from './fixtures/orders.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { invitation, joinByAuthenticator } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let staff: Browser;
let orderNo: string;
/** a recovery code of the staff */
let recoveryCode: string;
beforeAll(async () => {
  // With one connection, whatever waits for a second one while it holds the first fails.
  shop = await testShop({ DATABASE_POOL: '1', TRACE_URL: 'https://traces.example/{traceId}' });
  staff = shop.visit();
  const { token } = await invitation(shop, ['view', 'reveal'], '林客服');
  [recoveryCode = ''] = (await joinByAuthenticator(staff, token)).recoveryCodes;
  const buyer = shop.visit();
  ({ orderNo } = await checkOut(buyer, cardOrder(MASTERCARD)));
  await until(buyer, orderNo, () => true);
});
afterAll(() => shop.close());

const path = (what: string, of = orderNo): string => `/api/support/orders/${of}/${what}`;
const historyOf = async (of = orderNo) => (await staff.get<HistoryAnswer>(path('events', of))).body;
const eventsOf = ({ groups }: HistoryAnswer) => groups.flatMap(({ lines }) => lines.flatMap(({ event, more }) => [event, ...more]));
const viewsOf = async (action: string) =>
  (await shop.shop.engine.pool.query('select order_no, reason, request_id from support_views where action = $1', [action])).rows;

test('the history has every event of the order, its checkout and its cart, as sentences with who did it and why', async () => {
  const history = await historyOf();
  const events = eventsOf(history);
  expect(history.groups.map(({ key }) => key.split('/')[0])).toEqual(expect.arrayContaining(['cart', 'payment', 'parcel']));
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['CartItemAdded', 'CheckoutStarted', 'OrderPlaced', 'ShipmentCreated']),
  );
  const own = await shop.shop.engine.store.read(orderStream(orderNo));
  expect(
    events
      .filter(({ stream }) => stream === orderStream(orderNo))
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(own.map(({ id }) => id).toSorted());
  for (const { sentence, type } of events) expect(sentence).not.toBe(type);
  const paid = events.find(({ type }) => type === 'CardPaymentAuthorised');
  expect(paid?.sentence).toMatch(/^付款成功，已收 NT\$/);
  expect(paid?.changes).toContainEqual({ what: '訂單狀態', before: '待3D驗證', after: '訂單處理中' });
  expect(paid?.cause?.sentence).not.toBeNull();
});

test('each event names its request with its other events and repeats, what is kept of the idempotency key, and its trace', async () => {
  const buyer = shop.visit();
  const key = randomUUID();
  const traceparent = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01';
  const requestId = randomUUID();
  const prepared = await prepareOrder(buyer, codOrder());
  const first = await buyer.post('/api/orders', prepared, { key, headers: { traceparent, 'x-correlation-id': requestId } });
  expect(first.status).toBe(201);
  const again = randomUUID();
  const repeated = await buyer.post('/api/orders', prepared, { key, headers: { traceparent, 'x-correlation-id': again } });
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  const answer = await eventually(async () => {
    const found = await historyOf(prepared.orderNo);
    return found.requests.some(({ attempts }) => attempts.length > 0) && found;
  }, 'the repeat');
  expect(answer.traceUrl).toBe('https://traces.example/{traceId}');
  const events = eventsOf(answer);
  const placed = events.find(({ type }) => type === 'OrderPlaced');
  expect(placed?.requestId).toBe(requestId);
  expect(placed?.traceId).toBe('0123456789abcdef0123456789abcdef');
  const request = answer.requests.find(({ id }) => id === requestId);
  expect(request?.attempts).toMatchObject([{ id: again, traceId: '0123456789abcdef0123456789abcdef', outcome: 'same', status: 201 }]);
  expect(request?.keyHash).toBe(events.find(({ type }) => type === 'CheckoutStarted')?.raw.metadata['commandId']);
  expect(Date.parse(request?.answerUntil ?? '')).toBeGreaterThan(Date.now());
  // What the order caused later belongs to the same request.
  const shipped = await eventually(async () => {
    const found = eventsOf(await historyOf(prepared.orderNo));
    return found.find(({ type }) => type === 'ShipmentCreated');
  }, 'the parcel');
  expect(shipped.requestId).toBe(requestId);
  // The key itself is nowhere.
  expect(JSON.stringify(answer)).not.toContain(key);
});

test('the state at each revision is the fold of the events up to it, and names nobody in clear', async () => {
  const { store, codec } = shop.shop.engine;
  const events = await codec.decode(await store.read(orderStream(orderNo)));
  let state: OrderState = null;
  for (const event of events) {
    state = evolveOrder(state, event as unknown as Recorded<OrderEvent>);
    const { body } = await staff.get<StateAnswer>(path(`state?revision=${event.revision}`));
    const { personal: _, ...open } = state as NonNullable<OrderState>;
    expect(body.state).toEqual(JSON.parse(JSON.stringify(open)));
    expect(body.fields).toContainEqual({ label: '收件人（遮罩）', value: expect.stringContaining('王○明，09••••678') });
  }
  expect((await staff.get(path('state?revision=9999'))).status).toBe(404);
  for (const wrong of ['-1', '', '%20', '1.5'])
    expect([wrong, (await staff.get(path(`state?revision=${wrong}`))).status]).toEqual([wrong, 400]);
  expect((await staff.get(path('state'))).status).toBe(200);
});

test('what the buyer saw at each revision is the page as of then, masked, with the mails sent until then', async () => {
  const shownNo = orderNo.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const seenAt = async (revision: number) => (await staff.get<SeenAnswer>(path(`seen?revision=${revision}`))).body;
  const placed = await seenAt(0);
  expect(placed).toMatchObject({
    page: { displayStatus: { label: '待3D驗證' }, order: { tracking: null, personal: 'masked' } },
    mails: [],
  });
  expect(placed.page.order.recipient).toMatchObject({ name: '王○明', phone: '09••••678' });
  expect(placed.release.decided).toBe(placed.release.running);

  const { body: now } = await shop.visit().get<OrderAnswer>(`/api/orders/${orderNo}`);
  await eventually(async () => (await seenAt(now.revision)).mails.length > 0, 'the mail about the order');
  const newest = await seenAt(now.revision);
  expect(newest.page).toEqual({ order: now.order, displayStatus: now.displayStatus, timeline: now.timeline });
  expect(newest.until).toBeNull();
  expect(newest.mails).toMatchObject([{ kept: true, subject: `訂單已成立（${shownNo}）` }]);
  expect(JSON.stringify(newest)).not.toMatch(/王大明|912345678|ming@/);
  const { body: revealed } = await staff.post<RevealAnswer>(path('reveal'), { reason: '顧客詢問信件' });
  expect(revealed.mails).toMatchObject([{ id: newest.mails[0]?.id, text: expect.stringContaining(shownNo) }]);
  expect((await staff.get(path('seen?revision=9999'))).status).toBe(404);
});

test('personal data needs a reason, and each look is in a log that nobody can change', async () => {
  const before = (await viewsOf('REVEAL')).length;
  expect((await staff.post(path('reveal'), { reason: ' ' })).status).toBe(400);
  const { body } = await staff.post<RevealAnswer>(path('reveal'), { reason: '顧客來電確認地址' });
  expect(body.fields).toContainEqual({ label: '電話', value: '0912345678' });
  await historyOf();
  const [views, reveals] = [await viewsOf('VIEW'), await viewsOf('REVEAL')];
  expect(views.filter((row) => row.order_no === orderNo)).toHaveLength(1);
  expect(reveals).toHaveLength(before + 1);
  for (const { reason } of reveals) expect(reason.toString()).not.toContain('顧客');
  for (const change of ["update support_views set order_no = ''", 'delete from support_views', 'truncate support_views'])
    await expect(shop.shop.engine.pool.query(change)).rejects.toThrow('five years');
  expect(eventsOf(await historyOf()).map(({ actor }) => actor.kind)).not.toContain('support');
});

test('the check names a rewritten event, and the export holds the stored texts, without a person', async () => {
  const { body } = await staff.get<VerifyAnswer>(path('verify'));
  const stored = await shop.shop.engine.store.read(orderStream(orderNo));
  expect(body).toMatchObject({ ok: true, events: stored.length, fault: null });
  expect((await staff.get<ErrorBody>(path('export'))).body.code).toBe('SECOND_FACTOR_NEEDED');
  expect((await staff.post('/api/support/second-factor', { code: recoveryCode })).status).toBe(200);
  const file = await staff.get<string>(path('export'));
  expect(await viewsOf('EXPORT')).toMatchObject([{ order_no: orderNo }]);
  const lines = String(file.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { data: string; metadata: string });
  expect(lines.map(({ data, metadata }) => [data, metadata])).toEqual(stored.map(({ data, metadata }) => [data, metadata]));
  expect(String(file.body)).not.toMatch(/大明|912345678/);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const table = await staff.get<string>(path('export?format=csv'));
  expect(String(table.body).split('\r\n')).toHaveLength(stored.length + 1);
});

describe('an order with 500 reports of its carrier', () => {
  test('has at most 15 groups, with repeated reports in one line', async () => {
    const buyer = shop.visit();
    const { orderNo: busy } = await checkOut(buyer, codOrder());
    await until(buyer, busy, () => true);
    const { commands } = shop.shop.engine;
    const { state: order } = await commands.load(orderStream(busy), orderDecider);
    const { tradeNo = '', logisticsId = '' } = order?.shipment ?? {};
    for (let report = 0; report < 500; report++) {
      const at = new Date(Date.now() + report * 1000).toISOString();
      const code = report % 100 === 0 ? '3001' : '3006';
      await commands.handle(
        orderStream(busy),
        orderDecider,
        { type: 'ReportParcelStatus', at, carrierAt: at, tradeNo, logisticsId, subtype: 'TCAT', code, source: 'callback' },
        { commandId: randomUUID(), actor: { kind: 'carrier', id: 'ecpay' }, now: new Date() },
      );
    }
    const history = await historyOf(busy);
    expect(eventsOf(history).length).toBeGreaterThan(500);
    expect(history.groups.length).toBeLessThanOrEqual(15);
    const parcel = history.groups.find(({ key }) => key.startsWith('parcel/'));
    expect(parcel?.lines.length).toBeLessThan(20);
  });
});

describe('search', () => {
  const find = async (q: string, filters: SearchRequest['filters'] = {}, more: Pick<SearchRequest, 'cursor' | 'pickup'> = {}) => {
    const answer = await staff.post<FoundOrders>('/api/support/orders/search', { q, filters, ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const numbers = async (...args: Parameters<typeof find>) => (await find(...args)).orders.map(({ orderNo: found }) => found);

  test('finds an order by its number, its beginning, phone, e-mail, name, and the numbers of carrier and bank', async () => {
    await caughtUp(shop);
    const { state: order } = await shop.shop.engine.commands.load(orderStream(orderNo), orderDecider);
    const grouped = `${orderNo.slice(0, 4)} ${orderNo.slice(4, 9)}`;
    const texts = [
      orderNo,
      orderNo.slice(0, 9).toLowerCase(),
      grouped,
      '0912-345-678',
      '+886 912345678',
      ' Ming@Example.com ',
      '王大明',
      '王 大明',
    ];
    for (const text of [...texts, order?.shipment?.logisticsId ?? '', order?.payment.bankTransactionId ?? ''])
      expect(await numbers(text), text).toContain(orderNo);
    for (const text of ['0912345679', '王小明', '345678', 'ming', '%', "' or 1=1"])
      expect(await numbers(text), text).not.toContain(orderNo);
  });

  test('finds the orders of a member by the invite code', async () => {
    const { visitor } = await register(shop);
    const { orderNo: own } = await checkOut(visitor, codOrder());
    await caughtUp(shop);
    const { user_invite_code: code } = await memberOf(visitor);
    for (const text of [code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4)}`]) expect(await numbers(text), text).toEqual([own]);
    expect(await numbers(`${code.slice(0, 9)}${code.endsWith('2') ? '3' : '2'}`)).toEqual([]);
  });

  test('filters by state, payment and day, and goes on by a cursor without a gap', async () => {
    await caughtUp(shop);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Taipei' });
    expect(await numbers('', { payment: 'CREDIT', from: today, to: today })).toEqual([orderNo]);
    expect(await numbers('', { to: '2020-01-01' })).toEqual([]);
    const { total } = (await find('', { payment: 'CREDIT' })).orders[0] as FoundOrders['orders'][number];
    expect(await numbers('', { amountFrom: total, amountTo: total, payment: 'CREDIT' })).toEqual([orderNo]);
    expect(await numbers('', { amountFrom: total + 1, payment: 'CREDIT' })).toEqual([]);
    expect(await numbers('', { amountTo: total - 1, payment: 'CREDIT' })).toEqual([]);
    expect((await find('')).cursor).toBeNull();
    const { orders } = await find('');
    const [first] = orders;
    const micros = `${Date.parse(first?.placedAt ?? '')}999`;
    expect(await numbers('', {}, { cursor: `${micros}-ZZZZZZZZ` })).toEqual(orders.map(({ orderNo: found }) => found));
    expect((await staff.post('/api/support/orders/search', { cursor: 'nonsense' })).status).toBe(400);
  });

  test('finds a parcel by its pickup store with the end of the phone, and by its state', async () => {
    const { id, name } = STORES.UNIMARTC2C;
    const buyer = shop.visit();
    const toStore = cardOrder(MASTERCARD, { delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) });
    const { orderNo: atStore } = await checkOut(buyer, toStore);
    await until(buyer, atStore, () => true);
    await caughtUp(shop);
    const { shipment } = (await shop.shop.engine.commands.load(orderStream(atStore), orderDecider)).state ?? {};
    // The buyer's page and mails show the store's number with the four digits behind it.
    const { cvsPaymentNo = '', cvsValidationNo = '' } = shipment ?? {};
    expect(cvsValidationNo).toMatch(/^\d{4}$/);
    // The masked pages do not have what opens a store's drawer, nor does the event or the state behind them.
    for (const what of ['events', 'state']) {
      const text = JSON.stringify((await staff.get(path(what, atStore))).body);
      expect([text.includes(cvsPaymentNo), text.includes(`"${cvsValidationNo}"`)], what).toEqual([false, false]);
    }
    for (const number of [cvsPaymentNo, cvsPaymentNo.toLowerCase(), cvsPaymentNo + cvsValidationNo, `${cvsPaymentNo}-${cvsValidationNo}`])
      expect(await numbers(number), number).toEqual([atStore]);
    for (const store of [id, name]) expect(await numbers('', {}, { pickup: { store, phoneEnd: '678' } })).toEqual([atStore]);
    for (const pickup of [
      { store: id, phoneEnd: '679' },
      { store: '000000', phoneEnd: '678' },
    ])
      expect(await numbers('', {}, { pickup })).toEqual([]);
    expect(await numbers(atStore, {}, { pickup: { store: id, phoneEnd: '678' } })).toEqual([atStore]);
    expect(await numbers(orderNo, {}, { pickup: { store: id, phoneEnd: '678' } })).toEqual([]);
    expect(await numbers('', { parcel: 'preparing' })).toContain(orderNo);
    expect(await numbers('', { parcel: 'delivered' })).toEqual([]);
    const answer = async (body: object): Promise<number> => (await staff.post('/api/support/orders/search', body)).status;
    expect(await answer({ pickup: { store: id, phoneEnd: '78' } })).toBe(400);
    for (const end of ['from', 'to']) expect(await answer({ filters: { [end]: '0000-01-01' } }), end).toBe(400);
    expect(await answer({ filters: { from: '0001-01-01', to: '9999-12-31' } })).toBe(200);
  });

  test('the read model has no person in clear, and a rebuild equals it', async () => {
    const { rows } = await shop.shop.engine.pool.query('select keys from order_keys where order_no = $1', [orderNo]);
    expect(JSON.stringify(rows)).not.toMatch(/大明|912345678|ming@/);
    expect(await viewsOf('SEARCH')).not.toHaveLength(0);
    await rebuildEqualsLive(shop.shop.engine.projector, 'order_keys');
  });
});
