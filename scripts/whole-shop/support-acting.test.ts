import { randomUUID } from 'node:crypto';
import type { MemberAnswer, MemberOrders, OrderAnswer } from '@nordhaut/contracts';
import type {
  ActAnswer,
  ActsAnswer,
  FoundOrders,
  HistoryAnswer,
  MemberCreditAct,
  NoteAnswer,
  NowAnswer,
  OrderAct,
  MailList,
  PresenceAnswer,
  PreviewAnswer,
  RevealAnswer,
  Right,
  SeenAnswer,
  WorkLists,
  WorkRows,
} from '@nordhaut/contracts/support';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { moneyOf, type Order, orderDecider, orderStream } from '@nordhaut/ordering';
import { askToForget } from '@nordhaut/platform/forgetting';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Answered, type Browser, checkOut, codOrder, recipient, until } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { follower } from './fixtures/follower.ts';
import { receivedMails } from './fixtures/mails.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { memberWith, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD, storeDelivery, STORES } from './fixtures/orders.ts';
import { support } from './fixtures/marked-orders.ts';
import { control, parcelsOf, paymentsOf } from './fixtures/records.ts';
import { invitation, joinByAuthenticator, joinProven, provenStaff, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

type Refusal = { code: string; message: string; details?: { revision: string; changes: string } };

let shop: TestShop;
let one: Browser;
let other: Browser;
let viewer: Browser;
beforeAll(async () => {
  shop = await testShop({ REFUND_ALONE_MAX: '300', REFUNDS_ALONE_A_DAY: '2' });
  one = await signedInStaff(shop, ['view', 'act', 'refund'], '林客服');
  other = await signedInStaff(shop, ['view', 'act', 'refund'], '陳客服');
  viewer = await signedInStaff(shop, ['view'], '見習');
});
// A test that fails leaves no fault to the next one.
afterEach(() => control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 0 }));
afterAll(() => shop.close());

const path = (orderNo: string, what: string): string => `/api/support/orders/${orderNo}/${what}`;
const orderOf = async (orderNo: string): Promise<Order> =>
  (await shop.shop.engine.commands.load(orderStream(orderNo), orderDecider)).state as Order;
const actsOf = async (orderNo: string, by = one) => (await by.get<ActsAnswer>(path(orderNo, 'acts'))).body;
const PAYMENTS = new Set<OrderAct['type']>(['receive-return', 'transfer-paid', 'goodwill', 'credit', 'credit-back']);
const isPayment = ({ type }: OrderAct): boolean => PAYMENTS.has(type);

/** Does an act as the page does it: with the revision that the page shows. */
async function act(orderNo: string, what: OrderAct, by = one, more: { expectedRevision?: number; key?: string } = {}) {
  const expectedRevision = more.expectedRevision ?? (await actsOf(orderNo, by)).revision;
  const body = { act: what, expectedRevision, reason: '顧客來電說明' };
  return by.post<ActAnswer & Refusal>(path(orderNo, isPayment(what) ? 'payments' : 'decisions'), body, {
    key: more.key ?? randomUUID(),
  });
}
const preview = async (orderNo: string, what: OrderAct, by = one) =>
  (await by.post<PreviewAnswer>(path(orderNo, 'preview'), { act: what })).body.preview;

async function placed(order: Parameters<typeof checkOut>[1] = cardOrder(MASTERCARD), buyer = shop.visit()) {
  const { orderNo, body } = await checkOut(buyer, order);
  // Then nothing else is recorded by itself, and a revision that was read is still the newest.
  await eventually(async () => (await orderOf(orderNo))?.shipment != null, 'the parcel');
  return { buyer, orderNo, proof: body.proof };
}
async function delivered(order?: Parameters<typeof checkOut>[1]) {
  const made = await placed(order);
  for (const code of [3001, 3006, 3003]) await control(shop, `parcels/${made.orderNo}`, { code });
  await eventually(async () => (await orderOf(made.orderNo)).receivedAt !== null, 'the delivery');
  return made;
}
async function returning(order?: Parameters<typeof checkOut>[1]) {
  const made = await delivered(order);
  const headers = { 'order-proof': made.proof };
  const bankAccount = { bankCode: '808', accountNo: '1234567890', holder: '王大明' };
  const wish = { returnComment: '不合用', ...(order && { bankAccount }) };
  expect((await made.buyer.post(`/api/orders/${made.orderNo}/return`, wish, { headers })).status).toBe(200);
  return made;
}
const rowsOf = async (list: string, by = one) => (await by.get<WorkRows>(`/api/support/work/${list}`)).body.rows;
const availableIn = ({ grants }: Awaited<ReturnType<typeof walletOf>>): number => grants.reduce((sum, { left }) => sum + left, 0);
const refunded = async (orderNo: string): Promise<number> =>
  (await paymentsOf(shop, orderNo)).reduce((sum, { refunded: paidBack }) => sum + paidBack, 0);
const codes = (answers: Answered<Refusal>[]): (string | number)[] =>
  answers.map(({ status, body }) => (status === 200 ? status : body.code)).toSorted();

