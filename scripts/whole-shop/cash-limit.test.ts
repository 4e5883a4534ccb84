import { randomUUID } from 'node:crypto';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { orderNoOfShipment } from '@nordhaut/ordering';
import { PURPOSES } from '@nordhaut/platform/decider';
import { testContext } from '@nordhaut/platform/envelope/testing';
import { askToForget } from '@nordhaut/platform/forgetting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { type Browser, checkOut, codOrder, prepareOrder, recipient } from './fixtures/browser.ts';
import { doomedShop } from './fixtures/doomed-shop.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { memberWith, prepare, send } from './fixtures/member-promotions.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, orderNumbers, orderOf, parcels } from './fixtures/records.ts';

const env = { CASH_LIMIT: 'on' };
let shop: TestShop;
let second: TestShop;
beforeAll(async () => {
  shop = await testShop(env);
  second = await testShop(env, { beside: shop, onlyHttp: true });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

let lastPhone = 900_000_000;
/** An order by a new person. */
const person = () => ({ recipient: { ...recipient, phone: `0${(lastPhone += 1)}` } });
type Person = ReturnType<typeof person>;
const order = (who: Person, at = shop) => checkOut(at.visit(), codOrder(who));
const slotOf = async (orderNo: string): Promise<string | undefined> => {
  const text = 'select state from cash_places where order_no = $1';
  return (await shop.shop.engine.pool.query<{ state: string }>(text, [orderNo])).rows[0]?.state;
};
const isTaken = async (who: Person): Promise<boolean> => (await order(who)).status === 201;
/** The carrier reports the parcel of this order, and the shop has recorded it. */
async function report(orderNo: string, code: string): Promise<void> {
  await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(shop, orderNo))?.parcel?.code === code, `code ${code} of ${orderNo}`);
}

test('ten cash orders at once from one phone, at two processes, leave two parcels', async () => {
  const who = person();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => order(who, index % 2 === 0 ? shop : second)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array.from({ length: 8 }, () => 409)]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'CASH_LIMIT', message: expect.stringContaining('信用卡') });
  const placed = answers.filter(({ status }) => status === 201).map(({ orderNo }) => orderNo);
  expect((await orderNumbers(shop)).toSorted()).toEqual(placed.toSorted());
  expect((await parcels(shop)).map(({ tradeNo }) => orderNoOfShipment(tradeNo)).toSorted()).toEqual(placed.toSorted());

  // The card is offered, and another phone has its own budget.
  expect((await checkOut(shop.visit(), cardOrder(MASTERCARD, who))).status).toBe(201);
  expect(await isTaken(person())).toBe(true);
});

test('group orders and cash orders share the budget of a phone, and a group page names support', async () => {
  const who = person();
  const buy = async () => {
    const visitor = shop.visit();
    const request = await groupOrder(visitor, { recipient: { name: '王小明', email: 'ming@example.com', phone: who.recipient.phone } });
    return visitor.post<{ code?: string; message?: string }>('/api/group-orders', request, { key: randomUUID() });
  };
  const both = await Promise.all([buy(), buy()]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(await buy()).toMatchObject({ status: 409, body: { code: 'CASH_LIMIT', message: expect.stringContaining('請聯繫客服') } });
  expect(await isTaken(who)).toBe(false);
});

test('a phone number has one budget, however it is written', async () => {
  const { phone } = person().recipient;
  const [bare, national] = [phone.slice(1), phone];
  const wide = [...national].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
  const dashed = `${national.slice(0, 4)}-${national.slice(4, 7)}-${national.slice(7)}`;
  const written = [
    national,
    bare,
    wide,
    dashed,
    `+886${bare}`,
    `+886 ${national}`,
    `886${bare}`,
    ` ${national}\u200b`,
    `(${national})`,
    national,
  ];
  const answers = await Promise.all(
    written.map(async (as) => {
      const visitor = shop.visit();
      const request = await groupOrder(visitor, { recipient: { name: '王小明', email: 'ming@example.com', phone: as } });
      return visitor.post<{ code?: string }>('/api/group-orders', request, { key: randomUUID() });
    }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.code === 'CASH_LIMIT')).toHaveLength(8);
});

test('a collected parcel frees its slot', async () => {
  const who = person();
  const { orderNo } = await order(who);
  expect([await isTaken(who), await isTaken(who)]).toEqual([true, false]);
  await report(orderNo, '3003');
  await eventually(() => isTaken(who), 'the slot of a collected parcel');
  expect(await isTaken(who)).toBe(false);
});

test('an order whose parcel the carrier refused frees its slot', async () => {
  const who = person();
  await control(shop, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 1, code: '收件人姓名格式錯誤' });
  expect((await order(who)).body).toMatchObject({ code: 'LOGISTICS_REFUSED' });
  expect(await isTaken(who)).toBe(true);
  await eventually(() => isTaken(who), 'the slot of a refused parcel');
  expect(await isTaken(who)).toBe(false);
});

