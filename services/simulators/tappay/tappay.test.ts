import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSimulators, type Simulators } from '../simulators.ts';
import { bankCall, charge, listen, postForm, postJson } from '../testing.ts';
import { brandOf, luhnValid, TEST_CARDS } from './cards.ts';
import { FIXED_PRIME, makePrime } from './prime.ts';
import { TAPPAY_SANDBOX } from './routes.ts';

const VISA = '4242424242424242';
const MASTERCARD = '5451417825230575';
const time = Date.parse('2026-11-20T13:40:00Z');
let simulators: Simulators;
let stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  simulators = await createSimulators({ port: 0, clock: () => time, retryFactor: 1 });
  stops = [() => simulators.close()];
});
afterEach(async () => {
  for (const stop of stops) await stop();
});

const pay = (prime: string, over?: Record<string, unknown>) => bankCall(simulators.url, 'payment/pay-by-prime', charge(prime, over));
const query = (filters: object) => bankCall(simulators.url, 'transaction/query', { filters });
const refund = (body: object) => bankCall(simulators.url, 'transaction/refund', body);
const prime = (number = VISA) => makePrime(number, time);
const control = (path: string, body: object = {}) => postJson(`${simulators.url}/control/${path}`, body);
const secure = (shop: string) => ({
  three_domain_secure: true,
  result_url: { frontend_redirect_url: 'https://shop.example.com/result?lang=zh', backend_notify_url: `${shop}/notify/8fKq` },
});

describe('cards', () => {
  test('all test card numbers are unique, pass the Luhn check and have the prefix of their brand', () => {
    for (const card of TEST_CARDS)
      expect([card.number, luhnValid(card.number), brandOf(card.number)]).toEqual([card.number, true, card.brand]);
    expect(new Set(TEST_CARDS.map((card) => card.number)).size).toBe(TEST_CARDS.length);
  });

  test.each(TEST_CARDS.map((card) => [card.number, card.result, card] as const))(
    'the card %s gives the status %i',
    async (number, result, card) => {
      const answer = await pay(prime(number), { order_number: `N${number}` });
      expect(answer.status).toBe(result);
      const { trade_records: records } = await query({ order_number: `N${number}` });
      const expected = result === 0 || card.charged ? [0] : card.charged === false ? [] : [-1];
      expect(records.map((record: { record_status: number }) => record.record_status)).toEqual(expected);
    },
  );

  test('a number that is no test card is declined, and its middle digits are not stored', async () => {
    const made = makePrime('4111111111111111', time);
    expect(made).toContain('sim_4111110000001111_');
    expect((await pay(made)).status).toBe(10003);
  });
});

describe('primes', () => {
  test('a prime works once', async () => {
    const once = prime();
    expect((await pay(once)).status).toBe(0);
    expect((await pay(once, { order_number: 'B' })).status).toBe(121);
  });
  test('a prime is valid for 90 seconds', async () => {
    const [young, old] = [prime(), prime()];
    simulators.advance(90_000);
    expect((await pay(young)).status).toBe(0);
    simulators.advance(1);
    expect((await pay(old)).status).toBe(91);
  });
  test('an unknown prime is refused', async () => {
    expect((await pay('nonsense')).status).toBe(121);
  });
  test("the sandbox's fixed prime works repeatedly", async () => {
    expect((await pay(FIXED_PRIME)).status).toBe(0);
    expect((await pay(FIXED_PRIME)).status).toBe(0);
  });
  test('the browser SDK gets a prime of at most 71 characters with the right keys', async () => {
    const keys = { appId: TAPPAY_SANDBOX.appId, appKey: TAPPAY_SANDBOX.appKey };
    const result = await postJson(`${simulators.url}/sdk/prime`, { number: '345454654604563', ...keys });
    expect(result).toMatchObject({ status: 0, card: { bincode: '345454', lastfour: '4563', type: 5 } });
    expect(result.card.prime.length).toBeLessThanOrEqual(71);
    expect(await postJson(`${simulators.url}/sdk/prime`, { number: VISA, appId: 1 })).toMatchObject({ status: 11 });
    expect(await postJson(`${simulators.url}/sdk/prime`, { number: VISA, ...keys, appKey: 'x' })).toMatchObject({ status: 16 });
  });
});