describe('a return', () => {
  test('is approved once by two people at once; the other is told what happened, and the buyer sees it live', async () => {
    const { orderNo, proof } = await returning();
    const page = await follower(shop.url);
    await page.subscribe({ orderNo, afterRevision: 0, proof });
    const shown = await preview(orderNo, { type: 'approve-return' });
    expect(shown).toMatchObject({ closed: null, effects: expect.arrayContaining([expect.objectContaining({ after: '退貨中' })]) });
    const { revision } = await actsOf(orderNo);
    const answers = await Promise.all(
      [one, other].map((by) => act(orderNo, { type: 'approve-return' }, by, { expectedRevision: revision })),
    );
    expect(codes(answers)).toEqual([200, 'ORDER_CHANGED']);
    const told = answers.find(({ status }) => status === 409)?.body.details;
    expect(told).toMatchObject({ revision: String(revision + 1), changes: expect.stringMatching(/^客服 [林陳]客服：退貨申請通過/) });
    await eventually(() => Promise.resolve(page.seen.some(({ status }) => status.code === 'RETURN')), 'the shopper to see it');
    page.close();

    const total = (await orderOf(orderNo)).terms.total;
    const receiver = answers[0]?.status === 200 ? other : one;
    const before = await preview(orderNo, { type: 'receive-return', keptGifts: {} }, receiver);
    expect(before.debts).toMatchObject([{ amount: total, way: 'card' }]);
    const key = randomUUID();
    const expectedRevision = revision + 1;
    const [first, repeat] = await Promise.all(
      [0, 1].map(() => act(orderNo, { type: 'receive-return', keptGifts: {} }, receiver, { key, expectedRevision })),
    );
    expect(first).toMatchObject({ status: 200, body: { outcome: 'done' } });
    expect(repeat?.body).toEqual(first?.body);
    await eventually(async () => (await refunded(orderNo)) === total, 'the refund');
    expect((await orderOf(orderNo)).refunds).toMatchObject([{ amount: total, reason: 'RETURN' }]);

    const { groups } = (await one.get<HistoryAnswer>(path(orderNo, 'events'))).body;
    const received = groups.flatMap(({ lines }) => lines.map(({ event }) => event)).find(({ type }) => type === 'ReturnReceived');
    expect(received?.actor).toMatchObject({ kind: 'support', name: receiver === one ? '客服 林客服' : '客服 陳客服' });
  });

  test('above the limit, who approved it only proposes what its receipt pays; somebody else approves that, and the card gets it once', async () => {
    const { orderNo, buyer } = await returning();
    await act(orderNo, { type: 'approve-return' });
    const receive: OrderAct = { type: 'receive-return', keptGifts: {} };
    const { total } = (await orderOf(orderNo)).terms;
    expect(await preview(orderNo, receive)).toMatchObject({ closed: null, needsSecond: true });
    expect((await actsOf(orderNo)).mailDoubt).toBeNull();
    expect((await act(orderNo, receive)).body.outcome).toBe('proposed');
    expect(await orderOf(orderNo)).toMatchObject({ returnState: 'RETURN', return: { receivedAt: null }, startedRefunds: [] });
    await caughtUp(shop);
    expect((await rowsOf('return-review')).map(({ item }) => item)).not.toContain(orderNo);
    expect((await rowsOf('proposals')).find(({ item }) => item === orderNo)?.what).toMatch(/^請由提案人以外的同仁覆核退貨收貨 NT\$/);
    expect((await one.get<NowAnswer>(path(orderNo, 'now'))).body.lines.map(({ what }) => what)).toEqual([
      expect.stringContaining('覆核退貨收貨'),
    ]);

    const { revision, proposals } = await actsOf(orderNo, other);
    expect(proposals).toMatchObject([
      { what: 'return', amount: total, by: '林客服', preview: { closed: null, debts: [{ amount: total }] } },
    ]);
    const judge = (by: Browser) =>
      by.post<ActAnswer & Refusal>(
        path(orderNo, 'proposals/P1'),
        { verdict: 'approve', expectedRevision: revision, reason: '商品已入庫' },
        { key: randomUUID() },
      );
    expect((await judge(one)).body.code).toBe('PROPOSAL_OWN');
    expect((await judge(other)).status).toBe(200);
    await eventually(async () => (await refunded(orderNo)) === total, 'the refund');
    const events = (await shop.shop.engine.store.read(orderStream(orderNo))).map(({ type, data }) => [type, JSON.parse(data).at]);
    const proposed = events.find(([type]) => type === 'RefundProposed');
    expect(
      events.find(([type]) => type === 'ReturnReceived'),
      'the days of the law begin with the goods',
    ).toEqual(['ReturnReceived', proposed?.[1]]);
    await until(buyer, orderNo, ({ displayStatus }) => displayStatus.label === '已退款');
  });

  test('that the law grants is only refused for opened goods, and the buyer reads why', async () => {
    const { orderNo, buyer } = await returning();
    expect(await preview(orderNo, { type: 'reject-return', rejection: 'TOO_LATE' })).toMatchObject({
      closed: expect.stringContaining('鑑賞期'),
    });
    expect((await act(orderNo, { type: 'reject-return', rejection: 'TOO_LATE' })).body.code).toBe('RETURN_REJECTION_UNLAWFUL');
    expect((await act(orderNo, { type: 'reject-return', rejection: 'OPENED_GOODS' })).status).toBe(200);
    const seen = await until(buyer, orderNo, ({ timeline }) => timeline.some(({ code }) => code === 'RETURN_REJECTED'));
    expect(seen.timeline.at(-1)?.label).toBe('退貨申請未通過：商品已拆封');
    expect((await actsOf(orderNo)).acts.find(({ act: { type } }) => type === 'approve-return')?.preview.closed).not.toBeNull();
  });

  test('of a cash order is owed until support records the transfer', async () => {
    const { orderNo } = await returning(codOrder({ recipient: { ...recipient, email: '' } }));
    expect((await actsOf(orderNo)).mailDoubt, 'support calls').toBe('NO_ADDRESS');
    await act(orderNo, { type: 'approve-return' }, other);
    expect((await act(orderNo, { type: 'receive-return', keptGifts: {} })).status).toBe(200);
    const offered = (await actsOf(orderNo)).acts.find(({ act: { type } }) => type === 'transfer-paid');
    if (offered?.act.type !== 'transfer-paid') throw new Error('no transfer is offered');
    const transfer = offered.act;
    expect(offered.preview).toMatchObject({ closed: null, debts: [] });
    expect((await act(orderNo, { type: 'transfer-paid', refundId: 'NOBODY' })).body.code).toBe('REFUND_NOT_OWED');
    const answers = await Promise.all([one, other].map((by) => act(orderNo, transfer, by)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const order = await orderOf(orderNo);
    expect(order.refunds).toMatchObject([{ way: 'transfer', amount: order.terms.total }]);
    expect(moneyOf(order).owed).toBe(0);
  });
});

describe('a goodwill refund', () => {
  test('within the limits is paid at once; above them it waits for somebody else, and is paid back once', async () => {
    const { orderNo } = await placed();
    // The bank pays a part back of a captured charge only.
    for (const { recTradeId } of await paymentsOf(shop, orderNo)) await control(shop, `payments/${recTradeId}/capture`);
    expect((await act(orderNo, { type: 'goodwill', amount: 200 }, other)).body.outcome).toBe('done');
    await eventually(async () => (await refunded(orderNo)) === 200, 'the first refund');
    // 200 and 200 of one order are above 300, so nobody gets around the limit by two parts.
    expect(await preview(orderNo, { type: 'goodwill', amount: 200 })).toMatchObject({ closed: null, needsSecond: true });
    expect((await act(orderNo, { type: 'goodwill', amount: 200 })).body.outcome).toBe('proposed');
    expect((await orderOf(orderNo)).startedRefunds).toEqual([]);
    expect((await act(orderNo, { type: 'goodwill', amount: 250 })).body.code).toBe('PROPOSAL_OPEN');

    const { revision, proposals } = await actsOf(orderNo);
    expect(proposals).toMatchObject([{ proposalId: 'P1', amount: 200, by: '林客服', isOwn: true, reason: '顧客來電說明' }]);
    const judge = (by: Browser, verdict: string) =>
      by.post<ActAnswer & Refusal>(
        path(orderNo, 'proposals/P1'),
        { verdict, expectedRevision: revision, reason: '已確認' },
        { key: randomUUID() },
      );
    expect((await judge(one, 'approve')).body.code).toBe('PROPOSAL_OWN');
    const third = await signedInStaff(shop, ['view', 'refund'], '王主管');
    const answers = await Promise.all([other, third].map((by) => judge(by, 'approve')));
    expect(codes(answers)).toEqual([200, 'ORDER_CHANGED']);
    await eventually(async () => (await refunded(orderNo)) === 400, 'the second refund');
    const order = await orderOf(orderNo);
    expect(order.refunds.map(({ amount }) => amount)).toEqual([200, 200]);
    expect((await judge(other, 'approve')).status).toBe(409);
  });

  test('is not approved by who proposed it, also under another session of the same account', async () => {
    const { orderNo } = await placed();
    const { token } = await invitation(shop, ['view', 'refund'], '雙開');
    const by = shop.visit();
    const { accountNo, recoveryCodes } = await joinByAuthenticator(by, token);
    expect((await act(orderNo, { type: 'goodwill', amount: 301 }, by)).body.outcome).toBe('proposed');
    const again = shop.visit();
    expect((await again.post('/api/support/sign-in/code', { accountNo, code: recoveryCodes[0] })).status).toBe(200);
    const { revision, proposals } = await actsOf(orderNo, again);
    expect(proposals).toMatchObject([{ isOwn: true }]);
    const judged = await again.post<Refusal>(
      path(orderNo, 'proposals/P1'),
      { verdict: 'approve', expectedRevision: revision, reason: '自己同意' },
      { key: randomUUID() },
    );
    expect([judged.status, judged.body.code]).toEqual([403, 'PROPOSAL_OWN']);
  });

  test('is not approved by an account that its proposer opened or reset within a day', async () => {
    const boss = await provenStaff(shop, ['view', 'refund', 'administer'], '管理員');
    const opened = async (): Promise<{ staffId: string; second: Browser }> => {
      const invited = await boss.post<{ staffId: string; link: string }>('/api/support/staff', {
        name: '分身',
        rights: ['view', 'refund'],
      });
      const second = shop.visit();
      await joinByAuthenticator(second, new URL(invited.body.link).hash.slice(1));
      return { staffId: invited.body.staffId, second };
    };
    const { staffId, second } = await opened();
    const { visitor } = await memberWith(shop, 0);
    const code = (await visitor.get<MemberAnswer>('/api/member')).body.member.user_invite_code;
    const give = { type: 'give', amount: 400, cause: 'APOLOGY' } as const;
    const ofMember = (by: Browser, what: MemberCreditAct) =>
      by.post<Refusal>(`/api/support/members/${code}/credit`, { act: what, reason: '補償' }, { key: randomUUID() });
    await caughtUp(shop);
    expect((await ofMember(boss, give)).status).toBe(200);
    const { orderNo } = await placed();
    expect((await act(orderNo, { type: 'goodwill', amount: 301 }, boss)).body.outcome).toBe('proposed');
    const judge = async (by: Browser) =>
      by.post<Refusal>(
        path(orderNo, 'proposals/P1'),
        { verdict: 'approve', expectedRevision: (await actsOf(orderNo)).revision, reason: '同意' },
        { key: randomUUID() },
      );
    const approve = { type: 'judge', proposalId: 'P1', verdict: 'approve' } as const;
    for (const answer of [await judge(second), await ofMember(second, approve)])
      expect([answer.status, answer.body.code]).toEqual([403, 'PROPOSAL_OWN']);
    // A reset hands over the account of somebody else.
    const reset = await boss.post<{ link: string }>(`/api/support/staff/${staffId}/reset`, { reason: '手機遺失' });
    const taken = shop.visit();
    await joinByAuthenticator(taken, new URL(reset.body.link).hash.slice(1));
    expect((await judge(taken)).body.code).toBe('PROPOSAL_OWN');
    // Everybody else may.
    expect((await ofMember(other, approve)).status).toBe(200);
    expect((await judge(other)).status).toBe(200);
  });

  test('is not approved between accounts that one person opened within a day, whoever of them proposed it', async () => {
    const boss = await provenStaff(shop, ['view', 'refund', 'administer'], '管理員');
    const opened = async (by: Browser): Promise<Browser> => {
      const rights: Right[] = ['view', 'refund', 'administer'];
      const { body } = await by.post<{ link: string }>('/api/support/staff', { name: '分身', rights });
      const visitor = shop.visit();
      await joinProven(visitor, new URL(body.link).hash.slice(1));
      return visitor;
    };
    const [second, third] = [await opened(boss), await opened(boss)];
    const fourth = await opened(second);
    const { orderNo } = await placed();
    expect((await act(orderNo, { type: 'goodwill', amount: 301 }, second)).body.outcome).toBe('proposed');
    const judge = async (by: Browser) =>
      by.post<Refusal>(
        path(orderNo, 'proposals/P1'),
        { verdict: 'approve', expectedRevision: (await actsOf(orderNo)).revision, reason: '同意' },
        { key: randomUUID() },
      );
    // The opener of the proposer, another account of the same opener, and one that the proposer opened.
    for (const by of [boss, third, fourth]) {
      const answer = await judge(by);
      expect([answer.status, answer.body.code]).toEqual([403, 'PROPOSAL_OWN']);
    }
    expect((await judge(other)).status).toBe(200);
    // A used approval has no second effect.
    expect((await judge(other)).status).toBe(409);
    const { startedRefunds, refunds } = await orderOf(orderNo);
    expect([...startedRefunds, ...refunds].map(({ amount }) => amount)).toEqual([301]);
  });

  test('stays within the limit of one person, whatever revisions many requests at once name', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderNo } = await placed();
      const by = await signedInStaff(shop, ['view', 'refund'], `搶先 ${round}`);
      const { revision } = await actsOf(orderNo, by);
      // Each one alone is within 300; the later ones name the revisions that the earlier ones will make.
      const ahead = [0, 1, 1, 2, 2, 3];
      await Promise.all(ahead.map((steps) => act(orderNo, { type: 'goodwill', amount: 200 }, by, { expectedRevision: revision + steps })));
      const { startedRefunds, refunds } = await orderOf(orderNo);
      expect([...startedRefunds, ...refunds].map(({ amount }) => amount)).toEqual([200]);
    }
  });

  test('needs a second person from the third of a day on, also for refunds at once', async () => {
    const by = await signedInStaff(shop, ['view', 'refund'], '多退');
    const orders = await Promise.all([0, 1, 2, 3].map(() => placed()));
    const answers = await Promise.all(orders.map(({ orderNo }) => act(orderNo, { type: 'goodwill', amount: 10 }, by)));
    expect(answers.map(({ body }) => body.outcome).toSorted()).toEqual(['done', 'done', 'proposed', 'proposed']);
    expect(await preview(orders[0]?.orderNo ?? '', { type: 'goodwill', amount: 1_000_000 })).toMatchObject({ closed: expect.any(String) });
  });
});

