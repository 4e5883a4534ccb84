import { createPool } from '@nordhaut/platform/database';
import { testContext } from '@nordhaut/platform/envelope/testing';
import { START } from '@nordhaut/platform/event-store';
import { importCoupons, walletDecider, walletStream } from '@nordhaut/promotions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projections } from '@nordhaut/shop/modules';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { invitation } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, orderOf } from './fixtures/records.ts';

let shop: TestShop;
let another: TestShop;
beforeAll(async () => {
  shop = await testShop();
  another = await testShop({}, { beside: shop });
});
afterAll(async () => {
  await another.close();
  await shop.close();
});

const place = async (): Promise<string> => {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return orderNo;
};
const behind = (metrics: Map<string, number>, name: string) => metrics.get(`projection_events_behind{projection="${name}"}`);
const age = (metrics: Map<string, number>, name: string) => metrics.get(`projection_oldest_unhandled_seconds{projection="${name}"}`);
const waiting = (metrics: Map<string, number>, name: string) => metrics.get(`consumer_oldest_unhandled_seconds{consumer="${name}"}`);

const registration = {
  firstName: '林',
  lastName: '怡君',
  user_email: 'yijun@example.com',
  password: 'abc123',
  user_phone: '0955123456',
  privacyAccepted: true,
  ageConfirmed: true,
};

/** A coupon, and a member's order that uses it: the promotions have read models of their own. */
async function useCoupon(): Promise<void> {
  const { commands, clock } = shop.shop.engine;
  const at = clock().toISOString();
  const coupon = {
    coupon_id: 7,
    coupon_uid: 'HUNDRED',
    coupon_name: '折百',
    coupon_type: 'DISCOUNT',
    coupon_scope: 'ALL',
    coupon_formula: 'x-100',
  };
  expect(await importCoupons({ ...shop.shop.engine, hasProduct: () => true }, [coupon], false)).toMatchObject({ ok: true });
  const use = { couponId: '7', copyId: null, needsCopy: false, maxUsage: 0, firstPurchase: false };
  const reserve = { type: 'Reserve', at, orderNo: 'N000000000000007', coupons: [use], credit: 0 } as const;
  expect((await commands.handle(walletStream('someone'), walletDecider, reserve, testContext())).ok).toBe(true);
}

const CONSUMERS = ['coupons-for-all', 'forgetter', 'rewards', 'messaging', 'tracking'];

