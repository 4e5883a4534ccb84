import { randomUUID } from 'node:crypto';
import type { ActAnswer, ActsAnswer, OrderAct, PreviewAnswer } from '@nordhaut/contracts/support';
import { moneyOf, type Order, orderDecider, orderStream } from '@nordhaut/ordering';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, checkOut } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { abroad, cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { control, paymentsOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// What one person decides alone where nobody but support says what became of the goods (infra/decisions/069, 101).

let shop: TestShop;
/** has the right `act` alone */
let clerk: Browser;
let cashier: Browser;
let second: Browser;
beforeAll(async () => {
  shop = await testShop({ REFUND_ALONE_MAX: '3000', REFUNDS_ALONE_A_DAY: '2' });
  clerk = await signedInStaff(shop, ['view', 'act'], '林客服');
  cashier = await signedInStaff(shop, ['view', 'act', 'refund'], '陳客服');
  second = await signedInStaff(shop, ['view', 'refund'], '王主管');
});
afterAll(() => shop.close());

const path = (orderNo: string, what: string): string => `/api/support/orders/${orderNo}/${what}`;
const orderOf = async (orderNo: string): Promise<Order> =>
  (await shop.shop.engine.commands.load(orderStream(orderNo), orderDecider)).state as Order;
const actsOf = async (orderNo: string) => (await second.get<ActsAnswer>(path(orderNo, 'acts'))).body;
const attributed = async (orderNo: string) => ({ expectedRevision: (await actsOf(orderNo)).revision, reason: '顧客來電說明' });
const act = async (orderNo: string, what: OrderAct, by = clerk) =>
  by.post<ActAnswer & { code: string }>(
    path(orderNo, what.type === 'goodwill' ? 'payments' : 'decisions'),
    { act: what, ...(await attributed(orderNo)) },
    { key: randomUUID() },
  );
const preview = async (orderNo: string, what: OrderAct, by = clerk) =>
  (await by.post<PreviewAnswer>(path(orderNo, 'preview'), { act: what })).body.preview;
const judge = async (orderNo: string, verdict: 'approve' | 'decline', by = second) =>
  by.post<ActAnswer & { code: string }>(path(orderNo, 'proposals/P1'), { verdict, ...(await attributed(orderNo)) }, { key: randomUUID() });
const withdraw = async (orderNo: string, by: Browser) =>
  by.post<ActAnswer & { code: string }>(path(orderNo, 'proposals/P1/withdraw'), await attributed(orderNo), { key: randomUUID() });
const status = (code: '300' | '900' | '20000' | '40000'): OrderAct => ({ type: 'parcel-abroad', code });
const all = async (orderNo: string): Promise<OrderAct> => ({
  type: 'resend',
  items: (await orderOf(orderNo)).terms.lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity })),
});
const refunded = async (orderNo: string): Promise<number> =>
  (await paymentsOf(shop, orderNo)).reduce((sum, { refunded: paidBack }) => sum + paidBack, 0);

async function placedAbroad(pieces = 1): Promise<string> {
  const order = abroad();
  const { orderNo } = await checkOut(shop.visit(), { ...order, items: order.items.map((item) => ({ ...item, quantity: pieces })) });
  await eventually(async () => (await orderOf(orderNo))?.payment.status === 'SUCCESS', 'the payment');
  return orderNo;
}
async function lostAtHome(pieces = 1): Promise<string> {
  const order = cardOrder(MASTERCARD);
  const { orderNo } = await checkOut(shop.visit(), { ...order, items: order.items.map((item) => ({ ...item, quantity: pieces })) });
  await eventually(async () => (await orderOf(orderNo))?.shipment != null, 'the parcel');
  for (const code of [3001, 3006, 5002]) await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(orderNo)).parcel?.code === '5002', 'the loss');
  return orderNo;
}
async function linkedOf(orderNo: string): Promise<string> {
  await eventually(async () => (await orderOf(orderNo)).linked?.at(-1)?.state === 'PLACED', 'the linked order');
  return (await orderOf(orderNo)).linked?.at(-1)?.linkedOrderNo ?? '';
}