describe('shopping credit', () => {
  test('is not given, nor approved, after the account was closed', async () => {
    const { visitor, memberId } = await memberWith(shop, 0);
    const { orderNo } = await placed(codOrder(), visitor);
    expect((await act(orderNo, { type: 'credit', amount: 301 })).body.outcome).toBe('proposed');
    const { clock, commands } = shop.shop.engine;
    const context = { commandId: randomUUID(), actor: { kind: 'member', id: memberId } as const, now: clock() };
    const closing = { type: 'CloseAccount', at: clock().toISOString() } as const;
    expect((await commands.handle(memberStream(memberId), memberDecider, closing, context)).ok).toBe(true);
    const { revision, proposals } = await actsOf(orderNo, other);
    expect(proposals[0]?.preview.closed).toContain('帳號已刪除');
    const body = { verdict: 'approve', expectedRevision: revision, reason: '已確認' };
    expect((await other.post<Refusal>(path(orderNo, 'proposals/P1'), body, { key: randomUUID() })).body.code).toBe('CREDIT_WITHOUT_MEMBER');
    expect((await act(orderNo, { type: 'credit', amount: 10 })).body.code).toBe('CREDIT_WITHOUT_MEMBER');
    expect((await orderOf(orderNo)).goodwillCredit ?? []).toEqual([]);
  });

  test('is granted once by one click, shares the limits of refunds, and is taken back', async () => {
    const by = await signedInStaff(shop, ['view', 'refund'], '贈送');
    const { visitor, memberId } = await memberWith(shop, 0);
    const { orderNo } = await placed(codOrder(), visitor);
    const credit = async () => availableIn(await walletOf(shop, memberId));
    const { revision } = await actsOf(orderNo, by);
    const key = randomUUID();
    const give = () => act(orderNo, { type: 'credit', amount: 150 }, by, { key, expectedRevision: revision });
    const [first, repeat] = await Promise.all([give(), give()]);
    expect(first).toMatchObject({ status: 200, body: { outcome: 'done' } });
    expect(repeat?.body).toEqual(first?.body);
    await eventually(async () => (await credit()) === 150, 'the credit in the wallet');

    // 150 and 200 of one order are above 300.
    expect(await preview(orderNo, { type: 'credit', amount: 200 })).toMatchObject({ closed: null, needsSecond: true });
    expect((await act(orderNo, { type: 'credit', amount: 200 }, by)).body.outcome).toBe('proposed');
    const open = await actsOf(orderNo);
    expect(open.proposals).toMatchObject([{ amount: 200, isCredit: true, by: '贈送' }]);
    const judged = await Promise.all(
      [one, other].map((judge) =>
        judge.post<ActAnswer & Refusal>(
          path(orderNo, 'proposals/P1'),
          { verdict: 'approve', expectedRevision: open.revision, reason: '已確認' },
          { key: randomUUID() },
        ),
      ),
    );
    expect(codes(judged)).toEqual([200, 'ORDER_CHANGED']);
    await eventually(async () => (await credit()) === 350, 'both grants in the wallet');
    expect((await act(orderNo, { type: 'credit-back', creditId: 'C1' })).status).toBe(200);
    expect((await act(orderNo, { type: 'credit-back', creditId: 'C1' })).body.code).toBe('CREDIT_UNKNOWN');
    await eventually(async () => (await credit()) === 200, 'the credit that was taken back');

    // One grant alone and one refund alone are the two of this day.
    const [second, third] = await Promise.all([placed(), placed()]);
    expect((await act(second.orderNo, { type: 'goodwill', amount: 10 }, by)).body.outcome).toBe('done');
    expect((await act(third.orderNo, { type: 'goodwill', amount: 10 }, by)).body.outcome).toBe('proposed');
    expect((await act(second.orderNo, { type: 'credit', amount: 10 })).body.code).toBe('CREDIT_WITHOUT_MEMBER');
  });
});

