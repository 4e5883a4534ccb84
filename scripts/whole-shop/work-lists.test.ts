import { randomUUID } from 'node:crypto';
import type { ReviewSent } from '@nordhaut/contracts';
import type {
  ActsAnswer,
  InquiriesAnswer,
  MailList,
  MemberCreditAct,
  MemberCreditDone,
  ModeratedReviews,
  NowAnswer,
  OrderAct,
  ParcelsToSend,
  WorkLists,
  WorkRow,
  WorkRows,
} from '@nordhaut/contracts/support';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { memberIdOf, memberOf, register } from './fixtures/member-operations.ts';
import { receivedMails } from './fixtures/mails.ts';
import { support } from './fixtures/marked-orders.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { abroad, cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { control, orderOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let one: Browser;
let other: Browser;
let cashier: Browser;
let second: Browser;
beforeAll(async () => {
  shop = await testShop({ MAIL_RATE: '1000', REFUND_ALONE_MAX: '100' });
  one = await signedInStaff(shop, ['view', 'act', 'reveal'], '林客服');
  other = await signedInStaff(shop, ['view', 'act'], '陳客服');
  cashier = await signedInStaff(shop, ['view', 'act', 'refund'], '許客服');
  second = await signedInStaff(shop, ['view', 'act', 'refund'], '王主管');
});
afterAll(() => shop.close());

const DAY = 86_400_000;
const rowsOf = async (list: string, by = one): Promise<WorkRow[]> => (await by.get<WorkRows>(`/api/support/work/${list}`)).body.rows;
const countOf = async (list: string) => (await one.get<WorkLists>('/api/support/work')).body.lists.find(({ key }) => key === list)?.count;
const move = (list: string, { item, since }: Pick<WorkRow, 'item' | 'since'>, what: string, by = one) =>
  by.post<{ code?: string }>(`/api/support/work/${list}/${item}`, { move: what, since });
const mailsListed = async () => (await metricsOf(shop.url)).get('mails_listed');
const dueAfter = ({ since, dueAt }: WorkRow): number => Date.parse(dueAt ?? '') - Date.parse(since);
const found = (rows: readonly WorkRow[], item: string): WorkRow => {
  const row = rows.find((each) => each.item === item);
  if (!row) throw new Error(`${item} is not listed`);
  return row;
};

async function member(email?: string): Promise<{ visitor: Browser; code: string; uid: string }> {
  const { visitor } = await register(shop, email);
  const { user_invite_code: code } = await memberOf(visitor);
  return { visitor, code, uid: shop.shop.faces.accounts.publicIdOf(await memberIdOf(shop, visitor)) };
}

test('reviews that nobody has looked at are work: equal to the reviews of members, taken, hidden, changed, done', async () => {
  const { visitor } = await member();
  const write = async (title: string) =>
    (await visitor.post<z.infer<typeof ReviewSent>>('/api/content/reviews', { productId: 9, stars: 2, title, content: '' })).body.review;
  const { reviewId } = await write('太油');
  const { rows: members } = await shop.shop.engine.pool.query<{ id: string }>(
    'select comment_id as id from reviews where member_id is not null and hidden_at is null',
  );
  const rows = await rowsOf('reviews');
  expect(rows.map(({ item }) => item).toSorted()).toEqual(members.map(({ id }) => id).toSorted());
  expect(await countOf('reviews')).toBe(rows.length);
  const row = found(rows, reviewId);
  expect(row).toMatchObject({ page: `/reviews?id=${reviewId}`, what: '2 顆星，請檢視內容', owner: null });
  expect(dueAfter(row)).toBe(3 * DAY);
  const { reviews } = (await one.get<z.infer<typeof ModeratedReviews>>(`/api/support/reviews?reviewId=${reviewId}`)).body;
  expect(reviews).toMatchObject([{ reviewId, product: row.title, title: '太油' }]);

  expect((await move('reviews', row, 'take', other)).status).toBe(200);
  expect((await move('reviews', row, 'done')).body.code).toBe('WORK_TAKEN');
  await move('reviews', row, 'give-back', other);
  expect((await one.post(`/api/support/reviews/${reviewId}/hide`, { reason: '與商品無關' })).status).toBe(200);
  expect((await rowsOf('reviews')).map(({ item }) => item)).not.toContain(reviewId);
  await write('太油，已修改');
  const changed = found(await rowsOf('reviews'), reviewId);
  expect(changed).toMatchObject({ what: '已隱藏的評價由作者修改，請重新檢視', owner: null });
  expect((await move('reviews', changed, 'done')).status).toBe(200);
  expect((await rowsOf('reviews')).map(({ item }) => item)).not.toContain(reviewId);
  await write('再修改一次');
  expect((await rowsOf('reviews')).map(({ item }) => item)).toContain(reviewId);
  await shop.shop.engine.pool.query('delete from support_work');
  for (const [days, listed] of [
    [59, true],
    [61, false],
  ] as const) {
    const text = 'update reviews set changed_at = now() - make_interval(days => $2), hidden_at = null where comment_id = $1';
    await shop.shop.engine.pool.query(text, [reviewId, days]);
    expect(
      (await rowsOf('reviews')).some(({ item }) => item === reviewId),
      `after ${days} days`,
    ).toBe(listed);
  }
});

