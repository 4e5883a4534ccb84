import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Form, parseForm } from '../http.ts';
import { createSimulators, type Simulators } from '../simulators.ts';
import { C2C, CVS_PARCEL, HOME, HOME_PARCEL, listen, postForm, postJson } from '../testing.ts';
import { FLOWS, statusText, SUBTYPES } from './subtypes.ts';
import { macFits, macOf } from './check-mac.ts';
import { STORES } from './stores.ts';

const time = Date.parse('2026-11-20T01:05:09Z');
let simulators: Simulators;
let stops: (() => Promise<void>)[] = [];

async function start(over: Partial<Parameters<typeof createSimulators>[0]> = {}) {
  simulators = await createSimulators({ port: 0, clock: () => time, ...over });
  stops = [() => simulators.close()];
}
beforeEach(() => start());
afterEach(async () => {
  for (const stop of stops) await stop();
});

const create = (form: Form, merchant = C2C) => postForm(`${simulators.url}/Express/Create`, form, merchant);
const query = (form: Form, merchant = C2C) =>
  postForm(
    `${simulators.url}/Helper/QueryLogisticsTradeInfo/V5`,
    { MerchantID: merchant.id, TimeStamp: String(time / 1000), ...form },
    merchant,
  );
const control = (path: string, body: object = {}) => postJson(`${simulators.url}/control/${path}`, body);
const pause = () => new Promise((go) => setTimeout(go, 30));

async function shop(answer: (nth: number) => { status?: number; body: string } = () => ({ body: '1|OK' })) {
  const listening = await listen(answer);
  stops.push(listening.close);
  return {
    ...listening,
    parcel: {
      ...CVS_PARCEL,
      MerchantTradeNo: 'G20261120A0001',
      ServerReplyURL: `${listening.url}/status`,
      LogisticsC2CReplyURL: `${listening.url}/store`,
    },
  };
}

describe('create', () => {
  test('answers 1| and signed fields for a store parcel', async () => {
    const { status, text } = await create(CVS_PARCEL);
    expect(status).toBe(200);
    expect(text.startsWith('1|')).toBe(true);
    const answer = parseForm(text.slice(2));
    expect(macFits(answer, C2C.key, C2C.iv)).toBe(true);
    expect(answer).toMatchObject({ RtnCode: '300', MerchantTradeNo: 'G20261120A0001', UpdateStatusDate: '2026/11/20 09:05:09' });
    expect(answer.CVSPaymentNo).toMatch(/^D\d{7}$/);
    expect(answer.CVSValidationNo).toMatch(/^\d{4}$/);
  });

  test('takes no number twice, also after a refusal', async () => {
    expect((await create({ ...CVS_PARCEL, ReceiverName: '王' })).text).toBe('0|收件人姓名格式錯誤');
    expect((await create(CVS_PARCEL)).text).toMatch(/^0\|廠商交易編號重覆/);
    expect((await query({ MerchantTradeNo: CVS_PARCEL.MerchantTradeNo ?? '' })).text).toMatch(/^0\|查無/);
    const next = { ...CVS_PARCEL, MerchantTradeNo: 'G20261120A0002' };
    expect((await create(next)).text).toMatch(/^1\|/);
    expect((await create(next)).text).toMatch(/^0\|廠商交易編號重覆/);
  });

  test('reads no form that calls itself something else', async () => {
    const body = new URLSearchParams({ ...CVS_PARCEL, CheckMacValue: macOf(CVS_PARCEL, C2C.key, C2C.iv) });
    const headers = { 'content-type': 'text/plain' };
    expect(await (await fetch(`${simulators.url}/Express/Create`, { method: 'POST', headers, body: body.toString() })).text()).toMatch(
      /^0\|/,
    );
  });

  test('answers a booking note for a home delivery', async () => {
    const answer = parseForm((await create(HOME_PARCEL, HOME)).text.slice(2));
    expect(answer).toMatchObject({ CVSPaymentNo: '', LogisticsSubType: 'TCAT' });
    expect(answer.BookingNote).toMatch(/^\d{12}$/);
  });

  test('accepts one of ten concurrent requests with the same trade number', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(CVS_PARCEL)));
    expect(answers.filter(({ text }) => text.startsWith('1|')).length).toBe(1);
    expect(answers.filter(({ text }) => text.startsWith('0|廠商交易編號重覆')).length).toBe(9);
  });

  test('refuses a subtype of the other merchant, an unknown merchant, a missing MAC and a wrong MAC', async () => {
    const noKey = '0|找不到加密金鑰，請確認是否有申請開通此物流方式!';
    expect((await create({ ...HOME_PARCEL, MerchantID: '2000933' }, C2C)).text).toBe(noKey);
    expect((await create({ ...CVS_PARCEL, MerchantID: '1' })).text).toBe(noKey);
    expect((await postForm(`${simulators.url}/Express/Create`, CVS_PARCEL)).text).toBe('0|CheckMacValue 不可為空');
    expect((await create(CVS_PARCEL, HOME)).text).toBe('0|CheckMacValue 驗證錯誤');
  });

  test('answers 0| and the reason for an invalid request, and creates no parcel', async () => {
    expect((await create({ ...CVS_PARCEL, ReceiverName: '王' })).text).toBe('0|收件人姓名格式錯誤');
    expect(await (await fetch(`${simulators.url}/control/parcels`)).json()).toEqual([]);
  });
});