describe('a store that is closed', () => {
  test('is a row of work until support chooses another, which the carrier gets and the buyer sees', async () => {
    const { orderNo, buyer } = await placed(cardOrder(MASTERCARD, { delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) }));
    const listed = async () => {
      await caughtUp(shop);
      const { rows } = (await one.get<WorkRows>('/api/support/work/store-closed')).body;
      return rows.some((row) => row.item === orderNo);
    };
    const choose = (storeId?: string, by = one) => act(orderNo, { type: 'change-store', ...(storeId && { storeId }) }, by);
    expect((await choose('991182')).body.code).toBe('STORE_CHANGE_NOT_NEEDED');
    for (const code of [2068, 2104]) await control(shop, `parcels/${orderNo}`, { code });
    // The carrier says it twice: the parcel's status, then a notice about the store. After both, a revision that was read stays.
    await eventually(async () => (await orderOf(orderNo)).parcel?.code === '2104', 'the closed store');
    await eventually(async () => (await orderOf(orderNo)).storeProblems?.length === 1, 'the notice about the store');
    expect(await listed()).toBe(true);
    expect((await choose('000000')).body.code).toBe('STORE_UNKNOWN');

    await control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 500 });
    expect((await choose('991182')).body).toMatchObject({ outcome: 'unanswered' });
    // Without the carrier's answer nobody chooses a third store, and the order stays in the list.
    expect((await choose('896539', other)).body.code).toBe('STORE_CHANGE_OPEN');
    expect(await listed()).toBe(true);
    await control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 0 });
    expect((await choose(undefined, other)).body.outcome).toBe('done');
    const parcels = await parcelsOf(shop, orderNo);
    expect(parcels).toMatchObject([{ storeId: '991182' }]);
    expect(await listed()).toBe(false);
    expect((await orderOf(orderNo)).personal.contact).toMatchObject({ store: { id: '991182' } });
    const seen = await until(buyer, orderNo, ({ order }) => order.facts.pickup?.store?.id === '991182');
    expect(seen.order.facts.pickup?.store?.name).not.toBe('');
    const stored = await shop.shop.engine.store.read(orderStream(orderNo));
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain('991182');
  });
});

