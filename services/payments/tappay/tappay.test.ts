import { readConfig } from '@nordhaut/platform/config';
import { createSimulators, makePrime, type Simulators, TAPPAY_SANDBOX } from '@nordhaut/simulators';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardPayment, CardProcessor, PaymentRecord, Refund } from '../card-processor.ts';
import { hasFailed, isPaid, moneyFirst } from '../is-paid.ts';
import { TapPayConfig } from './config.ts';
import { createTapPay } from './tappay.ts';

const CARDS = {
  visa: '4242424242424242',
  direct: '5451417825230575',
  refused: '4242421602184242',
  charged421: '4242429900421042',
  lost421: '4242429910421842',
};

const payment = (orderNo: string, card: string, over: Partial<CardPayment> = {}): CardPayment => ({
  prime: makePrime(card, Date.now()),
  amount: 1980,
  orderNo,
  details: '保養品',
  cardholder: {
    name: '陳小美',
    phoneE164: '+886987654321',
    email: 'mei@example.com',
    zip: '106',
    address: '臺北市大安區信義路三段134巷1號',
  },
  redirectUrl: 'https://shop.example.com/result',
  notifyUrl: 'http://127.0.0.1:9/api/tappay/notify/secret',
  ...over,
});
const config = (baseUrl: string, timeout = 2_000) =>
  readConfig(TapPayConfig, { TAPPAY_BASE_URL: baseUrl, TAPPAY_TIMEOUT: String(timeout) } as NodeJS.ProcessEnv);
const expected = (orderNo: string, amount = 1980) => ({ orderNo, amount, currency: 'TWD', merchantId: TAPPAY_SANDBOX.merchantId }) as const;

