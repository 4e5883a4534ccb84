import { displayLabel, isFinal, isGoingBack, isNotCollected, statusesOf, type CarrierSubtype } from '@nordhaut/logistics';
import { orderNoOfParcel, REFUND_PROCESSING_SUFFIX, REFUNDED_SUFFIX, shipmentNo } from '@nordhaut/ordering';
import { ECPAY_STAGE, macOf } from '@nordhaut/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, until, type Browser } from './fixtures/browser.ts';
import { follower, soon, type Follower } from './fixtures/follower.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { cardOrder, MASTERCARD, storeDelivery, STORES } from './fixtures/orders.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, orderOf, parcelsOf } from './fixtures/records.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(HASTY);
});
afterAll(() => shop.close());

const orderFor = (subtype: CarrierSubtype) =>
  subtype === 'TCAT' ? cardOrder(MASTERCARD) : cardOrder(MASTERCARD, { delivery: storeDelivery(subtype, STORES[subtype]) });

type Merchant = (typeof ECPAY_STAGE)[number];
type Sent = { visitor: Browser; orderNo: string };
async function sent(subtype: CarrierSubtype = 'TCAT'): Promise<Sent> {
  const visitor = shop.visit();
  const { orderNo, status } = await checkOut(visitor, orderFor(subtype));
  expect(status).toBe(201);
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return { visitor, orderNo };
}
const says = (orderNo: string, code: number | string, more: object = {}) =>
  control(shop, `parcels/${orderNo}`, { code: Number(code), ...more });
const timeline = async (orderNo: string): Promise<string[]> => (await orderOf(shop, orderNo))?.timeline.map(({ code }) => code) ?? [];
const logisticsIdOf = async (orderNo: string): Promise<string> => (await orderOf(shop, orderNo))?.shipment?.logisticsId ?? '';
const followed = async (orderNo: string): Promise<Follower> => {
  const page = await follower(shop.url);
  await page.subscribe({ orderNo, afterRevision: -1 });
  return page;
};

describe.each(['TCAT', 'UNIMARTC2C', 'FAMIC2C'] as const)('%s', (subtype) => {
  test('every code of the carrier is shown on an open page and in the look-up, in order, with its own label', async () => {
    const { visitor, orderNo } = await sent(subtype);
    const page = await followed(orderNo);
    const codes = statusesOf(subtype)
      .filter(({ officialText, code }) => officialText !== '' && code !== '300' && !['900', '20000', '40000'].includes(code))
      .map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(25);
    // One report at a time, because concurrent calls may overtake each other.
    for (const [index, code] of codes.entries()) {
      await says(orderNo, code);
      await soon(() => page.seen.length === 4 + index, `the page to hear of ${code}`);
    }

    const news = page.seen.slice(3);
    expect(news.map(({ entry }) => entry?.code)).toEqual(codes);
    for (const { entry } of news) expect(entry?.label).toBe(displayLabel(subtype, entry?.code ?? ''));
    expect(news.every(({ entry }) => /\p{Script=Han}/u.test(entry?.label ?? ''))).toBe(true);
    // After a final state, only a correction of the carrier changes the parcel.
    let shown = '300';
    for (const {
      facts: { parcel },
      entry,
    } of news) {
      if (!isFinal(subtype, shown)) expect(parcel?.code).toBe(entry?.code);
      shown = parcel?.code ?? '';
    }
    const seen = await until(visitor, orderNo, (order) => order.timeline.length === page.seen.length);
    expect(seen.timeline.map(({ at: _, ...step }) => step)).toEqual(page.seen.map(({ entry, revision }) => ({ revision, ...entry })));
    expect(seen.displayStatus).toEqual(page.seen.at(-1)?.status);
    expect(seen.order.facts.parcel?.code).toBe(shown);
    page.close();
  });

  test('every code after which the parcel is finished ends a paid order on its label', async () => {
    const finals = statusesOf(subtype).filter(({ code }) => /^\d{3,4}$/.test(code) && code !== '900' && isFinal(subtype, code));
    expect(finals.length).toBeGreaterThan(1);
    for (const { code } of finals) {
      const { visitor, orderNo } = await sent(subtype);
      await says(orderNo, code);
      const label = displayLabel(subtype, code);
      // The refund of a parcel that the buyer did not get may be pending or done.
      const isPaidBack = isNotCollected(subtype, code) || isGoingBack(subtype, code);
      const ends = isPaidBack ? [label + REFUND_PROCESSING_SUFFIX, label + REFUNDED_SUFFIX] : [label];
      const seen = await until(visitor, orderNo, ({ timeline }) => timeline.some((step) => step.code === code));
      expect(ends, code).toContain(seen.displayStatus.label);
    }
  });

  test('when the carrier does not answer, the order stands, the cart is empty, and the sweeper creates the shipment later', async () => {
    for (const mode of ['down', 'throttle'] as const) {
      await control(shop, 'faults', { provider: 'ecpay', mode, times: 500 });
      const visitor = shop.visit();
      const { status, orderNo } = await checkOut(visitor, orderFor(subtype));
      expect(status).toBe(201);
      expect((await visitor.get<{ items: unknown[] }>('/api/cart')).body.items).toEqual([]);
      expect((await until(visitor, orderNo, () => true)).order.tracking).toBeNull();
      expect(await parcelsOf(shop, orderNo)).toEqual([]);
      await control(shop, 'faults', { provider: 'ecpay', mode, times: 0 });
      await until(visitor, orderNo, ({ order }) => order.tracking !== null);
      expect(await parcelsOf(shop, orderNo)).toHaveLength(1);
    }
  });

  test.each(['lose-answer', 'garble', 'bad-mac', 'slow'])('an answer that is lost (%s): one parcel all the same', async (mode) => {
    await control(shop, 'faults', { provider: 'ecpay', mode, on: 'create', times: 1, delayMs: 1_300 });
    const { orderNo } = await sent(subtype);
    expect(await parcelsOf(shop, orderNo)).toHaveLength(1);
  });
});

