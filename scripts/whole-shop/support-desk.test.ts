import { randomUUID } from 'node:crypto';
import type { ErrorBody, MemberAnswer, MemberVouchers } from '@nordhaut/contracts';
import type {
  ChangedCoupons,
  DefineCouponsAnswer,
  Me,
  MemberCreditAct,
  MemberCreditAnswer,
  MemberPreview,
  SupportCoupons,
  ViewsAnswer,
} from '@nordhaut/contracts/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { memberForm, memberIdOf, register } from './fixtures/member-operations.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ CASH_LIMIT: 'on', REFUND_ALONE_MAX: '300', REFUNDS_ALONE_A_DAY: '2' });
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

test('a birthday that the member set is corrected by support only, with who did it, and its credit moves to the right month', async () => {
  const [visitor, staff] = [shop.visit(), await signedInStaff(shop, ['act'])];
  const user_email = 'birthday@example.com';
  await visitor.post('/api/register', memberForm({ user_email }));
  expect((await visitor.send('PATCH', '/api/member', { user_birthday: '1990-02-03' })).status).toBe(200);
  expect((await visitor.send('PATCH', '/api/member', { user_birthday: '1990-03-02' })).status).toBe(409);
  const scheduled = async () => (await visitor.get<MemberVouchers>('/api/member/vouchers')).body.scheduled;
  const birthdayGift = (dueAt: RegExp) => [expect.objectContaining({ type: 'BIRTHDAY', value: 50, dueAt: expect.stringMatching(dueAt) })];
  await expect.poll(scheduled).toEqual(birthdayGift(/-01-31T16:00/));
  const correct = (birthday: string) =>
    staff.post<ErrorBody & { outcome: string }>('/api/support/members/birthday', { email: user_email, birthday, reason: '日月填反' });
  const preview = async (birthday: string) =>
    (await staff.post<MemberPreview>('/api/support/members/birthday/preview', { email: user_email, birthday })).body;
  expect(await preview('2020-01-01')).toMatchObject({ closed: expect.any(String), effects: [] });
  // The stored day looks like any other of its month.
  const otherDay = JSON.stringify(await preview('1990-02-04')).replace('1990/02/04', '1990/02/03');
  expect(await preview('1990-02-03')).toEqual(JSON.parse(otherDay));
  const shown = await preview('1990-03-02');
  expect(shown).toMatchObject({
    closed: null,
    effects: expect.arrayContaining([expect.objectContaining({ what: '生日', after: '1990/03/02' })]),
  });
  expect(JSON.stringify(shown), 'the old birthday is masked').not.toMatch(/1990.02.03/);
  expect((await correct('2020-01-01')).body.code).toBe('TOO_YOUNG');
  expect((await correct('1990-03-02')).body.outcome).toBe('changed');
  expect((await correct('1990-03-02')).body.outcome).toBe('same');
  expect((await visitor.get<MemberAnswer>('/api/member')).body.member.user_birthday).toBe('1990-03-02');
  expect((await visitor.send('PATCH', '/api/member', { user_birthday: '1991-01-01' })).status).toBe(409);
  await expect.poll(scheduled).toEqual(birthdayGift(/-02-2[89]T16:00/));
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
  expect(dry.body).toMatchObject({ changes: [{ couponId: '901', uid: 'DESK_100', change: 'new' }], faults: [] });
  expect(await shop.shop.engine.store.read('coupon-901')).toEqual([]);
  expect((await define([coupon], false)).body).toEqual(dry.body);
  expect((await define([coupon], false)).body.changes).toMatchObject([{ uid: 'DESK_100', change: 'unchanged' }]);
  expect(await actorOf('coupon-901', 'CouponDefined')).toMatchObject({ kind: 'support' });
  expect((await staff.post('/api/support/coupons/901/end', { reason: '活動提前結束' })).status).toBe(200);
  const { body } = await staff.get<SupportCoupons>('/api/support/coupons');
  expect(body.coupons.find(({ couponId }) => couponId === '901')).toMatchObject({ uid: 'DESK_100', endedAt: expect.any(String) });
  expect((await define([{ ...coupon, coupon_formula: 'x-200' }], false)).body.faults).toHaveLength(1);
  expect(await reasons('COUPONS')).toBe(6);
});