describe('field checks', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['an empty prime', { prime: '' }, 503],
    ['no merchant', { merchant_id: undefined }, 502],
    ['an unknown merchant', { merchant_id: 'Someone' }, 61],
    ['an amount as text', { amount: '1980' }, 510],
    ['a fractional amount', { amount: 1.5 }, 510],
    ['the amount 0', { amount: 0 }, 513],
    ['an amount above the limit', { amount: 20_000_001 }, 513],
    ['another currency', { currency: 'USD' }, 89],
    ['no details', { details: '' }, 505],
    ['long details', { details: '保'.repeat(101) }, 515],
    ['an empty order number', { order_number: '' }, 514],
    ['a long order number', { order_number: 'H'.repeat(51) }, 514],
    ['no cardholder', { cardholder: undefined }, 501],
    ['no phone number', { cardholder: { name: 'a', email: 'a@b.c' } }, 507],
    ['no name', { cardholder: { phone_number: '0923456789', email: 'a@b.c' } }, 508],
    ['an invalid e-mail address', { cardholder: { phone_number: '0923456789', name: 'a', email: 'a' } }, 509],
    ['3D without result_url', { three_domain_secure: true }, 629],
    ['no redirect URL', { three_domain_secure: true, result_url: {} }, 630],
    ['no notify URL', { three_domain_secure: true, result_url: { frontend_redirect_url: 'https://a.example' } }, 631],
  ])('refuse %s', async (_what, over, status) => {
    expect((await pay(prime(), over)).status).toBe(status);
    expect(await (await fetch(`${simulators.url}/control/payments`)).json()).toEqual([]);
  });

  test('refuse wrong keys and invalid JSON', async () => {
    const path = `${simulators.url}/tpc/payment/pay-by-prime`;
    expect(await postJson(path, charge(prime()), { 'x-api-key': 'wrong' })).toMatchObject({ status: 80 });
    expect(await postJson(path, charge(prime()), { 'x-api-key': TAPPAY_SANDBOX.partnerKey })).toMatchObject({ status: 506 });
    expect(await (await fetch(path, { method: 'POST', body: '{' })).json()).toMatchObject({ status: 5 });
    expect(await postJson(path, charge(prime()), { 'content-type': 'text/plain' })).toMatchObject({ status: 5 });
  });

  test('refuse a bank transaction id that was used before', async () => {
    expect((await pay(prime(), { bank_transaction_id: 'TP1' })).status).toBe(0);
    expect((await pay(prime(), { bank_transaction_id: 'TP1' })).status).toBe(10013);
  });
});

describe('3-D secure', () => {
  test('a passed check redirects with four parameters, repeats the notify until HTTP 200, and authorises the charge', async () => {
    const shop = await listen((nth) => ({ status: nth < 3 ? 500 : 200, body: '' }));
    stops.push(shop.close);
    const started = await pay(prime(), secure(shop.url));
    expect(started).toMatchObject({ status: 0, auth_code: '' });
    expect((await query({ rec_trade_id: started.rec_trade_id })).trade_records[0].record_status).toBe(4);

    const page = await (await fetch(started.payment_url)).text();
    for (const label of ['通過', '失敗', '放棄', 'NT$ 1,980']) expect(page).toContain(label);
    const gone = await fetch(started.payment_url, { method: 'POST', body: new URLSearchParams({ action: 'pass' }), redirect: 'manual' });
    expect(gone.status).toBe(303);
    expect(Object.fromEntries(new URL(gone.headers.get('location') ?? '').searchParams)).toEqual({
      lang: 'zh',
      rec_trade_id: started.rec_trade_id,
      order_number: 'H20261120B0002',
      bank_transaction_id: started.bank_transaction_id,
      status: '0',
    });

    await shop.until(1);
    expect(JSON.parse(shop.received[0]?.body ?? '')).toMatchObject({
      rec_trade_id: started.rec_trade_id,
      order_number: 'H20261120B0002',
      amount: 1980,
      status: 0,
      bank_result_code: '00',
    });
    await pause();
    simulators.advance(60_000);
    await shop.until(2);
    await pause();
    simulators.advance(119_000);
    await pause();
    expect(shop.received.length).toBe(2);
    simulators.advance(1_000);
    await shop.until(3);
    await pause();
    simulators.advance(3_600_000);
    await pause();
    expect(shop.received.length).toBe(3);
    expect(await query({ rec_trade_id: started.rec_trade_id })).toMatchObject({
      status: 2,
      trade_records: [{ record_status: 0, amount: 1980 }],
    });
  });

  test('a failed check is final', async () => {
    const started = await pay(prime(), secure('http://127.0.0.1:9'));
    const failed = await control(`payments/${started.rec_trade_id}/complete`, { result: 'fail' });
    expect(failed).toMatchObject({ completed: true, recordStatus: -1 });
    expect(failed.redirect).toContain('status=10003');
    expect(await control(`payments/${started.rec_trade_id}/complete`, { result: 'pass' })).toMatchObject({
      completed: false,
      recordStatus: -1,
    });
  });

  test('an abandoned check stays pending without redirect and notify, and fails after 15 minutes', async () => {
    const shop = await listen(() => ({ body: '' }));
    stops.push(shop.close);
    const started = await pay(prime(), secure(shop.url));
    const left = await fetch(started.payment_url, { method: 'POST', body: new URLSearchParams({ action: 'abandon' }), redirect: 'manual' });
    expect(left.status).toBe(200);
    expect((await query({ rec_trade_id: started.rec_trade_id })).trade_records[0].record_status).toBe(4);
    expect(shop.received).toEqual([]);
    simulators.advance(15 * 60_000);
    await shop.until(1);
    expect((await query({ rec_trade_id: started.rec_trade_id })).trade_records[0].record_status).toBe(-1);
  });

  test('the Mastercard number is authorised without a bank page', async () => {
    const answer = await pay(prime(MASTERCARD), secure('http://127.0.0.1:9'));
    expect(answer.payment_url).toBeUndefined();
    expect(answer.auth_code).toMatch(/^\d{6}$/);
  });
});