test('place and cancel again and again: each cancellation frees the slot, and a phone has five orders a day', async () => {
  const who = person();
  for (let placed = 0; placed < 5; placed += 1) {
    const visitor = shop.visit();
    const { status, orderNo } = await checkOut(visitor, codOrder(who));
    expect(status).toBe(201);
    expect((await visitor.post(`/api/orders/${orderNo}/cancel`, {})).status).toBe(200);
    await eventually(async () => (await slotOf(orderNo)) === 'free', `the slot of ${orderNo}`);
  }
  expect((await order(who)).body).toMatchObject({ code: 'CASH_LIMIT' });
});

test('after two parcels that were not collected the phone has no cash orders until support lifts it', async () => {
  const who = person();
  for (const { orderNo } of [await order(who), await order(who)]) await report(orderNo, '5004');
  const counted = async () => {
    const { rows } = await shop.shop.engine.pool.query(`select from cash_places where state = 'not-collected'`);
    return rows.length === 2;
  };
  await eventually(counted, 'two parcels that count as not collected');
  expect(await isTaken(who)).toBe(false);
  expect(await second.shop.faces.checkout.cashLimit?.lift(`+886${who.recipient.phone.slice(1)}`)).toBe(2);
  expect(await isTaken(who)).toBe(true);
});

test('an erasure does not lift the block of a phone number, and deletes every other slot', async () => {
  const who = person();
  const buyToStore = async () => {
    const visitor = shop.visit();
    const request = await groupOrder(visitor, { recipient: { name: '王小明', email: 'ming@example.com', phone: who.recipient.phone } });
    expect((await visitor.post('/api/group-orders', request, { key: randomUUID() })).status).toBe(201);
    return request.orderNo;
  };
  const uncollected = [await buyToStore(), await buyToStore()];
  // The seller took the parcel back, so nothing of the order is open.
  for (const orderNo of uncollected) for (const code of ['2068', '2073', '2074', '2070']) await report(orderNo, code);
  const visitor = shop.visit();
  const { orderNo: cancelled } = await checkOut(visitor, codOrder(person()));
  expect((await visitor.post(`/api/orders/${cancelled}/cancel`, {})).status).toBe(200);
  for (const orderNo of [...uncollected, cancelled])
    await eventually(async () => {
      const request = { purposes: PURPOSES, reason: 'REQUESTED', commandId: randomUUID(), dryRun: false } as const;
      await askToForget(shop.shop.engine, { order: orderNo }, request);
      return (await orderOf(shop, orderNo))?.forgotten?.contact !== undefined;
    }, `the erasure of ${orderNo}`);
  const { rows } = await shop.shop.engine.pool.query<{ order_no: string }>(
    'select order_no from cash_places where order_no = any($1) order by order_no',
    [[...uncollected, cancelled]],
  );
  expect(rows.map(({ order_no }) => order_no)).toEqual(uncollected.toSorted());
  expect((await order(who)).body).toMatchObject({ code: 'CASH_LIMIT' });
  // Support still lifts it.
  const { cashLimit } = shop.shop.faces.checkout;
  const phone = `+886${who.recipient.phone.slice(1)}`;
  await eventually(async () => (await cashLimit?.uncollected(phone))?.parcels === 2, 'two parcels that count as not collected');
  expect(await cashLimit?.lift(phone)).toBe(2);
  expect(await isTaken(who)).toBe(true);
});

