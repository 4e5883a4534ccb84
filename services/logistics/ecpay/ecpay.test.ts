import { readConfig } from '@nordhaut/platform/config';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { Carrier, CarrierSubtype, FormFields, NewParcel, ShippedParcel } from '../carrier.ts';
import { isKnownCode, statusesOf } from '../status-codes.ts';
import { checkMacValue } from './check-mac-value.ts';
import { EcpayConfig } from './config.ts';
import { createEcpay } from './ecpay.ts';
import { encodeForm } from './form.ts';
import { parcelFields } from './parcel-fields.ts';
import { readStoreList } from './stores.ts';

const C2C = { merchantId: '2000933', hashKey: 'XBERn1YOvpM9nfZc', hashIv: 'h1ONHk4P4yqbl5LK' };
const HOME = { merchantId: '2000132', hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' };
const urls = {
  status: 'https://shop.example.com/api/ecpay/logistics-reply',
  storeChange: 'https://shop.example.com/api/ecpay/store-change',
};
/** ms; the carrier refuses a clock that is wrong by minutes, so the tests advance theirs by less */
const PAUSE = 20_000;
const config = (baseUrl: string, timeout = 2_000) =>
  readConfig(EcpayConfig, {
    ECPAY_LOGISTICS_BASE_URL: baseUrl,
    ECPAY_TIMEOUT: String(timeout),
    PARCEL_POLL_PAUSE: String(PAUSE),
  } as NodeJS.ProcessEnv);
const carrierAt = (baseUrl: string, timeout?: number, clock: () => Date = () => new Date()): Carrier =>
  createEcpay({ config: config(baseUrl, timeout), urls, clock });
/** a clock that the test can advance */
function movingClock() {
  let ahead = 0;
  return { now: () => new Date(Date.now() + ahead), pass: (ms: number) => void (ahead += ms) };
}

let number = 0;
const newNo = () => `L${String(++number).padStart(9, '0')}`;
const toStore = (over: Partial<NewParcel> = {}): NewParcel => ({
  tradeNo: newNo(),
  subtype: 'UNIMARTC2C',
  goodsAmount: 1069,
  collect: 0,
  recipient: { name: '王大明', phoneE164: '+886912345678', email: 'ming@example.com' },
  destination: { storeId: '131386' },
  ...over,
});
const toHome = (over: Partial<NewParcel> = {}): NewParcel => ({
  ...toStore(),
  subtype: 'TCAT',
  destination: { zip: '106', address: '臺北市大安區信義路三段134巷1號5樓之2' },
  ...over,
});

describe('the form of a parcel', () => {
  const fieldsOf = (parcel: NewParcel) =>
    Object.fromEntries(parcelFields(parcel, config('https://c.example'), urls, new Date('2026-11-20T01:05:07Z')));

  it('has the fields of vector V1 for a store with cash on pickup', () => {
    const parcel = toStore({ tradeNo: 'G20261120A0001', collect: 1069 });
    const fields: FormFields = [
      ['MerchantID', '2000933'],
      ...parcelFields(parcel, config('https://c.example'), urls, new Date('2026-11-20T01:05:07Z')),
    ];
    expect(checkMacValue(fields, C2C)).toBe('EBEDFB963E93DCCBF28E027EAFBBA75C');
  });

  it('has no ClientReplyURL, and collects only the amount to collect', () => {
    for (const parcel of [toStore(), toStore({ subtype: 'FAMIC2C' }), toHome(), toHome({ collect: 500 })]) {
      const fields = fieldsOf(parcel);
      expect(fields).not.toHaveProperty('ClientReplyURL');
      expect(fields['IsCollection']).toBe(parcel.collect > 0 ? 'Y' : 'N');
      expect(fields['CollectionAmount']).toBe(parcel.collect > 0 ? '500' : undefined);
      expect('ReturnStoreID' in fields).toBe(parcel.subtype === 'UNIMARTC2C');
    }
    expect(fieldsOf(toHome({ goodsAmount: 0 }))['GoodsAmount']).toBe('1');
  });

  it('derives the postal code and the distance', () => {
    const home = (address: string, zip = '') => fieldsOf(toHome({ destination: { zip, address } }));
    expect(home('台北市大安區信義路三段134巷1號')).toMatchObject({ ReceiverZipCode: '106', Distance: '00' });
    expect(home('高雄市左營區博愛二路777號')).toMatchObject({ ReceiverZipCode: '813', Distance: '01' });
    expect(home('澎湖縣馬公市中正路36號')).toMatchObject({ ReceiverZipCode: '880', Distance: '02' });
    expect(home('臺北市大安區', '10617')).toMatchObject({ ReceiverZipCode: '10617' });
  });

  it('omits an e-mail address that is missing, too long or perhaps unknown to the carrier, because the parcel needs none', () => {
    const recipient = { name: '王大明', phoneE164: '+886912345678' };
    const addresses = ['', `${'a'.repeat(40)}@example.com`, '王小明@example.com', 'ming@例子.台灣'];
    for (const own of [recipient, ...addresses.map((email) => ({ ...recipient, email }))])
      expect(fieldsOf(toStore({ recipient: own }))).not.toHaveProperty('ReceiverEmail');
  });
});

describe('against the carrier', () => {
  let simulators: Simulators;
  let carrier: Carrier;
  const control = (path: string, body: object) =>
    fetch(`${simulators.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const fault = (mode: string, on: string, more: object = {}) => control('faults', { provider: 'ecpay', mode, on, times: 1, ...more });

  beforeAll(async () => {
    simulators = await createSimulators({ port: 0 });
    carrier = carrierAt(simulators.url);
  });
  afterEach(() => simulators.reset());
  afterAll(async () => {
    await carrier.close();
    await simulators.close();
  });

  it('creates parcels of every subtype and finds them by their number', async () => {
    for (const parcel of [
      toStore(),
      toStore({ subtype: 'FAMIC2C', destination: { storeId: '006598' }, collect: 500 }),
      toHome(),
      toHome({ collect: 1980 }),
    ]) {
      const created = await carrier.create(parcel);
      if (created.kind !== 'created') throw new Error(JSON.stringify(created));
      expect(created).toMatchObject({ tradeNo: parcel.tradeNo, code: '300' });
      expect(parcel.subtype === 'TCAT' ? created.bookingNote : created.cvsPaymentNo).not.toBe('');
      expect(Math.abs(Date.parse(created.updatedAt) - Date.now())).toBeLessThan(5_000);
      const { subtype } = parcel;
      const state = { kind: 'status', tradeNo: parcel.tradeNo, logisticsId: created.logisticsId, subtype, code: '300' };
      expect(await carrier.query({ subtype, tradeNo: parcel.tradeNo })).toMatchObject(state);
    }
  });

  it('returns the carrier’s refusal, and finds the parcel of a number that was used before', async () => {
    expect(await carrier.create(toStore({ destination: { storeId: '999999' } }))).toMatchObject({
      kind: 'refused',
      text: expect.stringMatching(/門市/),
    });
    const parcel = toStore();
    const first = await carrier.create(parcel);
    const second = await carrier.create(parcel);
    expect(second).toMatchObject({ kind: 'created', logisticsId: first.kind === 'created' ? first.logisticsId : '' });
  });

  it.each([
    ['lose-answer', true],
    ['garble', true],
    ['bad-mac', true],
    ['slow', true],
    ['down', false],
    ['throttle', false],
  ])('does not know the outcome when the answer is %s', async (mode, made) => {
    const clock = movingClock();
    const impatient = carrierAt(simulators.url, 300, clock.now);
    const parcel = toStore();
    await fault(mode, 'create', { delayMs: 2_000 });
    expect(await impatient.create(parcel)).toMatchObject({ kind: 'unknown', sent: mode !== 'throttle' });
    clock.pass(PAUSE);
    expect((await impatient.query({ subtype: 'UNIMARTC2C', tradeNo: parcel.tradeNo })).kind).toBe(made ? 'status' : 'none');
    expect((await impatient.create(parcel)).kind).toBe('created');
    await impatient.close();
  });

  it('distinguishes an unknown parcel, a failed query and a throttled query', async () => {
    const clock = movingClock();
    const other = carrierAt(simulators.url, 2_000, clock.now);
    const ask = () => other.query({ subtype: 'TCAT', tradeNo: 'NOBODY' });
    expect((await ask()).kind).toBe('none');
    await fault('throttle', 'query');
    expect((await ask()).kind).toBe('throttled');
    clock.pass(PAUSE);
    for (const mode of ['down', 'lose-answer']) {
      await fault(mode, 'query');
      expect((await ask()).kind, mode).toBe('unknown');
    }
    await fault('refuse', 'query', { code: 'CheckMacValue 驗證錯誤' });
    expect((await ask()).kind).toBe('unknown');
    const parcel = toHome();
    await carrier.create(parcel);
    await fault('bad-mac', 'query');
    expect((await carrier.query({ subtype: 'TCAT', tradeNo: parcel.tradeNo })).kind).toBe('unknown');
    await other.close();
  });

  it.each(['create', 'query', 'stores', 'cancel'] as const)('gets no call after a throttled %s until the pause ends', async (first) => {
    const clock = movingClock();
    const patient = carrierAt(simulators.url, 2_000, clock.now);
    const calls = {
      create: () => patient.create(toStore()),
      query: () => patient.query({ subtype: 'TCAT', tradeNo: 'NOBODY' }),
      stores: () => patient.stores('FAMIC2C'),
      cancel: () =>
        patient.cancel({ tradeNo: 'NOBODY', logisticsId: '1', subtype: 'UNIMARTC2C', cvsPaymentNo: 'D1', cvsValidationNo: '1' }),
    };
    const met = async () => {
      const planned = (await (await fetch(`${simulators.url}/control/faults`)).json()) as { times: number }[];
      return 100 - (planned[0]?.times ?? 0);
    };
    await control('faults', { provider: 'ecpay', mode: 'throttle', times: 100 });
    const before = clock.now();
    await calls[first]();
    const until = clock.now().getTime() + PAUSE;
    for (const ms of [0, PAUSE - 5_000]) {
      clock.pass(ms);
      expect(await calls.create()).toEqual({ kind: 'unknown', reason: 'throttled', sent: false });
      const asked = await calls.query();
      if (asked.kind !== 'throttled') throw new Error(asked.kind);
      expect(asked.until?.getTime()).toBeGreaterThanOrEqual(before.getTime() + PAUSE);
      expect(asked.until?.getTime()).toBeLessThanOrEqual(until);
      expect(await calls.stores()).toBeUndefined();
      expect(await calls.cancel()).toEqual({ kind: 'unknown', reason: 'throttled' });
      expect(await met()).toBe(1);
    }
    clock.pass(5_000);
    // The carrier still blocks: one more call meets a 403, and a new pause starts.
    await calls[first]();
    await calls.query();
    expect(await met()).toBe(2);
    await control('faults', { provider: 'ecpay', mode: 'throttle', times: 0 });
    clock.pass(PAUSE);
    expect((await calls.create()).kind).toBe('created');
    expect((await calls.query()).kind).toBe('none');
    expect((await calls.stores())?.length).toBeGreaterThan(0);
    await patient.close();
  });

  it('returns the state of a parcel after each step', async () => {
    const parcel = toHome();
    await carrier.create(parcel);
    for (const code of ['310', '3001', '3006', '3003']) {
      await control(`parcels/${parcel.tradeNo}`, { code, callback: false });
      expect(await carrier.query({ subtype: 'TCAT', tradeNo: parcel.tradeNo })).toMatchObject({ kind: 'status', code });
    }
  });

  describe('cancelling', () => {
    const shippedBy = async (carried: Carrier, parcel: NewParcel): Promise<ShippedParcel> => {
      const created = await carried.create(parcel);
      if (created.kind !== 'created') throw new Error(JSON.stringify(created));
      return { ...created, subtype: parcel.subtype };
    };
    const codeOf = async ({ tradeNo, subtype }: ShippedParcel) => {
      const state = await carrier.query({ tradeNo, subtype });
      return state.kind === 'status' ? state.code : state.kind;
    };

    it('cancels a parcel of 7-ELEVEN, and is idempotent', async () => {
      const parcel = await shippedBy(carrier, toStore());
      expect(await carrier.cancel(parcel)).toEqual({ kind: 'cancelled' });
      expect(await codeOf(parcel)).toBe('9999');
      expect(await carrier.cancel(parcel)).toEqual({ kind: 'cancelled' });
    });

    it('is refused after the hand-over, and for numbers of another parcel', async () => {
      const parcel = await shippedBy(carrier, toStore());
      expect(await carrier.cancel({ ...parcel, cvsValidationNo: '' })).toMatchObject({
        kind: 'refused',
        text: expect.stringMatching(/查無/),
      });
      expect(await codeOf(parcel)).toBe('300');
      await control(`parcels/${parcel.tradeNo}`, { code: 2068, callback: false });
      expect(await carrier.cancel(parcel)).toMatchObject({ kind: 'refused', text: expect.stringMatching(/不可取消/) });
      expect(await codeOf(parcel)).toBe('2068');
    });

    it('is not supported for the other subtypes and makes no call', async () => {
      await control('faults', { provider: 'ecpay', mode: 'down', on: 'cancel', times: 1 });
      for (const parcel of [toStore({ subtype: 'FAMIC2C', destination: { storeId: '006598' } }), toHome()])
        expect(await carrier.cancel(await shippedBy(carrier, parcel))).toEqual({ kind: 'not-supported' });
      const planned = (await (await fetch(`${simulators.url}/control/faults`)).json()) as { times: number }[];
      expect(planned[0]?.times).toBe(1);
    });

    it.each([
      ['lose-answer', '9999'],
      ['garble', '9999'],
      ['slow', '9999'],
      ['down', '300'],
      ['throttle', '300'],
    ])('has an unknown outcome when the answer is %s, and can be repeated', async (mode, code) => {
      const clock = movingClock();
      const impatient = carrierAt(simulators.url, 300, clock.now);
      const parcel = await shippedBy(carrier, toStore());
      await fault(mode, 'cancel', { delayMs: 2_000 });
      expect((await impatient.cancel(parcel)).kind).toBe('unknown');
      clock.pass(PAUSE);
      expect(await codeOf(parcel)).toBe(code);
      expect(await impatient.cancel(parcel)).toEqual({ kind: 'cancelled' });
      await impatient.close();
    });

    it('has an unknown outcome after a refusal with another cause, and without the parcel’s state', async () => {
      const parcel = await shippedBy(carrier, toStore());
      await fault('refuse', 'cancel', { code: 'CheckMacValue 驗證錯誤' });
      expect((await carrier.cancel(parcel)).kind).toBe('unknown');
      await fault('refuse', 'cancel', { code: '物流訂單狀態不可取消' });
      await fault('down', 'query');
      expect((await carrier.cancel(parcel)).kind).toBe('unknown');
    });
  });

  it('lists the stores of each chain', async () => {
    const seven = await carrier.stores('UNIMARTC2C');
    const family = await carrier.stores('FAMIC2C');
    expect(seven?.map(({ id }) => id)).toContain('131386');
    expect(family?.map(({ id }) => id)).toContain('006598');
    expect(seven?.every(({ name, address }) => name !== '' && address !== '')).toBe(true);
    await fault('garble', 'stores');
    expect(await carrier.stores('UNIMARTC2C')).toBeUndefined();
  });

  it('returns the form that opens the map', async () => {
    const { action, fields } = carrier.storeMapForm({
      subtype: 'FAMIC2C',
      collection: true,
      device: 'mobile',
      token: 'abc',
      replyUrl: 'https://shop.example.com/api/map-back/',
    });
    expect(fields).toMatchObject({ LogisticsSubType: 'FAMIC2C', IsCollection: 'Y', Device: '1', ExtraData: 'abc' });
    const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
    expect(await page.text()).toContain('006598');
  });
});

describe('status callbacks', () => {
  const carrier = carrierAt('http://127.0.0.1:9');
  afterAll(() => carrier.close());
  const base = {
    MerchantID: '2000933',
    MerchantTradeNo: 'G20261120A0001',
    RtnCode: '2073',
    RtnMsg: '包裹配達取件門市',
    AllPayLogisticsID: '1718546',
    LogisticsType: 'CVS',
    LogisticsSubType: 'UNIMARTC2C',
    UpdateStatusDate: '2026/11/22 14:03:55',
    ReceiverPhone: '',
  };
  const sign = (over: Record<string, string> = {}, keys = C2C): FormFields => {
    const fields = Object.entries({ ...base, ...over });
    return [...fields, ['CheckMacValue', checkMacValue(fields, keys)]];
  };

  it('are accepted with a correct signature, for every code', () => {
    expect(carrier.verifyStatusCallback(sign())).toEqual({
      ok: true,
      report: {
        tradeNo: 'G20261120A0001',
        logisticsId: '1718546',
        subtype: 'UNIMARTC2C',
        code: '2073',
        carrierAt: '2026-11-22T06:03:55.000Z',
        source: 'callback',
      },
    });
    expect(carrier.verifyStatusCallback(sign({ RtnCode: '31337' }))).toMatchObject({ ok: true, report: { code: '31337' } });
    expect(carrier.verifyStatusCallback(sign({ UpdateStatusDate: 'soon' }))).toMatchObject({ ok: true, report: { carrierAt: null } });
  });

  it('are refused with a wrong signature or an invalid field', () => {
    expect(carrier.verifyStatusCallback(sign({ MerchantID: '3333333' }))).toEqual({ ok: false, reason: 'unknown-merchant' });
    expect(carrier.verifyStatusCallback([])).toEqual({ ok: false, reason: 'unknown-merchant' });
    expect(carrier.verifyStatusCallback(sign({}, HOME))).toEqual({ ok: false, reason: 'bad-signature' });
    expect(carrier.verifyStatusCallback(Object.entries(base))).toEqual({ ok: false, reason: 'bad-signature' });
    expect(carrier.verifyStatusCallback(sign().map(([n, v]) => [n, n === 'RtnCode' ? '2067' : v]))).toEqual({
      ok: false,
      reason: 'bad-signature',
    });
    for (const over of [
      { RtnCode: 'x' },
      { RtnCode: '' },
      { LogisticsSubType: 'POST' },
      { LogisticsSubType: 'INTERNATIONAL' },
      { MerchantTradeNo: "'; --" },
      { AllPayLogisticsID: '' },
      { AllPayLogisticsID: '1718546 ' },
    ])
      expect(carrier.verifyStatusCallback(sign(over)), JSON.stringify(over)).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('are refused where one name has two values', () => {
    const twice: FormFields = [...Object.entries(base), ['RtnCode', '2067']];
    expect(carrier.verifyStatusCallback([...twice, ['CheckMacValue', checkMacValue(twice, C2C)]])).toEqual({
      ok: false,
      reason: 'unreadable',
    });
  });

  const accountOf = (subtype: CarrierSubtype) => (subtype === 'TCAT' ? HOME : C2C);
  const about = (subtype: CarrierSubtype, code: string, account = accountOf(subtype)) =>
    carrier.verifyStatusCallback(
      sign({ LogisticsSubType: subtype, RtnCode: code, MerchantID: account.merchantId, LogisticsType: 'any' }, account),
    );

  it('are refused from the merchant of another subtype', () => {
    expect(about('TCAT', '3003', HOME)).toMatchObject({ ok: true });
    expect(about('TCAT', '3003', C2C)).toMatchObject({ ok: false, reason: 'wrong-merchant' });
    for (const subtype of ['UNIMARTC2C', 'FAMIC2C'] as const) {
      expect(about(subtype, '300', C2C)).toMatchObject({ ok: true });
      expect(about(subtype, '300', HOME)).toMatchObject({ ok: false, reason: 'wrong-merchant' });
    }
  });

  it('are accepted for every subtype where one merchant has both services', async () => {
    const one = readConfig(EcpayConfig, {
      ECPAY_HOME_MERCHANT_ID: C2C.merchantId,
      ECPAY_HOME_HASH_KEY: C2C.hashKey,
      ECPAY_HOME_HASH_IV: C2C.hashIv,
    } as NodeJS.ProcessEnv);
    const both = createEcpay({ config: one, urls, clock: () => new Date() });
    expect(both.verifyStatusCallback(sign({ LogisticsSubType: 'TCAT', RtnCode: '3003' }))).toMatchObject({ ok: true });
    expect(both.verifyStatusCallback(sign())).toMatchObject({ ok: true });
    await both.close();
  });

  it('are refused with codes of other carriers and of the shop; an unknown code is accepted', () => {
    const subtypes = ['UNIMARTC2C', 'FAMIC2C', 'TCAT'] as const;
    const shops = ['900', '20000', '40000'];
    for (const subtype of subtypes) {
      const others = subtypes.flatMap((other) => statusesOf(other).map(({ code }) => code));
      const foreign = [...shops, ...others.filter((code) => !isKnownCode(subtype, code))];
      expect(foreign.length).toBeGreaterThan(60);
      for (const code of foreign)
        expect(about(subtype, code), `${subtype} ${code}`).toEqual({
          ok: false,
          reason: 'foreign-code',
          about: { tradeNo: base.MerchantTradeNo, subtype, code },
        });
      for (const { code } of statusesOf(subtype).filter((status) => !shops.includes(status.code)))
        expect(about(subtype, code), `${subtype} ${code}`).toMatchObject({ ok: true });
      for (const code of ['2063', '31337', '0']) expect(about(subtype, code)).toMatchObject({ ok: true, report: { code } });
    }
  });

  it('reports each refusal with its reason', async () => {
    const refusals: string[][] = [];
    const counting = createEcpay({
      config: config('http://127.0.0.1:9'),
      urls,
      clock: () => new Date(),
      refused: (source, { reason }) => refusals.push([source, reason]),
    });
    counting.verifyStatusCallback(sign());
    counting.verifyStatusCallback(sign({ LogisticsSubType: 'TCAT' }));
    counting.verifyStatusCallback(sign({ RtnCode: '20000' }));
    counting.verifyStoreChange([]);
    expect(refusals).toEqual([
      ['callback', 'wrong-merchant'],
      ['callback', 'foreign-code'],
      ['callback', 'unknown-merchant'],
    ]);
    await counting.close();
  });
});

describe('store-change notices', () => {
  const carrier = carrierAt('http://127.0.0.1:9');
  afterAll(() => carrier.close());
  const notice = (account = C2C, over: Record<string, string> = {}) => {
    const fields = Object.entries({
      MerchantID: account.merchantId,
      AllPayLogisticsID: '1718546',
      StoreType: '01',
      Status: '01',
      StoreID: '131386',
      ...over,
    });
    return carrier.verifyStoreChange([...fields, ['CheckMacValue', checkMacValue(fields, account)]]);
  };

  it('are accepted only from the merchant of the stores', () => {
    expect(notice()).toEqual({ ok: true, change: { logisticsId: '1718546', side: 'pickup', status: '01', storeId: '131386' } });
    expect(notice(HOME)).toMatchObject({ ok: false, reason: 'wrong-merchant' });
    expect(notice(C2C, { AllPayLogisticsID: '' })).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('tell the buyer’s store from the sender’s', () => {
    expect(notice(C2C, { StoreType: '02' })).toMatchObject({ change: { side: 'return' } });
    expect(notice(C2C, { StoreType: '03' })).toEqual({ ok: false, reason: 'unreadable' });
  });
});

test('a list of stores counts where the carrier made it, with the stores of the chain', () => {
  const list = (RtnCode: number | string, CvsType: string) =>
    readStoreList(JSON.stringify({ RtnCode, StoreList: [{ CvsType, StoreInfo: [{ StoreId: '131386' }] }] }), 'UNIMARTC2C');
  expect([list(1, 'UNIMART'), list('1', 'UNIMART')].map((stores) => stores?.map(({ id }) => id))).toEqual([['131386'], ['131386']]);
  expect([list(1, 'FAMI'), list(0, 'UNIMART')]).toEqual([[], undefined]);
});

describe('a reply about another parcel', () => {
  it('is an unknown outcome', async () => {
    let answer = '';
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end(answer));
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
    const refusals: unknown[][] = [];
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const carrier = createEcpay({
      config: config(baseUrl),
      urls,
      clock: () => new Date(),
      refused: (source, { reason, about }) => refusals.push([source, reason, about]),
    });
    const signed = (fields: Record<string, string>) => {
      const all = Object.entries(fields);
      return encodeForm([...all, ['CheckMacValue', checkMacValue(all, C2C)]]);
    };
    const good = {
      MerchantID: '2000933',
      MerchantTradeNo: 'X1',
      RtnCode: '300',
      AllPayLogisticsID: '7',
      UpdateStatusDate: '2026/11/20 09:05:09',
    };
    const create = async (text: string) => {
      answer = text;
      return (await carrier.create(toStore({ tradeNo: 'X1' }))).kind;
    };
    expect(await create(`1|${signed(good)}`)).toBe('created');
    expect(await create(`1|${signed({ ...good, MerchantTradeNo: 'X2' })}`)).toBe('unknown');
    expect(await create(`1|${signed({ ...good, AllPayLogisticsID: '' })}`)).toBe('unknown');
    expect(await create(`1|${signed({ ...good, RtnCode: '10500040' })}`)).toBe('unknown');
    for (const text of ['', '1|', '1', '<html>', `${signed(good)}`, `1|${signed(good)}&Extra=1`])
      expect(await create(text), text).toBe('unknown');
    expect(await create('0|收件人姓名格式錯誤')).toBe('refused');
    for (const text of [
      '系統忙碌中，請稍後再試',
      '系統維護中',
      '帳戶餘額不足 10500049',
      '寄件人姓名格式錯誤',
      '10500043',
      '10500051',
      '找不到加密金鑰，請確認是否有申請開通此物流方式!',
    ])
      expect(await create(`0|${text}`), text).toBe('unknown');

    // The create and its query get the same text here.
    const used = async (text: string) => {
      answer = `0|${text}`;
      return carrier.create(toStore({ tradeNo: 'X1' }));
    };
    expect(await used('廠商交易編號重覆，查無物流訂單')).toMatchObject({ kind: 'unknown', sent: true, used: true });
    expect(await used('系統忙碌中')).toMatchObject({ kind: 'unknown', sent: true });
    expect(await used('廠商交易編號重覆'), 'no word of whether there is a parcel').not.toHaveProperty('used');

    const state = {
      MerchantID: '2000933',
      MerchantTradeNo: 'X1',
      AllPayLogisticsID: '7',
      LogisticsType: 'CVS_FAMIC2C',
      LogisticsStatus: '3018',
    };
    const found = (over: Record<string, string>) => {
      answer = signed({ ...state, ...over });
      return carrier.query({ subtype: 'FAMIC2C', tradeNo: 'X1' });
    };
    const query = async (over: Record<string, string> = {}) => (await found(over)).kind;
    // An answer without amounts says nothing about the cash, and not that there is none.
    for (const [amounts, cash] of [
      [
        { CollectionAmount: '500', CollectionAllocateAmount: '0' },
        { collects: 500, paidOut: 0 },
      ],
      [{ CollectionAmount: '500' }, undefined],
      [{}, undefined],
    ] as const)
      expect(await found(amounts)).toMatchObject({ kind: 'status', cash });
    expect(await query()).toBe('status');
    expect(await query({ LogisticsStatus: '31337' })).toBe('status');
    for (const wrong of [
      { LogisticsStatus: '2073' },
      { LogisticsStatus: '20000' },
      { LogisticsType: 'CVS_UNIMARTC2C' },
      { AllPayLogisticsID: '' },
      { MerchantTradeNo: 'X2' },
    ])
      expect(await query(wrong), JSON.stringify(wrong)).toBe('unknown');
    expect(refusals).toEqual([
      ['poll', 'foreign-code', { tradeNo: 'X1', subtype: 'FAMIC2C', code: '2073' }],
      ['poll', 'foreign-code', { tradeNo: 'X1', subtype: 'FAMIC2C', code: '20000' }],
    ]);
    await carrier.close();
    server.close();
  });
});

describe('configuration', () => {
  it('rejects stage values in production', () => {
    const production = { NODE_ENV: 'production', ECPAY_C2C_MERCHANT_ID: '2000933' } as NodeJS.ProcessEnv;
    expect(() => readConfig(EcpayConfig, production)).toThrow(
      /ECPAY_C2C_MERCHANT_ID must not be a sandbox value[\s\S]*ECPAY_SENDER_NAME must be set/,
    );
  });

  it.each([
    ['ECPAY_SENDER_NAME', '諾德豪特股份有限公司'],
    ['ECPAY_SENDER_NAME', '王'],
    ['ECPAY_SENDER_NAME', 'Lin 2'],
    ['ECPAY_SENDER_CELL_PHONE', '+886911222333'],
    ['ECPAY_SENDER_CELL_PHONE', '0227201234'],
    ['ECPAY_SENDER_ADDRESS', '市府路1號'],
    ['ECPAY_SENDER_ADDRESS', '路'.repeat(61)],
  ])('starts with no sender whom the carrier refuses: %s %s', (name, value) => {
    expect(() => readConfig(EcpayConfig, { [name]: value } as NodeJS.ProcessEnv)).toThrow(new RegExp(`^${name} must `));
  });
});
