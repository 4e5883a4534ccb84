import { readFile } from 'node:fs/promises';
import type {
  BindCouponAnswer,
  CartItem,
  CouponCheckAnswer,
  ErrorBody,
  MemberCoupons,
  MemberSubscribeAck,
  MemberVouchers,
  OrderAnswer,
  PlaceOrderAnswer,
  PriceAnswer,
  RegisterRequest,
  TimerAnswer,
} from '@nordhaut/contracts';
import { importCoupons, walletDecider, walletStream } from '@nordhaut/promotions';
import { testContext } from '@nordhaut/platform/envelope/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { cardOrder, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const DISCOUNT = { coupon_type: 'DISCOUNT', coupon_scope: 'ALL', coupon_formula: 'x - 10' };
const MORE = [
  { ...DISCOUNT, coupon_id: 101, coupon_uid: 'ONCE_10', coupon_name: '折十元', coupon_max_usage: 1, coupon_period: 86_400 },
  { ...DISCOUNT, coupon_id: 102, coupon_uid: 'SOLD_OUT', coupon_name: '已領完', coupon_quantity: 0 },
  { ...DISCOUNT, coupon_id: 103, coupon_uid: 'ENDED', coupon_name: '已結束', coupon_exp: 1_700_000_000 },
  {
    coupon_id: 104,
    coupon_uid: 'PICK_1',
    coupon_name: '二選一',
    coupon_type: 'GIVEAWAY',
    coupon_scope: 'ALL',
    coupon_max_product_chosen: 1,
    coupon_items: ['NH01GC050T', 'NH02BT050T'].map((product_uid) => ({ product_uid, product_quantity: 1 })),
  },
];

let shop: TestShop;
async function importAll(list: object[]): Promise<void> {
  const imported = await importCoupons({ ...shop.shop.engine, hasProduct: () => true }, list, false);
  if (!imported.ok) throw new Error(imported.faults.join('\n'));
  await caughtUp(shop);
}
beforeAll(async () => {
  shop = await testShop();
  const file = new URL('../../services/promotions/data/coupons.json', import.meta.url);
  await importAll([...(JSON.parse(await readFile(file, 'utf8')) as object[]), ...MORE]);
});
afterAll(() => shop.close());

let people = 0;
async function registered(visitor = shop.visit()) {
  const email = `coupons${++people}@example.com`;
  const form: RegisterRequest = {
    firstName: '林',
    lastName: '怡君',
    user_email: email,
    password: 'abc123',
    user_phone: '0955123456',
    privacyAccepted: true,
    ageConfirmed: true,
  };
  expect((await visitor.post('/api/register', form)).status).toBe(200);
  const { rows } = await shop.shop.engine.pool.query<{ id: string }>('select id from account_users order by "createdAt" desc limit 1');
  return { visitor, email, memberId: rows[0]?.id ?? '' };
}

const items: CartItem[] = [{ productId: 5, quantity: 2, tier: 'ORIGIN' }];
const HANDS: CartItem[] = [{ productId: 13, quantity: 3, tier: 'ORIGIN' }];
const price = async (visitor: Browser, more: object = {}) => (await visitor.post<PriceAnswer>('/api/getPrice/', { items, ...more })).body;

