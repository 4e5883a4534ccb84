import { ERROR_LOG_APIS, type ErrorLogCode } from '@nordhaut/contracts';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, checkOut, codOrder, recipient } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD } from './fixtures/orders.ts';
import { control } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { withSettings } from './fixtures/with-settings.ts';

let shop: TestShop;
let support: Browser;
beforeAll(async () => {
  shop = await testShop();
  support = await signedInStaff(shop, ['view']);
});
afterAll(() => shop.close());

type ErrorRow = Record<'error_api' | 'error_system' | 'error_request' | 'error_response' | 'error_create_at', string>;
/** What support reads of a code, the oldest first. */
const recorded = async (code: string): Promise<ErrorRow[]> =>
  (
    await support.post<{ data: ErrorRow[] }>('/api/get/', {
      table: 'error_log',
      conditions: [{ property: 'error_system', operator: '==', value: code }],
      orderBy: [{ property: 'error_id' }],
    })
  ).body.data;
const fault = (provider: string, on: string, more: object) => control(shop, 'faults', { provider, on, times: 1, ...more });
async function groupOrderOf(more: object): Promise<{ orderNo: string; answer: string }> {
  const request = await groupOrder(shop.visit(), more);
  const { body } = await shop.visit().post<{ code: string }>('/api/group-orders', request);
  return { orderNo: request.orderNo, answer: body.code };
}
async function orderOf(order: ReturnType<typeof codOrder>, more: object = {}): Promise<{ orderNo: string; answer: string }> {
  const { orderNo, body } = await checkOut(shop.visit(), order, more);
  return { orderNo, answer: (body as unknown as { code: string }).code };
}

/** A failure: how it happens, the answer to its buyer, and what the record says beside the number. */
type Failure = {
  what: string;
  happens: () => Promise<{ orderNo?: string; answer?: string }>;
  answer: string | undefined;
  request?: object;
  response: object;
};
// By hand, a line for each code of the list: a new code does not compile without its line.
const FAILURES: Record<ErrorLogCode, Failure[]> = {
  ORDER_TAPPAY_DIRECT_PAY_FAIL: [
    { what: 'a refused card', happens: () => orderOf(cardOrder(REFUSED_CARD)), answer: 'CARD_REFUSED', response: { code: 10003 } },
    {
      what: 'a refusal whose text names the buyer',
      async happens() {
        await fault('tappay', 'pay', { mode: 'refuse', code: 915 });
        return orderOf(cardOrder(MASTERCARD));
      },
      answer: 'CARD_REFUSED',
      response: { code: 915 },
    },
  ],
  ORDER_TAPPAY_NO_RESPONSE: [
    {
      what: 'a processor that is down',
      async happens() {
        await fault('tappay', 'pay', { mode: 'down' });
        return orderOf(cardOrder(MASTERCARD));
      },
      // The charge may have been made, so the order waits for the processor's record.
      answer: undefined,
      response: { reason: 'HTTP 503' },
    },
    {
      what: 'an answer that does not reach the browser',
      async happens() {
        expect((await shop.visit().post('/api/error-log', { code: 'ORDER_TAPPAY_NO_RESPONSE' })).status).toBe(200);
        return {};
      },
      answer: undefined,
      request: { by: 'browser' },
      response: {},
    },
  ],
  ORDER_PRICE_CHECK: [
    {
      what: 'an order with another total',
      happens: () => orderOf(codOrder(), { expectedTotal: 1 }),
      answer: 'AMOUNT_MISMATCH',
      request: { expected: 1 },
      response: { price: 1_860 },
    },
    {
      what: 'a group order with another total',
      happens: () => groupOrderOf({ expectedTotal: 1 }),
      answer: 'AMOUNT_MISMATCH',
      request: { expected: 1 },
      response: { price: 1_180 },
    },
  ],
  ORDER_LOGISTICS: [
    {
      what: 'a carrier that refuses, with a text that names the buyer',
      async happens() {
        await fault('ecpay', 'create', { mode: 'refuse', code: `${recipient.firstName}${recipient.lastName} ${recipient.phone}` });
        return orderOf(codOrder());
      },
      answer: 'LOGISTICS_REFUSED',
      response: { outcome: 'refused' },
    },
    {
      what: 'a carrier that refuses the parcel of a group order',
      async happens() {
        await fault('ecpay', 'create', { mode: 'refuse', code: '收件人姓名格式錯誤' });
        return groupOrderOf({});
      },
      answer: 'LOGISTICS_REFUSED',
      response: { outcome: 'refused' },
    },
  ],
  // Without the number: a text of the browser's own may name a person.
  ORDER_UID: [
    {
      what: 'a text that is no number of the shop',
      happens: async () => ({ answer: (await orderOf(codOrder(), { orderNo: '王大明 0912345678' })).answer }),
      answer: 'ORDER_NUMBER_UNKNOWN',
      response: {},
    },
    {
      what: 'the same of a group order',
      happens: async () => ({ answer: (await groupOrderOf({ orderNo: '0912345678' })).answer }),
      answer: 'ORDER_NUMBER_UNKNOWN',
      response: {},
    },
    {
      what: 'a number that the browser did not get',
      async happens() {
        expect((await shop.visit().post('/api/error-log', { code: 'ORDER_UID' })).status).toBe(200);
        return {};
      },
      answer: undefined,
      request: { by: 'browser' },
      response: {},
    },
  ],
};