describe('query', () => {
  test('finds a parcel by trade number or logistics id, and signs the answer', async () => {
    const made = parseForm((await create(CVS_PARCEL)).text.slice(2));
    for (const by of [{ MerchantTradeNo: 'G20261120A0001' }, { AllPayLogisticsID: made.AllPayLogisticsID ?? '' }]) {
      const answer = parseForm((await query(by)).text);
      expect(macFits(answer, C2C.key, C2C.iv)).toBe(true);
      expect(answer).toMatchObject({ LogisticsType: 'CVS_UNIMARTC2C', LogisticsStatus: '300', CollectionAmount: '1069' });
    }
  });
  test('refuses a timestamp older than three minutes and a parcel of the other merchant', async () => {
    await create(CVS_PARCEL);
    const MerchantTradeNo = 'G20261120A0001';
    expect((await query({ MerchantTradeNo, TimeStamp: String(time / 1000 - 181) })).text).toBe('0|TimeStamp 逾時');
    expect((await query({ MerchantTradeNo, TimeStamp: '' })).text).toBe('0|TimeStamp 逾時');
    expect((await query({ MerchantTradeNo }, HOME)).text).toBe('0|查無物流訂單資料');
  });
});

describe('callbacks', () => {
  test('are repeated three times, then once a day, until the answer is exactly 1|OK', async () => {
    const { parcel, received, until } = await shop((nth) => ({ body: nth < 5 ? '1|OK\n' : '1|OK' }));
    await create(parcel);
    await control('parcels/G20261120A0001', { code: 2068 });
    const minute = 60_000;
    let expected = 1;
    for (const wait of [5, 30, 120, 1440]) {
      await until(expected);
      await pause();
      simulators.advance(wait * minute - 1);
      await pause();
      expect(received.length).toBe(expected);
      simulators.advance(1);
      expected++;
    }
    await until(5);
    await pause();
    simulators.advance(10 * 1440 * minute);
    await pause();
    expect(received.length).toBe(5);
    expect(received[0]?.form).toMatchObject({ RtnCode: '2068', RtnMsg: '賣家已到門市寄件', MerchantID: '2000933' });
    expect(macFits(received[0]?.form ?? {}, C2C.key, C2C.iv)).toBe(true);
  });

  test('stop after three days without a confirmation', async () => {
    const { parcel, received } = await shop(() => ({ status: 500, body: '' }));
    await create(parcel);
    await control('parcels/G20261120A0001', { code: 2068 });
    for (let i = 0; i < 12; i++) {
      await pause();
      simulators.advance(86_400_000);
    }
    await pause();
    expect(received.length).toBe(7);
    expect(await (await fetch(`${simulators.url}/control/callbacks`)).json()).toMatchObject({ waiting: 0 });
  });

  test('of a flow arrive in order, with dates one second apart', async () => {
    const { parcel, received, until } = await shop();
    await create(parcel);
    await control('parcels/G20261120A0001/play', { flow: 'collected' });
    await until(4);
    expect(received.map(({ form }) => [form.RtnCode, form.UpdateStatusDate])).toEqual([
      ['2068', '2026/11/20 09:05:10'],
      ['2030', '2026/11/20 09:05:11'],
      ['2073', '2026/11/20 09:05:12'],
      ['2067', '2026/11/20 09:05:13'],
    ]);
    expect(parseForm((await query({ MerchantTradeNo: parcel.MerchantTradeNo })).text).LogisticsStatus).toBe('2067');
  });

  test('are sent twice, in reverse order or with a wrong MAC by the planned faults', async () => {
    const { parcel, received, until } = await shop();
    await create(parcel);
    await control('faults', { provider: 'ecpay', mode: 'duplicate-callback', times: 1 });
    await control('parcels/G20261120A0001', { code: 2068 });
    await until(2);
    await control('faults', { provider: 'ecpay', mode: 'reorder-callbacks', times: 2 });
    await control('parcels/G20261120A0001', { code: 2030 });
    await control('parcels/G20261120A0001', { code: 2073 });
    await until(4);
    await control('faults', { provider: 'ecpay', mode: 'bad-mac', on: 'callback', times: 1 });
    await control('parcels/G20261120A0001', { code: 2067 });
    await until(5);
    expect(received.map(({ form }) => form.RtnCode)).toEqual(['2068', '2068', '2073', '2030', '2067']);
    expect(macFits(received[4]?.form ?? {}, C2C.key, C2C.iv)).toBe(false);
  });

  test('an older move does not change the current status, and callback: false sends nothing', async () => {
    const { parcel, received } = await shop();
    await create(parcel);
    await control('parcels/G20261120A0001', { code: 2073, callback: false });
    await control('parcels/G20261120A0001', { code: 2030, callback: false, at: new Date(time - 1000).toISOString() });
    expect(parseForm((await query({ MerchantTradeNo: parcel.MerchantTradeNo })).text).LogisticsStatus).toBe('2073');
    expect(received).toEqual([]);
    expect(await control('parcels/G20261120A0001', { code: 3018 })).toEqual({ error: 'not a code of UNIMARTC2C' });
  });

  test('a closed store is reported to the second URL, and its replacement is the status 2105', async () => {
    const { parcel, received, until } = await shop();
    const made = parseForm((await create(parcel)).text.slice(2));
    await control('parcels/G20261120A0001', { code: 2104 });
    await until(2);
    const notice = received.find(({ path }) => path === '/store')?.form ?? {};
    expect(notice).toMatchObject({ StoreType: '01', StoreID: '131386' });
    expect(macFits(notice, C2C.key, C2C.iv)).toBe(true);
    const numbers = {
      MerchantID: C2C.id,
      AllPayLogisticsID: made.AllPayLogisticsID ?? '',
      CVSPaymentNo: made.CVSPaymentNo ?? '',
      CVSValidationNo: made.CVSValidationNo ?? '',
    };
    const change = (ReceiverStoreID: string) =>
      postForm(`${simulators.url}/Express/UpdateStoreInfo`, { ...numbers, StoreType: '01', ReceiverStoreID }, C2C);
    expect((await change('999999')).text).toBe('0|查無門市資料');
    expect((await change('991182')).text).toBe('1|OK');
    expect(parseForm((await query({ MerchantTradeNo: parcel.MerchantTradeNo })).text).LogisticsStatus).toBe('2105');
    expect((await postForm(`${simulators.url}/Express/CancelC2COrder`, numbers, C2C)).text).toBe('0|物流訂單狀態不可取消');
  });
});