let simulators: Simulators;
let processor: CardProcessor;
let order = 0;
const newOrder = () => `T${String(++order).padStart(9, '0')}`;
const control = (path: string, body: object) => fetch(`${simulators.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });

beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
});
beforeEach(() => {
  processor = createTapPay(config(simulators.url));
});
afterEach(async () => {
  await processor.close();
  await simulators.reset();
});
afterAll(() => simulators.close());

describe('pay', () => {
  it('starts 3-D secure, and the payment counts only with the processor’s record', async () => {
    const orderNo = newOrder();
    const started = await processor.pay(payment(orderNo, CARDS.visa));
    if (started.kind !== 'redirect') throw new Error(started.kind);
    expect(started.paymentUrl).toMatch(/^http/);
    const pending = await processor.find({ recTradeId: started.recTradeId });
    expect(pending).toMatchObject({ kind: 'found', record: { status: 'pending', orderNo } });
    expect(pending.kind === 'found' && isPaid(pending.record, expected(orderNo))).toBe(false);

    await control(`payments/${started.recTradeId}/complete`, { result: 'pass' });
    const found = await processor.find({ orderNo });
    if (found.kind !== 'found') throw new Error(found.kind);
    expect(found.record).toMatchObject({
      status: 'authorised',
      amount: 1980,
      originalAmount: 1980,
      currency: 'TWD',
      lastFour: '4242',
      bankResultCode: '00',
    });
    expect(isPaid(found.record, expected(orderNo))).toBe(true);
    expect(isPaid(found.record, expected(orderNo, 1979))).toBe(false);
    expect(isPaid(found.record, expected('T999999999'))).toBe(false);
    expect(isPaid(found.record, { ...expected(orderNo), merchantId: 'other' })).toBe(false);
  });

  it('authorises a card at once where the bank needs no 3-D secure', async () => {
    const outcome = await processor.pay(payment(newOrder(), CARDS.direct));
    expect(outcome).toMatchObject({ kind: 'authorised', lastFour: '0575' });
    expect(outcome.kind === 'authorised' && outcome.authCode).toMatch(/^\d{6}$/);
  });

  it('returns a refusal with the processor’s code', async () => {
    expect(await processor.pay(payment(newOrder(), CARDS.refused))).toMatchObject({ kind: 'refused', providerCode: 10003 });
    const used = payment(newOrder(), CARDS.direct);
    await processor.pay(used);
    expect(await processor.pay(used)).toMatchObject({ kind: 'refused', providerCode: 121 });
  });

  it('returns unknown for status 421, and find returns the outcome', async () => {
    const [charged, lost] = [newOrder(), newOrder()];
    expect(await processor.pay(payment(charged, CARDS.charged421))).toMatchObject({ kind: 'unknown', sent: true });
    expect(await processor.pay(payment(lost, CARDS.lost421))).toMatchObject({ kind: 'unknown', sent: true });
    const found = await processor.find({ orderNo: charged });
    expect(found.kind === 'found' && isPaid(found.record, expected(charged))).toBe(true);
    const none = await processor.find({ orderNo: lost });
    expect(none.kind === 'none' || (none.kind === 'found' && hasFailed(none.record))).toBe(true);
  });

  it.each(['down', 'garble', 'lose-answer', 'slow'])('returns unknown for the fault %s', async (mode) => {
    await processor.close();
    processor = createTapPay(config(simulators.url, 300));
    const orderNo = newOrder();
    await control('faults', { provider: 'tappay', mode, times: 1, on: 'pay', delayMs: 2_000 });
    expect(await processor.pay(payment(orderNo, CARDS.direct))).toMatchObject({ kind: 'unknown', sent: true });
    const found = await processor.find({ orderNo });
    expect(found.kind).toBe(mode === 'down' ? 'none' : 'found');
  });

  it('returns sent: false where no connection is possible', async () => {
    const unreachable = createTapPay(config('http://127.0.0.1:9'));
    expect(await unreachable.pay(payment(newOrder(), CARDS.direct))).toMatchObject({ kind: 'unknown', sent: false });
    expect((await unreachable.find({ orderNo: 'T1' })).kind).toBe('unknown');
    await unreachable.close();
  });
});

describe('a record of an order', () => {
  const good = {
    status: 'captured',
    orderNo: 'T1',
    amount: 1980,
    originalAmount: 1980,
    currency: 'TWD',
    merchantId: TAPPAY_SANDBOX.merchantId,
  };
  it.each<[string, Partial<PaymentRecord>, boolean]>([
    ['captured', {}, true],
    ['authorised', { status: 'authorised' }, true],
    ['pending', { status: 'pending' }, false],
    ['refunded in part', { status: 'partly-refunded' }, false],
    ['of which something went back', { amount: 1979 }, false],
    ['of another amount', { originalAmount: 1981 }, false],
    ['in another currency', { currency: 'JPY' }, false],
    ['of another order', { orderNo: 'T2' }, false],
    ['of another merchant', { merchantId: 'other' }, false],
  ])('pays it or not: %s', (_, over, pays) => expect(isPaid({ ...good, ...over } as PaymentRecord, expected('T1'))).toBe(pays));

  it('that holds money comes first, then one that held it, then one that may', () => {
    const sorted = ['error', 'pending', 'refunded', 'cancelled', 'authorised', 'partly-refunded', 'captured'];
    expect(moneyFirst(sorted.map((status) => ({ status }) as PaymentRecord)).map(({ status }) => status)).toEqual([
      'authorised',
      'captured',
      'partly-refunded',
      'refunded',
      'pending',
      'cancelled',
      'error',
    ]);
  });

  it('can charge the card no more where it failed or was cancelled', () => {
    const statuses = ['error', 'cancelled', 'pending', 'authorised', 'captured', 'partly-refunded', 'refunded'];
    expect(statuses.filter((status) => hasFailed({ status } as PaymentRecord))).toEqual(['error', 'cancelled']);
  });
});

describe('find', () => {
  it('distinguishes no record from no answer, and puts the attempt with money first', async () => {
    const orderNo = newOrder();
    expect(await processor.find({ orderNo })).toEqual({ kind: 'none' });
    await control('faults', { provider: 'tappay', mode: 'down', times: 1, on: 'query' });
    expect((await processor.find({ orderNo })).kind).toBe('unknown');
    await processor.pay(payment(orderNo, CARDS.direct));
    await processor.pay(payment(orderNo, CARDS.visa));
    const found = await processor.find({ orderNo });
    expect(found).toMatchObject({ kind: 'found', record: { status: 'authorised' }, others: [{ status: 'pending' }] });
  });
});

describe('refund', () => {
  const paid = async () => {
    const outcome = await processor.pay(payment(newOrder(), CARDS.direct));
    if (outcome.kind !== 'authorised') throw new Error(outcome.kind);
    await control(`payments/${outcome.recTradeId}/capture`, {});
    return outcome.recTradeId;
  };
  const refund = (one: Omit<Refund, 'refundedBefore'> & Partial<Refund>) => processor.refund({ refundedBefore: 0, ...one });

  it('refunds the whole amount once, also when repeated', async () => {
    const recTradeId = await paid();
    const whole = { recTradeId, refundId: `RF${recTradeId.slice(-10)}`, amount: 1980 };
    expect(await refund(whole)).toEqual({ kind: 'refunded', amount: 1980 });
    expect(await refund(whole)).toEqual({ kind: 'refunded', amount: 1980 });
    expect(await processor.find({ recTradeId })).toMatchObject({ record: { status: 'refunded', amount: 0, refundedAmount: 1980 } });
  });

  it('is idempotent after a lost answer, and refuses more than is left', async () => {
    const recTradeId = await paid();
    const half = { recTradeId, refundId: 'RFHALF1', amount: 990 };
    await control('faults', { provider: 'tappay', mode: 'lose-answer', times: 1, on: 'refund' });
    expect((await refund(half)).kind).toBe('unknown');
    expect(await refund(half)).toEqual({ kind: 'refunded', amount: 990 });
    expect(await refund({ recTradeId, refundId: 'RFHALF2', amount: 991 })).toMatchObject({ kind: 'refused', code: 10051 });
    expect(await processor.find({ recTradeId })).toMatchObject({ record: { status: 'partly-refunded', amount: 990 } });
  });

  it('does not take an earlier refund of the same amount for a refund that failed', async () => {
    const other = await paid();
    expect(await refund({ recTradeId: other, refundId: 'RFUSED', amount: 500 })).toMatchObject({ kind: 'refunded' });
    const recTradeId = await paid();
    expect(await refund({ recTradeId, refundId: 'RFEARLIER', amount: 500 })).toMatchObject({ kind: 'refunded' });
    const repeated = { recTradeId, refundId: 'RFUSED', amount: 500 };
    expect(await refund({ ...repeated, refundedBefore: 500 })).toMatchObject({ kind: 'unknown' });
    await refund({ recTradeId, refundId: 'RFLATER', amount: 500 });
    expect(await refund({ ...repeated, refundedBefore: 500 })).toEqual({ kind: 'refunded', amount: 500 });
  });
});

describe('an answer that does not match the request', () => {
  let server: Server;
  let answer: object | string;
  let httpStatus = 200;
  let asked: Record<string, unknown>;
  let strange: CardProcessor;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request
        .on('data', (part: Buffer) => (body += part.toString()))
        .on('end', () => {
          asked = JSON.parse(body) as typeof asked;
          response.writeHead(httpStatus).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
        });
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
    strange = createTapPay(config(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
  beforeEach(() => (httpStatus = 200));
  afterAll(async () => {
    await strange.close();
    server.close();
  });

  const good = {
    status: 0,
    msg: 'Success',
    rec_trade_id: 'D1',
    bank_transaction_id: 'TP1',
    auth_code: '1',
    order_number: 'T1',
    merchant_id: TAPPAY_SANDBOX.merchantId,
    amount: 1980,
    currency: 'TWD',
  };
  it.each([
    [300, { kind: 'refunded', amount: 300 }],
    [0, { kind: 'unknown' }],
    [-5, { kind: 'unknown' }],
  ])('of a refund of NT$500, which names NT$%d', async (refund_amount, outcome) => {
    answer = { status: 0, msg: 'Success', refund_amount };
    expect(await strange.refund({ recTradeId: 'D1', refundId: 'RF1', amount: 500, refundedBefore: 0 })).toMatchObject(outcome);
  });

  it.each([
    ['another order', { ...good, order_number: 'T2' }],
    ['another amount', { ...good, amount: 1 }],
    ['another currency', { ...good, currency: 'JPY' }],
    ['another merchant', { ...good, merchant_id: 'X' }],
    ['no trade id', { ...good, rec_trade_id: '' }],
    ['a status that is text', { ...good, status: '0' }],
    ['a payment page that is a script', { ...good, payment_url: 'javascript:alert(1)' }],
    ['422', { status: 422, msg: '' }],
    ['no JSON', 'oops'],
    ['an array', []],
    ['null', 'null'],
  ])('is an unknown outcome: %s', async (_name, wrong) => {
    answer = good;
    expect((await strange.pay(payment('T1', CARDS.direct))).kind).toBe('authorised');
    answer = wrong;
    expect(await strange.pay(payment('T1', CARDS.direct))).toMatchObject({ kind: 'unknown', sent: true });
  });

  it('is none where its HTTP status says so: only after 429 was nothing charged', async () => {
    answer = good;
    for (const [status, sent] of [
      [500, true],
      [503, true],
      [429, false],
    ] as const) {
      httpStatus = status;
      expect(await strange.pay(payment('T1', CARDS.direct))).toMatchObject({ kind: 'unknown', sent });
      expect((await strange.refund({ recTradeId: 'D1', refundId: 'RF1', amount: 500, refundedBefore: 0 })).kind).toBe('unknown');
    }
  });

  it.each([
    ['the bank was not heard in time', { status: 421, msg: '' }],
    ['it was sent before, and the record cannot be read', { status: 6002, msg: '' }],
    ['it does not fit', { status: '0' }],
  ])('of a refund is unknown: %s', async (_name, wrong) => {
    answer = wrong;
    expect((await strange.refund({ recTradeId: 'D1', refundId: 'RF1', amount: 500, refundedBefore: 0 })).kind).toBe('unknown');
  });

  it('is to a charge in NT$, whose card is not kept and whose text has a hundred characters at most', async () => {
    answer = good;
    const { zip: _, ...cardholder } = payment('T1', CARDS.direct).cardholder;
    await strange.pay(payment('T1', CARDS.direct, { details: '𠮷'.repeat(101), cardholder }));
    expect(asked).toMatchObject({ currency: 'TWD', amount: 1980, order_number: 'T1', remember: false, three_domain_secure: true });
    expect(asked).toMatchObject({ details: '𠮷'.repeat(100), cardholder: { zip_code: '', address: cardholder.address } });
  });

  it('of a day has the records of this merchant alone, and what a record does not say of its first amount is added up', async () => {
    const record = { rec_trade_id: 'D1', record_status: 2, amount: 1500, refunded_amount: 480, currency: 'TWD', order_number: 'T1' };
    const own = { ...record, merchant_id: TAPPAY_SANDBOX.merchantId };
    answer = {
      status: 2,
      msg: '',
      trade_records: [own, { ...record, merchant_id: 'other' }, { ...own, original_amount: 2000, bank_result_code: 7 }],
    };
    const [from, to] = [new Date(1_000), new Date(2_000)];
    expect(await strange.statement({ from, to })).toMatchObject({
      kind: 'statement',
      records: [
        { originalAmount: 1980, refundedAmount: 480, bankResultCode: '' },
        { originalAmount: 2000, bankResultCode: '7' },
      ],
    });
    // Both instants of TapPay belong to the time.
    expect(asked).toMatchObject({ filters: { time: { start_time: 1_000, end_time: 1_999 } }, order_by: { is_descending: false } });
  });

  it('ignores records of another order', async () => {
    const record = { rec_trade_id: 'D1', record_status: 0, amount: 1980, currency: 'TWD', order_number: 'T2', merchant_id: 'm' };
    answer = { status: 2, msg: '', trade_records: [record] };
    expect(await strange.find({ orderNo: 'T1' })).toEqual({ kind: 'none' });
    answer = { status: 2, msg: '', trade_records: [{ ...record, order_number: 'T1', record_status: 77 }] };
    expect((await strange.find({ orderNo: 'T1' })).kind).toBe('unknown');
    answer = { status: 2, msg: '', trade_records: [record] };
    expect(await strange.find({ recTradeId: 'D2' })).toEqual({ kind: 'none' });
    // A list with no end is no answer, nor is one that does not fit.
    for (const wrong of [
      { status: 80, msg: 'Invalid x-api-key' },
      { status: 0, msg: '', trade_records: [record] },
      { status: 2, msg: '', trade_records: [{}] },
    ]) {
      answer = wrong;
      expect((await strange.find({ orderNo: 'T1' })).kind).toBe('unknown');
    }
    answer = { status: 0, msg: '', trade_records: [] };
    expect(await strange.find({ orderNo: 'T1' })).toEqual({ kind: 'none' });
  });
});

describe('configuration', () => {
  it('does not start in production with a sandbox value', () => {
    const production = { NODE_ENV: 'production', TAPPAY_MERCHANT_ID: 'SHOP_1', TAPPAY_PARTNER_KEY: TAPPAY_SANDBOX.partnerKey };
    expect(() => readConfig(TapPayConfig, production as NodeJS.ProcessEnv)).toThrow(/TAPPAY_PARTNER_KEY must not be a sandbox value/);
    // The browser would make tokens of the sandbox, and every card would be refused.
    for (const environment of ['Production', 'live'])
      expect(() => readConfig(TapPayConfig, { TAPPAY_ENVIRONMENT: environment } as NodeJS.ProcessEnv)).toThrow(/sandbox or production/);
    expect(JSON.stringify(config('https://x.example'))).not.toContain(TAPPAY_SANDBOX.partnerKey);
  });
});
