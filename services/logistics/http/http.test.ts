import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { readConfig } from '@nordhaut/platform/config';
import type { App } from '@nordhaut/platform/http';
import { testApp } from '@nordhaut/platform/http/testing';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Carrier, ParcelReport, StoreChange } from '../carrier.ts';
import { LogisticsConfig } from '../config.ts';
import { checkMacValue } from '../ecpay/check-mac-value.ts';
import { createEcpay } from '../ecpay/ecpay.ts';
import { encodeForm } from '../ecpay/form.ts';
import { TEST_OUTER_KEYS } from '@nordhaut/platform/envelope/testing';
import { createStoreChoice } from '../stores/store-choice.ts';
import { createStoreDirectory } from '../stores/store-directory.ts';
import { logisticsMigrations } from '../tables.ts';
import { logisticsRoutes } from './index.ts';
import { replyUrls } from './paths.ts';

const C2C = { hashKey: 'XBERn1YOvpM9nfZc', hashIv: 'h1ONHk4P4yqbl5LK' };
const PUBLIC = 'http://localhost:3000';
/** ms */
const PAUSE = 20_000;
const STORE = { CVSStoreID: '131386', CVSStoreName: '門市', CVSAddress: '地址', LogisticsSubType: 'UNIMARTC2C' };

let simulators: Simulators;
let database: TestDatabase;
let carrier: Carrier;
/** ms by which the clock is ahead; a test with a throttled carrier advances it past the pause */
let ahead = 0;
let app: App;
let now: Date;
let reports: { report: ParcelReport; commandId: string }[];
let changes: (StoreChange & { commandId: string })[];
let record: () => 'recorded' | 'unknown-parcel';

beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
  database = await testDatabase(logisticsMigrations);
  const config = readConfig(LogisticsConfig, {
    ECPAY_LOGISTICS_BASE_URL: simulators.url,
    PARCEL_POLL_PAUSE: String(PAUSE),
  } as NodeJS.ProcessEnv);
  carrier = createEcpay({ config, urls: replyUrls(PUBLIC), clock: () => new Date(Date.now() + ahead) });
});
function build(env: Record<string, string> = {}): Promise<App> {
  const clock = () => now;
  return testApp({
    env: { PUBLIC_URL: PUBLIC, ...env },
    routes: [
      logisticsRoutes({
        carrier,
        directory: createStoreDirectory({ carrier, clock }),
        choice: createStoreChoice({ pool: database.pool, outer: TEST_OUTER_KEYS, clock }),
        publicUrl: PUBLIC,
        report: async (report, { commandId }) => {
          const outcome = record();
          reports.push({ report, commandId });
          return outcome;
        },
        storeChanged: async (change, { commandId }) => {
          changes.push({ ...change, commandId });
          return record();
        },
        parcelOf: async (tradeNo) =>
          tradeNo.startsWith('K') ? { tradeNo, subtype: 'TCAT', code: tradeNo === 'KDONE' ? '3003' : '300' } : undefined,
        clock: () => new Date(),
        zipLookup: { zipOf: async (address) => (address.startsWith('臺北市') ? '110' : '') },
      }),
    ],
  });
}
beforeEach(async () => {
  now = new Date();
  reports = [];
  changes = [];
  record = () => 'recorded';
  app = await build();
});
afterEach(async () => {
  await app.close();
  await simulators.reset();
});
afterAll(async () => {
  await carrier.close();
  await database.drop();
  await simulators.close();
});

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: encodeForm(Object.entries(fields)),
  });
const signed = (fields: Record<string, string>) => ({ ...fields, CheckMacValue: checkMacValue(Object.entries(fields), C2C) });