test('inquiries are work: the rows equal the inquiries, name nobody, and end when they are done', async () => {
  const inquiry = { company: '晨光股份有限公司', person: '陳小姐', contact: 'work@chen.example', quantity: 50, wish: '月底前' };
  for (const quantity of [50, 80]) expect((await shop.visit().post('/api/inquiries', { ...inquiry, quantity })).status).toBe(200);
  const { inquiries } = (await one.get<z.infer<typeof InquiriesAnswer>>('/api/support/inquiries')).body;
  const rows = await rowsOf('inquiries', other);
  expect(rows.map(({ item, since }) => [item, since])).toEqual(inquiries.map(({ inquiryId, at }) => [inquiryId, at]).toReversed());
  expect(await countOf('inquiries')).toBe(2);
  for (const text of [inquiry.company, inquiry.person, inquiry.contact, inquiry.wish]) expect(JSON.stringify(rows)).not.toContain(text);
  const [first] = rows as [WorkRow];
  expect(first.page).toBe(`/inquiries?id=${first.item}`);
  expect(dueAfter(first)).toBe(2 * DAY);
  expect((await move('inquiries', first, 'done', other)).status).toBe(200);
  expect(await rowsOf('inquiries')).toEqual(rows.slice(1));
});

test('mails to members that could not be sent are work: which member, which mail and why', async () => {
  const { code, uid } = await member('nobody@bounce.example');
  // The code of the member is in a read model.
  await caughtUp(shop);
  const row = await eventually(async () => (await rowsOf('member-mail-failed')).find(({ item }) => item === uid), 'the failed welcome');
  expect(row).toMatchObject({
    title: `會員 ${code}`,
    page: `/members?code=${code}`,
    what: expect.stringMatching(/^未寄出：歡迎加入（.+）$/),
  });
  expect(JSON.stringify(row)).not.toContain('bounce.example');
  const { rows: mails } = await shop.shop.engine.pool.query<{ stream: string }>(
    `select distinct stream from mails where state = 'listed' and stream like 'member-%'`,
  );
  expect(await countOf('member-mail-failed')).toBe(mails.length);
  // A list of mails about orders has none of them.
  expect((await rowsOf('mail-failed')).map(({ item }) => item)).not.toContain(uid);
  expect(await eventually(async () => (await mailsListed()) === mails.length && mails.length, 'the metric of open mails')).toBe(
    mails.length,
  );
  expect((await move('member-mail-failed', row, 'done')).status).toBe(200);
  expect((await rowsOf('member-mail-failed')).map(({ item }) => item)).not.toContain(uid);
  expect(await mailsListed(), 'who is done is not counted').toBe(mails.length - 1);
});