describe('a parcel abroad that was not collected', () => {
  test('is no word about goods that the buyer has: they come back as a return', async () => {
    const orderNo = await placedAbroad();
    for (const code of ['900', '20000'] as const) expect((await act(orderNo, status(code))).status).toBe(200);
    expect((await preview(orderNo, status('40000'), cashier)).closed).toContain('退貨');
    for (const by of [clerk, cashier]) expect((await act(orderNo, status('40000'), by)).status).toBeGreaterThanOrEqual(400);
    expect(await refunded(orderNo)).toBe(0);
    expect(moneyOf(await orderOf(orderNo)).owed).toBe(0);
  });

  test('pays back, so it needs the right to refund; within the limits of one person it is done at once', async () => {
    const orderNo = await placedAbroad();
    await act(orderNo, status('900'));
    const { total } = (await orderOf(orderNo)).terms;
    expect(total).toBeLessThanOrEqual(3_000);
    expect((await preview(orderNo, status('40000'))).closed).toContain('權限');
    expect(await act(orderNo, status('40000'))).toMatchObject({ status: 403, body: { code: 'RIGHT_MISSING' } });
    const shown = await preview(orderNo, status('40000'), cashier);
    expect(shown).toMatchObject({ closed: null, needsSecond: false, debts: [{ amount: total }] });
    expect((await act(orderNo, status('40000'), cashier)).body.outcome).toBe('done');
    await eventually(async () => (await refunded(orderNo)) === total, 'the refund');
  });

  test('above the limit of one person waits for a second one, and is then paid back once', async () => {
    const orderNo = await placedAbroad(9);
    await act(orderNo, status('900'));
    const { total } = (await orderOf(orderNo)).terms;
    expect(total).toBeGreaterThan(3_000);
    expect(await preview(orderNo, status('40000'), cashier)).toMatchObject({ closed: null, needsSecond: true, debts: [] });
    expect((await act(orderNo, status('40000'), cashier)).body.outcome).toBe('proposed');
    expect((await orderOf(orderNo)).parcel?.code).toBe('900');
    expect((await actsOf(orderNo)).proposals).toMatchObject([{ proposalId: 'P1', amount: total, what: 'not-collected', isCredit: false }]);
    expect((await judge(orderNo, 'approve', cashier)).body.code).toBe('PROPOSAL_OWN');
    expect((await judge(orderNo, 'approve')).status).toBe(200);
    await eventually(async () => (await refunded(orderNo)) === total, 'the refund');
    expect((await orderOf(orderNo)).refunds).toMatchObject([{ reason: 'NOT_COLLECTED', amount: total }]);
  });

  test('is not recorded where the buyer got it before the second person looked', async () => {
    const orderNo = await placedAbroad(9);
    await act(orderNo, status('900'));
    await act(orderNo, status('40000'), cashier);
    expect((await act(orderNo, status('20000'))).status).toBe(200);
    expect((await judge(orderNo, 'approve')).status).toBe(409);
    expect(moneyOf(await orderOf(orderNo)).owed).toBe(0);
  });
});

