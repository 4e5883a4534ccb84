import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CartAnswer,
  DeleteAccountAnswer,
  ErrorBody,
  MemberAnswer,
  MemberOrders,
  MemberSubscribeAck,
  OrderAnswer,
  OrderStatusMessage,
  PlaceOrderAnswer,
  PriceAnswer,
  RegisterRequest,
  SignedInAnswer,
} from '@nordhaut/contracts';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import type { RequestContext } from '@nordhaut/platform/http';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, main, prepareOrder, recipient, until, type Browser } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { memberIdOf } from './fixtures/member-operations.ts';
import { hundredOff, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, VISA } from './fixtures/orders.ts';
import { appendPoison } from './fixtures/poison-event.ts';
import { paymentsOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ CASH_LIMIT: 'off', DATABASE_POOL: '1' });
});
afterAll(() => shop.close());

let people = 0;
type Person = { visitor: Browser; email: string; uid: string };
async function registered(visitor = shop.visit(), email = `orders${++people}@example.com`): Promise<Person> {
  const form: RegisterRequest = {
    firstName: '林',
    lastName: '怡君',
    user_email: email,
    password: 'abc123',
    user_phone: '0955123456',
    privacyAccepted: true,
    ageConfirmed: true,
  };
  const { status, body } = await visitor.post<SignedInAnswer>('/api/register', form);
  expect(status).toBe(200);
  return { visitor, email, uid: body.session.user_uid };
}
const signIn = (visitor: Browser, account: string) => visitor.post<SignedInAnswer>('/api/login', { account, password: 'abc123' });
const listOf = async (visitor: Browser, query = '') => (await visitor.get<MemberOrders>(`/api/member/orders${query}`)).body;
const numbersOf = async (visitor: Browser, after?: string) =>
  (await listOf(visitor, after === undefined ? '' : `?after=${after}`)).orders.map(({ orderNo }) => orderNo);
const head = async () => String(await shop.shop.engine.store.head());
const eventsOf = async (stream: string) =>
  (await shop.shop.engine.store.read(stream as never)).map(({ type, data }) => ({
    type,
    data: JSON.parse(data) as Record<string, unknown>,
  }));

/** As by the link of a mail. */
async function confirm(email: string): Promise<void> {
  const memberId = (await shop.shop.faces.accounts.credentials.accountOf(email)) ?? '';
  const { accounts } = shop.shop.faces.accounts;
  const at = new Date().toISOString();
  const command = { type: 'ConfirmEmail', at, subject: `member:${memberId}`, emailKey: accounts.emailKey(email) } as const;
  await accounts.change(memberId, command, contextOf(memberId));
}

const contextOf = (id: string): RequestContext => ({
  commandId: randomUUID(),
  causationId: 'a test',
  actor: { kind: 'member', id },
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  now: new Date(),
});

