import { randomUUID } from 'node:crypto';
import type { CouponCheckAnswer, MemberCoupons, MemberVouchers, OrderAnswer, PriceAnswer } from '@nordhaut/contracts';
import type { FoundOrders } from '@nordhaut/contracts/support';
import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import { walletDecider, walletStream } from '@nordhaut/promotions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { memberOf } from './fixtures/member-operations.ts';
import { checkOut, codOrder, main } from './fixtures/browser.ts';
import { doomedShop } from './fixtures/doomed-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { booksAgree, hundredOff, type Member, memberWith, prepare, send, stockOf, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, VISA } from './fixtures/orders.ts';
import { control, orderOf, parcelsOf, paymentsOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';

/** Two processes on one database. The second one only serves HTTP. */
let shop: TestShop;
let second: TestShop;
let members: Member[];
let uid: string;
const COUPON = 501;
const LAST = 502;
const FOR_NEW = 503;
const QUANTITY = 500;

beforeAll(async () => {
  shop = await testShop();
  second = await testShop({}, { beside: shop, onlyHttp: true });
  members = await Promise.all(Array.from({ length: 4 }, () => memberWith(shop, 50_000)));
  uid = await hundredOff(shop, COUPON, { coupon_quantity: QUANTITY });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

const member = (index = 0): Member => members[index] as Member;
const wanted = (credit: number) => ({ coupons: [uid], credit });
const booksOfAll = () => booksAgree(shop, members, [COUPON]);
const availableOf = async ({ memberId }: Member) => (await walletOf(shop, memberId)).grants.reduce((sum, { left }) => sum + left, 0);
const lookUp = async ({ visitor }: Member, orderNo: string) => (await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order;

async function command(orderNo: string, ...commands: OrderCommand[]): Promise<void> {
  for (const one of commands) {
    const context = { commandId: randomUUID(), actor: { kind: 'support', id: 'tester' }, now: new Date() } as const;
    expect(await shop.shop.engine.commands.handle(orderStream(orderNo), orderDecider, one, context)).toMatchObject({ ok: true });
  }
}
async function parcelGets(orderNo: string, code: string): Promise<void> {
  const [parcel] = await parcelsOf(shop, orderNo);
  await control(shop, `parcels/${parcel?.tradeNo}`, { code });
  await shop.visit().post('/api/ecpay/getLogisticsState/', { orders: [{ MerchantTradeNo: orderNo }] });
}
const plainPrice = async ({ visitor }: Member) =>
  (await visitor.post<PriceAnswer>('/api/getPrice/', { items: main, portType: 'HOME' })).body;

describe('a member orders with a coupon and shopping credit', () => {
  test.each([
    ['by card', () => cardOrder(MASTERCARD)],
    ['in cash', () => codOrder()],
  ])('%s: the price has both, and the order shows them', async (_, order) => {
    const { visitor } = member();
    const { subtotal } = await plainPrice(member());
    const prepared = await prepare(visitor, order(), wanted(300));
    const { orderNo } = prepared.request;
    const { status, body } = await send(visitor, prepared);
    expect({ status, body }).toMatchObject({ status: 201, body: { total: subtotal - 100 - 300 } });
    // A repeated request gets the first outcome, with other coupons it gets none.
    expect((await send(visitor, prepared)).body).toMatchObject({ orderNo, total: body.total });
    expect((await send(visitor, { request: { ...prepared.request, coupons: [] }, key: randomUUID() })).body).toMatchObject({
      code: 'ORDER_EXISTS',
    });
    expect(await lookUp(member(), orderNo)).toMatchObject({
      coupons: [{ couponId: String(COUPON), name: '折一百', type: 'DISCOUNT', amount: 100 }],
      discount: 100,
      credit: 300,
      total: body.total,
    });
    expect((await orderOf(shop, orderNo))?.terms.promotions).toMatchObject({
      coupons: [{ uid, discount: { formula: 'x - 100', base: subtotal, amount: 100 } }],
      credit: [{ grantId: 'support/1', goods: 300, shipping: 0 }],
      goodsPaid: subtotal - 400,
    });
    await booksOfAll();
  });

  test('that leave nothing to pay: no card, no charge, and the parcel declares the value of the goods', async () => {
    const { visitor } = member();
    const { subtotal } = await plainPrice(member());
    const cash = await visitor.post('/api/orders', { ...(await prepare(visitor, codOrder(), wanted(0))).request, credit: 40_000 });
    expect(cash.body).toMatchObject({ code: 'COD_NOT_OFFERED' });
    const prepared = await prepare(visitor, cardOrder(VISA, { payment: { type: 'CREDIT' } }), wanted(40_000));
    expect(prepared.request.expectedTotal).toBe(0);
    expect(await send(visitor, prepared)).toMatchObject({ status: 201, body: { total: 0 } });
    const { orderNo } = prepared.request;
    expect(await paymentsOf(shop, orderNo)).toEqual([]);
    expect(await parcelsOf(shop, orderNo)).toMatchObject([{ amount: subtotal - 100, collects: false }]);
    expect(await lookUp(member(), orderNo)).toMatchObject({ paymentLabel: '購物金', facts: { payment: 'paid', phase: 'preparing' } });
    await caughtUp(shop);
    const staff = await signedInStaff(shop, ['view']);
    const paidBy = async (payment: string) => {
      const { body } = await staff.post<FoundOrders>('/api/support/orders/search', { q: orderNo, filters: { payment } });
      return body.orders.map((found) => found.orderNo);
    };
    expect([await paidBy('SHOPPING_CREDIT'), await paidBy('CREDIT'), await paidBy('COD')]).toEqual([[orderNo], [], []]);
    const unpaid = await prepare(visitor, cardOrder(VISA, { payment: { type: 'CREDIT' } }), wanted(100));
    expect((await send(visitor, unpaid)).body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    await booksOfAll();
  });

  test('a buyer back from the bank gets the same coupon and credit for the next try', async () => {
    const own = await memberWith(shop, 500);
    members.push(own);
    await hundredOff(shop, COUPON + 5, { coupon_max_usage: 1 });
    const once = { coupons: [`HUNDRED_${COUPON + 5}`], credit: 500 };
    const code = `HUNDRED_${COUPON + 5}`;
    expect((await own.visitor.post('/api/member/coupons', { code, items: main })).status).toBe(200);
    const first = await prepare(own.visitor, cardOrder(VISA), once);
    expect(await send(own.visitor, first)).toMatchObject({ status: 201, body: { paymentUrl: expect.any(String) as string } });
    expect(await availableOf(own)).toBe(0);
    const { body: number } = await own.visitor.post<{ id: string }>('/api/genUid/', {});
    const again = { ...first.request, orderNo: number.id, payment: { type: 'COD' as const }, replaces: first.request.orderNo };
    const stale = { request: { ...again, expectedTotal: again.expectedTotal - 1 }, key: randomUUID() };
    expect((await send(own.visitor, stale)).body).toMatchObject({ code: 'AMOUNT_MISMATCH' });
    expect((await orderOf(shop, first.request.orderNo))?.payment.status, 'a refused order costs the waiting one nothing').toBe('HANDLING');
    const { body: page } = await own.visitor.post<PriceAnswer>('/api/getPrice/', {
      items: main,
      portType: 'HOME',
      coupons: once.coupons,
      vouchers: 500,
    });
    expect(page.price, 'the page names the price of the next try').toBe(again.expectedTotal);
    const { body: list } = await own.visitor.get<MemberCoupons>('/api/member/coupons');
    expect(
      list.coupons.find(({ uid: one }) => one === code),
      'the list says the same',
    ).toMatchObject({ state: 'usable' });
    const checked = await own.visitor.post<CouponCheckAnswer>('/api/coupons/check', { code, items: main });
    expect(checked.body.state, 'and so does the check of the code').toBe(200);
    expect(await send(own.visitor, { request: again, key: randomUUID() })).toMatchObject({
      status: 201,
      body: { total: again.expectedTotal },
    });
    await booksOfAll();
    expect((await walletOf(shop, own.memberId)).orders.map(({ state }) => state)).toEqual(['released', 'redeemed']);
  });

  test('an order whose money went back by goodwill is not given up for another one: its coupon and credit stay used', async () => {
    const own = await memberWith(shop, 500);
    members.push(own);
    const first = await prepare(own.visitor, cardOrder(MASTERCARD), wanted(500));
    expect((await send(own.visitor, first)).status).toBe(201);
    const { orderNo, expectedTotal: amount } = first.request;
    await command(orderNo, { type: 'GrantRefund', at: new Date().toISOString(), amount, note: '致歉' });
    await own.visitor.post(`/api/orders/${orderNo}/payment/confirm`, {});
    await eventually(async () => (await orderOf(shop, orderNo))?.refunds.length === 1, 'the refund');
    const used = await stockOf(shop, COUPON);
    for (const item of first.request.items) await own.visitor.post('/api/cart/items', item);
    const { body: number } = await own.visitor.post<{ id: string }>('/api/genUid/', {});
    const again = await send(own.visitor, { request: { ...first.request, orderNo: number.id, replaces: orderNo }, key: randomUUID() });
    expect(again.status).toBe(409);
    expect(await availableOf(own)).toBe(0);
    expect(await stockOf(shop, COUPON)).toEqual(used);
    await booksOfAll();
  });
});

describe('what an order took returns once', () => {
  const placed = async (order: ReturnType<typeof codOrder>) => {
    const before = await availableOf(member());
    const prepared = await prepare(member().visitor, order, wanted(300));
    const answer = await send(member().visitor, prepared);
    return { orderNo: prepared.request.orderNo, before, status: answer.status };
  };
  const uses = async () => (await stockOf(shop, COUPON)).redeemed;

  test('after a refused card, a cancellation, and a parcel that was not collected: coupon and credit', async () => {
    const used = await uses();
    const refused = await placed(cardOrder(REFUSED_CARD));
    expect(refused.status).toBe(402);
    const cancelled = await placed(cardOrder(MASTERCARD));
    expect((await member().visitor.post(`/api/orders/${cancelled.orderNo}/cancel`, {})).status).toBe(200);
    const left = await placed(codOrder());
    await parcelGets(left.orderNo, '5004');
    await eventually(async () => (await availableOf(member())) === refused.before, 'the credit');
    await booksOfAll();
    expect(await uses()).toBe(used);
  });

  test('after a loss: the coupon, once all was given back; the credit as support gave it, or with a cash order', async () => {
    const used = await uses();
    const last = (but?: string) => shop.shop.faces.ordering.memberOrders.lastStandingAt(member().memberId, but);
    const earlier = await last();
    const cash = await placed(codOrder());
    const placedAt = Date.parse((await orderOf(shop, cash.orderNo))?.placedAt ?? '');
    await eventually(async () => (await last()) === placedAt, 'the order in the read model');
    expect(await last(cash.orderNo), 'without the one that gives way').toBe(earlier);
    await parcelGets(cash.orderNo, '5007');
    await eventually(async () => (await availableOf(member())) === cash.before, 'the credit of the cash order');
    const { orderNo, before } = await placed(cardOrder(MASTERCARD));
    await parcelGets(orderNo, '5002');
    const [at, note] = [new Date().toISOString(), '包裹遺失'];
    const { total = 0 } = (await orderOf(shop, orderNo))?.terms ?? {};
    await command(orderNo, { type: 'GrantRefund', at, amount: total, note }, { type: 'GrantGoodwillCredit', at, amount: 300, note });
    await eventually(async () => (await uses()) === used, 'both coupons');
    await eventually(async () => (await availableOf(member())) === before, 'the credit');
    await booksOfAll();
    await eventually(async () => (await last()) === earlier, 'the lost orders to stand no more');
  });

  test('after a return: the credit, not the coupon; the refund has the cash part', async () => {
    const used = await uses();
    const { orderNo, before } = await placed(cardOrder(MASTERCARD));
    await parcelGets(orderNo, '3003');
    const at = new Date().toISOString();
    await command(
      orderNo,
      { type: 'RequestReturn', at, reason: 'CHANGED_MIND', comment: '不合用', sender: null, bankAccount: null },
      { type: 'ApproveReturn', at },
      { type: 'ReceiveReturn', at, reason: 'COMPLETE' },
    );
    // The buyer looks again, so the shop continues the order without its sweeper.
    await member().visitor.post(`/api/orders/${orderNo}/payment/confirm`, {});
    await eventually(async () => (await orderOf(shop, orderNo))?.returnState === 'REFUNDED', 'the refund');
    const order = await orderOf(shop, orderNo);
    expect(order).toMatchObject({ rewardsDeducted: 0, refunds: [{ amount: order?.terms.total, reason: 'RETURN' }] });
    await eventually(async () => (await availableOf(member())) === before, 'the credit');
    await booksOfAll();
    expect(await uses()).toBe(used + 1);
  });
});

test("a friend's first delivered order earns the referrer 3 %, and not where its recipient is the referrer's (decisions.md 62, 63)", async () => {
  const referrer = await memberWith(shop, 0);
  const orderTo = async ({ visitor }: Member, phone: string): Promise<string> => {
    const order = codOrder();
    const prepared = await prepare(visitor, { ...order, recipient: { ...order.recipient, phone } }, { coupons: [], credit: 0 });
    expect((await send(visitor, prepared)).status).toBe(201);
    return prepared.request.orderNo;
  };
  const [other, same] = [await memberWith(shop, 0), await memberWith(shop, 0)];
  await caughtUp(shop);
  const { user_invite_code: code } = await memberOf(referrer.visitor);
  for (const { visitor } of [other, same])
    expect((await visitor.post('/api/member/referral', { code })).body).toMatchObject({ state: 200 });
  await orderTo(referrer, '0977000001');
  await parcelGets(await orderTo(same, '0977000001'), '3003');
  await parcelGets(await orderTo(other, '0977000002'), '3003');
  // One process reads the events in their order, so the other friend's order was handled before.
  await eventually(async () => (await walletOf(shop, referrer.memberId)).scheduled.length > 0, 'the reward');
  const { scheduled } = await walletOf(shop, referrer.memberId);
  const earned = (await walletOf(shop, other.memberId)).orders.map(({ orderNo }) => ({ kind: 'ORDER', orderNo }));
  expect(scheduled.map(({ cause }) => cause)).toEqual(earned);

  // The number of the friend's order opens its look-up, so nothing that the referrer gets has it.
  const friendsOrder = earned[0]?.orderNo ?? '';
  const vouchers = async () => (await referrer.visitor.get<MemberVouchers>('/api/member/vouchers')).body;
  await caughtUp(shop);
  const seen: unknown[] = [await vouchers()];
  const { grantId, dueAt: at } = scheduled[0] ?? { grantId: '', dueAt: '' };
  const context = { commandId: randomUUID(), actor: { kind: 'system', id: 'rewards' }, now: new Date() } as const;
  await shop.shop.engine.commands.handle(walletStream(referrer.memberId), walletDecider, { type: 'GrantScheduled', at, grantId }, context);
  await caughtUp(shop);
  const [granted] = (await vouchers()).vouchers;
  expect(granted?.type).toBe('FRIEND_BACK');
  const asked = { items: main, portType: 'HOME', vouchers: 1 };
  const { body: price } = await referrer.visitor.post<PriceAnswer>('/api/getPrice/', asked);
  expect(price.credit).toMatchObject([{ grantId: granted?.voucherId, goods: 1 }]);
  const { body: table } = await referrer.visitor.post<{ data: object[] }>('/api/get/', { table: 'voucher' });
  expect(table.data).toMatchObject([{ voucher_id: granted?.voucherId, voucher_type: 'FRIEND_BACK' }]);
  const prepared = await prepare(referrer.visitor, codOrder(), { coupons: [], credit: 1 });
  const placed = await send(referrer.visitor, prepared);
  expect(placed.status).toBe(201);
  const { forgets } = shop.shop.engine;
  const orders = forgets.flatMap(({ keeps = [] }) => keeps).find(({ name }) => name === 'order');
  const nothing = { streams: [], subjects: [], visitors: [], contacts: [] };
  const kept = await orders?.read(shop.shop.engine, { ...nothing, member: referrer.memberId, orders: [prepared.request.orderNo] });
  expect(JSON.stringify(kept)).toContain('"credit":[{"goods":1');
  seen.push(granted, price, table, placed.body, await lookUp(referrer, prepared.request.orderNo), kept);
  expect(JSON.stringify(seen)).not.toContain(friendsOrder);
});

describe('a process that dies between any two appends', () => {
  const MOST = 40;
  /** Its sweeper soon finishes what a dead process left. */
  let hasty: TestShop;
  let lanes: Member[];
  beforeAll(async () => {
    hasty = await testShop(HASTY);
    lanes = await Promise.all(Array.from({ length: 4 }, () => memberWith(hasty, 5_000)));
    await hundredOff(hasty, COUPON, { coupon_quantity: QUANTITY });
  });
  afterAll(() => hasty.close());
  /** Tries every moment of an action in doomed processes, one for each member at a time. @returns how many moments there are */
  async function everyMoment(one: (own: Member, moment: number) => Promise<boolean>): Promise<number> {
    for (let from = 0; from < MOST; from += lanes.length) {
      const died = await Promise.all(lanes.map((own, index) => one(own, from + index)));
      await booksAgree(hasty, lanes, [COUPON]);
      if (died.includes(false)) return from + died.indexOf(false);
    }
    return MOST;
  }
  /** @returns whether the process died */
  async function doomed(moment: number, act: (url: string) => Promise<unknown>): Promise<boolean> {
    const process = await doomedShop(hasty.shop.engine, { together: false });
    process.live(moment);
    // Nobody gets an answer of a process that died.
    await act(process.url).catch(() => undefined);
    const died = process.calls() >= moment;
    await process.close();
    return died;
  }

  test('reserving, placing and completing an order', async () => {
    const moments = await everyMoment(async ({ visitor }, moment) => {
      const prepared = await prepare(visitor, codOrder(), wanted(10));
      const died = await doomed(moment, (url) => send(visitor.at(url), prepared));
      await send(visitor, prepared);
      return died;
    });
    expect(moments).toBeGreaterThan(8);
    expect(moments).toBeLessThan(MOST);
  });

  test('giving back after a cancellation', async () => {
    const moments = await everyMoment(async ({ visitor }, moment) => {
      const prepared = await prepare(visitor, codOrder(), wanted(10));
      expect((await send(visitor, prepared)).status).toBe(201);
      const cancel = (url: string) => visitor.at(url).post(`/api/orders/${prepared.request.orderNo}/cancel`, {});
      const died = await doomed(moment, cancel);
      await cancel(hasty.url);
      expect((await orderOf(hasty, prepared.request.orderNo))?.cancelled).not.toBeNull();
      return died;
    });
    expect(moments).toBeGreaterThan(1);
    expect(moments).toBeLessThan(MOST);
  });
});

test('the call for credit quotes the lines of the order at the bank too, because it gives way to the next one', async () => {
  const own = await memberWith(shop, 300);
  const items = main.slice(0, 1);
  expect((await checkOut(own.visitor, cardOrder(VISA, { items }))).body.paymentUrl).toBeDefined();
  const price = await own.visitor.post<PriceAnswer>('/api/getPrice/', { items, portType: 'HOME', vouchers: 120 });
  expect(price.body.vouchers).toBe(120);
  expect((await own.visitor.post<PriceAnswer>('/api/voucher/', { voucherAmount: 120 })).body).toEqual(price.body);
});

test('the call for credit answers a quote of the own cart, whoever the request names', async () => {
  const own = await memberWith(shop, 300);
  const [line] = main;
  expect((await own.visitor.post('/api/cart/items', line)).status).toBe(200);
  const price = await own.visitor.post<PriceAnswer>('/api/getPrice/', { items: [line], portType: 'HOME', vouchers: 120 });
  const asked = { voucherAmount: '120', userId: member().memberId };
  const { status, body } = await own.visitor.post<PriceAnswer>('/api/voucher/', asked);
  expect(status).toBe(200);
  expect(body).toEqual(price.body);
  expect(body.vouchers).toBe(120);
  expect((await own.visitor.post<PriceAnswer>('/api/voucher/', { voucherAmount: 900 })).body.vouchers).toBe(300);
  expect((await own.visitor.post('/api/voucher/', { voucherAmount: -1 })).status).toBe(400);
  expect((await shop.visit().post('/api/voucher/', { voucherAmount: 1, userId: own.memberId })).status).toBe(401);
});

describe('everybody at once, in two processes', () => {
  const inTurn = <T>(list: readonly T[], send: (one: T, url: string) => Promise<unknown>) =>
    Promise.all(list.map((one, index) => send(one, index % 2 === 0 ? shop.url : second.url)));

  test('twenty checkouts for the last piece of a coupon: one wins, and nothing stays reserved', async () => {
    const last = await hundredOff(shop, LAST, { coupon_quantity: 1 });
    const prepared = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const own = member(index % 4);
        return { own, ...(await prepare(own.visitor, codOrder(), { coupons: [last], credit: 0 })) };
      }),
    );
    const statuses: number[] = [];
    await inTurn(prepared, async ({ own, ...one }, url) => statuses.push((await send(own.visitor.at(url), one)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    await booksAgree(shop, members, [COUPON, LAST]);
    expect(await stockOf(shop, LAST)).toEqual({ quantity: 1, reserved: 0, redeemed: 1 });
  });

  test('ten checkouts with a coupon for who has no order yet: one has it', async () => {
    const condition = { property: 'user_orders', operator: '==', value: 0, msg: '' };
    const first = await hundredOff(shop, FOR_NEW, { coupon_condition: [condition] });
    const own = await memberWith(shop, 0);
    const prepared = await Promise.all(Array.from({ length: 10 }, () => prepare(own.visitor, codOrder(), { coupons: [first], credit: 0 })));
    const answers: string[] = [];
    await inTurn(prepared, async (one, url) => {
      const { status, body } = await send(own.visitor.at(url), one);
      answers.push(status === 201 ? 'ordered' : body.code);
    });
    expect(answers.filter((answer) => answer === 'ordered')).toHaveLength(1);
    await booksAgree(shop, [own], []);
  });

  test('one balance in twenty tabs is spent once', async () => {
    const own = await memberWith(shop, 1_000);
    const prepared = await Promise.all(Array.from({ length: 20 }, () => prepare(own.visitor, codOrder(), { coupons: [], credit: 300 })));
    const statuses: number[] = [];
    await inTurn(prepared, async (one, url) => statuses.push((await send(own.visitor.at(url), one)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    await booksAgree(shop, [own], []);
    expect(await availableOf(own)).toBe(100);
    await caughtUp(shop);
  });
});