describe('refunds', () => {
  test('before the capture, only the whole amount can be refunded', async () => {
    const { rec_trade_id } = await pay(prime());
    expect((await refund({ rec_trade_id, amount: 980 })).status).toBe(10024);
    expect(await refund({ rec_trade_id, bank_refund_id: 'RF1' })).toMatchObject({ status: 0, refund_amount: 1980, is_captured: false });
    expect((await refund({ rec_trade_id })).status).toBe(10050);
    expect((await query({ rec_trade_id })).trade_records[0]).toMatchObject({ record_status: 3, amount: 0, refunded_amount: 1980 });
  });

  test('after the capture, parts can be refunded up to the rest, once per id', async () => {
    const { rec_trade_id } = await pay(prime());
    simulators.advance(86_400_000);
    expect((await query({ rec_trade_id })).trade_records[0]).toMatchObject({ record_status: 1, is_captured: true });
    expect(await refund({ rec_trade_id, amount: 980, bank_refund_id: 'RF1' })).toMatchObject({
      status: 0,
      refund_amount: 980,
      is_captured: true,
    });
    expect((await refund({ rec_trade_id, amount: 100, bank_refund_id: 'RF1' })).status).toBe(6002);
    expect((await refund({ rec_trade_id, amount: 1001 })).status).toBe(10051);
    expect((await refund({ rec_trade_id, bank_refund_id: 'R'.repeat(21) })).status).toBe(514);
    expect((await query({ rec_trade_id })).trade_records[0]).toMatchObject({ record_status: 2, amount: 1000 });
    expect((await refund({ rec_trade_id })).refund_amount).toBe(1000);
    expect((await refund({ rec_trade_id: 'D0' })).status).toBe(10050);
  });
});

test('a record query answers the status 0 on each page except the last, and 2 on the last', async () => {
  for (let i = 0; i < 3; i++) await pay(prime(), { order_number: `P${i}` });
  const page = (n: number) =>
    bankCall(simulators.url, 'transaction/query', { records_per_page: 2, page: n, filters: { merchant_id: [TAPPAY_SANDBOX.merchantId] } });
  expect(await page(0)).toMatchObject({ status: 0, number_of_transactions: 3, total_page_count: 2 });
  expect(await page(1)).toMatchObject({ status: 2, trade_records: [{}] });
});

describe('faults', () => {
  test('lose-answer drops the answer, and the charge is made', async () => {
    await control('faults', { provider: 'tappay', mode: 'lose-answer', times: 1 });
    await expect(pay(prime())).rejects.toThrow('fetch failed');
    expect((await query({ order_number: 'H20261120B0002' })).trade_records).toMatchObject([{ record_status: 0 }]);
  });
  test('down and throttle make no charge, refuse answers its code, and garble breaks the JSON of a charge', async () => {
    for (const mode of ['down', 'throttle', 'garble']) {
      await control('faults', { provider: 'tappay', mode, times: 1, on: 'pay' });
      await expect(pay(prime(), { order_number: mode })).rejects.toThrow(/JSON|Unexpected/);
    }
    await control('faults', { provider: 'tappay', mode: 'refuse', times: 1, code: 915 });
    expect((await pay(prime())).status).toBe(915);
    const records = (await (await fetch(`${simulators.url}/control/payments`)).json()) as { orderNumber: string }[];
    expect(records.map((payment) => payment.orderNumber)).toEqual(['garble']);
  });
  test('the control API refuses requests from other sites', async () => {
    const answer = await fetch(`${simulators.url}/control/reset`, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
    expect((await postForm(`${simulators.url}/redirect/unknown`, {})).status).toBe(404);
  });
});

/** Waits until the sender has recorded the answer to an attempt. */
const pause = () => new Promise((go) => setTimeout(go, 30));