test('a repeated request for a placed order gets the first answer, also when the budget is used up', async () => {
  const who = person();
  const visitor = shop.visit();
  const key = randomUUID();
  const { orderNo, body } = await checkOut(visitor, codOrder(who), {}, key);
  expect([await isTaken(who), await isTaken(who)]).toEqual([true, false]);
  const again = await checkOut(visitor, codOrder(who), { orderNo, expectedTotal: body.total }, key);
  expect([again.status, again.body.orderNo]).toEqual([201, orderNo]);
  expect(await differences(shop)).toEqual([]);
});

test('an order whose lines the cart lacks takes no slot', async () => {
  const who = person();
  const visitor = shop.visit();
  const { body } = await checkOut(visitor, codOrder(who));
  for (let count = 0; count < 2; count++) {
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const stale = { orderNo: number.id, expectedTotal: body.total, ...codOrder(who) };
    expect(await visitor.post('/api/orders', stale, { key: randomUUID() })).toMatchObject({ status: 409, body: { code: 'CART_EMPTY' } });
  }
  expect([await isTaken(who), await isTaken(who)]).toEqual([true, false]);
});

/** A second process holds the full cart, and does not see that the first one orders it. */
async function orderTwice(who: Person, at: { url: string }) {
  const visitor = shop.visit();
  for (const item of codOrder().items) await visitor.at(at.url).post('/api/cart/items', item);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: codOrder().items, portType: 'HOME' });
  const numbered = async () => ({
    orderNo: (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id,
    expectedTotal: price.body.price,
    ...codOrder(who),
  });
  expect(await visitor.post('/api/orders', await numbered(), { key: randomUUID() })).toMatchObject({ status: 201 });
  const late = await numbered();
  const answer = await visitor.at(at.url).post('/api/orders', late, { key: randomUUID() });
  expect(answer).toMatchObject({ status: 409, body: { code: 'CART_EMPTY' } });
  return late.orderNo;
}

test('an order that the cart refuses only at the end gives its slot back', async () => {
  const who = person();
  await orderTwice(who, second);
  expect([await isTaken(who), await isTaken(who)]).toEqual([true, false]);
});

test('an order that the cart refuses after it began, on a store that appends to one stream at a time, gives its slot back', async () => {
  const who = person();
  const stepByStep = await doomedShop(second.shop.engine, { together: false });
  try {
    stepByStep.live();
    const orderNo = await orderTwice(who, stepByStep);
    const types = (await shop.shop.engine.store.read(`checkout-${orderNo}`)).map(({ type }) => type);
    expect(types, 'it began').toEqual(['CheckoutStarted', 'CheckoutFailed']);
    expect([await isTaken(who), await isTaken(who)]).toEqual([true, false]);
  } finally {
    await stepByStep.close();
  }
});