test('a mail to a member is sent again: by whom and why is recorded, to the address of the account, once a minute', async () => {
  const email = `again${Date.now()}@bounce.example`;
  const { code, visitor, uid } = await member(email);
  await caughtUp(shop);
  const memberId = await memberIdOf(shop, visitor);
  const row = await eventually(async () => (await rowsOf('member-mail-failed')).find(({ item }) => item === uid), 'the failed welcome');
  expect(row.mailsOf).toBe(`members/${code}`);
  const path = `/api/support/${row.mailsOf}/mails`;
  const list = async () => (await other.get<z.infer<typeof MailList>>(path)).body.mails;
  const [mail] = await list();
  expect(mail).toMatchObject({ title: '歡迎加入', state: 'listed', times: 1 });
  const again = (by = other, reason = '會員來電表示未收到') =>
    by.post<{ outcome?: string; code?: string }>(`${path}/${mail?.mailId}`, { reason });
  const viewer = await signedInStaff(shop, ['view', 'reveal', 'refund', 'administer'], '王檢視');
  expect((await again(viewer)).body.code).toBe('RIGHT_MISSING');
  expect((await again(other, '')).status).toBe(400);
  expect((await again()).body.outcome).toBe('too-soon');
  const { pool } = shop.shop.engine;
  await pool.query("update mails set created_at = created_at - interval '2 minutes' where stream = $1", [`member-${memberId}`]);
  const outcomes = await Promise.all([again(), again(one)]);
  expect(outcomes.map(({ body }) => body.outcome)).toContain('planned');
  const failed = await eventually(
    async () => (await list()).find(({ times, state }) => times === 2 && state === 'listed'),
    'the second try',
  );
  expect(failed).toMatchObject({ mailId: mail?.mailId, title: '歡迎加入' });
  const { rows: logged } = await pool.query<{ action: string; staff_id: string }>(
    `select action, staff_id from support_views where member_id = $1 and action = 'RESEND' order by id`,
    [memberId],
  );
  expect(logged).toHaveLength(3);
  // One row for the two failures, since the second one.
  const rows = (await rowsOf('member-mail-failed')).filter(({ item }) => item === uid);
  expect(rows).toHaveLength(1);
  expect(Date.parse(rows[0]?.since ?? '')).toBeGreaterThan(Date.parse(row.since));
  expect((await other.get<{ code: string }>('/api/support/members/AAAAAAAAAA/mails')).body.code).toBe('MEMBER_NOT_FOUND');
});

test('a link to a new password is sent again only as long as it is wanted', async () => {
  const { visitor, email } = await register(shop);
  const { user_invite_code: code } = await memberOf(visitor);
  await caughtUp(shop);
  const path = `/api/support/members/${code}/mails`;
  const mails = async () => (await one.get<z.infer<typeof MailList>>(path)).body.mails;
  const reset = async (state: string, times: number) =>
    eventually(
      async () => (await mails()).find((mail) => mail.title === '重設密碼' && mail.state === state && mail.times === times),
      `${state} ${times}`,
    );
  expect((await shop.visit().post('/api/password-reset', { email })).status).toBe(200);
  const { mailId } = await reset('sent', 1);
  const again = async () => {
    await shop.shop.engine.pool.query("update mails set created_at = created_at - interval '2 minutes'");
    return (await one.post<{ outcome: string }>(`${path}/${mailId}`, { reason: '會員來電' })).body.outcome;
  };
  expect(await again()).toBe('planned');
  await reset('sent', 2);
  const withLinks = async () =>
    (await receivedMails(shop)).filter(({ to, content }) => to.address === email && content.includes('/new-password?token='));
  const links = await withLinks();
  const tokens = links.map(({ content }) => /new-password\?token=([\w%.-]+)/.exec(content)?.[1] ?? '');
  expect(new Set(tokens).size).toBe(2);
  // The newest link alone works, once; after that none is wanted.
  const use = async (token = '') => {
    const reader = shop.visit();
    await reader.get(`/new-password?token=${token}`);
    return reader.post('/api/new-password', { password: 'abc456' });
  };
  expect((await use(tokens[0])).status).toBe(400);
  expect((await use(tokens[1])).status).toBe(200);
  expect(await again()).toBe('planned');
  expect((await reset('dropped', 3)).why).toBe('連結已失效');
  expect(await withLinks()).toHaveLength(2);
});

const path = (orderNo: string, what: string): string => `/api/support/orders/${orderNo}/${what}`;
const rowOf = async (list: string, orderNo: string) => {
  await caughtUp(shop);
  return (await rowsOf(list)).find(({ item }) => item === orderNo);
};
/** The order's page has the sentence of the list. */
async function expectSameOnPage(list: string, orderNo: string, { what, turn, until, dueAt }: WorkRow): Promise<void> {
  const { lines } = (await one.get<NowAnswer>(path(orderNo, 'now'))).body;
  expect(lines).toContainEqual({ what, turn, until, dueAt, task: expect.objectContaining({ list }) });
}
const attributed = async (orderNo: string) => ({
  expectedRevision: (await cashier.get<ActsAnswer>(path(orderNo, 'acts'))).body.revision,
  reason: '顧客來電說明',
});
/** Processes may record something in between; then the act is repeated with the newer revision. */
const act = (orderNo: string, what: OrderAct, route: 'decisions' | 'payments') =>
  eventually(async () => {
    const answer = await cashier.post(path(orderNo, route), { act: what, ...(await attributed(orderNo)) }, { key: randomUUID() });
    return answer.status === 200;
  }, what.type);
