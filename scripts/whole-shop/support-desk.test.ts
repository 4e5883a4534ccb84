import type { ErrorBody, MemberAnswer } from '@nordhaut/contracts';
import type { DefineCouponsAnswer, SupportCoupons } from '@nordhaut/contracts/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ CASH_LIMIT: 'on' });
});
afterAll(() => shop?.close());

const actorOf = async (stream: `${string}-${string}`, type: string): Promise<object> => {
  const event = (await shop.shop.engine.store.read(stream)).findLast((one) => one.type === type);
  return (JSON.parse(event?.metadata ?? '{}') as { actor: object }).actor;
};
const reasons = async (action: string): Promise<number> => {
  const { rows } = await shop.shop.engine.pool.query('select from support_views where action = $1 and reason is not null', [action]);
  return rows.length;
};

test('a birthday that the member set is corrected by support only, under its rules, with who did it', async () => {
  const [visitor, staff] = [shop.visit(), await signedInStaff(shop, ['act'])];
  const user_email = 'birthday@example.com';
  await visitor.post('/api/register', memberForm({ user_email }));
  expect((await visitor.send('PATCH', '/api/member', { user_birthday: '1990-02-03' })).status).toBe(200);
  expect((await visitor.send('PATCH', '/api/member', { user_birthday: '1990-03-02' })).status).toBe(409);
  const correct = (birthday: string) =>
    staff.post<ErrorBody & { outcome: string }>('/api/support/members/birthday', { email: user_email, birthday, reason: '日月填反' });
  expect((await correct('2020-01-01')).body.code).toBe('TOO_YOUNG');
  expect((await correct('1990-03-02')).body.outcome).toBe('changed');
  expect((await correct('1990-03-02')).body.outcome).toBe('same');
  expect((await visitor.get<MemberAnswer>('/api/member')).body.member.user_birthday).toBe('1990-03-02');
  expect((await visitor.send('PATCH', '/api/member', { user_birthday: '1991-01-01' })).status).toBe(409);
  expect(await actorOf(`member-${await memberIdOf(shop, visitor)}`, 'ProfileChanged')).toMatchObject({ kind: 'support' });
  expect(await reasons('BIRTHDAY')).toBe(3);
});

test('coupons go through the whole validation; the dry run equals the outcome; an ended coupon stays ended', async () => {
  const staff = await signedInStaff(shop, ['administer']);
  const coupon = {
    coupon_id: 901,
    coupon_uid: 'DESK_100',
    coupon_name: '客服折 NT$100',
    coupon_desc: '',
    coupon_type: 'DISCOUNT',
    coupon_scope: 'SYSTEM',
    coupon_product: 'ALL',
    coupon_formula: 'x-100',
    coupon_condition: [],
  };
  const define = (coupons: object[], dryRun: boolean) =>
    staff.post<DefineCouponsAnswer & ErrorBody>('/api/support/coupons', { coupons, dryRun, reason: '週年活動' });
  for (const [change, fault] of [
    [{ coupon_formula: 'x/0' }, /DESK_100.*除數/],
    [{ coupon_product: [9_999] }, /the catalogue has no product 9999/],
  ] as const) {
    const { body } = await define([{ ...coupon, ...change }], false);
    expect(body.changes).toEqual([]);
    expect(body.faults.join('\n')).toMatch(fault);
  }
  const dry = await define([coupon], true);
  expect(dry.body).toEqual({ changes: [{ uid: 'DESK_100', change: 'new' }], faults: [] });
  expect(await shop.shop.engine.store.read('coupon-901')).toEqual([]);
  expect((await define([coupon], false)).body).toEqual(dry.body);
  expect((await define([coupon], false)).body.changes).toEqual([{ uid: 'DESK_100', change: 'unchanged' }]);
  expect(await actorOf('coupon-901', 'CouponDefined')).toMatchObject({ kind: 'support' });
  expect((await staff.post('/api/support/coupons/901/end', { reason: '活動提前結束' })).status).toBe(200);
  await caughtUp(shop);
  const { body } = await staff.get<SupportCoupons>('/api/support/coupons');
  expect(body.coupons.find(({ couponId }) => couponId === '901')).toMatchObject({ uid: 'DESK_100', endedAt: expect.any(String) });
  expect((await define([{ ...coupon, coupon_formula: 'x-200' }], false)).body.faults).toHaveLength(1);
  expect(await reasons('COUPONS')).toBe(6);
});

test('the block of cash orders is lifted for the phone number of an order', async () => {
  const staff = await signedInStaff(shop, ['act']);
  const buyer = shop.visit();
  const numbers: string[] = [];
  for (let parcel = 0; parcel < 2; parcel++) numbers.push((await checkOut(buyer, codOrder())).orderNo);
  await shop.shop.engine.pool.query("update cash_places set state = 'not-collected', check_at = 'infinity' where order_no = any($1)", [
    numbers,
  ]);
  const refused = await checkOut(shop.visit(), codOrder());
  expect([refused.status, (refused.body as unknown as ErrorBody).code]).toEqual([409, 'CASH_LIMIT']);
  const lift = () => staff.post<{ lifted: number }>(`/api/support/orders/${numbers[0]}/cash-block`, { reason: '物流誤送' });
  expect((await lift()).body).toEqual({ lifted: 2 });
  expect((await lift()).body).toEqual({ lifted: 0 });
  expect((await checkOut(shop.visit(), codOrder())).status).toBe(201);
  expect(await reasons('LIFT_CASH')).toBe(2);
});