test('each way to write a phone number, and each call that orders in cash, counts for the same phone', async () => {
  const who = person();
  const digits = who.recipient.phone.slice(1);
  const wide = [...`0${digits}`].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
  const spaced = `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
  const WRITTEN = [
    `0${digits}`,
    digits,
    `+886${digits}`,
    `886${digits}`,
    `+886 0${digits}`,
    wide,
    spaced,
    `0${digits.slice(0, 3)}-${digits.slice(3)}`,
  ];
  const written = (phone: string) => ({ recipient: { ...recipient, phone } });

  const groupBuys = async (phone: string) => {
    const visitor = shop.visit();
    const request = await groupOrder(visitor, { recipient: { name: '王小明', email: 'ming@example.com', phone } });
    return visitor.post<{ code?: string }>('/api/group-orders', request, { key: randomUUID() });
  };
  const parcelCall = async (phone: string) => {
    const visitor = shop.visit();
    for (const item of codOrder().items) await visitor.post('/api/cart/items', item);
    const value = { delivery: codOrder().delivery, ...written(phone), invoice: { type: 'NORMAL' }, termsAccepted: true };
    expect((await visitor.post('/api/session/', { set: { key: 'shippingInfo', value } })).body).toEqual({ state: 200 });
    const { body } = await visitor.post<{ id: string }>('/api/genUid/', {});
    return visitor.post<{ code?: string }>('/api/ecpay/', { shippingInfo: { MerchantTradeNo: body.id } });
  };

  expect((await parcelCall(wide)).status).toBe(200);
  expect((await groupBuys(`+886 ${spaced}`)).status).toBe(201);
  for (const phone of WRITTEN) {
    const doors = [await checkOut(shop.visit(), codOrder(written(phone))), await groupBuys(phone), await parcelCall(phone)];
    expect({ phone, codes: doors.map(({ body }) => (body as { code?: string }).code) }).toEqual({
      phone,
      codes: ['CASH_LIMIT', 'CASH_LIMIT', 'CASH_LIMIT'],
    });
  }
});

/** A visitor with a card order at the bank, and what they want instead, in cash. */
type Waiting = { visitor: Browser; first: PlaceOrderRequest };
const waitingOf = async (visitor: Browser, who: Person, credit = 0): Promise<Waiting> => {
  const prepared = await prepare(visitor, cardOrder(VISA, who), { coupons: [], credit });
  expect((await send(visitor, prepared)).body.paymentUrl).toBeDefined();
  return { visitor, first: prepared.request };
};
test.each<[string, (who: Person) => Promise<Waiting>]>([
  ['of a visitor', (who) => waitingOf(shop.visit(), who)],
  [
    'of somebody who signed in meanwhile',
    async (who) => {
      const { email } = await register(shop);
      const waiting = await waitingOf(shop.visit(), who);
      const { visitor, first } = waiting;
      expect((await visitor.post('/api/login', { account: email, password: 'abc123' })).status).toBe(200);
      // The price of a member.
      const { body } = await visitor.post<{ price: number }>('/api/getPrice/', { items: first.items, portType: 'HOME' });
      return { visitor, first: { ...first, expectedTotal: body.price } };
    },
  ],
  ['that holds the credit of the member', async (who) => waitingOf((await memberWith(shop, 500)).visitor, who, 500)],
])('a cash order over the budget does not cost the order that waits at the bank: %s', async (_, order) => {
  const who = person();
  const delivered = await checkOut(shop.visit(), codOrder(who));
  expect([delivered.status, await isTaken(who)]).toEqual([201, true]);
  const { visitor, first } = await order(who);
  const payInCash = async () => {
    const { body } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const request = { ...first, orderNo: body.id, payment: { type: 'COD' as const }, replaces: first.orderNo };
    return visitor.post<{ code?: string }>('/api/orders', request, { key: randomUUID() });
  };
  expect(await payInCash()).toMatchObject({ status: 409, body: { code: 'CASH_LIMIT' } });
  expect((await orderOf(shop, first.orderNo))?.payment.status).toBe('HANDLING');

  await report(delivered.orderNo, '3003');
  await eventually(async () => (await payInCash()).status === 201, 'the slot of a collected parcel');
  expect((await orderOf(shop, first.orderNo))?.payment.status).toBe('FAILED');
  expect(await differences(shop)).toEqual([]);
});

test('where the earlier order is paid, a cash order in its place is told so', async () => {
  const who = person();
  const visitor = shop.visit();
  const paid = await checkOut(visitor, cardOrder(MASTERCARD, who));
  const { body } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const request = { orderNo: body.id, expectedTotal: paid.body.total, ...codOrder(who), replaces: paid.orderNo };
  const answer = await visitor.post('/api/orders', request, { key: randomUUID() });
  expect(answer).toMatchObject({ status: 409, body: { code: 'EARLIER_ORDER_PAID' } });
  expect([await isTaken(who), await isTaken(who), await isTaken(who)]).toEqual([true, true, false]);
});

test('an order that is refused for another reason does not tell what a phone number has (infra/decisions/108)', async () => {
  const who = person();
  expect([await isTaken(who), await isTaken(who)]).toEqual([true, true]);
  const visitor = shop.visit();
  const { orderNo } = await checkOut(visitor, cardOrder(VISA));
  for (const replaces of ['N123456789ABCDEF', orderNo])
    for (const one of [who, person()])
      expect(await checkOut(visitor, codOrder({ ...one, replaces }), { expectedTotal: 1 })).toMatchObject({
        status: 409,
        body: { code: 'AMOUNT_MISMATCH' },
      });
});

test('of an ending, guests order to fifteen phone numbers a day, by any call, and members to others (infra/decisions/108)', async () => {
  const limited = await testShop({ ...env, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }, { beside: shop, onlyHttp: true });
  try {
    const number = (n: number): Person => ({ recipient: { ...recipient, phone: `09${String(n).padStart(5, '0')}321` } });
    const from = (n: number) => ({ key: randomUUID(), headers: { 'x-forwarded-for': `198.51.100.${n}` } });
    const buy = async (n: number, network: number, visitor = limited.visit()) =>
      visitor.post<{ code?: string }>('/api/orders', await prepareOrder(visitor, codOrder(number(n))), from(network));
    const groupBuys = async (n: number, network: number) => {
      const visitor = limited.visit();
      const request = await groupOrder(visitor, {
        recipient: { name: '王小明', email: 'ming@example.com', phone: number(n).recipient.phone },
      });
      return visitor.post<{ code?: string }>('/api/group-orders', request, from(network));
    };
    const refused = { status: 409, body: { code: 'CASH_LIMIT' } };
    // The share of one network.
    for (let n = 1; n <= 3; n += 1) expect((await buy(n, 1)).status).toBe(201);
    expect(await buy(4, 1)).toMatchObject(refused);
    const fourth = limited.visit();
    expect((await buy(4, 4, fourth)).status).toBe(201);
    for (let n = 5; n <= 14; n += 1) expect((await buy(n, n)).status).toBe(201);
    expect((await groupBuys(15, 15)).status).toBe(201);
    expect(await buy(16, 16)).toMatchObject(refused);
    expect(await groupBuys(16, 16)).toMatchObject(refused);
    // The browser that asked about a number, another ending, and a card. Another browser does not hear who asked.
    expect((await buy(4, 4, fourth)).status).toBe(201);
    expect(await buy(5, 17)).toMatchObject(refused);
    expect((await order(person(), limited)).status).toBe(201);
    expect((await checkOut(limited.visit(), cardOrder(VISA, number(22)))).status).toBe(201);
    // A member, once the address is confirmed.
    const { visitor } = await register(shop);
    const member = visitor.at(limited.url);
    expect(await buy(23, 16, member)).toMatchObject(refused);
    const memberId = await memberIdOf(shop, visitor);
    const { commands, clock } = shop.shop.engine;
    const { state } = await commands.load(memberStream(memberId), memberDecider);
    const confirm = {
      type: 'ConfirmEmail',
      at: clock().toISOString(),
      subject: `member:${memberId}`,
      emailKey: state?.emailKey ?? '',
    } as const;
    await commands.handle(memberStream(memberId), memberDecider, confirm, testContext());
    expect((await buy(23, 16, member)).status).toBe(201);
    expect(await buy(24, 16, member)).toMatchObject(refused);
  } finally {
    await limited.close();
  }
});