async function paidOrder(order = cardOrder(MASTERCARD)): Promise<string> {
  const { orderNo } = await checkOut(shop.visit(), order);
  await eventually(async () => (await orderOf(shop, orderNo))?.payment.status === 'SUCCESS', 'the payment');
  return orderNo;
}
async function shippedOrder(): Promise<string> {
  const orderNo = await paidOrder();
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return orderNo;
}

test('a proposal is work of a second person until it is judged', async () => {
  const orderNo = await shippedOrder();
  await act(orderNo, { type: 'goodwill', amount: 200 }, 'payments');
  const row = await rowOf('proposals', orderNo);
  expect(row).toMatchObject({ what: '請由提案人以外的同仁覆核善意退款 NT$200（第 1 號提案）', turn: 'support', owner: null });
  if (!row) return;
  expect(dueAfter(row)).toBe(DAY);
  await expectSameOnPage('proposals', orderNo, row);
  const judged = { verdict: 'decline', ...(await attributed(orderNo)) };
  expect((await second.post(path(orderNo, 'proposals/P1'), judged, { key: randomUUID() })).status).toBe(200);
  expect(await rowOf('proposals', orderNo)).toBeUndefined();
});

test('credit without an order is work of a second person until it is judged', async () => {
  const { code, uid } = await member();
  const give = (by: Browser, what: MemberCreditAct) =>
    by.post<MemberCreditDone>(`/api/support/members/${code}/credit`, { act: what, reason: '補償' }, { key: randomUUID() });
  await caughtUp(shop);
  expect((await give(cashier, { type: 'give', amount: 400, cause: 'APOLOGY' })).status).toBe(200);
  expect(await rowOf('member-proposals', uid)).toMatchObject({
    title: `會員 ${code}`,
    page: `/members?code=${code}`,
    what: '請由提案人以外的同仁覆核贈送購物金 NT$400（第 1 號提案）',
    turn: 'support',
  });
  // The read model of the wallets is behind, so the list waits for the position of the act.
  const wallets = await shop.shop.engine.pool.connect();
  await wallets.query('begin');
  await wallets.query('select from wallets for update');
  const { status, body } = await give(second, { type: 'judge', proposalId: 'P1', verdict: 'approve' });
  expect(status).toBe(200);
  const listed = (rows: WorkRow[]) => rows.some(({ item }) => item === uid);
  expect(listed(await rowsOf('member-proposals'))).toBe(true);
  const rows = rowsOf(`member-proposals?after=${body.position}`);
  await wallets.query('rollback');
  wallets.release();
  expect(listed(await rows)).toBe(false);
});

test('a lost parcel is work until it is sent again', async () => {
  const orderNo = await shippedOrder();
  for (const code of [3001, 5002]) await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(shop, orderNo))?.parcel?.code === '5002', 'the loss');
  const row = await rowOf('parcel-stuck', orderNo);
  expect(row).toMatchObject({ what: '物流遺失包裹，請決定補寄或退款；物流找回並送達時標示完成', turn: 'support' });
  if (!row) return;
  expect(dueAfter(row)).toBe(2 * DAY);
  await expectSameOnPage('parcel-stuck', orderNo, row);
  const lines = (await orderOf(shop, orderNo))?.terms.lines ?? [];
  const items = lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));
  await act(orderNo, { type: 'resend', items }, 'decisions');
  expect(await rowOf('proposals', orderNo)).toMatchObject({ what: expect.stringContaining('覆核補寄商品') });
  const judged = { verdict: 'approve', ...(await attributed(orderNo)) };
  expect((await second.post(path(orderNo, 'proposals/P1'), judged, { key: randomUUID() })).status).toBe(200);
  expect(await rowOf('parcel-stuck', orderNo)).toBeUndefined();
});

