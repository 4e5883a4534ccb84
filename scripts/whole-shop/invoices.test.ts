import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, checkOut, codOrder } from './fixtures/browser.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { orderOf } from './fixtures/records.ts';
import { provenStaff, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let proven: Browser;
beforeAll(async () => {
  shop = await testShop({ RATE_LIMITS: 'false', CASH_LIMIT: 'false' });
  proven = await provenStaff(shop, ['view', 'reveal']);
});
afterAll(() => shop.close());

const company = { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: '=北方之家' } as const;
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const exported = (from: string, to = from, by = proven) => by.get<string>(`/api/support/invoices/export?from=${from}&to=${to}`);
const rowOf = (file: string, orderNo: string) => file.split('\r\n').find((line) => line.startsWith(`"${orderNo}"`));
const looks = async () => (await shop.shop.engine.pool.query("select from support_views where action = 'EXPORT_INVOICES'")).rowCount;

test('the data of all sales of a day is one file, behind the second factor, and recorded', async () => {
  const first = today();
  const { orderNo: byCard } = await checkOut(shop.visit(), cardOrder(MASTERCARD, { invoice: company }));
  const { orderNo: byCash } = await checkOut(shop.visit(), codOrder({ invoice: { type: 'NORMAL', mobileBarcode: '/AB12+.-' } }));
  await eventually(async () => (await orderOf(shop, byCard))?.payment.status === 'SUCCESS', 'the payment');
  await eventually(async () => (await orderOf(shop, byCash))?.shipment != null, 'the parcel');
  await caughtUp(shop);
  const total = (await orderOf(shop, byCard))?.terms.total;

  const reader = await signedInStaff(shop, ['view', 'reveal']);
  expect(await exported(first, today(), reader)).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } });
  const packer = await signedInStaff(shop, ['view']);
  expect((await exported(first, today(), packer)).status).toBe(403);
  expect(await looks()).toBe(0);

  const { body: file, headers } = await exported(first, today());
  expect(headers.get('cache-control')).toBe('no-store');
  expect(rowOf(file, byCard), 'no cell is a formula').toContain(`"公司統編","04595257","'=北方之家","","${total}"`);
  expect(rowOf(file, byCash)).toContain('"一般","","","/AB12+.-"');
  expect(await looks()).toBe(1);

  await shop.shop.engine.pool.query('update orders set keeps_invoice = false where order_no = $1', [byCard]);
  expect(rowOf((await exported(first, today())).body, byCard), 'forgotten data is not in it').toContain('"公司統編","","","",');
});

test('days are days in Taipei, and every sale is in the file of its day, also of many in one instant', async () => {
  const { pool } = shop.shop.engine;
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  await caughtUp(shop);
  const soldAt = (at: string) => `jsonb_set(state::jsonb, '{parcel,reports,0,at}', '"${at}"')`;
  await pool.query(
    `update orders set placed_at = '2026-03-01T15:59:59.999999Z', state = ${soldAt('2026-03-01T15:59:59.999Z')} where order_no = $1`,
    [orderNo],
  );
  // More than a statement reads, half of them in one microsecond. The last one was ordered on the day before.
  await pool.query(
    `insert into orders select (json_populate_record(null::orders, (to_jsonb(o) || jsonb_build_object(
         'order_no', 'COPY' || n,
         'placed_at', '2026-03-01T16:00:00.000001Z'::timestamptz + n / 200 * interval '1 microsecond' - n / 450 * interval '1 hour',
         'state', jsonb_set(${soldAt('2026-03-01T16:00:00.000Z')}, '{terms,orderNo}', to_jsonb('COPY' || n))))::json)).*
     from orders o, generate_series(1, 450) n where o.order_no = $1`,
    [orderNo],
  );
  const numbers = async (from: string, to = from) =>
    (await exported(from, to)).body
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, line.indexOf('"', 1)));
  expect(await numbers('2026-03-01')).toEqual([orderNo]);
  const next = await numbers('2026-03-02');
  expect([next.length, new Set(next).size]).toEqual([450, 450]);
  expect(await numbers('2026-03-01', '2026-03-02')).toHaveLength(451);
  expect(await numbers('2026-03-03')).toEqual([]);
});

test.each([
  ['2026-03-02', '2026-03-01'],
  ['2026-01-01', '2026-03-04'],
])('from %s to %s is no range', async (from, to) => {
  expect(await exported(from, to)).toMatchObject({ status: 400, body: { message: '請選擇 62 天以內的日期範圍' } });
});