describe.each(Object.keys(ERROR_LOG_APIS) as ErrorLogCode[])('%s', (code) => {
  test.each(FAILURES[code])('$what: support reads it, and nobody is named', async ({ happens, answer, request, response }) => {
    const [before, began] = [(await recorded(code)).length, Date.now()];
    const { orderNo, answer: told } = await happens();
    expect(told).toBe(answer);
    const [row, ...more] = await eventually(async () => {
      const found = await recorded(code);
      return found.length > before && found.slice(before);
    }, `the record of ${code}`);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ error_api: ERROR_LOG_APIS[code], error_system: code });
    expect(JSON.parse(row?.error_request || '{}')).toEqual({ ...(orderNo !== undefined && { orderNo }), ...request });
    expect(JSON.parse(row?.error_response || '{}')).toEqual(response);
    expect(Date.parse(row?.error_create_at ?? '')).toBeGreaterThanOrEqual(began - 1);
  });
});

test('no record names a person or a card, and nobody but the staff reads one', async () => {
  const all = JSON.stringify((await support.post('/api/get/', { table: 'error_log' })).body);
  const { firstName, lastName, phone, email, address, city } = recipient;
  for (const personal of [firstName + lastName, phone.slice(1), email, address, city, '王小明', REFUSED_CARD, MASTERCARD, 'prime'])
    expect(all).not.toContain(personal);
  expect((await shop.visit().post('/api/get/', { table: 'error_log' })).status).toBe(403);
});

test('records end after 90 days and audit entries after five years, also where nothing new comes', async () => {
  const { pool } = shop.shop.engine;
  await pool.query('delete from error_log');
  for (const age of ['89 days', '91 days'])
    await pool.query(
      `insert into error_log (error_api, error_system, error_create_at) values ($1::text, 'ORDER_UID', now() - $1::text::interval)`,
      [age],
    );
  for (const age of ['4 years', '5 years 1 day'])
    await pool.query(
      `insert into data_audit (at, staff_id, command_id, verb, table_name, row_key)
       values (now() - $1::text::interval, 'first', gen_random_uuid(), 'delete', 'event', $1::text)`,
      [age],
    );
  const { engine } = shop.shop;
  const left = async () =>
    (await pool.query<{ age: string }>('select error_api as age from error_log union all select row_key from data_audit')).rows.map(
      ({ age }) => age,
    );
  await forgetWhatIsDue(withSettings(engine, { KEEP_ERRORS_DAYS: 92, KEEP_AUDIT_YEARS: 6 }));
  expect(await left()).toHaveLength(4);
  await forgetWhatIsDue(engine);
  expect(await left()).toEqual(['89 days', '4 years']);
});