describe('the metrics of the whole shop that every process exports', () => {
  test('the leaders, and no trouble in a healthy shop', async () => {
    await place();
    await eventually(async () => {
      const told = await metricsOf(shop.url);
      return projections.every(({ name }) => behind(told, name) === 0);
    }, 'the projector');
    for (const { url } of [shop, another]) {
      const told = await metricsOf(url);
      const consumers = CONSUMERS.map((name) => `consumer ${name}`);
      for (const leads of ['projector', 'parcel-poller', 'checkout-sweeper', 'mailer', ...consumers])
        expect(told.get(`leader_present{leads="${leads}"}`), leads).toBe(1);
      for (const name of CONSUMERS) expect(waiting(told, name), name).toBeLessThan(30);
      expect(told.get('database_up')).toBe(1);
      expect(told.get('event_store_up')).toBe(1);
      expect(told.get('event_store_positions_missing')).toBe(0);
      expect(Math.abs(told.get('clock_ahead_seconds') ?? Number.NaN)).toBeLessThan(1);
      for (const { name } of projections) {
        expect(age(told, name)).toBe(0);
        expect(told.get(`projection_in_trouble{projection="${name}"}`)).toBe(0);
      }
      expect(told.has('relay_events_behind')).toBe(false);
    }
  });

  test('the lag of the read models while no projector runs', async () => {
    await Promise.all([shop, another].map((one) => one.shop.engine.projector.stop()));
    const { store } = shop.shop.engine;
    const head = await store.head();
    for (let count = 0; count < 3; count++) await place();
    const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
    await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
    await control(shop, `parcels/${orderNo}`, { code: 3001 });
    await eventually(async () => (await orderOf(shop, orderNo))?.parcel?.code === '3001', 'the report');
    await shop.visit().post('/api/register', registration);
    await useCoupon();
    await invitation(shop, ['view']);
    const told = await Promise.all([shop, another].map(({ url }) => metricsOf(url)));
    for (const metrics of told) {
      expect(metrics.get('leader_present{leads="projector"}')).toBe(0);
      expect(metrics.get('leader_present{leads="parcel-poller"}')).toBe(1);
      for (const { name, filter } of projections) {
        const missing = (await store.readAll({ after: head, filter, limit: 1_000 })).events.length;
        expect(missing).toBeGreaterThan(0);
        expect(behind(metrics, name)).toBe(missing);
        expect(age(metrics, name)).toBeGreaterThan(0);
      }
    }
    const earlier = age(told[0] as Map<string, number>, 'orders') as number;
    await eventually(async () => (age(await metricsOf(shop.url), 'orders') ?? 0) > earlier + 1, 'the growing age');
    await another.shop.engine.projector.start();
    await eventually(async () => behind(await metricsOf(shop.url), 'orders') === 0, 'the read models');
    expect(age(await metricsOf(shop.url), 'orders')).toBe(0);
  });

  test('the lag of the durable consumers while nobody handles their events', async () => {
    const roles = [shop, another].flatMap((one) => one.shop.roles.filter(({ name }) => name === 'rewards'));
    await Promise.all(roles.map((role) => role.stop()));
    await place();
    const late = async () => waiting(await metricsOf(another.url), 'rewards') ?? 0;
    await eventually(async () => (await late()) > 3, 'the growing age');
    expect((await metricsOf(shop.url)).get('leader_present{leads="consumer rewards"}')).toBe(0);
    // The others drop what is not theirs, and continue.
    await eventually(async () => waiting(await metricsOf(shop.url), 'forgetter') === 0, 'a consumer without work');
    await roles[0]?.start();
    await eventually(async () => (await late()) === 0, 'the rewards');
  });

  test('the results of commands and the refusals of rules', async () => {
    const before = await metricsOf(shop.url);
    const grown = async (name: string) => ((await metricsOf(shop.url)).get(name) ?? 0) - (before.get(name) ?? 0);
    const order = await checkOut(shop.visit(), codOrder());
    expect(order.status).toBe(201);
    expect(await grown('events_recorded_total{type="OrderPlaced"}')).toBe(1);
    expect(await grown('events_recorded_total{type="CheckoutCompleted"}')).toBe(1);
    await checkOut(shop.visit(), codOrder(), { orderNo: order.orderNo });
    expect(await grown('events_recorded_total{type="OrderPlaced"}')).toBe(1);
    expect(await grown('commands_refused_total{command="StartCheckout",code="ORDER_EXISTS"}')).toBeGreaterThan(0);
  });

  test('a missing database, and the other values without it', async () => {
    const { pool } = another.shop.engine;
    const query = pool.query;
    pool.query = (() => Promise.reject(new Error('Connection terminated'))) as never;
    try {
      const told = await metricsOf(another.url);
      expect(told.get('database_up')).toBe(0);
      // The event store has its own connections.
      expect(told.get('event_store_up')).toBe(1);
      expect([...told.keys()].filter((name) => /^(projection|consumer_oldest|leader|event_store_positions)_/.test(name))).toEqual([]);
      expect(told.get('process_cpu_seconds_total')).toBeGreaterThan(0);
      expect([...told.keys()].some((name) => name.startsWith('http_request_duration_seconds_count'))).toBe(true);
    } finally {
      pool.query = query;
    }
    expect((await metricsOf(another.url)).get('database_up')).toBe(1);
  });

  test('a missing or silent event store, before the scrape ends', async () => {
    const { pool, store } = another.shop.engine;
    const { query } = pool;
    const { head } = store;
    const silence = Promise.withResolvers<never>();
    try {
      store.head = () => Promise.reject(new Error('14 UNAVAILABLE'));
      const away = await metricsOf(another.url);
      expect([away.get('event_store_up'), away.get('database_up')]).toEqual([0, 1]);
      store.head = () => silence.promise;
      pool.query = ((...args: Parameters<typeof query>) =>
        args[0] === ('select 1' as never) ? silence.promise : query.apply(pool, args)) as never;
      const silent = await metricsOf(another.url);
      expect([silent.get('event_store_up'), silent.get('database_up')]).toEqual([0, 0]);
    } finally {
      store.head = head;
      pool.query = query;
      // Other scrapes continue.
      silence.reject(new Error('Connection terminated'));
    }
    const back = await metricsOf(another.url);
    expect([back.get('event_store_up'), back.get('database_up')]).toEqual([1, 1]);
  });

  test('gaps in the positions of events', async () => {
    const { store } = shop.shop.engine;
    const [, second] = (await store.readAll({ after: START, limit: 2 })).events;
    const owner = createPool({ url: shop.databaseUrl, max: 1 });
    await owner.query(`alter table event_store.events disable trigger all;
      delete from event_store.events where position = ${second?.position};
      alter table event_store.events enable always trigger append_only`);
    await owner.end();
    await eventually(async () => (await metricsOf(shop.url)).get('event_store_positions_missing') === 1, 'the patrol');
  });
});