async function order(visitor: Browser, more: { coupons?: string[]; credit?: number } = {}): Promise<PlaceOrderAnswer> {
  for (const item of items) await visitor.post('/api/cart/items', item);
  const quote = await price(visitor, { coupons: more.coupons, vouchers: more.credit, payType: 'COD' });
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const placed = await visitor.post<PlaceOrderAnswer>('/api/orders', {
    ...codOrder({ items }),
    ...more,
    orderNo,
    expectedTotal: quote.price,
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body;
}

test('a code has each state with its words; guests are asked to sign in', async () => {
  const { visitor } = await registered();
  const check = async (code: string, cart = items) => {
    const { status, body } = await visitor.post<CouponCheckAnswer>('/api/coupons/check', { code, items: cart });
    return { status, state: body.state, message: body.message };
  };
  const unknown = { status: 200, state: 400, message: '查無此優惠券代碼' };
  // An unknown code, the shop's own, and one without a copy of one's own look alike.
  for (const code of ['NOTHING', 'pay_in_5_min', 'INVITE']) expect(await check(code)).toEqual(unknown);
  expect(await check('SOLD_OUT')).toEqual({ status: 200, state: 500, message: '限量優惠券，已全數領取完畢' });
  expect(await check('ENDED')).toEqual({ status: 200, state: 501, message: '優惠券已過期' });
  expect(await check('SET_15_OFF')).toEqual({ status: 200, state: 503, message: '購物車內沒有適用此優惠券的商品' });
  expect(await check('HAND_3_GET_1', HANDS)).toEqual({ status: 200, state: 200, message: '優惠已套用' });
  const { body: pick } = await visitor.post<CouponCheckAnswer>('/api/coupons/check', { code: 'PICK_1', items });
  expect(pick.gifts).toMatchObject({ choose: 1, chosen: [] });
  expect(pick.gifts?.offered.map(({ productUid }) => productUid)).toEqual(['NH01GC050T', 'NH02BT050T']);

  const guest = await shop.visit().post<ErrorBody>('/api/coupons/check', { code: 'ONCE_10', items });
  expect([guest.status, guest.body.code]).toEqual([403, 'COUPON_MEMBERS_ONLY']);
});

test('the price of a member names every coupon with its cause, and the list follows the order that used one', async () => {
  const { visitor, memberId } = await registered();
  const before = await price(visitor);
  const quote = await price(visitor, { coupons: ['ONCE_10', { uid: 'PICK_1', gifts: ['NH02BT050T'] }] });
  expect(quote.price).toBe(before.price - 10);
  expect(quote.coupons?.map(({ uid, removable }) => [uid, removable])).toEqual([
    ['ONCE_10', true],
    ['PICK_1', true],
  ]);
  expect(quote.causes?.discounts).toHaveLength(1);
  expect(quote.gifts.some(({ couponId }) => couponId === '104')).toBe(true);

  const bound = await visitor.post<BindCouponAnswer>('/api/member/coupons', { code: 'ONCE_10' });
  expect(bound.body).toMatchObject({ state: 200, message: '優惠券已加入您的帳戶' });
  const again = await visitor.post<BindCouponAnswer>('/api/member/coupons', { code: 'ONCE_10' });
  expect(again.body.state).toBe(200);
  const { orderNo } = await order(visitor, { coupons: ['ONCE_10'] });
  await caughtUp(shop);
  const used = await visitor.post<CouponCheckAnswer>('/api/coupons/check', { code: 'ONCE_10', items });
  expect(used.body).toEqual({ state: 502, message: '此優惠券已達使用次數上限' });
  const { body: list } = await visitor.get<MemberCoupons>(`/api/member/coupons?after=${bound.body.position}`);
  const own = list.coupons.find(({ uid }) => uid === 'ONCE_10');
  expect(own).toMatchObject({ state: 'invalid', reason: '此優惠券已達使用次數上限', copies: [{ cause: '輸入優惠券代碼' }] });
  expect(own?.copies).toHaveLength(1);
  expect(Date.parse(own?.lastEnd ?? '') - Date.parse(own?.copies[0]?.gotAt ?? '')).toBe(86_400_000);
  expect(list.used).toMatchObject([{ orderNo, couponId: '101', name: '折十元', returned: false }]);
  const state = await shop.shop.engine.commands.load(walletStream(memberId), walletDecider);
  expect(state.state.copies.filter(({ couponId }) => couponId === '101')).toHaveLength(1);

  await importAll([{ ...MORE[0], coupon_name: '折十元（新）' }]);
  const { body: renamed } = await visitor.get<MemberCoupons>('/api/member/coupons');
  expect(renamed.coupons.find(({ uid }) => uid === 'ONCE_10')?.name).toBe('折十元（新）');
  expect(renamed.used, 'as the order used it').toMatchObject([{ orderNo, name: '折十元' }]);
  await importAll([MORE[0] as object]);
});

test('a checkout that took a coupon and placed no order is not in the list of used coupons', async () => {
  const { visitor, memberId } = await registered();
  const { commands, clock } = shop.shop.engine;
  const wallet = async (command: Parameters<typeof walletDecider.decide>[0]): Promise<void> => {
    expect((await commands.handle(walletStream(memberId), walletDecider, command, testContext())).ok).toBe(true);
  };
  const [at, orderNo] = [clock().toISOString(), 'NEVERPLACED00001'];
  const use = { couponId: '101', copyId: null, needsCopy: false, maxUsage: 1, firstPurchase: false };
  await wallet({ type: 'Reserve', at, orderNo, coupons: [use], credit: 0 });
  await caughtUp(shop);
  const usedOf = async () => (await visitor.get<MemberCoupons>('/api/member/coupons')).body.used;
  expect(await usedOf(), 'an order that is being placed').toMatchObject([{ orderNo, name: '折十元', returned: false }]);
  await wallet({ type: 'GiveBack', at, orderNo, outcome: 'SHOP_FAILED' });
  await caughtUp(shop);
  expect(await usedOf(), 'no order has this number').toEqual([]);
});

test('a page that subscribes after a change reads the changed balance, though nothing tells it again', async () => {
  const { visitor, memberId } = await registered();
  const connect = () => io(shop.url, { path: '/socket.io', transports: ['websocket'], extraHeaders: { cookie: visitor.cookies() } });
  const [earlier, later] = [connect(), connect()];
  const subscribed = async (socket: typeof earlier) =>
    expect(await socket.emitWithAck('member:subscribe', { afterPosition: '0' })).toMatchObject({ ok: true });
  try {
    await subscribed(earlier);
    const { commands, clock } = shop.shop.engine;
    for (let amount = 1; amount <= 5; amount++) {
      const heard = new Promise((hears) => earlier.once('member:balance', hears));
      const grant = { grantId: `support/${amount}`, kind: 'SUPPORT' as const, amount: 1, cause: { kind: 'SUPPORT' as const, reason: 'x' } };
      const command = { type: 'GrantCredit' as const, at: clock().toISOString(), ...grant };
      expect((await commands.handle(walletStream(memberId), walletDecider, command, testContext())).ok).toBe(true);
      await heard;
      await subscribed(later);
      expect((await visitor.get<MemberVouchers>('/api/member/vouchers')).body.balance).toBe(amount);
    }
  } finally {
    for (const socket of [earlier, later]) socket.disconnect();
  }
});

test("shopping credit: the balance, its rows, the clamp, and word of a change to the member's open tabs", async () => {
  const { visitor, memberId } = await registered();
  const socket = io(shop.url, { path: '/socket.io', transports: ['websocket'], extraHeaders: { cookie: visitor.cookies() } });
  try {
    const heard: string[] = [];
    socket.on('member:balance', ({ position }: { position: string }) => heard.push(position));
    const ack = (await socket.emitWithAck('member:subscribe', { afterPosition: '0' })) as MemberSubscribeAck;
    expect(ack.ok).toBe(true);
    const { commands, clock } = shop.shop.engine;
    const at = clock().toISOString();
    const command = {
      type: 'GrantCredit' as const,
      at,
      grantId: 'support/1',
      kind: 'SUPPORT' as const,
      amount: 100,
      cause: { kind: 'SUPPORT' as const, reason: 'x' },
    };
    const context = { commandId: randomUUID(), actor: { kind: 'support' as const, id: 'cli' }, now: clock() };
    const granted = await commands.handle(walletStream(memberId), walletDecider, command, context);
    if (!granted.ok) throw new Error(granted.rejection.code);
    await eventually(() => Promise.resolve(heard.some((position) => BigInt(position) >= granted.position)), 'the changed balance');
    const { body } = await visitor.get<MemberVouchers>(`/api/member/vouchers?after=${heard.at(-1)}`);
    expect(body).toMatchObject({
      balance: 100,
      vouchers: [{ type: 'SUPPORT', cause: '客服贈送', value: 100, available: 100, state: 'active' }],
    });
    expect(await price(visitor, { vouchers: 5_000 })).toMatchObject({ vouchers: 100 });
    await order(visitor, { credit: 60 });
    await caughtUp(shop);
    expect((await visitor.get<MemberVouchers>('/api/member/vouchers')).body).toMatchObject({ balance: 40 });
    expect(await price(visitor, { vouchers: 100 })).toMatchObject({ vouchers: 40 });
  } finally {
    socket.disconnect();
  }
});

/** Time passes for all timers. */
const pass = (minutes: number) =>
  shop.shop.engine.pool.query(
    `update checkout_timers set started_at = started_at - $1 * interval '1 minute',
       extended_at = extended_at - $1 * interval '1 minute', ended_at = ended_at - $1 * interval '1 minute'`,
    [minutes],
  );
const timerOf = async (visitor: Browser) => (await visitor.get<TimerAnswer>('/api/checkout/timer')).body;
const act = async (visitor: Browser, action: 'start' | 'extend') =>
  (await visitor.post<TimerAnswer>('/api/checkout/timer', { action })).body;

test("a guest's timer gives its coupon from the reminder to its end, is extended once, and does not come again", async () => {
  const visitor = shop.visit();
  const usual = (await price(visitor)).price;
  expect((await timerOf(visitor)).state).toBe('none');
  const begun = await act(visitor, 'start');
  expect(begun).toMatchObject({ state: 'running', extended: false, coupon: { uid: 'pay_in_5_min' } });
  expect(Date.parse(begun.endsAt ?? '') - Date.parse(begun.startedAt ?? '')).toBe(600_000);
  expect((await act(visitor, 'start')).startedAt).toBe(begun.startedAt);
  expect((await price(visitor)).price).toBe(usual);
  await pass(3);
  const reminded = await price(visitor);
  expect(reminded.price).toBe(usual - 50);
  expect(reminded.coupons).toMatchObject([{ uid: 'pay_in_5_min', removable: false }]);
  await pass(4);
  expect(await act(visitor, 'extend')).toMatchObject({ state: 'running', extended: true, extendsFrom: null });
  await pass(4);
  expect((await timerOf(visitor)).state).toBe('running');
  expect((await price(visitor)).price).toBe(usual - 50);
  await pass(1);
  expect((await timerOf(visitor)).state).toBe('ended');
  expect((await price(visitor)).price).toBe(usual);
  await pass(300);
  expect((await act(visitor, 'start')).state).toBe('ended');
});

test('registering keeps the timer and signing in ends it', async () => {
  const visitor = shop.visit();
  await act(visitor, 'start');
  const { email } = await registered(visitor);
  expect((await timerOf(visitor)).state).toBe('running');
  await visitor.post('/api/logout', {});

  const guest = shop.visit();
  await act(guest, 'start');
  expect((await guest.post('/api/login', { account: email, password: 'abc123' })).status).toBe(200);
  await pass(3);
  expect((await price(guest)).discounts).toEqual([]);
});

test('an order in the first minutes gets the coupon of the timer, once', async () => {
  const visitor = shop.visit();
  await act(visitor, 'start');
  await pass(3);
  await order(visitor);
  await caughtUp(shop);
  expect((await timerOf(visitor)).coupon).toBeUndefined();
  expect((await price(visitor)).discounts).toEqual([]);
});

test('the specification’s own call has the price of an order, also before pages show the coupon of the timer (decisions.md 53, 79)', async () => {
  const visitor = shop.visit();
  const usual = (await price(visitor)).price;
  for (const item of items) await visitor.post('/api/cart/items', item);
  const { delivery, recipient, invoice, termsAccepted } = codOrder({ recipient: { ...codOrder().recipient, phone: '0955888009' } });
  const value = { delivery, recipient, invoice, termsAccepted };
  expect((await visitor.post('/api/session/', { set: { key: 'shippingInfo', value } })).status).toBe(200);
  await act(visitor, 'start');
  await pass(1);
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const answer = await visitor.post('/api/ecpay/', { api: '/Express/Create', shippingInfo: { MerchantTradeNo: orderNo } });
  expect(answer.body).toMatchObject({ state: '1', data: { MerchantTradeNo: orderNo } });
  expect((await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order.total).toBe(usual - 50);
});

test('whose phone number had the coupon of the timer hears the price without it, and orders (decisions.md 53, 54)', async () => {
  const [visitor, again] = [shop.visit(), shop.visit()];
  const withPhone = (phone: string) => codOrder({ items, recipient: { ...codOrder().recipient, phone } });
  for (const one of [visitor, again]) await act(one, 'start');
  await pass(3);
  const sent = async (one: Browser, phone: string, expectedTotal: number) => {
    for (const item of items) await one.post('/api/cart/items', item);
    const orderNo = (await one.post<{ id: string }>('/api/genUid/', {})).body.id;
    return (await one.post<PlaceOrderAnswer & ErrorBody>('/api/orders', { ...withPhone(phone), orderNo, expectedTotal })).body;
  };
  const reduced = (await price(visitor)).price;
  expect((await sent(visitor, '0955888001', reduced)).code).toBeUndefined();
  await caughtUp(shop);
  expect((await price(again)).price).toBe(reduced);
  const refused = await sent(again, '0955888001', reduced);
  expect(refused).toMatchObject({ code: 'AMOUNT_MISMATCH', details: { price: String(reduced + 50) } });
  expect((await timerOf(again)).state).toBe('ended');
  expect((await price(again)).price, 'the page names the price of the order').toBe(reduced + 50);
  expect((await sent(again, '0955888001', reduced + 50)).code).toBeUndefined();
});

test('an order that is refused for its total asks about no phone number, and one with the coupon asks (infra/decisions/108)', async () => {
  const beside = await testShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }, { beside: shop, onlyHttp: true });
  const asks = async () => (await shop.shop.engine.pool.query('select from phone_asks')).rowCount;
  try {
    /** The n-th phone number with one ending, from a network of its own. */
    const sent = async (n: number, expectedTotal: number | 'the price') => {
      const visitor = beside.visit();
      for (const item of items) await visitor.post('/api/cart/items', item);
      await act(visitor, 'start');
      await pass(3);
      const total = expectedTotal === 'the price' ? (await price(visitor)).price : expectedTotal;
      const recipient = { ...codOrder().recipient, phone: `0955${String(n).padStart(3, '0')}777` };
      const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
      const options = { headers: { 'x-forwarded-for': `198.51.100.${n}` } };
      return (await visitor.post<ErrorBody>('/api/orders', { ...codOrder({ items, recipient }), orderNo, expectedTotal: total }, options))
        .body;
    };
    await shop.shop.engine.pool.query('truncate phone_asks');
    const reduced = (await sent(1, 1)).details?.['price'];
    for (let n = 2; n <= 21; n += 1) expect((await sent(n, 1)).details?.['price']).toBe(reduced);
    expect(await asks()).toBe(0);
    for (let n = 1; n <= 15; n += 1) expect((await sent(n, 'the price')).code).toBeUndefined();
    expect(await asks()).toBe(45);
    expect((await sent(16, 'the price')).details?.['price']).toBe(String(Number(reduced) + 50));
  } finally {
    await beside.close();
  }
});

test('a price tells no more of guessed codes than their check', async () => {
  const beside = await testShop({ RATE_LIMIT_FACTOR: '1' }, { beside: shop, onlyHttp: true });
  try {
    const [guesser, other] = [await registered(), await registered()];
    const applied = async ({ visitor }: typeof guesser, coupons: string[]) =>
      (await price(visitor.at(beside.url), { coupons })).coupons?.map(({ uid }) => uid).includes('ONCE_10');
    for (let tried = 0; tried < 35; tried++) expect(await applied(other, ['ONCE_10'])).toBe(true);
    const guesses = Array.from({ length: 40 }, (_, guess) => `GUESS_${guess}`);
    expect(await applied(guesser, [...guesses.slice(0, 19), 'ONCE_10'])).toBe(true);
    await applied(guesser, guesses.slice(19, 39));
    expect(await applied(guesser, ['ONCE_10'])).toBe(false);
    const orderNo = (await guesser.visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
    const asked = { ...codOrder({ items }), orderNo, coupons: ['ONCE_10'], expectedTotal: 1 };
    expect((await guesser.visitor.at(beside.url).post<ErrorBody>('/api/orders', asked)).body.code).toBe('COUPON_NOT_FOUND');
    // What a member has a copy of is no guess.
    const { body } = await other.visitor.at(beside.url).post<BindCouponAnswer>('/api/member/coupons', { code: 'ONCE_10', items });
    expect(body.state).toBe(200);
    await applied(other, guesses.slice(0, 20));
    await applied(other, guesses.slice(20, 40));
    expect(await applied(other, ['ONCE_10'])).toBe(true);
  } finally {
    await beside.close();
  }
});

test('a guest who comes back from the bank keeps the coupon of the timer for the next try', async () => {
  const visitor = shop.visit();
  await act(visitor, 'start');
  await pass(3);
  const reduced = (await price(visitor)).price;
  const recipient = { ...codOrder().recipient, phone: '0955888002' };
  const sent = async (more: object) => {
    for (const item of items) await visitor.post('/api/cart/items', item);
    const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
    return (await visitor.post<PlaceOrderAnswer & ErrorBody>('/api/orders', { ...more, orderNo, expectedTotal: reduced })).body;
  };
  const first = await sent(cardOrder(VISA, { items, recipient }));
  expect(first.paymentUrl).toBeDefined();
  expect((await price(visitor)).price, 'the waiting order gives way to the next one').toBe(reduced);
  expect(await timerOf(visitor), 'and so does the countdown say').toMatchObject({ state: 'running', coupon: { uid: 'pay_in_5_min' } });
  const second = await sent({ ...codOrder({ items, recipient }), replaces: first.orderNo });
  expect(second).toMatchObject({ total: reduced });
  // Used now, by an order that gives way to none.
  expect((await price(visitor)).price).toBe(reduced + 50);
});

test('a member who comes back from the bank keeps the countdown, which an order that stands ends', async () => {
  const { visitor } = await registered();
  await act(visitor, 'start');
  await pass(3);
  const sent = async (more: object) => {
    for (const item of items) await visitor.post('/api/cart/items', item);
    const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
    const expectedTotal = (await price(visitor)).price;
    return (await visitor.post<PlaceOrderAnswer & ErrorBody>('/api/orders', { ...more, orderNo, expectedTotal })).body;
  };
  const recipient = { ...codOrder().recipient, phone: '0955888003' };
  const first = await sent(cardOrder(VISA, { items, recipient }));
  expect(first.paymentUrl).toBeDefined();
  expect(await timerOf(visitor)).toMatchObject({ state: 'running', coupon: { uid: 'pay_in_5_min' } });
  expect((await sent({ ...codOrder({ items, recipient }), replaces: first.orderNo })).code).toBeUndefined();
  expect((await timerOf(visitor)).state).toBe('ended');
});

test('guesses of codes are limited for each member, and codes that exist do not count', async () => {
  const beside = await testShop({ RATE_LIMIT_FACTOR: '1' }, { beside: shop, onlyHttp: true });
  try {
    const { visitor } = await registered();
    const there = visitor.at(beside.url);
    const check = async (code: string) => (await there.post('/api/coupons/check', { code, items })).status;
    for (let tried = 0; tried < 5; tried++) expect(await check('ONCE_10')).toBe(200);
    const answers = await Promise.all(Array.from({ length: 35 }, (_, guess) => check(`GUESS_${guess}`)));
    expect(answers.filter((status) => status === 200)).toHaveLength(30);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
  } finally {
    await beside.close();
  }
});