describe('goods that are sent again', () => {
  test('abroad need a second person every time, also for the linked order', async () => {
    const orderNo = await placedAbroad();
    await act(orderNo, status('900'));
    const what = await all(orderNo);
    expect(await preview(orderNo, what)).toMatchObject({ closed: null, needsSecond: true });
    expect((await act(orderNo, what)).body.outcome).toBe('proposed');
    expect((await orderOf(orderNo)).linked ?? []).toEqual([]);
    const { total } = (await orderOf(orderNo)).terms;
    expect((await actsOf(orderNo)).proposals).toMatchObject([{ amount: total, what: 'resend', isCredit: false, by: '林客服' }]);
    expect((await judge(orderNo, 'approve')).status).toBe(200);
    const linkedNo = await linkedOf(orderNo);
    await eventually(async () => (await orderOf(linkedNo))?.payment.status === 'SUCCESS', 'the linked order');

    await act(linkedNo, status('900'));
    // Nothing was paid for it, and yet goods go out: the proposal names what the origin was paid.
    expect((await act(linkedNo, await all(linkedNo), cashier)).body.outcome).toBe('proposed');
    expect((await actsOf(linkedNo)).proposals).toMatchObject([{ amount: total, what: 'resend' }]);
    expect((await judge(linkedNo, 'decline')).status).toBe(200);
    // Its end makes the origin owe the money.
    expect((await act(linkedNo, status('40000'), cashier)).body.outcome).toBe('proposed');
    expect(await refunded(orderNo)).toBe(0);
  });

  test('are withdrawn by who proposed them, with the right to act alone, and by nobody else with it', async () => {
    const orderNo = await placedAbroad();
    await act(orderNo, status('900'));
    expect((await act(orderNo, await all(orderNo))).body.outcome).toBe('proposed');
    const other = await signedInStaff(shop, ['view', 'act'], '趙客服');
    expect(await withdraw(orderNo, other)).toMatchObject({ status: 403, body: { code: 'PROPOSAL_NOT_OWN' } });
    expect((await withdraw(orderNo, clerk)).status).toBe(200);
    expect((await actsOf(orderNo)).proposals).toEqual([]);
    expect(await withdraw(orderNo, clerk)).toMatchObject({ status: 409, body: { code: 'PROPOSAL_UNKNOWN' } });
    expect((await judge(orderNo, 'approve')).body.code).toBe('PROPOSAL_UNKNOWN');
  });

  test('at home are one person’s decision within the limit, once for an order, and count in the number of the day', async () => {
    const by = await signedInStaff(shop, ['view', 'act'], '補寄');
    const orderNo = await lostAtHome();
    expect(await preview(orderNo, await all(orderNo), by)).toMatchObject({ closed: null, needsSecond: false });
    expect((await act(orderNo, await all(orderNo), by)).body.outcome).toBe('done');
    const linkedNo = await linkedOf(orderNo);
    await eventually(async () => (await orderOf(linkedNo))?.shipment != null, 'its parcel');
    for (const code of [3001, 3006, 5002]) await control(shop, `parcels/${linkedNo}`, { code });
    await eventually(async () => (await orderOf(linkedNo)).parcel?.code === '5002', 'the second loss');
    expect(await preview(linkedNo, await all(linkedNo), by)).toMatchObject({ closed: null, needsSecond: true });
    expect((await act(linkedNo, await all(linkedNo), by)).body.outcome).toBe('proposed');

    const [next, third] = [await lostAtHome(), await lostAtHome()];
    expect((await act(next, await all(next), by)).body.outcome).toBe('done');
    expect(await preview(third, await all(third), by)).toMatchObject({ needsSecond: true });
    expect((await act(third, await all(third), by)).body.outcome).toBe('proposed');
  });

  test('at home need a second person above the limit of one person', async () => {
    const orderNo = await lostAtHome(9);
    expect((await orderOf(orderNo)).terms.total).toBeGreaterThan(3_000);
    expect(await preview(orderNo, await all(orderNo), cashier)).toMatchObject({ closed: null, needsSecond: true });
    expect((await act(orderNo, await all(orderNo), cashier)).body.outcome).toBe('proposed');
    expect((await judge(orderNo, 'approve', cashier)).body.code).toBe('PROPOSAL_OWN');
    expect((await judge(orderNo, 'approve')).status).toBe(200);
    await linkedOf(orderNo);
    expect((await orderOf(orderNo)).linked).toHaveLength(1);
  });
});