test('parcels move automatically at the configured pace', async () => {
  await simulators.close();
  await start({ pace: { firstMs: 20_000, everyMs: [20_000, 40_000] } });
  await create(HOME_PARCEL, HOME);
  const status = async () =>
    parseForm((await query({ MerchantTradeNo: 'H20261120B0002', TimeStamp: String(time / 1000) }, HOME)).text).LogisticsStatus;
  simulators.advance(19_999);
  expect(await status()).toBe('300');
  simulators.advance(1);
  expect(await status()).toBe('310');
  for (let i = 0; i < 5; i++) simulators.advance(40_000);
  expect(await status()).toBe('3003');
});

describe('cancelling', () => {
  const numbersOf = async (form: Form, merchant = C2C) => {
    const made = parseForm((await create(form, merchant)).text.slice(2));
    return {
      MerchantID: merchant.id,
      AllPayLogisticsID: made.AllPayLogisticsID ?? '',
      CVSPaymentNo: made.CVSPaymentNo ?? '',
      CVSValidationNo: made.CVSValidationNo ?? '',
    };
  };
  const cancel = async (numbers: Form, merchant = C2C) =>
    (await postForm(`${simulators.url}/Express/CancelC2COrder`, numbers, merchant)).text;
  const status = async () => parseForm((await query({ MerchantTradeNo: CVS_PARCEL.MerchantTradeNo ?? '' })).text).LogisticsStatus;

  test('before the shipment sets the status 9999, sends it to the shop, and is refused a second time', async () => {
    const { parcel, received, until } = await shop();
    const numbers = await numbersOf(parcel);
    expect(await cancel(numbers)).toBe('1|OK');
    await until(1);
    expect(received[0]?.form).toMatchObject({ RtnCode: '9999', RtnMsg: '訂單取消', MerchantTradeNo: parcel.MerchantTradeNo });
    expect(await status()).toBe('9999');
    expect(await cancel(numbers)).toBe('0|物流訂單已取消，不可重複取消');
  });

  test('is refused after the seller brought the parcel to a store', async () => {
    const numbers = await numbersOf(CVS_PARCEL);
    await control('parcels/G20261120A0001', { code: 2068, callback: false });
    expect(await cancel(numbers)).toBe('0|物流訂單狀態不可取消');
    expect(await status()).toBe('2068');
  });

  test('is refused with wrong numbers, for another merchant and for another carrier', async () => {
    const numbers = await numbersOf(CVS_PARCEL);
    for (const wrong of [{ CVSPaymentNo: 'D0000000' }, { CVSValidationNo: '' }, { AllPayLogisticsID: '' }, { AllPayLogisticsID: '1' }])
      expect(await cancel({ ...numbers, ...wrong })).toBe('0|查無物流訂單資料');
    expect(await cancel({ ...numbers, MerchantID: HOME.id }, HOME)).toBe('0|查無物流訂單資料');
    expect(await cancel(await numbersOf(HOME_PARCEL, HOME), HOME)).toBe('0|查無物流訂單資料');
    expect(await status()).toBe('300');
  });

  test('has the planned faults', async () => {
    const numbers = await numbersOf(CVS_PARCEL);
    await control('faults', { provider: 'ecpay', mode: 'lose-answer', on: 'cancel', times: 1 });
    await expect(cancel(numbers)).rejects.toThrow('fetch failed');
    expect(await status()).toBe('9999');
    await control('faults', { provider: 'ecpay', mode: 'refuse', on: 'cancel', times: 1, code: '系統維護中' });
    expect(await cancel(numbers)).toBe('0|系統維護中');
  });

  test('a parcel can still get another status afterwards', async () => {
    const numbers = await numbersOf(CVS_PARCEL);
    await cancel(numbers);
    await control('parcels/G20261120A0001', { code: 2068, callback: false });
    expect(await status()).toBe('2068');
  });
});