describe('the carrier’s status callback', () => {
  const BODY = {
    MerchantID: '2000933',
    MerchantTradeNo: 'G20261120A0001',
    RtnCode: '2073',
    RtnMsg: '包裹配達取件門市',
    AllPayLogisticsID: '1718546',
    LogisticsSubType: 'UNIMARTC2C',
    UpdateStatusDate: '2026/11/22 14:03:55',
    ReceiverPhone: '',
    ReceiverName: ' 王 大明',
  };
  const callback = (fields: Record<string, string>) => post('/api/ecpay/logistics-reply', fields);

  it('is answered exactly 1|OK after it is recorded, and has the same command id when repeated', async () => {
    for (let n = 0; n < 2; n++) {
      const answer = await callback(signed(BODY));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      expect(answer.body).toBe('1|OK');
    }
    expect(reports[0]?.report).toMatchObject({ tradeNo: 'G20261120A0001', code: '2073', carrierAt: '2026-11-22T06:03:55.000Z' });
    expect(new Set(reports.map(({ commandId }) => commandId)).size).toBe(1);
    await callback(signed({ ...BODY, RtnCode: '2067' }));
    expect(new Set(reports.map(({ commandId }) => commandId)).size).toBe(2);
  });

  it('is refused without 1|OK when it is forged, from an unknown merchant, or not a form', async () => {
    const wrong = [{ ...signed(BODY), RtnCode: '2067' }, BODY, signed({ ...BODY, MerchantID: '1' }), {}, signed({ ...BODY, RtnCode: 'x' })];
    for (const fields of wrong) {
      const answer = await callback(fields as Record<string, string>);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toMatch(/^0\|/);
    }
    const json = await app.inject({ method: 'POST', url: '/api/ecpay/logistics-reply', payload: BODY });
    expect(json.statusCode).toBe(400);
    expect(reports).toEqual([]);
  });

  it('is refused from the wrong merchant and with another carrier’s code, without counting as a forgery', async () => {
    const strict = await build({ RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.05' });
    const tell = async (fields: Record<string, string>) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = encodeForm(Object.entries(signed(fields)));
      const { statusCode, body } = await strict.inject({ method: 'POST', url: '/api/ecpay/logistics-reply', headers, payload });
      return [statusCode, body];
    };
    for (let n = 0; n < 5; n++) {
      expect(await tell({ ...BODY, LogisticsSubType: 'TCAT', RtnCode: '3003' })).toEqual([400, '0|MerchantID Error']);
      expect(await tell({ ...BODY, RtnCode: '20000' })).toEqual([400, '0|RtnCode Error']);
      expect(await tell({ ...BODY, RtnCode: '3018' })).toEqual([400, '0|RtnCode Error']);
      expect(await tell({ ...BODY, AllPayLogisticsID: '' })).toEqual([400, '0|Parameter Error']);
    }
    expect(reports).toEqual([]);
    expect(await tell(BODY)).toEqual([200, '1|OK']);
    await strict.close();
  });

  it('is not acknowledged before it is durable, nor for an unknown parcel', async () => {
    record = () => {
      throw new Error('store is away');
    };
    expect((await callback(signed(BODY))).statusCode).toBe(500);
    record = () => 'unknown-parcel';
    const unknown = await callback(signed(BODY));
    expect([unknown.statusCode, unknown.body.slice(0, 2)]).toEqual([200, '0|']);
  });

  it('is accepted at a high rate, while forgers are limited before the verification', async () => {
    // A twentieth: 60 calls a minute for visitors, 3 forgeries.
    const busy = await build({ RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.05' });
    const tell = async (fields: object, remoteAddress: string, url = '/api/ecpay/logistics-reply') => {
      const payload = encodeForm(Object.entries(fields as Record<string, string>));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await busy.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode;
    };
    for (let n = 0; n < 100; n++) expect(await tell(signed(BODY), '10.0.0.1'), `call ${n}`).toBe(200);
    // A signed message of the carrier that is refused does not count as a forgery.
    for (let n = 0; n < 5; n++) expect(await tell(signed({ ...BODY, RtnCode: 'x' }), '10.0.0.1')).toBe(400);
    expect(await tell(signed(BODY), '10.0.0.1')).toBe(200);

    expect(await tell({ ...signed(BODY), RtnCode: '2067' }, '10.0.0.2')).toBe(400);
    expect(await tell(signed({ ...BODY, MerchantID: '1' }), '10.0.0.2')).toBe(400);
    expect(await tell({}, '10.0.0.2', '/api/ecpay/store-change')).toBe(400);
    expect(await tell({ ...signed(BODY), RtnCode: '2067' }, '10.0.0.2')).toBe(429);
    expect(await tell(signed(BODY), '10.0.0.2')).toBe(429);
    expect(await tell(signed(BODY), '10.0.0.1')).toBe(200);
    await busy.close();
  });

  it('arrives from the simulated carrier, as do store problems', async () => {
    const origin = await app.listen({ port: 0 });
    const local = createEcpay({
      config: readConfig(LogisticsConfig, { ECPAY_LOGISTICS_BASE_URL: simulators.url } as NodeJS.ProcessEnv),
      urls: replyUrls(origin),
      clock: () => new Date(),
    });
    const created = await local.create({
      tradeNo: 'SIM0001',
      subtype: 'UNIMARTC2C',
      goodsAmount: 500,
      collect: 0,
      recipient: { name: '王大明', phoneE164: '+886912345678' },
      destination: { storeId: '131386' },
    });
    expect(created.kind).toBe('created');
    for (const code of [2068, 2104])
      await fetch(`${simulators.url}/control/parcels/SIM0001`, { method: 'POST', body: JSON.stringify({ code }) });
    await expect.poll(() => reports.map(({ report }) => report.code)).toEqual(['2068', '2104']);
    await expect
      .poll(() => changes)
      .toMatchObject([{ side: 'pickup', logisticsId: created.kind === 'created' ? created.logisticsId : '' }]);
    const callbacks = (await (await fetch(`${simulators.url}/control/callbacks`)).json()) as { waiting: number };
    expect(callbacks.waiting).toBe(0);
    await local.close();
  });
});

it('the same store-change notice is a command of its own each time, because a store may close again', async () => {
  const fields = signed({
    MerchantID: '2000933',
    AllPayLogisticsID: '1718546',
    GoodsName: '保養品',
    GoodsAmount: '1069',
    StoreType: '01',
    Status: '01',
    StoreID: '131386',
  });
  for (let n = 0; n < 2; n++) expect((await post('/api/ecpay/store-change', fields)).body).toBe('1|OK');
  expect(changes).toMatchObject(Array(2).fill({ side: 'pickup', status: '01', storeId: '131386' }));
  expect(new Set(changes.map(({ commandId }) => commandId)).size).toBe(2);
});

describe('the store map', () => {
  /** A browser with its own cookie. */
  async function visit() {
    const opened = await app.inject('/api/store-map?subtype=UNIMARTC2C&device=1');
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const { action, fields } = opened.json() as { action: string; fields: Record<string, string> };
    return {
      cookie,
      action,
      fields,
      token: fields['ExtraData'] ?? '',
      chosen: async () => (await app.inject({ url: '/api/chosen-store', headers: { cookie } })).json() as unknown,
    };
  }
  const back = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    post('/api/map-back/', fields, { origin: 'https://logistics.ecpay.com.tw', ...headers });

  it('returns without a cookie, and stores the choice for the visitor who opened it', async () => {
    const visitor = await visit();
    expect(visitor.action).toBe(`${simulators.url}/Express/map`);
    expect(visitor.fields).toMatchObject({ Device: '1', IsCollection: 'Y', ServerReplyURL: `${PUBLIC}/api/map-back/` });
    expect(visitor.token).toMatch(/^[a-z0-9]{20}$/);
    expect(await visitor.chosen()).toEqual({ store: null });

    const answer = await back({ ...STORE, ExtraData: visitor.token, CVSTelephone: '', CVSOutSide: '0' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    const nonce = /script nonce="([^"]+)"/.exec(answer.body)?.[1] ?? '';
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(answer.body).toContain(`postMessage(message, "${PUBLIC}")`);
    // The carrier's own list has precedence over the unsigned form.
    const { store } = (await visitor.chosen()) as { store: typeof STORE };
    expect(store).toMatchObject({ CVSStoreID: '131386', LogisticsSubType: 'UNIMARTC2C' });
    expect(store.CVSAddress).not.toBe(STORE.CVSAddress);

    await app.inject({ method: 'DELETE', url: '/api/chosen-store', headers: { cookie: visitor.cookie, origin: PUBLIC } });
    expect(await visitor.chosen()).toEqual({ store: null });
  });

  it('accepts a token once, in time, from its visitor, for its chain', async () => {
    const refused = async (fields: Record<string, string>, status: number, headers = {}) => {
      const answer = await back(fields, headers);
      expect(answer.statusCode, JSON.stringify(fields)).toBe(status);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.body).toMatch(/重新選擇/);
      expect(answer.body).not.toContain('<script');
    };
    const [used, foreign, late, other] = [await visit(), await visit(), await visit(), await visit()];
    await back({ ...STORE, ExtraData: used.token });
    await refused({ ...STORE, CVSStoreID: '896539', ExtraData: used.token }, 403);
    expect(await used.chosen()).toMatchObject({ store: { CVSStoreID: '131386' } });

    await refused({ ...STORE, ExtraData: foreign.token }, 403, { cookie: used.cookie });
    await refused({ ...STORE, ExtraData: other.token, LogisticsSubType: 'FAMIC2C', CVSStoreID: '006598' }, 400);
    await refused({ ...STORE, ExtraData: other.token, CVSStoreID: '999999' }, 400);
    await refused({ ...STORE, ExtraData: other.token, CVSStoreID: "1' or 1" }, 400);
    await refused({ ...STORE, ExtraData: other.token, CVSStoreName: '<script>alert(1)</script>' }, 400);
    await refused(STORE, 403);
    await refused({ ...STORE, ExtraData: 'a'.repeat(20) }, 403);
    await refused({}, 403);
    now = new Date(now.getTime() + 31 * 60_000);
    await refused({ ...STORE, ExtraData: late.token }, 403);
    for (const visitor of [foreign, other, late]) expect(await visitor.chosen()).toEqual({ store: null });
  });

  it('stores one choice when one token is posted concurrently', async () => {
    const visitor = await visit();
    const ids = ['131386', '991182', '896539'];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => back({ ...STORE, CVSStoreID: ids[n % 3] ?? '', ExtraData: visitor.token })),
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    const { store } = (await visitor.chosen()) as { store: typeof STORE };
    expect(won[0]?.body).toContain(store.CVSStoreID);
  });

  it('forgets a choice after a day, and each opening of the map deletes all older ones', async () => {
    const [early, late] = [await visit(), await visit()];
    await back({ ...STORE, ExtraData: early.token });
    now = new Date(now.getTime() + 20 * 60_000);
    await back({ ...STORE, ExtraData: late.token });
    const kept = async () => (await database.pool.query('select from chosen_stores where chosen_at <= $1', [now])).rowCount;
    expect(await kept()).toBeGreaterThanOrEqual(2);
    now = new Date(now.getTime() + 24 * 3600_000);
    // The one is exactly a day old and still valid. The other one is expired, though its row still exists.
    expect(await late.chosen()).toMatchObject({ store: { CVSStoreID: '131386' } });
    expect(await early.chosen()).toEqual({ store: null });
    await visit();
    expect(await kept()).toBe(1);
    now = new Date(now.getTime() + 1);
    expect(await late.chosen()).toEqual({ store: null });
    await visit();
    expect(await kept()).toBe(0);
  });

  it('uses the form’s own texts where the carrier’s list is not available', async () => {
    const visitor = await visit();
    await fetch(`${simulators.url}/control/faults`, {
      method: 'POST',
      body: JSON.stringify({ provider: 'ecpay', mode: 'down', on: 'stores', times: 5 }),
    });
    const tricky = { ...STORE, CVSStoreName: '"&\u2028門市', ExtraData: visitor.token };
    const refused = await back(tricky);
    expect(refused.statusCode).toBe(200);
    expect(refused.body).not.toContain('\u2028門市","');
    expect(await visitor.chosen()).toMatchObject({ store: { CVSStoreName: tricky.CVSStoreName } });
  });
});

describe('states of several parcels', () => {
  const ask = (orders: unknown) => app.inject({ method: 'POST', url: '/api/ecpay/getLogisticsState/', payload: { orders } });
  const TCAT = {
    subtype: 'TCAT',
    goodsAmount: 500,
    collect: 0,
    recipient: { name: '王大明', phoneE164: '+886912345678' },
    destination: { zip: '106', address: '臺北市大安區信義路三段134巷1號' },
  } as const;

  it('are queried from the carrier, and a changed one is reported', async () => {
    await carrier.create({ ...TCAT, tradeNo: 'K0001' });
    await fetch(`${simulators.url}/control/parcels/K0001`, { method: 'POST', body: JSON.stringify({ code: 3006, callback: false }) });
    const answer = await ask([
      { MerchantTradeNo: 'K0001', TimeStamp: '1795262400' },
      { MerchantTradeNo: 'KDONE' },
      { MerchantTradeNo: 'NOBODY' },
      { MerchantTradeNo: 'K0001' },
    ]);
    expect(answer.json()).toEqual({
      response: [
        { MerchantTradeNo: 'K0001', LogisticsType: 'HOME_TCAT', LogisticsStatus: expect.any(String) },
        { MerchantTradeNo: 'KDONE', LogisticsType: 'HOME_TCAT', LogisticsStatus: '3003' },
      ],
    });
    expect(reports.map(({ report }) => [report.tradeNo, report.code, report.source])).toEqual([['K0001', '3006', 'poll']]);
    await ask([{ MerchantTradeNo: 'K0001' }]);
    expect(reports).toHaveLength(1);
  });

  it('are the recorded ones without a query while the carrier throttles', async () => {
    const throttle = (times: number) =>
      fetch(`${simulators.url}/control/faults`, { method: 'POST', body: JSON.stringify({ provider: 'ecpay', mode: 'throttle', times }) });
    await throttle(100);
    const numbers = Array.from({ length: 20 }, (_, n) => `KQUIET${n}`);
    await ask(numbers.slice(0, 1).map((MerchantTradeNo) => ({ MerchantTradeNo })));
    const answer = await ask(numbers.map((MerchantTradeNo) => ({ MerchantTradeNo })));
    expect(answer.statusCode).toBe(200);
    expect((answer.json() as { response: unknown[] }).response).toEqual(
      numbers.map((MerchantTradeNo) => ({ MerchantTradeNo, LogisticsType: 'HOME_TCAT', LogisticsStatus: '300' })),
    );
    const planned = (await (await fetch(`${simulators.url}/control/faults`)).json()) as { times: number }[];
    expect(planned[0]?.times).toBe(99);
    await throttle(0);
    ahead += PAUSE;
  });

  it('are limited to fifty valid numbers', async () => {
    const many = Array.from({ length: 51 }, (_, n) => ({ MerchantTradeNo: `K${n}` }));
    expect((await ask(many)).statusCode).toBe(400);
    expect((await ask([{ MerchantTradeNo: '../x' }])).statusCode).toBe(400);
    expect((await ask('x')).statusCode).toBe(400);
    expect((await ask([])).json()).toEqual({ response: [] });
  });
});

it('answers postal codes and rejects an address that is too long', async () => {
  const zip = (adrs: string) => app.inject({ method: 'POST', url: '/api/zip', payload: { adrs } });
  expect((await zip('臺北市信義區')).json()).toEqual({ zipcode: '110' });
  expect((await zip('nowhere')).json()).toEqual({ zipcode: '' });
  expect((await zip('x'.repeat(121))).statusCode).toBe(400);
  // An address in the query would be in the logs of every proxy between browser and shop.
  expect((await app.inject('/api/zip?adrs=x')).statusCode).toBe(405);
});