test('a corrected invoice is sealed, and the buyer sees it live', async () => {
  const { orderNo, buyer, proof } = await placed();
  const page = await follower(shop.url);
  await page.subscribe({ orderNo, afterRevision: 0, proof });
  const corrected: OrderAct = {
    type: 'correct-invoice',
    invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: '北方之家股份有限公司' },
  };
  const shown = await preview(orderNo, corrected);
  expect(shown).toMatchObject({ closed: null, effects: [{ before: '一般電子發票', after: expect.stringMatching(/^公司統一編號.*257/) }] });
  expect((await act(orderNo, corrected)).body.outcome).toBe('done');
  await eventually(() => Promise.resolve(page.seen.some(({ entry }) => entry?.label === '已更正發票資料')), 'the shopper to see it');
  page.close();
  expect((await until(buyer, orderNo, ({ order }) => order.invoiceType === 'UNIFORM_NUMBER')).order.invoiceType).toBe('UNIFORM_NUMBER');
  const stored = (await shop.shop.engine.store.read(orderStream(orderNo))).find(({ type }) => type === 'InvoiceCorrected');
  expect(stored?.data).not.toMatch(/04595257|北方之家/);
  // Nothing is left to correct, so the button of the same data is closed.
  expect((await preview(orderNo, corrected)).closed).not.toBeNull();
});