test('the control API accepts an order number and moves the newest parcel of that order', async () => {
  for (const count of [1, 2]) await create({ ...CVS_PARCEL, MerchantTradeNo: `N123456789ABCDEFS${count}` });
  expect(await control('parcels/N123456789ABCDEF', { code: 2068 })).toMatchObject({ tradeNo: 'N123456789ABCDEFS2', status: 2068 });
  expect(await control('parcels/N123456789ABCDEFS1', { code: 2030 })).toMatchObject({ tradeNo: 'N123456789ABCDEFS1', status: 2030 });
  expect(await control('parcels/N123456789', { code: 2030 })).toEqual({ error: 'no such parcel' });
});

describe('faults', () => {
  test('throttle the call, falsify the MAC, lose the answer or refuse the call', async () => {
    await control('faults', { provider: 'ecpay', mode: 'throttle', times: 1 });
    expect((await create(CVS_PARCEL)).status).toBe(403);
    await control('faults', { provider: 'ecpay', mode: 'bad-mac', times: 1, on: 'create' });
    expect(macFits(parseForm((await create(CVS_PARCEL)).text.slice(2)), C2C.key, C2C.iv)).toBe(false);
    await control('faults', { provider: 'ecpay', mode: 'lose-answer', times: 1 });
    await expect(create({ ...CVS_PARCEL, MerchantTradeNo: 'LOST1' })).rejects.toThrow('fetch failed');
    expect((await query({ MerchantTradeNo: 'LOST1' })).text).toContain('LogisticsStatus=300');
    await control('faults', { provider: 'ecpay', mode: 'refuse', times: 2, code: '系統維護中' });
    expect((await create({ ...CVS_PARCEL, MerchantTradeNo: 'A2' })).text).toBe('0|系統維護中');
    await control('faults', { provider: 'ecpay', mode: 'refuse', times: 0 });
    expect((await create({ ...CVS_PARCEL, MerchantTradeNo: 'A3' })).text).toMatch(/^1\|/);
  });
});