test('a parcel abroad is work until support recorded that it left, and waits for the carrier until its end', async () => {
  const orderNo = await paidOrder(abroad());
  const before = await rowOf('parcel-abroad', orderNo);
  expect(before).toMatchObject({ what: '請向倉庫確認寄出後，登錄海外包裹狀態「已出貨」', turn: 'support' });
  if (before) await expectSameOnPage('parcel-abroad', orderNo, before);
  await act(orderNo, { type: 'parcel-abroad', code: '900' }, 'decisions');
  const sent = await rowOf('parcel-abroad', orderNo);
  expect(sent).toMatchObject({ what: '等國際物流送達，送達或退回後登錄海外包裹狀態', turn: 'carrier' });
  if (sent) await expectSameOnPage('parcel-abroad', orderNo, sent);
  expect((await move('parcel-abroad', sent ?? { item: '', since: '' }, 'take')).body.code).toBe('WORK_TAKEN');
  await act(orderNo, { type: 'parcel-abroad', code: '20000' }, 'decisions');
  expect(await rowOf('parcel-abroad', orderNo)).toBeUndefined();
});

test('a parcel is to be sent until the carrier has it, and late parcels are work', async () => {
  const listed = async (orderNo: string) =>
    (await other.get<ParcelsToSend>('/api/support/parcels')).body.parcels.find((parcel) => parcel.orderNo === orderNo);
  const [orderNo, cancelled] = [await shippedOrder(), await shippedOrder()];
  const { terms, shipment } = (await orderOf(shop, orderNo)) ?? expect.fail('no order');
  await caughtUp(shop);
  expect(await listed(orderNo)).toMatchObject({
    carrierNo: shipment?.bookingNote,
    logisticsId: shipment?.logisticsId,
    items: terms.lines.map(({ productId, quantity }) => ({ productId, quantity })),
    gifts: terms.gifts.map(({ productId, quantity }) => ({ productId, quantity })),
    toCollect: 0,
    overdue: false,
    hold: null,
  });
  const mark = async (packed: boolean) => {
    const readyAt = (await listed(orderNo))?.readyAt;
    expect((await other.post('/api/support/parcels/packed', { packed, parcels: [{ orderNo, readyAt }] })).status).toBe(200);
    return listed(orderNo);
  };
  expect((await listed(orderNo))?.packed).toBe(false);
  expect((await mark(true))?.packed).toBe(true);
  expect((await mark(false))?.packed).toBe(false);
  const file = (await other.get<string>('/api/support/parcels/export')).body;
  expect(file).toContain(`"${orderNo}"`);
  expect(file).toContain(`"${terms.lines[0]?.nameZh} × ${terms.lines[0]?.quantity}`);

  await act(cancelled, { type: 'cancel', cancellation: 'ORDERED_TWICE' }, 'decisions');
  await caughtUp(shop);
  expect(await listed(cancelled)).toBeUndefined();
  expect(await rowOf('parcel-unsent', orderNo)).toBeUndefined();
  await shop.shop.engine.pool.query("update orders set placed_at = placed_at - interval '8 days' where order_no = $1", [orderNo]);
  expect(await listed(orderNo)).toMatchObject({ overdue: true });
  expect(await rowOf('parcel-unsent', orderNo)).toMatchObject({ turn: 'support', what: expect.stringContaining('尚未出貨') });

  await control(shop, `parcels/${orderNo}`, { code: 3001 });
  await eventually(async () => (await orderOf(shop, orderNo))?.handedOverAt != null, 'the hand-over');
  await caughtUp(shop);
  expect(await listed(orderNo)).toBeUndefined();
  expect(await rowOf('parcel-unsent', orderNo)).toBeUndefined();
});

test('an order whose charge is disputed is work until the hold is lifted', async () => {
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
  const hold = (type: 'PlaceHold' | 'LiftHold') =>
    support(shop, orderNo, { type, at: new Date().toISOString(), hold: 'DISPUTE', note: '銀行通知持卡人否認交易' });
  expect(await countOf('disputes')).toBe(0);
  await hold('PlaceHold');
  await caughtUp(shop);
  const row = found(await rowsOf('disputes'), orderNo);
  expect(row).toMatchObject({ page: `/orders/${orderNo}`, what: expect.stringContaining('帳款爭議進行中') });
  expect(dueAfter(row)).toBe(7 * DAY);
  // Other things that happen to the order do not begin the dispute anew.
  expect((await one.post(`/api/support/orders/${orderNo}/notes`, { text: '已聯絡銀行' })).status).toBe(200);
  await caughtUp(shop);
  expect(found(await rowsOf('disputes'), orderNo).since).toBe(row.since);
  await hold('LiftHold');
  await caughtUp(shop);
  expect(await rowsOf('disputes')).toEqual([]);
});