test('of two people who change a coupon, the second is told what the first did, and so is the second of two who make one', async () => {
  const staff = await signedInStaff(shop, ['administer']);
  const definition = { coupon_id: 903, coupon_uid: 'DESK_TWO', coupon_name: '折 NT$10', coupon_type: 'DISCOUNT', coupon_scope: 'ALL' };
  const coupon = { ...definition, coupon_product: 'ALL', coupon_formula: 'x - 10', coupon_condition: [] };
  const define = (change: object, seen: Record<string, string | null>, dryRun = false) =>
    staff.post<DefineCouponsAnswer & ErrorBody>('/api/support/coupons', {
      coupons: [{ ...coupon, ...change }],
      dryRun,
      reason: '週年活動',
      seen,
    });
  const listed = async () =>
    (await staff.get<SupportCoupons>('/api/support/coupons')).body.coupons.find(({ couponId }) => couponId === '903');
  expect((await define({}, { 903: null })).body.changes).toMatchObject([{ change: 'new' }]);
  expect((await define({ coupon_uid: 'DESK_OTHER' }, { 903: null })).body).toMatchObject({ status: 409, code: 'COUPON_CHANGED' });
  expect((await define({}, { 903: null })).body.changes, 'a repeat after a lost answer').toMatchObject([{ change: 'unchanged' }]);

  const { version = '' } = (await listed()) ?? {};
  const first = await define({ coupon_name: '折 NT$20', coupon_formula: 'x - 20' }, { 903: version });
  expect(first.body.changes).toMatchObject([{ change: 'changed' }]);
  for (const dryRun of [true, false]) {
    const { body } = await define({ coupon_quantity: 5 }, { 903: version }, dryRun);
    expect(body).toMatchObject({ status: 409, code: 'COUPON_CHANGED', message: expect.stringContaining('DESK_TWO') });
    const now = (JSON.parse(body.details?.['coupons'] ?? '') as ChangedCoupons)['903'];
    expect(now).toMatchObject({ version: first.body.changes[0]?.version, definition: { coupon_name: '折 NT$20' } });
  }
  expect((await listed())?.definition).toMatchObject({ coupon_name: '折 NT$20', coupon_quantity: null });
  // Who saved goes on from there, and an order that uses the coupon changes no definition.
  const limited = await define({ coupon_quantity: 5 }, { 903: first.body.changes[0]?.version ?? '' });
  expect(limited.body.changes).toMatchObject([{ change: 'changed', version: (await listed())?.version }]);
});

test('support sees at once what it did, and a member who registered a moment ago', async () => {
  const staff = await signedInStaff(shop, ['view', 'administer']);
  const definition = { coupon_id: 902, coupon_uid: 'DESK_LATE', coupon_name: '客服折 NT$50', coupon_type: 'DISCOUNT', coupon_scope: 'ALL' };
  const coupon = { ...definition, coupon_product: 'ALL', coupon_formula: 'x-50', coupon_condition: [] };
  const made = await staff.post<DefineCouponsAnswer>('/api/support/coupons', { coupons: [coupon], dryRun: false, reason: '週年活動' });
  expect(made.body.changes).toMatchObject([{ uid: 'DESK_LATE', change: 'new' }]);
  expect((await staff.get<SupportCoupons>('/api/support/coupons')).body.coupons.map(({ uid }) => uid)).toContain('DESK_LATE');
  // The read model of members stands still until support has asked.
  const holding = await shop.shop.engine.pool.connect();
  try {
    await holding.query('begin');
    await holding.query('lock table members in share row exclusive mode');
    const { visitor } = await register(shop);
    const { user_invite_code: code } = (await visitor.get<MemberAnswer>('/api/member')).body.member;
    const asked = staff.get<MemberCreditAnswer>(`/api/support/members/${code}/credit`);
    await staff.get('/api/support/me');
    await holding.query('commit');
    expect((await asked).status).toBe(200);
  } finally {
    holding.release();
  }
});