describe('the map', () => {
  const ask = {
    MerchantID: '2000933',
    LogisticsType: 'CVS',
    LogisticsSubType: 'FAMIC2C',
    IsCollection: 'Y',
    ServerReplyURL: 'https://shop.example.com/back',
    ExtraData: '"><script>1',
  };
  test('lists the stores of the chain, escapes request fields, and omits stores without cash on pickup', async () => {
    const { text } = await postForm(`${simulators.url}/Express/map`, ask);
    expect(text).toContain('value="006598"');
    expect(text).not.toContain('131386');
    expect(text).not.toContain('012590');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;1"');
    expect((await postForm(`${simulators.url}/Express/map`, { ...ask, IsCollection: 'N' })).text).toContain('012590');
  });
  test('refuses an invalid request', async () => {
    for (const change of [
      { MerchantID: '1' },
      { MerchantID: HOME.id },
      { ServerReplyURL: `https://shop.example/${'a'.repeat(180)}` },
      { LogisticsSubType: 'TCAT' },
      { ServerReplyURL: 'javascript:1' },
      { ExtraData: 'x'.repeat(21) },
    ]) {
      expect((await postForm(`${simulators.url}/Express/map`, { ...ask, ...change })).text).toMatch(/^0\|/);
    }
  });
  test('each store has a unique id, and its fields fit the length limits', () => {
    for (const store of STORES) expect([store.id.length, store.name.length <= 10, store.address.length <= 60]).toEqual([6, true, true]);
    expect(STORES.some((store) => store.outlying)).toBe(true);
    expect(new Set(STORES.map((store) => store.id)).size).toBe(STORES.length);
  });
});

test('each code of each flow has a status text of its carrier', () => {
  for (const subtype of SUBTYPES) {
    for (const flow of Object.values(FLOWS[subtype]))
      for (const code of flow) expect([subtype, code, typeof statusText(subtype, code)]).toEqual([subtype, code, 'string']);
  }
});