describe('a corrected e-mail address', () => {
  let revealer: Browser;
  beforeAll(async () => {
    revealer = await signedInStaff(shop, ['view', 'act', 'reveal'], '林客服');
  });
  const address = (name: string): string => `${name}.${randomUUID().slice(0, 8)}@example.com`;
  const mistyped = async (of = codOrder) => {
    const wrong = address('minh');
    const made = await placed(of({ recipient: { ...recipient, email: wrong } }));
    await eventually(async () => (await receivedMails(shop)).some(({ to }) => to.address === wrong), 'the first mail');
    return { ...made, wrong };
  };
  const received = async (to: string) => (await receivedMails(shop)).filter((mail) => mail.to.address === to);

  test('gets the later mails and those that are sent again; the old one gets nothing more, and the buyer sees it live', async () => {
    const { orderNo, buyer, proof, wrong } = await mistyped();
    const right = address('ming');
    const page = await follower(shop.url);
    await page.subscribe({ orderNo, afterRevision: 0, proof });
    const corrected: OrderAct = { type: 'correct-email', email: ` ${right}` };
    const { closed, effects } = await preview(orderNo, corrected, revealer);
    expect(closed).toBeNull();
    expect(effects.map(({ what }) => what)).toEqual(['收件人（遮罩）']);
    expect(JSON.stringify(effects)).not.toContain(right);
    expect((await act(orderNo, { type: 'correct-email', email: 'ming@example' }, revealer)).body).toMatchObject({ code: 'EMAIL_INVALID' });
    expect((await act(orderNo, { type: 'correct-email', email: wrong }, revealer)).body).toMatchObject({ code: 'EMAIL_SAME' });
    expect((await act(orderNo, corrected, viewer)).status).toBe(403);
    // By a mailbox of their own they would read what only the right `reveal` shows.
    for (const email of [right, wrong]) {
      // Nor does the preview say whether an address that they guess is the present one.
      expect((await preview(orderNo, { type: 'correct-email', email }, one)).closed).toBe('您的帳號沒有這項權限');
    }
    expect(await act(orderNo, corrected, one)).toMatchObject({ status: 403, body: { code: 'RIGHT_MISSING' } });
    expect((await act(orderNo, corrected, revealer)).body.outcome).toBe('done');
    expect((await actsOf(orderNo)).mailDoubt, 'support calls about a return').toBe('CORRECTED');
    await eventually(() => Promise.resolve(page.seen.some(({ entry }) => entry?.label === '已更正電子郵件')), 'the shopper to see it');
    page.close();
    const headers = { 'order-proof': proof };
    expect((await until(buyer, orderNo, ({ order }) => order.recipient.email === right)).order.personal).toBe('full');
    const masked = await shop.visit().get<OrderAnswer>(`/api/orders/${orderNo}`);
    expect(masked.body.order.recipient.email).toMatch(/^m•+$/);

    await shop.shop.engine.pool.query("update mails set created_at = created_at - interval '2 minutes' where stream = $1", [
      orderStream(orderNo),
    ]);
    const { mails } = (await one.get<MailList>(path(orderNo, 'mails'))).body;
    const again = await one.post<{ outcome: string }>(path(orderNo, `mails/${mails[0]?.mailId}`), { reason: '顧客未收到信' });
    expect(again.body.outcome).toBe('planned');
    await eventually(async () => (await received(right)).length === 1, 'the confirmation again');
    expect((await buyer.post(`/api/orders/${orderNo}/cancel`, {}, { headers })).status).toBe(200);
    await eventually(async () => (await received(right)).length === 2, 'the cancellation');
    expect(await received(wrong)).toHaveLength(1);
  });

  test('does not count the mails to the old one, also where the buyer asks for the confirmation again', async () => {
    const { orderNo, buyer, proof, wrong } = await mistyped();
    const { pool } = shop.shop.engine;
    const headers = { 'order-proof': proof };
    const again = async () => (await buyer.post('/api/surenotify/send/', { orderNo }, { headers })).status;
    const sent = (count: number, to: string) => eventually(async () => (await received(to)).length === count, `${count} mails to ${to}`);
    const later = () =>
      pool.query("update mails set created_at = created_at - interval '2 minutes' where stream = $1", [orderStream(orderNo)]);
    for (const count of [2, 3, 4]) {
      await later();
      expect(await again()).toBe(200);
      await sent(count, wrong);
    }
    await later();
    expect(await again()).toBe(429);
    const right = address('ming');
    expect((await act(orderNo, { type: 'correct-email', email: right }, revealer)).body.outcome).toBe('done');
    expect(await again()).toBe(200);
    await sent(1, right);
  });

  test('shows beside each mail where it went', async () => {
    const { orderNo, wrong } = await mistyped();
    const right = address('ming');
    const mails = async () => (await one.get<MailList>(path(orderNo, 'mails'))).body.mails;
    const seen = async () => (await one.get<SeenAnswer>(path(orderNo, 'seen'))).body.mails;
    expect((await mails()).map(({ to }) => to)).toEqual(['m••••']);
    await eventually(async () => (await seen())[0]?.reports.some((report) => report.startsWith('已送達信箱 20')), 'the report of delivery');
    expect((await act(orderNo, { type: 'correct-email', email: right }, revealer)).body.outcome).toBe('done');
    expect((await mails()).map(({ to }) => to)).toEqual(['m••••（更正前的地址）']);
    expect((await seen()).map(({ to }) => to)).toEqual(['m••••（更正前的地址）']);
    await shop.shop.engine.pool.query("update mails set created_at = created_at - interval '2 minutes' where stream = $1", [
      orderStream(orderNo),
    ]);
    expect((await one.post(path(orderNo, `mails/${(await mails())[0]?.mailId}`), { reason: '顧客未收到信' })).status).toBe(200);
    await eventually(async () => (await received(right)).length === 1, 'the confirmation again');
    await eventually(async () => (await mails())[0]?.state === 'sent', 'its row');
    expect((await mails()).map(({ to }) => to)).toEqual(['m••••']);
    expect((await seen()).map(({ to }) => to)).toEqual(['m••••（更正前的地址）', 'm••••']);
    const { mails: texts } = (await revealer.post<RevealAnswer>(path(orderNo, 'reveal'), { reason: '顧客來電' })).body;
    expect(texts.map(({ text }) => text.split('\n')[0])).toEqual([`收件地址：${wrong}`, `收件地址：${right}`]);
  });

  test('is sealed; the history says who and why, and who may reveal data reads it with the address before', async () => {
    const { orderNo, wrong } = await mistyped();
    const right = address('ming');
    const mistypedAgain = address('min');
    for (const email of [mistypedAgain, right])
      expect((await act(orderNo, { type: 'correct-email', email }, revealer)).body.outcome).toBe('done');
    const stored = (await shop.shop.engine.store.read(orderStream(orderNo))).find(({ type }) => type === 'ContactEmailCorrected');
    expect(stored?.data).not.toMatch(/@|ming/);
    const history = (await revealer.get<HistoryAnswer>(path(orderNo, 'events'))).body;
    const event = history.groups.flatMap(({ lines }) => lines).find(({ event: { type } }) => type === 'ContactEmailCorrected')?.event;
    expect(event).toMatchObject({ actor: { name: expect.stringContaining('林客服') }, sealed: '電子郵件與原因' });
    expect(JSON.stringify(history)).not.toContain(right);
    const { fields, events } = (await revealer.post<RevealAnswer>(path(orderNo, 'reveal'), { reason: '顧客來電' })).body;
    expect(fields).toEqual(
      expect.arrayContaining([
        { label: '電子郵件', value: right },
        { label: '更正前的電子郵件', value: `${wrong}、${mistypedAgain}` },
      ]),
    );
    expect(events.map(({ text }) => text)).toContain(`電子郵件：${right}；原因：顧客來電說明`);
  });

  test('finds the order as the one before does, until the person is forgotten', async () => {
    const { orderNo, buyer, proof, wrong } = await mistyped();
    const right = address('ming');
    expect((await act(orderNo, { type: 'correct-email', email: right }, revealer)).body.outcome).toBe('done');
    const found = async (q: string) => {
      await caughtUp(shop);
      const { orders } = (await one.post<FoundOrders>('/api/support/orders/search', { q, filters: {} })).body;
      return orders.map((order) => order.orderNo);
    };
    for (const email of [wrong, right, right.toUpperCase()]) expect(await found(email), email).toEqual([orderNo]);
    await rebuildEqualsLive(shop.shop.engine.projector, 'order_keys');
    await rebuildEqualsLive(shop.shop.engine.projector, 'orders');
    const headers = { 'order-proof': proof };
    expect((await buyer.post(`/api/orders/${orderNo}/cancel`, {}, { headers })).status).toBe(200);
    const { clock, codec, store } = shop.shop.engine;
    await eventually(async () => (await orderOf(orderNo)).recall !== null, 'the parcel to be stopped');
    await support(shop, orderNo, { type: 'ConfirmKept', at: clock().toISOString() });
    const asked = { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: false } as const;
    expect(await askToForget(shop.shop.engine, { order: orderNo }, asked)).toMatchObject({ kind: 'forgotten' });
    for (const email of [wrong, right]) expect(await found(email), email).toEqual([]);
    await rebuildEqualsLive(shop.shop.engine.projector, 'order_keys');
    await rebuildEqualsLive(shop.shop.engine.projector, 'orders');
    const events = await codec.decode(await store.read(orderStream(orderNo)));
    expect(JSON.stringify(events.map(({ personal }) => personal))).not.toMatch(/@example/);
    expect((await act(orderNo, { type: 'correct-email', email: right }, revealer)).body).toMatchObject({ code: 'BUYER_FORGOTTEN' });
  });

  test.each(['new', 'old'])('gives nobody the order: not the member who confirmed the %s one', async (which) => {
    const { orderNo, wrong } = await mistyped();
    const right = address('ming');
    const own = which === 'new' ? right : wrong;
    expect((await act(orderNo, { type: 'correct-email', email: right }, revealer)).body.outcome).toBe('done');
    const member = shop.visit();
    expect((await member.post('/api/register', memberForm({ user_email: own }))).status).toBe(200);
    const memberId = await memberIdOf(shop, member);
    const { accounts } = shop.shop.faces.accounts;
    const now = shop.shop.engine.clock();
    const confirmed = {
      type: 'ConfirmEmail',
      at: now.toISOString(),
      subject: `member:${memberId}`,
      emailKey: accounts.emailKey(own),
    } as const;
    await accounts.change(memberId, confirmed, {
      commandId: randomUUID(),
      causationId: 'a test',
      actor: { kind: 'member', id: memberId },
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      now,
    });
    await caughtUp(shop);
    const again = shop.visit();
    expect((await again.post('/api/login', { account: own, password: 'abc123' })).status).toBe(200);
    await caughtUp(shop);
    expect((await again.get<MemberOrders>('/api/member/orders')).body.orders).toEqual([]);
    expect((await again.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order.personal).toBe('masked');
    expect((await orderOf(orderNo)).adoptedBy).toBeUndefined();
  });
});

describe('a cancellation', () => {
  test('is refused on an old revision, before the processor is asked; then it pays back', async () => {
    const { orderNo } = await placed();
    const cancel: OrderAct = { type: 'cancel', cancellation: 'ORDERED_TWICE' };
    const old = (await actsOf(orderNo)).revision - 1;
    expect((await act(orderNo, cancel, one, { expectedRevision: old })).body.code).toBe('ORDER_CHANGED');
    const shown = await preview(orderNo, cancel);
    const done = await act(orderNo, cancel);
    expect(done).toMatchObject({ status: 200, body: { status: { code: 'CANCELLED' } } });
    await eventually(async () => (await refunded(orderNo)) === shown.debts[0]?.amount, 'the refund');
    expect((await actsOf(orderNo)).acts.find(({ act: { type } }) => type === 'cancel')?.preview.closed).not.toBeNull();
  });
});

describe('notes', () => {
  test('are sealed, withdrawn with a reason, and never deleted', async () => {
    const { orderNo } = await placed();
    const key = randomUUID();
    const write = () => one.post<NoteAnswer>(path(orderNo, 'notes'), { text: '顧客住一樓，請按門鈴' }, { key });
    const [written, again] = [await write(), await write()];
    expect(written.body.noteId).toBe('N1');
    expect(again.body).toEqual(written.body);
    await other.post(path(orderNo, 'notes/N1/withdraw'), { reason: '寫錯訂單' });
    expect((await other.post<Refusal>(path(orderNo, 'notes/N1/withdraw'), { reason: '寫錯訂單' })).body.code).toBe('NOTE_UNKNOWN');
    expect((await actsOf(orderNo)).notes).toMatchObject([
      { noteId: 'N1', by: '林客服', text: '顧客住一樓，請按門鈴', withdrawn: { by: '陳客服', reason: '寫錯訂單' } },
    ]);
    const stored = await shop.shop.engine.store.read(orderStream(orderNo));
    expect(JSON.stringify(stored.map(({ data, metadata }) => [data, metadata]))).not.toMatch(/門鈴|寫錯/);
  });
});

test('the carrier is asked at once, and each mail of the order is sent again; both are in the log with who and why', async () => {
  const { orderNo } = await placed();
  const ask = (what: string, body: object = { reason: '顧客來電詢問' }) => one.post<{ outcome: string }>(path(orderNo, what), body);
  await control(shop, `parcels/${orderNo}`, { code: 3006, callback: false });
  expect((await ask('carrier')).body.outcome).toMatch(/news|same/);
  expect((await orderOf(orderNo)).parcel?.code).toBe('3006');
  expect((await ask('carrier')).body.outcome).toBe('same');
  expect((await ask('carrier', {})).status).toBe(400);
  const mails = async () => (await one.get<MailList>(path(orderNo, 'mails'))).body.mails;
  const named = async (title: string) => (await mails()).find((mail) => mail.title === title);
  const again = async (title: string) => (await ask(`mails/${(await named(title))?.mailId}`)).body.outcome;
  const wasSent = (title: string, times: number) =>
    eventually(async () => {
      const mail = await named(title);
      return mail?.state === 'sent' && mail.times === times;
    }, `${title}, ${times} times`);
  const { pool } = shop.shop.engine;
  const later = () =>
    pool.query("update mails set created_at = created_at - interval '2 minutes' where stream = $1", [orderStream(orderNo)]);
  await wasSent('訂單成立', 1);
  // It was sent a moment ago, so the limits of the buyer hold. Later, of several requests at once one sends it.
  expect(await again('訂單成立')).toBe('too-soon');
  await later();
  const outcomes = await Promise.all([0, 1, 2].map(() => again('訂單成立')));
  expect(outcomes).toContain('planned');
  await wasSent('訂單成立', 2);

  const refund = { refundId: 'G1', amount: 40, reason: 'GOODWILL', way: 'card', strayTradeId: null } as const;
  await support(shop, orderNo, { type: 'IssueRefund', at: shop.shop.engine.clock().toISOString(), ...refund });
  await wasSent('退款通知 NT$40', 1);
  await later();
  expect(await again('退款通知 NT$40')).toBe('planned');
  await wasSent('退款通知 NT$40', 2);
  // No parcel of a home delivery is at a store: such a mail would say what is not true.
  await pool.query("update mails set kind = 'PARCEL_AT_STORE' where stream = $1 and kind = 'ORDER_REFUNDED'", [orderStream(orderNo)]);
  expect(await again('商品到店 NT$40')).toBe('overtaken');
  expect((await ask(`mails/${randomUUID()}`)).body.outcome).toBe('unknown');
  const { rows } = await shop.shop.engine.pool.query(
    'select distinct action, reason is not null as why from support_views where order_no = $1',
    [orderNo],
  );
  expect(rows).toEqual(expect.arrayContaining(['ASK_CARRIER', 'RESEND'].map((action) => ({ action, why: true }))));
});

test('somebody without the right, or of another site, changes nothing', async () => {
  const { orderNo } = await returning();
  const { revision } = await actsOf(orderNo);
  expect((await act(orderNo, { type: 'approve-return' }, viewer)).body.code).toBe('RIGHT_MISSING');
  expect((await act(orderNo, { type: 'goodwill', amount: 1 }, viewer)).body.code).toBe('RIGHT_MISSING');
  const body = { act: { type: 'approve-return' }, expectedRevision: revision, reason: '偽造的請求' };
  const foreign = await one.post<Refusal>(path(orderNo, 'decisions'), body, { headers: { origin: 'https://evil.example' } });
  expect(foreign.body.code).toBe('FOREIGN_ORIGIN');
  // Money by the route of decisions, for which the right `act` is enough.
  const smuggled = { ...body, act: { type: 'goodwill', amount: 1 } };
  expect((await one.post(path(orderNo, 'decisions'), smuggled)).status).toBe(400);
  expect((await actsOf(orderNo)).revision).toBe(revision);
});

test('people who have an order open see each other, and whether somebody edits it', async () => {
  const { orderNo } = await placed();
  const sign = async (by: Browser, body: object) => (await by.post<PresenceAnswer>(path(orderNo, 'presence'), body)).body;
  expect((await sign(one, { editing: true })).others).toEqual([]);
  // On a slow machine a sign of presence may be over before the next call.
  const seen = await eventually(async () => {
    await sign(one, { editing: true });
    const { others } = await sign(other, { editing: false });
    return others.length > 0 && others;
  }, 'the other person');
  expect(seen).toEqual([{ name: '林客服', editing: true }]);
  // An open page keeps no session alive: nobody may be there.
  const { pool } = shop.shop.engine;
  await pool.query("update staff_sessions set seen_at = now() - interval '10 minutes'");
  const fresh = async () => (await pool.query("select from staff_sessions where seen_at > now() - interval '1 minute'")).rowCount;
  await sign(one, { editing: true });
  expect(await fresh()).toBe(0);
  await actsOf(orderNo, one);
  expect(await fresh()).toBe(1);
  await sign(other, { editing: false, leaving: true });
  expect(await sign(one, { editing: false })).toEqual({ revision: (await actsOf(orderNo)).revision, others: [] });
});

test('a person with an order open twice is there until the last page closes, and edits as long as one of them does', async () => {
  const { orderNo } = await placed();
  const [first, second] = [randomUUID(), randomUUID()];
  const sign = async (by: Browser, body: object) => (await by.post<PresenceAnswer>(path(orderNo, 'presence'), body)).body.others;
  /** What the other person sees after these signs; repeated, because a sign is over after three seconds on any machine. */
  const seenAfter = (signs: () => Promise<unknown>) =>
    eventually(async () => {
      const began = Date.now();
      await signs();
      const others = await sign(other, { editing: false });
      return Date.now() - began < 2_000 && { others };
    }, 'signs that are not over');
  const both = async () => {
    await sign(one, { page: first, editing: true });
    await sign(one, { page: second, editing: false });
  };
  expect((await seenAfter(both)).others).toEqual([{ name: '林客服', editing: true }]);
  const oneLeft = async () => {
    await both();
    await sign(one, { page: first, editing: false, leaving: true });
  };
  expect((await seenAfter(oneLeft)).others).toEqual([{ name: '林客服', editing: false }]);
  await sign(one, { page: second, editing: false, leaving: true });
  expect(await sign(other, { editing: false })).toEqual([]);
});

describe('work lists', () => {
  const move = (list: string, orderNo: string, since: string, what: string, by: Browser) =>
    by.post<Refusal>(`/api/support/work/${list}/${orderNo}`, { move: what, since });

  test('have what waits; of two people at once one takes a row', async () => {
    const { orderNo } = await returning();
    await caughtUp(shop);
    const row = (await rowsOf('return-review')).find((found) => found.item === orderNo);
    expect(row).toMatchObject({ what: '請審核退貨申請', owner: null });
    const since = row?.since ?? '';
    const taken = await Promise.all([one, other].map((by) => move('return-review', orderNo, since, 'take', by)));
    expect(codes(taken)).toEqual([200, 'WORK_TAKEN']);
    const [winner, loser] = taken[0]?.status === 200 ? [one, other] : [other, one];
    const owned = (by: Browser) => rowsOf('return-review', by).then((rows) => rows.find((found) => found.item === orderNo)?.owner);
    expect(await owned(winner)).toMatchObject({ isOneself: true });
    await move('return-review', orderNo, since, 'give-back', loser);
    expect(await owned(loser)).toMatchObject({ isOneself: false });
    await move('return-review', orderNo, since, 'give-back', winner);
    expect((await move('return-review', orderNo, since, 'take', loser)).status).toBe(200);
    expect((await move('return-review', orderNo, '2030-01-01T00:00:00.000Z', 'take', loser)).status).toBe(409);
    const { lists } = (await one.get<WorkLists>('/api/support/work')).body;
    expect(lists.find(({ key }) => key === 'return-review')?.count).toBeGreaterThan(0);

    await act(orderNo, { type: 'reject-return', rejection: 'OPENED_GOODS' });
    await caughtUp(shop);
    expect((await rowsOf('return-review')).map((found) => found.item)).not.toContain(orderNo);
  });

  test('say whether the goods of a return are on their way or have arrived', async () => {
    const { orderNo } = await returning(codOrder());
    const said = async (list: string) => {
      await caughtUp(shop);
      return (await rowsOf(list)).find((found) => found.item === orderNo);
    };
    await act(orderNo, { type: 'approve-return' });
    expect(await said('return-review')).toMatchObject({ what: '退貨申請已通過，等顧客將商品交給物流退回', turn: 'buyer' });
    await act(orderNo, { type: 'receive-return', keptGifts: {} }, other);
    expect(await said('return-review')).toBeUndefined();
    expect(await said('money-owed')).toMatchObject({
      what: expect.stringMatching(/^請匯款 NT\$[\d,]+ 給顧客，再登記已匯款$/),
      turn: 'support',
      until: expect.stringMatching(/^期限 20\d\d\/\d\d\/\d\d$/),
    });
  });

  test('that are read right after an act have the row as it is now, although the read model is behind', async () => {
    const { orderNo } = await returning();
    await caughtUp(shop);
    const client = await shop.shop.engine.pool.connect();
    try {
      // The projection cannot write the order's row.
      await client.query('begin');
      await client.query('select 1 from orders where order_no = $1 for update', [orderNo]);
      const { position } = (await act(orderNo, { type: 'reject-return', rejection: 'OPENED_GOODS' })).body;
      const note = await one.post<NoteAnswer>(path(orderNo, 'notes'), { text: '已通知顧客' });
      expect(BigInt(note.body.position)).toBeGreaterThan(BigInt(position));
      const reads = Promise.all([
        one.get<WorkRows>(`/api/support/work/return-review?after=${position}`),
        one.get<WorkLists>(`/api/support/work?after=${position}`),
        one.get<NowAnswer>(path(orderNo, 'now')),
      ]);
      expect((await rowsOf('return-review')).map(({ item }) => item)).toContain(orderNo);
      await client.query('rollback');
      const [rows, , now] = await reads;
      expect(rows.body.rows.map(({ item }) => item)).not.toContain(orderNo);
      expect(now.body.lines.map(({ what }) => what)).not.toContain('請審核退貨申請');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('that no event ends are done by hand', async () => {
    const { orderNo } = await placed(codOrder());
    for (const code of [3001, 3006, 5004]) await control(shop, `parcels/${orderNo}`, { code });
    await eventually(async () => (await orderOf(orderNo)).parcel?.code === '5004', 'the way back');
    await caughtUp(shop);
    const row = (await rowsOf('not-collected')).find((found) => found.item === orderNo);
    expect((await move('not-collected', orderNo, row?.since ?? '', 'done', one)).status).toBe(200);
    expect((await rowsOf('not-collected')).map((found) => found.item)).not.toContain(orderNo);
    expect((await one.get('/api/support/work/nothing')).status).toBe(404);
  });
});
