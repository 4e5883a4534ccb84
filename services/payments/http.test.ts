import { readConfig } from '@nordhaut/platform/config';
import type { App, RequestContext } from '@nordhaut/platform/http';
import { testApp } from '@nordhaut/platform/http/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifyUrl, type PaymentRef, paymentRoutes } from './http.ts';
import { TapPayConfig } from './tappay/config.ts';

const SECRET = 'a-secret-that-nobody-could-guess-0123';
const config = readConfig(TapPayConfig, { TAPPAY_NOTIFY_SECRET: SECRET } as NodeJS.ProcessEnv);

let app: App;
let confirmed: { ref: PaymentRef; context: RequestContext }[];
let outcome: 'done' | 'later' | Error;
const routes = paymentRoutes({
  config,
  async confirm(ref, context) {
    confirmed.push({ ref, context });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  },
  statusOf: async (orderNo) =>
    orderNo === 'NOBODY0000'
      ? undefined
      : { displayStatus: { code: confirmed.length > 0 ? 'PAID' : 'WAITING', label: '訂單處理中' }, position: String(confirmed.length) },
});
beforeEach(async () => {
  confirmed = [];
  outcome = 'done';
  app = await testApp({ routes: [routes] });
});
afterEach(() => app.close());

const notify = (body: unknown, secret = SECRET) =>
  app.inject({
    method: 'POST',
    url: `/api/tappay/notify/${secret}`,
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const BODY = { rec_trade_id: 'D20261120aBcDeF', order_number: 'H20261120B0002', amount: 1, status: 10003, msg: 'Card Error' };

describe('the processor’s notify', () => {
  it('starts a query of the processor’s record for every content, and is answered 200', async () => {
    for (const body of [BODY, BODY, { ...BODY, status: 0, amount: 999 }]) expect((await notify(body)).statusCode).toBe(200);
    expect(confirmed.map(({ ref }) => ref)).toEqual(Array.from({ length: 3 }, () => ({ orderNo: 'H20261120B0002' })));
    expect(confirmed[0]?.context.actor).toEqual({ kind: 'card-processor', id: 'tappay' });
  });

  it('is answered 503 or 500, so that it is repeated, where the processor or the store does not answer', async () => {
    outcome = 'later';
    expect((await notify(BODY)).statusCode).toBe(503);
    expect((await notify(BODY)).json()).toMatchObject({ status: 503, code: 'PAYMENT_NOT_CONFIRMED', correlationId: expect.any(String) });
    outcome = new Error('store is away');
    expect((await notify(BODY)).statusCode).toBe(500);
  });

  it('is answered 404 at any other address, for every body', async () => {
    for (const [body, secret] of [
      [BODY, 'x'],
      [BODY, `${SECRET}0`],
      [BODY, SECRET.slice(1)],
      ['{', 'x'],
      [{}, 'x'],
    ] as const) {
      const answer = await notify(body, secret);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND', correlationId: expect.any(String) });
    }
    expect(confirmed).toEqual([]);
  });

  it('limits an address that guesses the secret, and not one that knows it', async () => {
    // A twentieth: 60 calls a minute for visitors, 3 wrong secrets.
    const busy = await testApp({ routes: [routes], env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.05' } });
    const tell = async (secret: string, remoteAddress: string) =>
      (await busy.inject({ method: 'POST', url: `/api/tappay/notify/${secret}`, remoteAddress, payload: BODY })).statusCode;
    for (let n = 0; n < 100; n++) expect(await tell(SECRET, '10.0.0.1'), `call ${n}`).toBe(200);
    for (let n = 0; n < 3; n++) expect(await tell(`guess${n}`, '10.0.0.2')).toBe(404);
    expect(await tell('guess3', '10.0.0.2')).toBe(429);
    expect(await tell(SECRET, '10.0.0.2')).toBe(429);
    expect(await tell(SECRET, '10.0.0.1')).toBe(200);
    await busy.close();
  });

  it('uses the trade id where the order number is not valid, and rejects a body without either', async () => {
    await notify({ ...BODY, order_number: '../../etc' });
    expect(confirmed.map(({ ref }) => ref)).toEqual([{ recTradeId: 'D20261120aBcDeF' }]);
    for (const body of [{}, [], 'null', '7', '{', { rec_trade_id: 7 }, { rec_trade_id: 'x'.repeat(65) }, { order_number: { $ne: '' } }])
      expect((await notify(body)).statusCode, JSON.stringify(body)).toBe(400);
    expect(confirmed).toHaveLength(1);
  });

  it('has an address with the secret', () => {
    expect(notifyUrl('https://shop.example.com', config)).toBe(`https://shop.example.com/api/tappay/notify/${SECRET}`);
  });
});

describe('the browser’s return', () => {
  it('queries the processor and answers the order’s status, with the position of what was recorded', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/orders/H20261120B0002/payment/confirm' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ orderNo: 'H20261120B0002', displayStatus: { code: 'PAID', label: '訂單處理中' }, position: '1' });
  });

  it('answers the recorded status where the processor does not answer', async () => {
    outcome = 'later';
    expect((await app.inject({ method: 'POST', url: '/api/orders/H20261120B0002/payment/confirm' })).statusCode).toBe(200);
  });

  it('makes no query for an unknown order', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/orders/NOBODY0000/payment/confirm' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect(confirmed).toEqual([]);
  });
});

it('answers the set-up of the card fields without a secret', async () => {
  const answer = await app.inject('/api/payment-setup');
  expect(answer.json()).toEqual({ sdkUrl: config.TAPPAY_SDK_URL, appId: 11327, appKey: config.TAPPAY_APP_KEY, environment: 'sandbox' });
});