describe('an order of a signed-in member', () => {
  test('belongs to the member: the session shows all of it, cancels it, and proves nothing about other orders', async () => {
    const [own, other] = [await registered(), await registered()];
    const { orderNo, body } = await checkOut(own.visitor, codOrder());
    const elsewhere = shop.visit();
    await signIn(elsewhere, own.email);
    const look = async (visitor: Browser) => (await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body;
    expect((await look(elsewhere)).order).toMatchObject({ personal: 'full', recipient: { name: '王大明' } });
    expect((await look(elsewhere)).receipt).toBeDefined();
    for (const stranger of [other.visitor, shop.visit()]) {
      expect((await look(stranger)).order).toMatchObject({ personal: 'masked', recipient: { name: '王○明' } });
      const cancel = await stranger.post<ErrorBody>(`/api/orders/${orderNo}/cancel`, {});
      expect(cancel).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
      expect((await stranger.post(`/api/orders/${orderNo}/return`, { returnComment: 'x' })).status).toBe(403);
      expect(await numbersOf(stranger).catch(() => [])).not.toContain(orderNo);
    }
    expect(await numbersOf(elsewhere, body.position)).toEqual([orderNo]);
    expect((await elsewhere.post(`/api/orders/${orderNo}/cancel`, {})).status).toBe(200);
    // The order's data keeps a subject of its own, so forgetting an order works as for a guest.
    const [placed] = await eventsOf(`order-${orderNo}`);
    expect(placed).toMatchObject({ type: 'OrderPlaced', data: { memberId: expect.any(String) as string } });
    expect(placed?.data).not.toHaveProperty('emailKey');
  });

  test('is masked in its own browser after the sign-out, as is an order that the member adopted there', async () => {
    const visitor = shop.visit();
    const adopted = await checkOut(visitor, codOrder());
    const { email } = await registered(visitor);
    const own = await checkOut(visitor, codOrder());
    const shown = async ({ orderNo }: { orderNo: string }) =>
      (await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order.personal;
    // The read model has the adoption a moment later.
    await eventually(async () => (await shown(adopted)) === 'full', 'the adopted order');
    expect(await shown(own)).toBe('full');
    await visitor.post('/api/logout', {});
    // The next person at this browser finds the numbers in its history.
    expect([await shown(adopted), await shown(own)]).toEqual(['masked', 'masked']);
    await signIn(visitor, email);
    expect([await shown(adopted), await shown(own)]).toEqual(['full', 'full']);
  });

  test('costs the prices of members, whatever tier the page names', async () => {
    const { visitor } = await registered();
    const quote = async (who: Browser) => (await who.post<PriceAnswer>('/api/getPrice/', { items: main })).body;
    const [member, guest] = [await quote(visitor), await quote(shop.visit())];
    expect(member.products.map(({ tier }) => tier)).toEqual(['MEMBER', 'MEMBER']);
    expect(member.subtotal).toBeLessThan(guest.subtotal);
    const { status, body } = await checkOut(visitor, codOrder());
    expect({ status, total: body.total }).toEqual({ status: 201, total: member.price });
  });

  test('keeps its home address in the profile where the buyer asks for it', async () => {
    const { visitor } = await registered();
    await checkOut(visitor, codOrder());
    const addressOf = async () => (await visitor.get<MemberAnswer>('/api/member')).body.member.user_address;
    expect(await addressOf()).toBe('');
    await checkOut(visitor, codOrder({ rememberShipping: true }));
    expect((await visitor.get<MemberAnswer>('/api/member')).body.member).toMatchObject({
      user_city: recipient.city,
      user_urban_area: recipient.district,
      user_address: recipient.address,
      user_zip: '106',
    });
    // The postal code belongs to the place.
    await visitor.send('PATCH', '/api/member', { user_city: '臺中市', user_urban_area: '西區', user_address: '公益路68號' });
    expect((await visitor.get<MemberAnswer>('/api/member')).body.member).toMatchObject({ user_city: '臺中市', user_zip: '' });
  });

  test('takes a return form that names the sender, and the four messages say what is missing', async () => {
    const { visitor } = await registered();
    const { orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
    const form = {
      SenderName: '林怡君',
      SenderCellPhone: '0955123456',
      SenderAddress: '臺北市大安區信義路三段134巷1號',
      returnComment: '不合用',
    };
    const send = async (more: object) => {
      const { body } = await visitor.post<ErrorBody>(`/api/orders/${orderNo}/return`, { ...form, ...more });
      return [body.code, body.message];
    };
    expect(await send({ SenderName: ' ' })).toEqual(['RETURN_SENDER_NAME_REQUIRED', '請填寫退貨人姓名']);
    expect(await send({ SenderCellPhone: '' })).toEqual(['RETURN_SENDER_PHONE_REQUIRED', '請填寫退貨人手機號碼']);
    expect(await send({ SenderAddress: '' })).toEqual(['RETURN_SENDER_ADDRESS_REQUIRED', '請填寫退貨地址']);
    expect(await send({ returnComment: ' ' })).toEqual(['RETURN_REASON_REQUIRED', '請填寫退貨原因']);
    expect(await send({ SenderAddress: 'nowhere 1' })).toEqual(['RETURN_ZIP_UNKNOWN', '此地址查無對應的郵遞區號，請確認地址是否正確']);
    expect((await visitor.post(`/api/orders/${orderNo}/return`, form)).status).toBe(200);
    expect((await send({}))[0]).toBe('RETURN_ALREADY_REQUESTED');
  });

  test('takes the form of the look-up, which has the reason only, also from the owner', async () => {
    const { visitor } = await registered();
    const { orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
    const missing = await visitor.post<ErrorBody>(`/api/orders/${orderNo}/return`, { returnComment: ' ' });
    expect([missing.status, missing.body.message]).toEqual([400, '未填寫退貨原因']);
    const { status, body } = await visitor.post<Pick<OrderAnswer, 'displayStatus'>>(`/api/orders/${orderNo}/return`, {
      returnComment: '不合用',
    });
    expect([status, body.displayStatus?.code]).toEqual([200, 'RETURN_APPLY']);
  });
});

describe('the order list', () => {
  test('has pages, the newest first, and a filter by the year in Taipei', async () => {
    const { visitor } = await registered();
    const placed: string[] = [];
    for (let count = 0; count < 22; count++) placed.unshift((await checkOut(visitor, codOrder())).orderNo);
    const first = await listOf(visitor, `?after=${await head()}`);
    expect(first.orders.map(({ orderNo }) => orderNo)).toEqual(placed.slice(0, 20));
    const second = await listOf(visitor, `?cursor=${first.cursor}`);
    expect(second.orders.map(({ orderNo }) => orderNo)).toEqual(placed.slice(20));
    expect(second.cursor).toBeNull();
    const [year = 0] = first.years;
    expect((await listOf(visitor, `?year=${year}`)).orders).toHaveLength(20);
    expect((await listOf(visitor, `?year=${year - 1}`)).orders).toEqual([]);
    for (const cursor of ['x', `${'9'.repeat(18)}-AAAAAAAA`, `${'9'.repeat(20)}-AAAAAAAA`])
      expect((await visitor.get(`/api/member/orders?cursor=${cursor}`)).status).toBe(400);
    expect((await visitor.get(`/api/member/orders?cursor=${'9'.repeat(17)}-AAAAAAAA`)).status).toBe(200);
    expect(JSON.stringify(first)).not.toMatch(/大明|912345678|ming@/);
    await rebuildEqualsLive(shop.shop.engine.projector, 'orders');
  });
});

describe("a guest's earlier orders", () => {
  test('are adopted by the cookie of the browser that placed them, once and for good', async () => {
    const visitor = shop.visit();
    const { orderNo } = await checkOut(visitor, codOrder());
    await registered(visitor);
    expect(await numbersOf(visitor, await head())).toEqual([orderNo]);
    const events = (await eventsOf(`order-${orderNo}`)).filter(({ type }) => type === 'OrderAdopted');
    expect(events).toMatchObject([{ data: { by: 'COOKIE' } }]);
    const memberId = events[0]?.data['memberId'] as string;
    expect((await eventsOf(`member-${memberId}`)).filter(({ type }) => type === 'GuestOrderAdopted')).toMatchObject([
      { data: { orderNo, by: 'COOKIE' } },
    ]);
    // The order has its owner: nobody else's adoption changes that.
    const { faces } = shop.shop;
    const recorded: string[] = [];
    const context = contextOf('other');
    await faces.ordering.adopt(
      {
        memberId: 'other',
        ofBrowser: [orderNo],
        confirmedEmailKey: null,
        known: [],
        record: (no) => (recorded.push(no), Promise.resolve()),
      },
      context,
    );
    expect(recorded).toEqual([]);
    expect((await eventsOf(`order-${orderNo}`)).filter(({ type }) => type === 'OrderAdopted')).toHaveLength(1);
  });

  test('are adopted by a confirmed e-mail, never by a phone number or an e-mail that is not confirmed', async () => {
    const email = `confirmed${++people}@example.com`;
    const browser = shop.visit();
    const { orderNo, body: placed } = await checkOut(
      browser,
      codOrder({ recipient: { ...recipient, email: email.toUpperCase(), phone: '0955123456' } }),
    );
    const { visitor } = await registered(shop.visit(), email);
    expect(await numbersOf(visitor, await head())).toEqual([]);
    await confirm(email);
    const again = shop.visit();
    await signIn(again, email);
    expect(await numbersOf(again, await head())).toEqual([orderNo]);
    // The browser that placed it keeps its cookie, which does not count any more. A new proof does.
    const shown = async () => (await browser.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order.personal;
    expect(await shown()).toBe('masked');
    for (const headers of [{}, { 'order-proof': placed.proof }]) {
      const cancelled = await browser.post<ErrorBody>(`/api/orders/${orderNo}/cancel`, {}, { headers });
      expect(cancelled).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
    }
    const parcel = await browser.post('/api/ecpay/', { api: '/Express/Create', shippingInfo: { MerchantTradeNo: orderNo } });
    expect([parcel.status, JSON.stringify(parcel.body)]).toEqual([409, expect.not.stringContaining('0955123456')]);
    expect((await browser.post('/api/surenotify/send/', { orderNo })).status).toBe(403);
    expect((await browser.post(`/api/orders/${orderNo}/proof`, { phone: '0955123456' })).status).toBe(200);
    expect(await shown()).toBe('full');
  });

  test('come to nobody by an e-mail where nothing was paid or sent: a stranger may have typed the address', async () => {
    const email = `typed${++people}@example.com`;
    const of = { recipient: { ...recipient, email } };
    const placed = async (order: Parameters<typeof checkOut>[1]) => {
      const visitor = shop.visit();
      return { visitor, orderNo: (await checkOut(visitor, order)).orderNo };
    };
    const [paid, cash] = [await placed(cardOrder(MASTERCARD, of)), await placed(codOrder(of))];
    const [atBank, refused, cancelled] = [
      await placed(cardOrder(VISA, of)),
      await placed(cardOrder(REFUSED_CARD, of)),
      await placed(codOrder(of)),
    ];
    expect((await cancelled.visitor.post(`/api/orders/${cancelled.orderNo}/cancel`, {})).status).toBe(200);
    await until(refused.visitor, refused.orderNo, ({ order: { facts } }) => facts.phase === 'payment-failed');
    await registered(shop.visit(), email);
    await confirm(email);
    await caughtUp(shop);
    const member = shop.visit();
    await signIn(member, email);
    expect(await numbersOf(member, await head())).toEqual([cash.orderNo, paid.orderNo]);
    // The browser that placed it shows that it is the member's own.
    await signIn(atBank.visitor, email);
    expect(await numbersOf(atBank.visitor, await head())).toContain(atBank.orderNo);
  });

  test('two members at once: one owner wins', async () => {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    await caughtUp(shop);
    const wins: string[] = [];
    const adopter = (memberId: string) => ({
      memberId,
      ofBrowser: [orderNo],
      confirmedEmailKey: null,
      known: [],
      record: () => (wins.push(memberId), Promise.resolve()),
    });
    await Promise.all(['one', 'two', 'three'].map((id) => shop.shop.faces.ordering.adopt(adopter(id), contextOf(id))));
    expect(wins).toHaveLength(1);
  });

  test('two members who sign in with the same cookie at once: one has the order, in its list and in its stream', async () => {
    const [one, two] = [await registered(), await registered()];
    const guest = shop.visit();
    const { orderNo } = await checkOut(guest, codOrder());
    const cookie = guest.cookiesFor('/api/login');
    const browsers = await Promise.all(
      [one, two].map(async ({ email }) => {
        const visitor = shop.visit();
        const answer = await visitor.post('/api/login', { account: email, password: 'abc123' }, { headers: { cookie } });
        expect(answer.status).toBe(200);
        return visitor;
      }),
    );
    const after = await head();
    const lists = await Promise.all(browsers.map((visitor) => numbersOf(visitor, after)));
    expect(lists.toSorted((first, second) => first.length - second.length)).toEqual([[], [orderNo]]);
    const adopted = (await eventsOf(`order-${orderNo}`)).filter(({ type }) => type === 'OrderAdopted');
    expect(adopted).toHaveLength(1);
    const recorded = await shop.shop.engine.pool.query<{ stream: string }>(
      `select stream from event_store.events where type = 'GuestOrderAdopted' and data like $1`,
      [`%${orderNo}%`],
    );
    expect(recorded.rows).toEqual([{ stream: `member-${adopted[0]?.data['memberId'] as string}` }]);
  });

  test('a forged cookie adopts nothing', async () => {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    const { visitor, email } = await registered();
    await visitor.post('/api/logout', {});
    await visitor.post('/api/login', { account: email, password: 'abc123' }, { headers: { cookie: `guest-orders=${orderNo}.x` } });
    expect(await numbersOf(visitor, await head())).toEqual([]);
  });
});

describe('the cart of an account', () => {
  const cartOf = async (visitor: Browser) => (await visitor.get<CartAnswer>('/api/cart')).body;
  const add = (visitor: Browser, productId: number, quantity: number) =>
    visitor.post('/api/cart/items', { productId, quantity, tier: 'ORIGIN' });

  async function expire(): Promise<void> {
    await shop.shop.engine.pool.query(`update account_sessions set "expiresAt" = now() - interval '1 second'`);
    // Carts take a session of the last second.
    shop.shop.faces.accounts.credentials.forgetRecent();
  }

  test("joins the guest's cart at sign-in, is there on another device, and stays with the account at sign-out", async () => {
    const { visitor, email } = await registered();
    await add(visitor, 5, 3);
    const phone = shop.visit();
    await add(phone, 5, 2);
    await add(phone, 9, 4);
    // Twice at once: one hand-over.
    await Promise.all([signIn(phone, email), signIn(phone, email)]);
    const joined = [
      { productId: 5, quantity: 3, tier: 'MEMBER' },
      { productId: 9, quantity: 4, tier: 'MEMBER' },
    ];
    expect((await cartOf(phone)).items).toEqual(joined);
    expect((await cartOf(visitor)).items).toEqual(joined);
    await phone.post('/api/logout', {});
    expect((await cartOf(phone)).items).toEqual([]);
    expect((await cartOf(visitor)).items).toEqual(joined);
  });

  test("has the guest's lines also where the member signs out before any page asks for the cart", async () => {
    const visitor = shop.visit();
    await add(visitor, 5, 2);
    const { email } = await registered(visitor);
    await visitor.post('/api/logout', {});
    await add(visitor, 9, 1);
    await signIn(visitor, email);
    await visitor.post('/api/logout', {});
    expect((await cartOf(visitor)).items).toEqual([]);
    await signIn(visitor, email);
    expect((await cartOf(visitor)).items).toMatchObject([
      { productId: 5, quantity: 2 },
      { productId: 9, quantity: 1 },
    ]);
  });

  test('stays open with the prices of visitors where the session merely ended, and can be ordered', async () => {
    const { visitor } = await registered();
    await add(visitor, 5, 2);
    await expire();
    expect((await cartOf(visitor)).items).toEqual([{ productId: 5, quantity: 2, tier: 'ORIGIN' }]);
    const items = [{ productId: 5, quantity: 2, tier: 'MEMBER' as const }];
    const price = await visitor.post<PriceAnswer>('/api/getPrice/', { items, vouchers: 50 });
    expect(price.body).toMatchObject({ state: 200, products: [{ tier: 'ORIGIN' }], notices: [{ code: 'CREDIT_MEMBERS_ONLY' }] });
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const placed = await visitor.post('/api/orders', { ...codOrder({ items }), orderNo: number.id, expectedTotal: price.body.price });
    expect(placed.status).toBe(201);
  });

  test('closes in every browser with a new password', async () => {
    const { visitor, email } = await registered();
    const thief = shop.visit();
    await signIn(thief, email);
    await add(thief, 5, 2);
    const kept = thief.cookies();
    await visitor.post('/api/member/password', { current: 'abc123', password: 'newpass1' });
    expect(await cartOf(visitor)).toMatchObject({ items: [{ productId: 5, quantity: 2, tier: 'MEMBER' }] });
    expect(await cartOf(thief)).toMatchObject({ cartId: null, items: [] });
    // The cookie is gone, and a browser that keeps it opens nothing.
    expect(thief.cookies()).toMatch(/open-account=(;|$)/);
    const again = await shop.visit().get<CartAnswer>('/api/cart', { headers: { cookie: kept } });
    expect(again.body).toMatchObject({ cartId: null, items: [] });
  });

  test('a first try at paying before the sign-in is given up, and its goods are paid once', async () => {
    const { email } = await registered();
    const visitor = shop.visit();
    const first = await checkOut(visitor, cardOrder(VISA));
    expect(first.body.paymentUrl).toBeDefined();
    await signIn(visitor, email);
    const second = await order(visitor);
    expect(second.status).toBe(201);
    await until(visitor, first.orderNo, ({ order: { facts } }) => facts.phase === 'payment-failed');
    const held = [...(await paymentsOf(shop, first.orderNo)), ...(await paymentsOf(shop, second.orderNo))];
    expect(held.filter(({ recordStatus }) => recordStatus === 0 || recordStatus === 1).length).toBe(1);
  });

  test('a first try at paying before the sign-in is no first purchase: it gives way, and the next order has the coupon for it', async () => {
    const coupons = [await hundredOff(shop, 901, { coupon_super: 'PUBLIC_FIRST_200' })];
    const { email } = await registered();
    const visitor = shop.visit();
    const first = await checkOut(visitor, cardOrder(VISA));
    await signIn(visitor, email);
    const memberId = await memberIdOf(shop, visitor);
    const noted = async () => (await walletOf(shop, memberId)).orders.some(({ orderNo, stands }) => orderNo === first.orderNo && stands);
    await eventually(noted, 'the adopted order in the wallet');
    const price = (...uids: string[]) => visitor.post<PriceAnswer>('/api/getPrice/', { items: main, portType: 'HOME', coupons: uids });
    const [plain, reduced] = [await price(), await price(...coupons)];
    expect(reduced.body, 'the page names the price of the next try').toMatchObject({ state: 200, price: plain.body.price - 100 });
    expect((await order(visitor, coupons)).status).toBe(201);
    await until(visitor, first.orderNo, ({ order: { facts } }) => facts.phase === 'payment-failed');
    expect((await price(...coupons)).body.price, 'the order that was placed is a purchase').toBe(plain.body.price);
  });

  async function order(visitor: Browser, coupons: string[] = []) {
    const price = await visitor.post<PriceAnswer>('/api/getPrice/', { items: main, coupons });
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const body = { ...cardOrder(MASTERCARD), coupons, orderNo: number.id, expectedTotal: price.body.price };
    return { ...(await visitor.post<PlaceOrderAnswer & ErrorBody>('/api/orders', body)), orderNo: number.id };
  }
});

describe("a member's tabs", () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  async function tab(visitor: Browser, afterPosition = '0') {
    const socket = io(shop.url, { transports: ['websocket'], extraHeaders: { cookie: visitor.cookies() }, forceNew: true });
    sockets.push(socket);
    const got: OrderStatusMessage[] = [];
    let ended = false;
    socket.on('order:status', (message: OrderStatusMessage) => got.push(message));
    socket.on('member:ended', () => (ended = true));
    const ack = (await socket.timeout(10_000).emitWithAck('member:subscribe', { afterPosition })) as MemberSubscribeAck;
    return { ack, got, hasEnded: () => ended };
  }
  const codes = (got: readonly OrderStatusMessage[], orderNo: string) => got.filter((one) => one.orderNo === orderNo);

  test('get what they missed and every change of every own order, and nothing of others', async () => {
    const [own, other] = [await registered(), await registered()];
    const missed = await checkOut(own.visitor, codOrder());
    const [one, two, stranger] = [await tab(own.visitor), await tab(own.visitor, await head()), await tab(other.visitor)];
    expect(one.ack).toMatchObject({ ok: true, user_uid: own.uid, complete: true });
    expect(codes(one.got, missed.orderNo).length).toBeGreaterThan(0);
    expect(two.got).toEqual([]);
    const live = await checkOut(own.visitor, codOrder());
    await own.visitor.post(`/api/orders/${missed.orderNo}/cancel`, {});
    for (const { got } of [one, two])
      await eventually(
        () =>
          Promise.resolve(
            codes(got, live.orderNo).length > 0 && codes(got, missed.orderNo).some(({ facts }) => facts.phase === 'cancelled'),
          ),
        () => 'the statuses of both orders',
      );
    expect(stranger.got).toEqual([]);
  });

  test('learn of an order that the member adopts elsewhere, also those that were not connected then', async () => {
    const own = await registered();
    const open = await tab(own.visitor, await head());
    const guest = shop.visit();
    const { orderNo } = await checkOut(guest, codOrder());
    await until(guest, orderNo, ({ order }) => order.facts.parcel !== null);
    const before = await head();
    expect((await signIn(guest, own.email)).status).toBe(200);
    await eventually(() => Promise.resolve(codes(open.got, orderNo).length > 0), 'the adopted order in the open tab');
    const late = await tab(own.visitor, before);
    expect(codes(late.got, orderNo)).toMatchObject([{ status: { code: expect.any(String) as string } }]);
    // The list that a tab reads up to this position has the order.
    const adopted = (await shop.shop.engine.store.read(`order-${orderNo}`)).find(({ type }) => type === 'OrderAdopted');
    for (const { got } of [open, late]) expect(codes(got, orderNo)).toMatchObject([{ position: String(adopted?.position) }]);
    const informed = await tab(own.visitor, await head());
    expect(codes(informed.got, orderNo)).toEqual([]);
  });

  test('need a session, and end with it', async () => {
    expect((await tab(shop.visit())).ack).toMatchObject({ ok: false, code: 'UNAUTHORISED' });
    const { visitor } = await registered();
    const open = await tab(visitor);
    await visitor.post('/api/logout', {});
    await eventually(
      () => Promise.resolve(open.hasEnded()),
      () => 'the end of the subscription',
    );
  });
});

test('an account whose own order is open ends at once, and its data waits for the end of the order', async () => {
  const { visitor } = await registered();
  const { orderNo } = await checkOut(visitor, codOrder());
  await caughtUp(shop);
  const { body } = await visitor.send<DeleteAccountAnswer>('DELETE', '/api/member', { password: 'abc123' });
  expect(body.state).toBe(200);
  expect(body.pending.length).toBeGreaterThan(0);
  expect((await visitor.get('/api/member')).status).toBe(401);
  const memberId = (await eventsOf(`order-${orderNo}`))[0]?.data['memberId'] as string;
  expect((await eventsOf(`member-${memberId}`)).map(({ type }) => type)).not.toContain('PersonalDataForgotten');
});

test('an account that ends while its order is being placed: the order stands or is refused, and its data waits for the end of the order', async () => {
  const placed: string[] = [];
  for (let wait = 0; wait < 30; wait += 3) {
    const { visitor } = await registered();
    const request = await prepareOrder(visitor, codOrder());
    const [order, end] = await Promise.all([
      visitor.post<ErrorBody>('/api/orders', request, { key: randomUUID() }),
      sleep(wait).then(() => visitor.send<DeleteAccountAnswer>('DELETE', '/api/member', { password: 'abc123' })),
    ]);
    expect(end.body.state).toBe(200);
    expect([201, 401, 409], JSON.stringify(order.body)).toContain(order.status);
    expect((await visitor.get('/api/member')).status).toBe(401);
    if (order.status === 201) placed.push(request.orderNo);
  }
  expect(placed).not.toEqual([]);
  await caughtUp(shop);
  await forgetWhatIsDue(shop.shop.engine);
  for (const orderNo of placed) {
    // A stranger's look sees the parcel that the carrier accepted.
    await until(shop.visit(), orderNo, ({ order: { tracking } }) => tracking !== null);
    const memberId = (await eventsOf(`order-${orderNo}`))[0]?.data['memberId'];
    expect(memberId).toEqual(expect.any(String));
    const types = (await eventsOf(`member-${memberId as string}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'AccountClosed')).toHaveLength(1);
    expect(types).not.toContain('PersonalDataForgotten');
  }
});

test('an account with an order that cannot be read ends, and the answer says that something is open', async () => {
  const { visitor, email } = await registered();
  const { orderNo } = await checkOut(visitor, codOrder());
  await caughtUp(shop);
  await appendPoison(shop, `order-${orderNo}`);
  const { status, body } = await visitor.send<DeleteAccountAnswer>('DELETE', '/api/member', { password: 'abc123' });
  expect({ status, ...body }).toEqual({ status: 200, state: 200, pending: ['UNKNOWN'] });
  expect((await visitor.get('/api/member')).status).toBe(401);
  expect((await signIn(shop.visit(), email)).status).toBe(401);
});