test('a parcel that is found when it was delivered already is delivered for the shop, too', async () => {
  await control(shop, 'faults', { provider: 'ecpay', mode: 'lose-answer', on: 'create', times: 1 });
  await control(shop, 'faults', { provider: 'ecpay', mode: 'down', on: 'query', times: 500 });
  const visitor = shop.visit();
  const { orderNo, body } = await checkOut(visitor, cardOrder(MASTERCARD));
  const [parcel] = await parcelsOf(shop, orderNo);
  for (const code of [3001, 3003]) await says(parcel?.tradeNo ?? '', code);
  expect((await orderOf(shop, orderNo))?.shipment).toBeNull();
  await control(shop, 'faults', { provider: 'ecpay', mode: 'down', on: 'query', times: 0 });
  await eventually(async () => (await orderOf(shop, orderNo))?.receivedAt != null, 'the delivery');
  expect(await orderOf(shop, orderNo)).toMatchObject({
    parcel: { code: '3003', finished: true },
    handedOverAt: expect.any(String) as string,
  });
  const cancelled = await visitor.post(`/api/orders/${orderNo}/cancel`, {}, { headers: { 'order-proof': body.proof } });
  expect(cancelled.body).toMatchObject({ code: 'PARCEL_HANDED_OVER' });
});