test('the log of views names a member by the invite code, which opens the page of the member, until the account is closed', async () => {
  const staff = await signedInStaff(shop, ['view', 'administer']);
  const { visitor } = await register(shop);
  const { user_invite_code: code } = (await visitor.get<MemberAnswer>('/api/member')).body.member;
  expect((await staff.get(`/api/support/members/${code}/credit`)).status).toBe(200);
  const { staffId } = (await staff.get<Me>('/api/support/me')).body;
  const [day, now] = [86_400_000, Date.now()];
  const range = { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() };
  const seen = async () =>
    (await staff.post<ViewsAnswer>('/api/support/views/search', { staffId, ...range })).body.views.flatMap(({ member }) => member ?? []);
  expect(await seen()).toEqual([{ uid: expect.any(String), code }]);
  // Times that the database cannot read.
  for (const from of ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59'])
    expect((await staff.post('/api/support/views/search', { staffId, ...range, from })).status, from).toBe(200);
  await shop.shop.engine.pool.query('update members set closed_at = now() where invite_code = $1', [code]);
  expect(await seen()).toEqual([{ uid: expect.any(String), code: null }]);
});

test('the log of views says who saw a member, and the orders of the member', async () => {
  const staff = await signedInStaff(shop, ['view', 'administer']);
  const { visitor } = await register(shop);
  const { user_invite_code: code } = (await visitor.get<MemberAnswer>('/api/member')).body.member;
  const { orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
  const stranger = (await checkOut(shop.visit(), cardOrder(MASTERCARD))).orderNo;
  await staff.get(`/api/support/members/${code}/credit`);
  for (const one of [orderNo, stranger]) expect((await staff.get(`/api/support/orders/${one}/acts`)).status).toBe(200);
  const [day, now] = [86_400_000, Date.now()];
  const range = { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() };
  const seen = async (member: string) => staff.post<ViewsAnswer>('/api/support/views/search', { member, ...range });
  const rows = (await seen(code.toLowerCase())).body.views.map(({ action, orderNo: of, member }) => [action, of, member?.code]);
  expect(rows).toEqual([
    ['檢視訂單（遮罩）', orderNo, undefined],
    ['檢視會員購物金', null, code],
  ]);
  expect((await seen(code)).body.views[0]).toMatchObject({ action: '檢視查閱紀錄', member: { code } });
  expect(await seen('2222222222')).toMatchObject({ status: 404, body: { code: 'MEMBER_NOT_FOUND' } });
});

test('the log of views tells two accounts of one name apart', async () => {
  const [reader, namesake] = [await signedInStaff(shop, ['view', 'administer'], '林客服'), await signedInStaff(shop, ['view'], '林客服')];
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
  const ids = await Promise.all(
    [reader, namesake].map(async (staff) => {
      expect((await staff.get(`/api/support/orders/${orderNo}/acts`)).status).toBe(200);
      return (await staff.get<Me>('/api/support/me')).body.staffId;
    }),
  );
  const [day, now] = [86_400_000, Date.now()];
  const range = { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() };
  const { views } = (await reader.post<ViewsAnswer>('/api/support/views/search', { orderNo, ...range })).body;
  expect(views.map(({ by, staffId }) => ({ by, staffId }))).toEqual(
    expect.arrayContaining(ids.map((staffId) => ({ by: '林客服', staffId }))),
  );
  expect(views).toHaveLength(2);
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
  const preview = async () => (await staff.post<MemberPreview>(`/api/support/orders/${numbers[0]}/cash-block/preview`, {})).body;
  expect((await preview()).effects).toEqual([
    { what: '計入的未取貨包裹', before: '2 件', after: '0 件' },
    { what: '貨到付款', before: expect.stringMatching(/^暫停至 20/), after: '可使用' },
  ]);
  expect((await lift()).body).toEqual({ lifted: 2 });
  expect((await preview()).closed).not.toBeNull();
  expect((await lift()).body).toEqual({ lifted: 0 });
  expect((await checkOut(shop.visit(), codOrder())).status).toBe(201);
  expect(await reasons('LIFT_CASH')).toBe(2);
});

test('credit without an order: previewed, within the limits of one person, approved by another one, taken back', async () => {
  const one = await signedInStaff(shop, ['view', 'refund'], '林客服');
  const other = await signedInStaff(shop, ['view', 'refund'], '陳客服');
  const { visitor } = await register(shop);
  const code = (await visitor.get<MemberAnswer>('/api/member')).body.member.user_invite_code;
  await caughtUp(shop);
  const path = `/api/support/members/${code}/credit`;
  const act = (what: MemberCreditAct, by = one, key: string = randomUUID()) =>
    by.post<ErrorBody & { outcome: string }>(path, { act: what, reason: '出貨延誤' }, { key });
  const preview = async (what: MemberCreditAct) => (await one.post<MemberPreview>(`${path}/preview`, { act: what })).body;
  const shown = async (by = one) => (await by.get<MemberCreditAnswer>(path)).body;
  const give = (amount: number): MemberCreditAct => ({ type: 'give', amount, cause: 'APOLOGY' });

  expect(await preview(give(200))).toMatchObject({
    closed: null,
    needsSecond: false,
    effects: expect.arrayContaining([{ what: '會員可用的購物金', before: 'NT$0', after: 'NT$200' }]),
  });
  // Of two grants at once that are too much together, one waits for a second person. A repeat of a request gives nothing more.
  const key = randomUUID();
  const answers = await Promise.all([act(give(200), one, key), act(give(200), one, key), act(give(200))]);
  expect(new Set(answers.map(({ body }) => body.outcome))).toEqual(new Set(['done', 'proposed']));
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  const { available, proposal } = await shown();
  expect({ available, proposal }).toMatchObject({ available: 200, proposal: { amount: 200, isOwn: true, by: '林客服' } });
  expect((await shown(other)).proposal).toMatchObject({ isOwn: false, reason: '出貨延誤' });
  const viewer = await signedInStaff(shop, ['view', 'act'], '許客服');
  expect((await shown(viewer)).proposal).toMatchObject({ by: '林客服', reason: null });
  const approve: MemberCreditAct = { type: 'judge', proposalId: 'P1', verdict: 'approve' };
  expect((await act(approve)).body.code).toBe('PROPOSAL_OWN');
  expect((await Promise.all([act(approve, other), act(approve, other)])).map(({ status }) => status).toSorted()).toEqual([200, 409]);

  const { grants, available: both } = await shown();
  expect(both).toBe(400);
  expect((await act({ type: 'take-back', grantId: grants[0]?.grantId ?? '' })).body.outcome).toBe('done');
  const after = await shown(other);
  expect(after).toMatchObject({
    available: 200,
    proposal: null,
    grants: [
      { takenBack: true, left: 0 },
      { takenBack: false, left: 200 },
    ],
  });
  expect(after.history.map(({ by, sentence }) => `${by} ${sentence}`)[0]).toBe('林客服 收回尚未使用的購物金 NT$200');
  expect(after.history.map(({ sentence }) => sentence)).toContain('覆核通過 P1');
  expect((await act(give(100), other)).body.outcome).toBe('proposed');
  expect(await reasons('CREDIT')).toBeGreaterThan(0);
});
