import { randomUUID } from 'node:crypto';
import type { MemberAnswer } from '@nordhaut/contracts';
import type { ActAnswer, ActsAnswer, MemberCreditAct, Right } from '@nordhaut/contracts/support';
import { moneyOf, type Order, orderDecider, orderStream } from '@nordhaut/ordering';
import { walletStream } from '@nordhaut/promotions';
import { bankCall } from '@nordhaut/simulators/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { support } from './fixtures/marked-orders.ts';
import { memberWith, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { control, paymentsOf } from './fixtures/records.ts';
import { joinProven, provenStaff, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// The second person is not the first one under another account (infra/decisions/069).

type Refusal = { code: string };
let shop: TestShop;
/** ms */
const GRACE = 20_000;
/** ms by which the clock of the shop is ahead */
let ahead = 0;
beforeAll(async () => {
  shop = await testShop({ REFUND_ALONE_MAX: '300', CHECKOUT_GRACE: String(GRACE) }, { clock: () => new Date(Date.now() + ahead) });
});
/** A call to the card that was sent before is over. */
const callsAreOver = (): void => void (ahead += GRACE);
afterEach(() => {
  vi.restoreAllMocks();
  // Codes of authenticators allow a little.
  ahead = 0;
});
afterAll(() => shop.close());

const path = (orderNo: string, what: string): string => `/api/support/orders/${orderNo}/${what}`;
const revisionOf = async (orderNo: string, by: Browser) => (await by.get<ActsAnswer>(path(orderNo, 'acts'))).body.revision;
const orderOf = async (orderNo: string): Promise<Order> =>
  (await shop.shop.engine.commands.load(orderStream(orderNo), orderDecider)).state as Order;
const RIGHTS: Right[] = ['view', 'refund'];

async function placed(): Promise<string> {
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
  await eventually(async () => (await orderOf(orderNo))?.shipment != null, 'the parcel');
  return orderNo;
}
/** Invites somebody and uses the link, as one person with two accounts could. */
async function openedBy(boss: Browser, rights = RIGHTS): Promise<Browser> {
  const { body } = await boss.post<{ link: string }>('/api/support/staff', { name: '新帳號', rights });
  const visitor = shop.visit();
  await joinProven(visitor, new URL(body.link).hash.slice(1));
  return visitor;
}
async function propose(orderNo: string, by: Browser): Promise<void> {
  const body = { act: { type: 'goodwill', amount: 301 }, expectedRevision: await revisionOf(orderNo, by), reason: '補償' };
  const { body: answer } = await by.post<ActAnswer>(path(orderNo, 'payments'), body, { key: randomUUID() });
  expect(answer.outcome).toBe('proposed');
}
const judge = (orderNo: string, by: Browser, expectedRevision: number, verdict = 'approve') =>
  by.post<Refusal>(path(orderNo, 'proposals/P1'), { verdict, expectedRevision, reason: '同意' }, { key: randomUUID() });
async function memberCode() {
  const { visitor, memberId } = await memberWith(shop, 0);
  const code = (await visitor.get<MemberAnswer>('/api/member')).body.member.user_invite_code;
  await caughtUp(shop);
  const act = (by: Browser, what: MemberCreditAct) =>
    by.post<Refusal>(`/api/support/members/${code}/credit`, { act: what, reason: '補償' }, { key: randomUUID() });
  return { act, memberId };
}
const GIVE = { type: 'give', amount: 400, cause: 'APOLOGY' } as const;
const APPROVE = { type: 'judge', proposalId: 'P1', verdict: 'approve' } as const;

/** Who proposes, and who approves, of accounts that one administrator opened today, directly or over another account. */
test.each<[string, (boss: Browser) => Promise<[Browser, Browser]>]>([
  ['two accounts of one administrator', async (boss) => [await openedBy(boss), await openedBy(boss)]],
  ['the administrator who opened the proposer’s account', async (boss) => [await openedBy(boss), boss]],
  ['an account of an account', async (boss) => [await openedBy(boss), await openedBy(await openedBy(boss, [...RIGHTS, 'administer']))]],
])('nobody approves who may be the proposer: %s', async (_, accounts) => {
  const [proposer, approver] = await accounts(await provenStaff(shop, [...RIGHTS, 'administer'], '管理員'));
  const third = await signedInStaff(shop, RIGHTS, '王主管');
  const orderNo = await placed();
  await propose(orderNo, proposer);
  const revision = await revisionOf(orderNo, third);
  expect(await judge(orderNo, approver, revision)).toMatchObject({ status: 403, body: { code: 'PROPOSAL_OWN' } });
  const { act } = await memberCode();
  expect((await act(proposer, GIVE)).status).toBe(200);
  expect(await act(approver, APPROVE)).toMatchObject({ status: 403, body: { code: 'PROPOSAL_OWN' } });
  // Everybody else may.
  expect((await act(third, APPROVE)).status).toBe(200);
  expect((await judge(orderNo, third, revision)).status).toBe(200);
});

test('the number of the day counts what one administrator decides under other accounts', async () => {
  const boss = await provenStaff(shop, [...RIGHTS, 'administer'], '管理員');
  const { act } = await memberCode();
  const give = async (by: Browser) => {
    const { body } = await act(by, { type: 'give', amount: 10, cause: 'APOLOGY' });
    return (body as unknown as ActAnswer).outcome;
  };
  // The limit of a shop that sets none.
  for (let count = 0; count < 4; count++) expect(await give(boss)).toBe('done');
  expect(await give(await openedBy(boss))).toBe('done');
  expect(await give(await openedBy(boss))).toBe('proposed');
  expect(await give(await signedInStaff(shop, RIGHTS, '王主管'))).toBe('done');
});

/** Does something after the next read of the stream, before the reader goes on with what it read. */
function afterNextRead(stream: string, meanwhile: () => Promise<unknown>): void {
  const { store } = shop.shop.engine;
  const read = store.read.bind(store);
  let isNext = true;
  vi.spyOn(store, 'read').mockImplementation(async (name, options) => {
    const events = await read(name, options);
    if (name === stream && isNext) {
      isNext = false;
      await meanwhile();
    }
    return events;
  });
}

test('an approval that is sent before its proposal does not pass by', async () => {
  const boss = await provenStaff(shop, [...RIGHTS, 'administer'], '管理員');
  const own = await openedBy(boss);
  const orderNo = await placed();
  const revision = await revisionOf(orderNo, boss);
  afterNextRead(orderStream(orderNo), () => propose(orderNo, boss));
  expect((await judge(orderNo, own, revision + 1)).body.code).toBe('ORDER_CHANGED');
  const { proposals, startedRefunds } = await orderOf(orderNo);
  expect([proposals, startedRefunds]).toMatchObject([[{ proposalId: 'P1', verdict: 'OPEN' }], []]);
});

test('a refund that the bank refuses for days is paid by transfer, once somebody else approved it', async () => {
  const [proposer, other] = [await signedInStaff(shop, RIGHTS, '林客服'), await signedInStaff(shop, RIGHTS, '王主管')];
  const orderNo = await placed();
  const daysAgo = (count: number): string => new Date(shop.shop.engine.clock().getTime() - count * 86_400_000).toISOString();
  // The bank pays no part back of a charge that it has not captured.
  await support(shop, orderNo, { type: 'GrantRefund', at: daysAgo(8), amount: 10, note: '補償' });
  const refundId = (await orderOf(orderNo)).startedRefunds[0]?.refundId ?? '';
  const pay = async (type: 'refund-by-transfer' | 'transfer-paid') => {
    const body = { act: { type, refundId }, expectedRevision: await revisionOf(orderNo, proposer), reason: '銀行拒絕退款' };
    return proposer.post<ActAnswer & Refusal>(path(orderNo, 'payments'), body, { key: randomUUID() });
  };
  const { acts } = (await proposer.get<ActsAnswer>(path(orderNo, 'acts'))).body;
  expect(acts.filter(({ amount }) => amount !== null)).toMatchObject([{ act: { type: 'refund-by-transfer', refundId }, amount: 10 }]);
  expect((await pay('transfer-paid')).body.code).toBe('REFUND_NOT_OWED');
  expect((await pay('refund-by-transfer')).body.outcome).toBe('proposed');
  expect((await judge(orderNo, proposer, await revisionOf(orderNo, proposer))).body.code).toBe('PROPOSAL_OWN');
  // A process may have asked for the refund before the proposal, and its call may still be on its way.
  expect((await judge(orderNo, other, await revisionOf(orderNo, other))).body.code).toBe('PAYMENT_UNCLEAR');
  callsAreOver();
  // The bank's record does not answer, so the money may have gone back.
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 1_000 });
  expect((await judge(orderNo, other, await revisionOf(orderNo, other))).body.code).toBe('PAYMENT_UNCLEAR');
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
  expect((await judge(orderNo, other, await revisionOf(orderNo, other))).status).toBe(200);
  expect((await orderOf(orderNo)).startedRefunds).toMatchObject([{ refundId, amount: 10, way: 'transfer' }]);
  // The card is not asked any more, also where the bank would pay now.
  for (const { recTradeId } of await paymentsOf(shop, orderNo)) await control(shop, `payments/${recTradeId}/capture`);
  const commandId = randomUUID();
  const context = { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' }, now: shop.shop.engine.clock() } as const;
  await shop.shop.faces.checkout.process.drive(orderNo, { context });
  expect((await pay('transfer-paid')).body.outcome).toBe('done');
  const order = await orderOf(orderNo);
  expect([order.refunds, moneyOf(order).owed]).toMatchObject([[{ refundId, amount: 10, way: 'transfer' }], 0]);
  expect((await paymentsOf(shop, orderNo)).map(({ refunded }) => refunded)).toEqual([0]);
});

test('a process that dies after the bank paid a part of a refund leaves nothing that people could pay twice', async () => {
  const [proposer, other] = [await signedInStaff(shop, RIGHTS, '林客服'), await signedInStaff(shop, RIGHTS, '王主管')];
  const drive = async (orderNo: string): Promise<Order> => {
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' }, now: shop.shop.engine.clock() } as const;
    await shop.shop.faces.checkout.process.drive(orderNo, { context });
    return (await orderOf(orderNo)) as Order;
  };
  /** The bank paid this much of a refund of NT$ 10. The process died before it recorded the answer. */
  const paidBeforeDeath = async (orderNo: string, amount: number): Promise<string> => {
    const refundId = (await orderOf(orderNo)).startedRefunds[0]?.refundId ?? '';
    const [charge] = await paymentsOf(shop, orderNo);
    await control(shop, `payments/${charge?.recTradeId}/capture`);
    const refund = { rec_trade_id: charge?.recTradeId, amount, bank_refund_id: refundId };
    expect(await bankCall(shop.simulators.url, 'transaction/refund', refund)).toMatchObject({ status: 0 });
    return refundId;
  };
  const decided = async (): Promise<string> => {
    const orderNo = await placed();
    const at = new Date(shop.shop.engine.clock().getTime() - 8 * 86_400_000).toISOString();
    await support(shop, orderNo, { type: 'GrantRefund', at, amount: 10, note: '補償' });
    return orderNo;
  };
  const byTransfer = async (orderNo: string, refundId: string) => {
    const act = { type: 'refund-by-transfer', refundId };
    const body = { act, expectedRevision: await revisionOf(orderNo, proposer), reason: '銀行拒絕退款' };
    return proposer.post<ActAnswer & Refusal & { message: string }>(path(orderNo, 'payments'), body, { key: randomUUID() });
  };

  // Asked before the proposal.
  const first = await decided();
  const refundId = await paidBeforeDeath(first, 4);
  expect((await drive(first)).refunds).toEqual([]);
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 1_000 });
  expect((await byTransfer(first, refundId)).body.code).toBe('PAYMENT_UNCLEAR');
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
  const refused = await byTransfer(first, refundId);
  expect(refused.body).toMatchObject({ code: 'ORDER_CHANGED', message: expect.stringMatching(/NT\$ ?4，.*NT\$ ?6 /) as string });
  // The rest goes to the card under an id of its own.
  expect(await drive(first)).toMatchObject({
    refunds: [
      { refundId, amount: 4 },
      { amount: 6, way: 'card' },
    ],
    startedRefunds: [],
  });
  expect((await paymentsOf(shop, first)).map(({ refunded }) => refunded)).toEqual([10]);

  // Asked before the approval.
  const second = await decided();
  const open = (await orderOf(second)).startedRefunds[0]?.refundId ?? '';
  expect((await byTransfer(second, open)).body.outcome).toBe('proposed');
  await paidBeforeDeath(second, 4);
  callsAreOver();
  expect((await judge(second, other, await revisionOf(second, other))).body.code).toBe('ORDER_CHANGED');
  // The shop pays the rest to the card meanwhile.
  await expect.poll(async () => (await judge(second, other, await revisionOf(second, other))).body.code).toBe('REFUND_NOT_OWED');
  expect(moneyOf(await drive(second))).toMatchObject({ paidBack: 10, owed: 0 });
  expect((await paymentsOf(shop, second)).map(({ refunded }) => refunded)).toEqual([10]);
});