test('after a rate limit of the carrier no process calls it during the pause; then the shipments are created', async () => {
  const asked: string[] = [];
  const busy = await testShop(
    // The pause is longer than the three orders take on a slow machine. The sweeper is due within it, and must wait as well.
    { ...HASTY, PARCEL_POLL_PAUSE: '8000' },
    {
      around: ({ processor, carrier }) => ({
        processor,
        carrier: { ...carrier, query: (parcel) => (asked.push('tradeNo' in parcel ? parcel.tradeNo : ''), carrier.query(parcel)) },
      }),
    },
  );
  try {
    await control(busy, 'faults', { provider: 'ecpay', mode: 'throttle', times: 500 });
    const visitors = [busy.visit(), busy.visit(), busy.visit()];
    const placed: { visitor: Browser; orderNo: string }[] = [];
    for (const visitor of visitors) {
      const { status, orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
      expect(status).toBe(201);
      placed.push({ visitor, orderNo });
    }
    const [fault] = (await (await fetch(`${busy.simulators.url}/control/faults`)).json()) as { times: number }[];
    expect(500 - (fault?.times ?? 0)).toBe(1);
    for (const { orderNo } of placed) expect((await orderOf(busy, orderNo))?.shipment).toBeNull();
    expect(asked).toEqual([]);
    await control(busy, 'faults', { provider: 'ecpay', mode: 'throttle', times: 0 });
    for (const { visitor, orderNo } of placed) {
      await until(visitor, orderNo, ({ order }) => order.tracking !== null);
      expect(await parcelsOf(busy, orderNo)).toHaveLength(1);
    }
  } finally {
    await busy.close();
  }
});

describe('reports that come out of order', () => {
  test('a late report is stored and does not move the parcel back', async () => {
    const { visitor, orderNo } = await sent();
    const page = await followed(orderNo);
    await says(orderNo, 3006);
    await says(orderNo, 3003);
    await eventually(async () => (await timeline(orderNo)).includes('3003'), 'the delivery');
    const { parcel } = (await orderOf(shop, orderNo)) ?? {};
    await says(orderNo, 3001, { at: new Date(Date.parse(parcel?.at ?? '') - 5_000).toISOString() });
    await eventually(async () => (await timeline(orderNo)).includes('3001'), 'the late one');
    const { order } = await until(visitor, orderNo, (seen) => seen.timeline.some(({ code }) => code === '3001'));
    expect(order.facts.parcel?.code).toBe('3003');
    await soon(() => page.seen.at(-1)?.entry?.code === '3001', 'the late one on the page');
    expect(page.seen.at(-1)?.facts.parcel?.code).toBe('3003');
    page.close();
  });

  test('reordered and repeated reports are stored once each, and the newest is shown', async () => {
    const { orderNo } = await sent();
    await control(shop, 'faults', { provider: 'ecpay', mode: 'reorder-callbacks', times: 3 });
    for (const code of [310, 3001, 3006]) await says(orderNo, code);
    await eventually(async () => (await timeline(orderNo)).length === 6, 'three reports');
    await control(shop, 'faults', { provider: 'ecpay', mode: 'duplicate-callback', times: 1 });
    await says(orderNo, 3003);
    await eventually(async () => (await timeline(orderNo)).includes('3003'), 'the delivery');
    expect((await timeline(orderNo)).toSorted()).toEqual(['300', '3001', '3003', '3006', '310', 'PAID', 'PLACED'].toSorted());
    expect((await orderOf(shop, orderNo))?.parcel).toMatchObject({ code: '3003', finished: true });
  });

  test('a store that the carrier cannot use is in the history once and is not pushed to the page', async () => {
    const { orderNo } = await sent('UNIMARTC2C');
    const page = await followed(orderNo);
    await eventually(async () => (await orderNoOfParcel(shop.shop.engine.pool, await logisticsIdOf(orderNo))) === orderNo, 'the work list');
    await control(shop, 'faults', { provider: 'ecpay', mode: 'duplicate-callback', times: 2 });
    for (const code of [2068, 2104]) await says(orderNo, code);
    const problems = async () => (await orderOf(shop, orderNo))?.storeProblems ?? [];
    await eventually(async () => (await problems()).length > 0 && (await timeline(orderNo)).includes('2104'), 'the notice');
    await says(orderNo, 2105);
    await soon(() => page.seen.at(-1)?.entry?.code === '2105', 'the next state on the page');
    const problem = { at: expect.any(String), logisticsId: await logisticsIdOf(orderNo), side: 'pickup', status: '01' };
    expect(await problems()).toEqual([{ ...problem, revision: expect.any(Number) }]);
    expect((await orderOf(shop, orderNo))?.personal.contact?.problemStores).toEqual([STORES.UNIMARTC2C.id]);
    expect(page.seen.map(({ entry }) => entry?.code)).toEqual(['PLACED', 'PAID', '300', '2068', '2104', '2105']);
    page.close();
  });

  test('a callback without the carrier’s signature changes nothing; a signed one does', async () => {
    const { orderNo } = await sent();
    await control(shop, 'faults', { provider: 'ecpay', mode: 'bad-mac', on: 'callback', times: 1 });
    await says(orderNo, 3003);
    const { deliveries } = await eventually(async () => {
      const seen = (await (await fetch(`${shop.simulators.url}/control/callbacks`)).json()) as {
        deliveries: { subject: string; outcome: string; accepted: boolean }[];
      };
      return seen.deliveries.filter(({ subject }) => subject === shipmentNo(orderNo, 1)).length === 2 && seen;
    }, 'both attempts');
    const own = deliveries.filter(({ subject }) => subject === shipmentNo(orderNo, 1));
    expect(own.map(({ accepted }) => accepted)).toEqual([false, true]);
    expect(own[0]?.outcome).toContain('0|CheckMacValue Error');
    expect((await timeline(orderNo)).filter((code) => code === '3003')).toHaveLength(1);
  });

  test.each([
    {},
    { MerchantID: '2000132' },
    { MerchantID: '2000132', RtnCode: '3003', CheckMacValue: 'A'.repeat(32) },
    { MerchantID: '1', CheckMacValue: '' },
  ])('a forged callback %j is refused', async (forged) => {
    const { orderNo } = await sent();
    const before = await timeline(orderNo);
    const answer = await fetch(`${shop.url}/api/ecpay/logistics-reply`, {
      method: 'POST',
      body: new URLSearchParams({ MerchantTradeNo: shipmentNo(orderNo, 1), LogisticsSubType: 'TCAT', ...forged } as Record<string, string>),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/^0\|/);
    expect(await timeline(orderNo)).toEqual(before);
  });
});

describe('a callback that the carrier signed', () => {
  const [C2C, HOME] = ECPAY_STAGE as [Merchant, Merchant];
  async function tell(orderNo: string, code: string, { merchant = HOME, ...over }: { merchant?: Merchant; [field: string]: unknown } = {}) {
    const fields = {
      MerchantID: merchant.id,
      MerchantTradeNo: shipmentNo(orderNo, 1),
      RtnCode: code,
      AllPayLogisticsID: await logisticsIdOf(orderNo),
      LogisticsSubType: 'TCAT',
      UpdateStatusDate: '2099/01/01 00:00:00',
      ...over,
    } as Record<string, string>;
    const body = new URLSearchParams({ ...fields, CheckMacValue: macOf(fields, merchant.key, merchant.iv) });
    return (await fetch(`${shop.url}/api/ecpay/logistics-reply`, { method: 'POST', body })).text();
  }

  test('changes the parcel only with its merchant, its codes and both of its numbers', async () => {
    const { orderNo } = await sent();
    const other = await sent();
    const before = await orderOf(shop, orderNo);
    expect(await tell(orderNo, '3003', { merchant: C2C })).toBe('0|MerchantID Error');
    for (const code of ['900', '20000', '40000', '2067', '3018']) expect(await tell(orderNo, code)).toBe('0|RtnCode Error');
    expect(await tell(orderNo, '3003', { AllPayLogisticsID: '' })).toBe('0|Parameter Error');
    for (const over of [
      { AllPayLogisticsID: await logisticsIdOf(other.orderNo) },
      { MerchantTradeNo: shipmentNo(other.orderNo, 1) },
      { MerchantTradeNo: shipmentNo(orderNo, 2) },
      { MerchantTradeNo: orderNo },
    ])
      expect(await tell(orderNo, '3003', over), JSON.stringify(over)).toBe('0|MerchantTradeNo not found');
    expect(await orderOf(shop, orderNo)).toEqual(before);
    const refused = (reason: string) => `carrier_reports_refused_total{source="callback",reason="${reason}"}`;
    const metrics = await metricsOf(shop.url);
    expect([metrics.get(refused('wrong-merchant')), metrics.get(refused('foreign-code'))]).toEqual([1, 5]);

    expect(await tell(orderNo, '3003')).toBe('1|OK');
    expect((await orderOf(shop, orderNo))?.parcel?.code).toBe('3003');
  });

  test('finds its order before a read model has the parcel', async () => {
    const { projector } = shop.shop.engine;
    await projector.stop();
    try {
      const later = await checkOut(shop.visit(), cardOrder(MASTERCARD));
      expect(await orderNoOfParcel(shop.shop.engine.pool, await logisticsIdOf(later.orderNo))).toBeUndefined();
      expect(await tell(later.orderNo, '3001')).toBe('1|OK');
      expect((await orderOf(shop, later.orderNo))?.parcel?.code).toBe('3001');
    } finally {
      await projector.start();
    }
  });
});

describe('polling', () => {
  // Only here the shop polls fast: elsewhere a poll could find a status before its callback.
  let other: TestShop;
  beforeAll(async () => {
    other = shop;
    shop = await testShop({ ...HASTY, PARCEL_POLL_RATE: '1000', PARCEL_POLL_PACE: '0.001', PARCEL_POLL_PAUSE: '200' });
  });
  afterAll(async () => {
    await shop.close();
    shop = other;
  });

  test('finds a status without a callback; a later callback about it is stored as late', async () => {
    const { orderNo } = await sent();
    await says(orderNo, 3006, { callback: false });
    await eventually(async () => (await timeline(orderNo)).includes('3006'), 'the poll');
    // Now the carrier's own message arrives, unchanged.
    const parcel = (await orderOf(shop, orderNo))?.parcel;
    await says(orderNo, 3006, { at: new Date(Date.parse(parcel?.at ?? '') - 1_000).toISOString() });
    await says(orderNo, 3003, { callback: false });
    await eventually(async () => (await timeline(orderNo)).includes('3003'), 'the delivery');
    const order = await orderOf(shop, orderNo);
    expect(order?.timeline.slice(-3).map(({ code, late = false }) => [code, late])).toEqual([
      ['3006', false],
      ['3006', true],
      ['3003', false],
    ]);
    expect(order?.parcel?.code).toBe('3003');
  });

  test('a page gets the states of the requested orders only', async () => {
    const { orderNo } = await sent('FAMIC2C');
    const { body } = await shop.visit().post<{ response: unknown[] }>('/api/ecpay/getLogisticsState/', {
      orders: [shipmentNo(orderNo, 1), orderNo, shipmentNo(orderNo, 2), 'NOBODYS1'].map((MerchantTradeNo) => ({ MerchantTradeNo })),
    });
    const state = { LogisticsType: 'CVS_FAMIC2C', LogisticsStatus: '300' };
    expect(body.response).toEqual([
      { MerchantTradeNo: shipmentNo(orderNo, 1), ...state },
      { MerchantTradeNo: orderNo, ...state },
    ]);
  });
});

test('the display status follows the carrier for a card order, and stays cash on delivery until a cash order is paid', async () => {
  const { visitor, orderNo } = await sent('UNIMARTC2C');
  for (const code of [2068, 2030, 2073]) await says(orderNo, code);
  expect((await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '2073')).displayStatus.label).toBe(
    displayLabel('UNIMARTC2C', '2073'),
  );
  for (const code of [2074, 2072, 2070]) await says(orderNo, code);
  expect((await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '2070')).displayStatus.label).toContain('未取貨');
  const cod = await checkOut(shop.visit(), codOrder());
  await says(cod.orderNo, 3006);
  await eventually(async () => (await timeline(cod.orderNo)).includes('3006'), 'the report');
  expect((await until(shop.visit(), cod.orderNo, ({ order }) => order.facts.parcel?.code === '3006')).displayStatus.label).toBe('貨到付款');
});

test('after the refunds of uncollected parcels, the bank and the carriers agree with the order store', async () => {
  const agree = eventually(async () => (await differences(shop)).length === 0, 'the books to agree');
  await agree.catch(async () => expect(await differences(shop)).toEqual([]));
});