test('a call to the card that is late, and a refund in the processor’s own office, are seen before a transfer pays them again', async () => {
  const [proposer, other] = [await signedInStaff(shop, RIGHTS, '林客服'), await signedInStaff(shop, RIGHTS, '王主管')];
  const pay = async (orderNo: string, type: 'refund-by-transfer' | 'transfer-paid') => {
    const refundId = (await orderOf(orderNo)).startedRefunds[0]?.refundId ?? '';
    const body = { act: { type, refundId }, expectedRevision: await revisionOf(orderNo, proposer), reason: '銀行拒絕退款' };
    return proposer.post<ActAnswer & Refusal & { message: string }>(path(orderNo, 'payments'), body, { key: randomUUID() });
  };
  /** The bank refused a refund of NT$ 10 for a week. Somebody proposes a transfer. */
  const proposed = async (): Promise<string> => {
    const orderNo = await placed();
    const at = new Date(shop.shop.engine.clock().getTime() - 8 * 86_400_000).toISOString();
    await support(shop, orderNo, { type: 'GrantRefund', at, amount: 10, note: '補償' });
    expect((await pay(orderNo, 'refund-by-transfer')).body.outcome).toBe('proposed');
    const [charge] = await paymentsOf(shop, orderNo);
    await control(shop, `payments/${charge?.recTradeId}/capture`);
    return orderNo;
  };
  const refundAtBank = async (orderNo: string, bankRefundId: string) => {
    const [charge] = await paymentsOf(shop, orderNo);
    const refund = { rec_trade_id: charge?.recTradeId, amount: 10, bank_refund_id: bankRefundId };
    return bankCall(shop.simulators.url, 'transaction/refund', refund);
  };
  const approve = async (orderNo: string) => judge(orderNo, other, await revisionOf(orderNo, other));

  // A process that died had sent it before the proposal.
  const first = await proposed();
  await control(shop, 'faults', { provider: 'tappay', mode: 'late', on: 'refund', delayMs: 1_500 });
  const late = refundAtBank(first, (await orderOf(first)).startedRefunds[0]?.refundId ?? '');
  expect((await approve(first)).body.code).toBe('PAYMENT_UNCLEAR');
  await late;
  callsAreOver();
  expect((await approve(first)).body.code).toBe('ORDER_CHANGED');
  expect((await orderOf(first)).refunds).toMatchObject([{ amount: 10, way: 'card' }]);

  const second = await proposed();
  callsAreOver();
  expect((await approve(second)).status).toBe(200);
  await refundAtBank(second, 'HAND1');
  const refused = await pay(second, 'transfer-paid');
  expect(refused.body).toMatchObject({ code: 'ORDER_CHANGED', message: expect.stringContaining('若已匯出，請聯絡顧客退回') as string });
  expect(await orderOf(second)).toMatchObject({ refunds: [{ amount: 10, way: 'card' }], startedRefunds: [] });
  for (const orderNo of [first, second]) expect((await paymentsOf(shop, orderNo)).map(({ refunded }) => refunded)).toEqual([10]);
});

test('an approval of a member’s credit that is sent before its proposal does not pass by', async () => {
  const boss = await provenStaff(shop, [...RIGHTS, 'administer'], '管理員');
  const own = await openedBy(boss);
  const { act, memberId } = await memberCode();
  afterNextRead(walletStream(memberId), () => act(boss, GIVE));
  expect((await act(own, APPROVE)).body.code).toBe('PROPOSAL_UNKNOWN');
  expect((await walletOf(shop, memberId)).proposals).toMatchObject([{ proposalId: 'P1', verdict: 'OPEN' }]);
});
