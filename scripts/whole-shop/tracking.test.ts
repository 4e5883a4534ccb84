import { createHash, randomUUID } from 'node:crypto';
import { consentText, FULL_CONSENT, NO_CONSENT, reportedPath } from '@nordhaut/contracts';
import { PAGE_EVENTS, type PageEventName } from '@nordhaut/contracts/tracking';
import { bankCall } from '@nordhaut/simulators/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, recipient, until, type Browser } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { control, paymentsOf } from './fixtures/records.ts';
import { AGENT, decide, pseudonymOf, type Report, reports, settledReports } from './fixtures/reports.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ CONVERSIONS_PACE: '100', CONVERSIONS_RETRY: '100', CONVERSIONS_TIMEOUT: '2000' });
});
afterAll(() => shop.close());

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const of = async (id: string): Promise<Record<string, Report>> =>
  Object.fromEntries((await reports(shop)).filter((one) => one.id === id).map((one) => [one.provider, one]));

async function bought(visitor: Browser, order = codOrder()): Promise<{ orderNo: string; id: string }> {
  const { status, body, orderNo } = await checkOut(visitor, order);
  expect(status, JSON.stringify(body)).toBe(201);
  return { orderNo, id: (await pseudonymOf(shop, orderNo)) ?? '' };
}
/** An order that is reported after everything before it was looked at. */
async function barrier(): Promise<void> {
  const visitor = shop.visit();
  await decide(visitor);
  await settledReports(shop, (await bought(visitor)).id);
}

test('the last purchase of a member is not shown to the next person at the browser', async () => {
  const { visitor, email } = await register(shop);
  await decide(visitor);
  const { id } = await bought(visitor);
  const last = async () => (await visitor.get<{ purchase: object | null }>('/api/capi/purchase')).body.purchase;
  await settledReports(shop, id);
  expect(await last()).toMatchObject({ transaction_id: id });
  await visitor.post('/api/logout', {});
  expect(await last()).toBeNull();
  await visitor.post('/api/login', { account: email, password: 'abc123' });
  expect(await last()).toMatchObject({ transaction_id: id });
});

test('a whole purchase: the three requests are those of the protocols, without an order number and an unhashed person', async () => {
  const visitor = shop.visit();
  await decide(visitor);
  const headers = { 'user-agent': AGENT };
  const { orderNo, id } = await bought(
    { ...visitor, post: (path, body, options) => visitor.post(path, body, { ...options, headers }) },
    cardOrder(MASTERCARD),
  );
  expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
  await eventually(async () => (await reports(shop)).some((one) => one.id === `${id}-paid`), 'the payment at the CRM');
  const { meta, ga, crm } = await of(id);
  expect((await visitor.get<{ purchase: object }>('/api/capi/purchase')).body.purchase).toMatchObject({ transaction_id: id, value: 1_860 });
  const cookies = Object.fromEntries(
    visitor
      .cookies()
      .split('; ')
      .map((pair) => pair.split(/=(.*)/s)),
  );
  const seconds = meta?.content.event_time as number;
  expect(Math.abs(Date.now() / 1_000 - seconds)).toBeLessThan(600);
  const { rows: products } = await shop.shop.engine.pool.query<{ uid: string; price: number; name: string }>(
    `select product_capi_uid as uid, (product_price ->> 'ORIGIN')::integer as price, product_name_zh as name
     from products where product_id in (5, 9) order by product_id`,
  );
  const [one, two] = products;
  expect(meta?.content).toEqual({
    event_name: 'Purchase',
    event_time: seconds,
    event_id: id,
    action_source: 'website',
    event_source_url: `${shop.url}/payment`,
    user_data: {
      em: ['320135435f975d8a4f39e4d38e08a6cc67eac36c38f9faf4a89022fba5d80fe7'],
      ph: ['cf676475cec2ee7b7591f39bdefe7ef3dca63b14c1cdba3b19ce4219cbda2b09'],
      country: ['b6399cc26f4d76baacf93830240ae1a8b0b54060eda1e760d9e3a86d4d3cb618'],
      client_ip_address: '127.0.0.1',
      client_user_agent: AGENT,
      fbp: cookies['_fbp'],
    },
    custom_data: {
      currency: 'TWD',
      value: 1_860,
      order_id: id,
      content_type: 'product',
      contents: [
        { id: one?.uid, quantity: 1, item_price: one?.price },
        { id: two?.uid, quantity: 1, item_price: two?.price },
      ],
      num_items: 2,
    },
  });
  expect(ga?.problems).toEqual([]);
  const micros = ga?.content.timestamp_micros as number;
  expect(Math.floor(micros / 1_000_000)).toBe(seconds);
  const item = (product: typeof one) => ({ item_name: product?.name, item_variant: 'ORIGIN', price: product?.price, quantity: 1 });
  expect(ga?.content).toEqual({
    client_id: cookies['_ga'].replace('GA1.1.', ''),
    timestamp_micros: micros,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: [
      {
        name: 'purchase',
        params: {
          transaction_id: id,
          currency: 'TWD',
          value: 1_860,
          shipping: 0,
          tax: 0,
          items: [
            { item_id: '5', index: 0, ...item(one) },
            { item_id: '9', index: 1, ...item(two) },
          ],
          engagement_time_msec: 1,
        },
      },
    ],
  });
  expect(crm?.content).toEqual({
    event: 'order_created',
    occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
    order: {
      id,
      amount: 1_860,
      currency: 'TWD',
      items: [
        { product_id: one?.uid, quantity: 1, price: one?.price },
        { product_id: two?.uid, quantity: 1, price: two?.price },
      ],
    },
  });
  const all = JSON.stringify(await reports(shop));
  for (const plain of [orderNo, recipient.email, recipient.phone, '912345678', recipient.firstName + recipient.lastName, recipient.address])
    expect(all).not.toContain(plain);
  expect(all).toContain(sha256(recipient.email));
});

describe('consent', () => {
  test('nothing is reported before a decision, after a refusal and with Sec-GPC; each purpose counts alone', async () => {
    const [silent, refused, signalled, some] = [shop.visit(), shop.visit(), shop.visit(), shop.visit()];
    await decide(refused, NO_CONSENT);
    await decide(signalled);
    const post: Browser['post'] = (path, body, options) => signalled.post(path, body, { ...options, headers: { 'sec-gpc': '1' } });
    await decide(some, { ...NO_CONSENT, analysis: true });
    const before = (await reports(shop)).length;
    for (const visitor of [silent, refused, { ...signalled, post }]) expect((await bought(visitor)).id).toBe('');
    const { id } = await bought(some);
    expect(await settledReports(shop, id, 1)).toEqual({ ga: 'sent' });
    await barrier();
    expect((await reports(shop)).length - before).toBe(4);
  });

  test('a withdrawal while the buyer is at the bank stops everything; a buyer who closes the browser there is reported', async () => {
    const [withdrawn, closed] = [shop.visit(), shop.visit()];
    const orders = [];
    for (const visitor of [withdrawn, closed]) {
      await decide(visitor);
      orders.push(await bought(visitor, cardOrder(VISA)));
    }
    await decide(withdrawn, NO_CONSENT);
    for (const { orderNo } of orders) {
      const [payment] = await paymentsOf(shop, orderNo);
      await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: true });
    }
    const [first, second] = orders.map(({ id }) => id);
    expect(await settledReports(shop, second ?? '')).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
    expect(await settledReports(shop, first ?? '')).toEqual({ meta: 'WITHDRAWN', ga: 'WITHDRAWN', crm: 'WITHDRAWN' });
    expect(await of(first ?? '')).toEqual({});
  });

  test('an order that was given up is no purchase, also where the bank takes its money later and it goes back', async () => {
    const [another, cancelled] = [shop.visit(), shop.visit()];
    const orders = [];
    for (const visitor of [another, cancelled]) {
      await decide(visitor);
      orders.push(await bought(visitor, cardOrder(VISA)));
    }
    const { id: instead } = await bought(another, cardOrder(MASTERCARD));
    const [, atBank] = orders;
    const answer = await cancelled.post(`/api/orders/${atBank?.orderNo}/cancel`, { reason: 'CHANGED_MIND' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    for (const [nth, { orderNo }] of orders.entries()) {
      const [payment] = await paymentsOf(shop, orderNo);
      await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: true });
      const visitor = nth === 0 ? another : cancelled;
      await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    }
    expect(await settledReports(shop, instead)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
    await barrier();
    const { rows } = await shop.shop.engine.pool.query('select provider from purchase_reports where purchase_id = any($1)', [
      orders.map(({ id }) => id),
    ]);
    expect(rows).toEqual([]);
    expect((await another.get<{ purchase: object }>('/api/capi/purchase')).body.purchase).toMatchObject({ transaction_id: instead });
    expect((await cancelled.get<{ purchase: object | null }>('/api/capi/purchase')).body.purchase).toBeNull();
  });

  test('a charge that the processor refunded before the shop knew of it is no purchase', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    const { orderNo, id } = await bought(visitor, cardOrder(VISA));
    const [payment] = await paymentsOf(shop, orderNo);
    if (!payment) throw new Error('no charge');
    const { recTradeId, amount } = payment;
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
    await control(shop, `payments/${recTradeId}/capture`);
    await bankCall(shop.simulators.url, 'transaction/refund', { rec_trade_id: recTradeId, amount });
    await visitor.post(`/api/orders/${orderNo}/payment/confirm`, {});
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    const ends = { meta: 'PAID_BACK', ga: 'PAID_BACK', crm: 'PAID_BACK', 'ga-undone': 'NOT_REPORTED' };
    expect(await settledReports(shop, id, 4)).toEqual(ends);
    expect((await reports(shop)).filter((one) => one.id.startsWith(id))).toEqual([]);
    expect((await visitor.get<{ purchase: object | null }>('/api/capi/purchase')).body.purchase).toBeNull();
  });

  test('a form of another site cannot agree for a visitor', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${shop.url}/api/consent`, { method: 'POST', body: new URLSearchParams({ choice: 'all' }), headers, redirect: 'manual' });
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403);
    const own = await post({ 'sec-fetch-site': 'same-origin' });
    expect(own.status).toBe(303);
    expect(own.headers.getSetCookie().join()).toContain(`consent=${consentText(FULL_CONSENT)}`);
  });
});

describe('the CRM also hears', () => {
  const says = (orderNo: string, code: number) => control(shop, `parcels/${orderNo}`, { code });
  /** What the CRM took about a purchase, in the order of arrival. */
  const heard = async (id: string): Promise<{ id: string; event: string; order: string }[]> =>
    (await reports(shop))
      .filter(({ provider, id: own }) => provider === 'crm' && own.startsWith(id))
      .map(({ id: own, content }) => ({ id: own, event: content.event, order: content.order.id }));
  const told = (id: string, ...facts: ('paid' | 'cancelled')[]) => [
    { id, event: 'order_created', order: id },
    ...facts.map((fact) => ({ id: `${id}-${fact}`, event: `order_${fact}`, order: id })),
  ];

  test('that a card order was paid, and cancelled later, each once, also where the first report has to be repeated', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    await control(shop, 'faults', { provider: 'accuhit', mode: 'down', times: 2 });
    const { orderNo, id } = await bought(visitor, cardOrder(MASTERCARD));
    const cancelled = await visitor.post(`/api/orders/${orderNo}/cancel`, { reason: 'CHANGED_MIND' });
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    const both = await eventually(async () => {
      const found = await heard(id);
      return found.length === 3 && found;
    }, 'three events at the CRM');
    expect(both[0]).toEqual(told(id)[0]);
    expect(both.toSorted((a, b) => a.id.length - b.id.length)).toEqual(told(id, 'paid', 'cancelled'));
    const refund = await eventually(
      async () => (await reports(shop)).find((one) => one.provider === 'ga' && one.name === 'refund' && one.id === id),
      'the refund at GA4',
    );
    expect(refund.problems).toEqual([]);
  });

  test('that a cash order was paid once the parcel was received, and not before', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    const { orderNo, id } = await bought(visitor);
    await settledReports(shop, id);
    await says(orderNo, 3006);
    await barrier();
    expect(await heard(id)).toEqual(told(id));
    await says(orderNo, 3003);
    await eventually(async () => (await heard(id)).length === 2, 'the payment at the CRM');
    expect(await heard(id)).toEqual(told(id, 'paid'));
    // GA4 is told of no refund.
    expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
  });

  test('nothing more of a member who has left', async () => {
    const { visitor } = await register(shop);
    await decide(visitor);
    const { orderNo, id } = await bought(visitor);
    expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
    const { status, body } = await visitor.send('DELETE', '/api/member', { password: 'abc123' });
    expect(status, JSON.stringify(body)).toBe(200);
    await says(orderNo, 3003);
    const settled = await eventually(async () => {
      const { rows } = await shop.shop.engine.pool.query<{ state: string; reason: string }>(
        "select state, reason from purchase_reports where purchase_id = $1 and provider = 'crm-paid' and state <> 'due'",
        [id],
      );
      return rows[0];
    }, 'the payment to be looked at');
    expect(settled).toEqual({ state: 'dropped', reason: 'ACCOUNT_CLOSED' });
    expect(await heard(id)).toEqual(told(id));
  });

  test('nothing of an order whose report it did not get, and nothing after a withdrawal', async () => {
    const [untold, withdrawn] = [shop.visit(), shop.visit()];
    await decide(untold, { ...NO_CONSENT, analysis: true });
    await decide(withdrawn);
    const orders = [];
    for (const visitor of [untold, withdrawn]) orders.push(await bought(visitor));
    const [first, second] = orders.map(({ id }) => id) as [string, string];
    await settledReports(shop, first, 1);
    await settledReports(shop, second);
    await decide(withdrawn, NO_CONSENT);
    for (const { orderNo } of orders) await says(orderNo, 3003);
    const state = await eventually(async () => {
      const { rows } = await shop.shop.engine.pool.query<{ reason: string | null }>(
        "select reason from purchase_reports where purchase_id = $1 and provider = 'crm-paid' and state <> 'due'",
        [second],
      );
      return rows[0];
    }, 'the payment to be looked at');
    expect(state.reason).toBe('WITHDRAWN');
    expect(await heard(first)).toEqual([]);
    expect(await heard(second)).toEqual(told(second));
  });
});

test('what still waits for a provider is not sent once the member has left', async () => {
  const { visitor } = await register(shop);
  await decide(visitor);
  await control(shop, 'faults', { provider: 'meta', mode: 'down', times: 1_000 });
  try {
    const { id } = await bought(visitor);
    const { status, body } = await visitor.send('DELETE', '/api/member', { password: 'abc123' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await settledReports(shop, id)).toMatchObject({ meta: 'ACCOUNT_CLOSED' });
    expect((await of(id))['meta']).toBeUndefined();
  } finally {
    await control(shop, 'faults', { provider: 'meta', mode: 'down', times: 0 });
  }
});

test('a group order is reported as well', async () => {
  const visitor = shop.visit();
  await decide(visitor);
  const request = await groupOrder(visitor);
  expect((await visitor.post('/api/group-orders', request)).status).toBe(201);
  const id = (await pseudonymOf(shop, request.orderNo)) ?? '';
  expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
  expect((await of(id))['meta']?.content.custom_data).toMatchObject({ value: 1_180, num_items: 2 });
});

test("a member's cart and order reach the CRM under one key that tells nothing, for those who agreed to it alone", async () => {
  const { visitor } = await register(shop);
  const memberId = await memberIdOf(shop, visitor);
  const cart = (who: Browser) => who.post<{ accepted: boolean }>('/api/accuhit/', { memberKey: 'u_other', token: 'x' });
  await decide(visitor, { ...NO_CONSENT, analysis: true, advertising: true });
  expect((await cart(visitor)).body.accepted).toBe(false);
  await decide(visitor, { ...NO_CONSENT, crm: true });
  const guest = shop.visit();
  await decide(guest);
  expect((await cart(guest)).body.accepted).toBe(false);
  const { id } = await bought(visitor);
  expect(await settledReports(shop, id, 1)).toEqual({ crm: 'sent' });
  const key = (await of(id))['crm']?.content.member_key as string;
  expect(key).toMatch(/^u_[0-9a-f]{24}$/);
  expect((await visitor.post('/api/cart/items', { productId: 5, quantity: 2, tier: 'MEMBER' })).status).toBe(200);
  expect((await cart(visitor)).body.accepted).toBe(true);
  const carts = async () => (await reports(shop)).filter(({ name }) => name === 'cart_updated');
  await eventually(async () => (await carts()).length > 0, 'the cart at the CRM');
  const { rows } = await shop.shop.engine.pool.query<{ uid: string; price: number }>(
    `select product_capi_uid as uid, (product_price ->> 'MEMBER')::integer as price from products where product_id = 5`,
  );
  expect((await carts()).map(({ content }) => content)).toEqual([
    {
      event: 'cart_updated',
      occurred_at: expect.any(String),
      member_key: key,
      cart: { items: [{ product_id: rows[0]?.uid, quantity: 2, price: rows[0]?.price }] },
    },
  ]);
  expect(JSON.stringify(await reports(shop))).not.toContain(memberId);
});

test('a lost answer, an outage and an expired token lead to repeats with one id, which the provider counts once', async () => {
  const visitor = shop.visit();
  await decide(visitor);
  await control(shop, 'faults', { provider: 'meta', mode: 'refuse', code: 190, times: 1 });
  await control(shop, 'faults', { provider: 'meta', mode: 'lose-answer', times: 1 });
  await control(shop, 'faults', { provider: 'accuhit', mode: 'down', times: 2 });
  const { id } = await bought(visitor);
  expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
  const { meta, ga, crm } = await of(id);
  expect([meta?.times, ga?.times, crm?.times]).toEqual([2, 1, 1]);
});

test('of 120 orders at once, by cash and of a group, exactly those of the buyers who agreed are reported, once', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const [visitor, agreed, isGroup] = [shop.visit(), index % 2 === 0, index % 3 === 0];
      if (agreed) await decide(visitor);
      let orderNo: string;
      if (isGroup) {
        const request = await groupOrder(visitor);
        expect((await visitor.post('/api/group-orders', request)).status).toBe(201);
        ({ orderNo } = request);
      } else ({ orderNo } = await bought(visitor, codOrder({ recipient: { ...recipient, phone: `09${10_000_000 + index}` } })));
      return { agreed, id: await pseudonymOf(shop, orderNo) };
    }),
  );
  expect(buyers.filter(({ id }) => id !== undefined)).toEqual(buyers.filter(({ agreed }) => agreed));
  const ids = buyers.flatMap(({ id }) => id ?? []).toSorted();
  for (const id of ids) expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
  for (const provider of ['meta', 'ga', 'crm']) {
    const found = (await reports(shop)).filter((one) => one.provider === provider && ids.includes(one.id));
    expect(found.map(({ id, times }) => [id, times]).toSorted()).toEqual(ids.map((id) => [id, 1]));
  }
});

describe('events of pages', () => {
  const event = {
    event_name: 'add_to_cart',
    event_id: '7f0f3f6c-6ad8-4f8e-9d0a-2b1c3d4e5f60',
    custom_data: { currency: 'TWD', value: 880, items: [{ item_id: '5', item_name: '修護精華液', price: 880, quantity: 1 }] },
    path: '/product/repair-essence',
  };
  test('reach the providers that were agreed to, with the content id; without consent none', async () => {
    const visitor = shop.visit();
    const silent = await shop.visit().post('/api/capi/', { data: [event] });
    expect(silent.body).toEqual({ state: 200, accepted: 0 });
    await decide(visitor);
    expect((await visitor.post('/api/capi/', { data: [event] })).body).toEqual({ state: 200, accepted: 1 });
    const meta = await eventually(
      async () => (await reports(shop)).find(({ id, name }) => id === event.event_id && name === 'AddToCart'),
      'the event at Meta',
    );
    expect(meta.content).toMatchObject({ event_source_url: `${shop.url}${event.path}`, custom_data: { value: 880, num_items: 1 } });
    await eventually(async () => (await reports(shop)).some(({ provider, name }) => provider === 'ga' && name === 'add_to_cart'), 'GA4');
    expect((await reports(shop)).filter(({ name }) => ['AddToCart', 'add_to_cart'].includes(name)).map(({ problems }) => problems)).toEqual(
      [[], []],
    );
  });

  const items = [{ item_id: '5', item_name: '溫和潔膚露', item_variant: 'ORIGIN', price: 880, quantity: 2 }];
  const priced = { currency: 'TWD', value: 1_760, items };
  // One line for each event of the list: its fields, and what Meta calls it, where Meta gets it.
  const EVENTS: Record<PageEventName, { params: object; meta?: string; custom?: object }> = {
    view_item_list: { params: { item_list_id: 'home', item_list_name: '首頁', items } },
    view_item: { params: priced, meta: 'ViewContent' },
    select_promotion: { params: { promotion_id: '/event/x', promotion_name: '活動', promotion_category: 'campaign' } },
    add_to_cart: { params: priced, meta: 'AddToCart' },
    add_to_wishlist: { params: priced, meta: 'AddToWishlist' },
    view_cart: { params: priced },
    InitiateCheckout: { params: priced, meta: 'InitiateCheckout' },
    begin_checkout: { params: priced },
    add_shipping_info: { params: { ...priced, shipping_tier: 'CVS' } },
    add_payment_info: { params: { ...priced, payment_type: 'CREDIT' }, meta: 'AddPaymentInfo' },
    sign_up: { params: { method: 'EMAIL' }, meta: 'CompleteRegistration', custom: {} },
    login: { params: { method: 'EMAIL' } },
    article_view: { params: { article_id: 'notes' } },
    ViewContent: {
      params: { content_type: 'article', content_id: 'notes' },
      meta: 'ViewContent',
      custom: { content_type: 'article', content_ids: ['notes'] },
    },
  };

  test.each(Object.keys(PAGE_EVENTS) as PageEventName[])(
    '%s reaches GA4 and, where Meta has a name for it, Meta, in the exact shape',
    async (name) => {
      const visitor = shop.visit();
      await decide(visitor, { ...NO_CONSENT, analysis: true, advertising: true });
      const { params, meta, custom } = EVENTS[name];
      const id = randomUUID();
      const path = `/product/shape-${name}`;
      const headers = { cookie: `${visitor.cookies()}; _ga_session=1764230400` };
      const answer = await visitor.post(
        '/api/capi/',
        { data: [{ event_name: name, event_id: id, custom_data: params, path }] },
        { headers },
      );
      expect(answer.body).toEqual({ state: 200, accepted: 1 });
      // The answer may come after a withdrawal.
      expect(answer.headers.getSetCookie()).toEqual([]);
      const url = shop.url + path;
      const sent = async (provider: string, is: (one: Report) => boolean) =>
        (await reports(shop)).filter((one) => one.provider === provider && is(one));
      const ofGa = ({ content }: Report): boolean => content.events[0].params.page_location === url;
      await eventually(
        async () => (await sent('ga', ofGa)).length === 1 && (await sent('meta', (one) => one.id === id)).length === (meta ? 1 : 0),
        name,
      );
      const [ga] = await sent('ga', ofGa);
      expect(ga?.problems).toEqual([]);
      expect(ga?.content.events).toEqual([
        { name, params: { ...params, page_location: url, session_id: '1764230400', engagement_time_msec: 1 } },
      ]);
      const [taken] = await sent('meta', (one) => one.id === id);
      const [uid] = await contentIds();
      const contents = { content_type: 'product', contents: [{ id: uid, quantity: 2, item_price: 880 }], num_items: 2 };
      expect(taken?.content).toEqual(
        meta && {
          event_name: meta,
          event_time: expect.any(Number),
          event_id: id,
          action_source: 'website',
          event_source_url: url,
          user_data: { client_ip_address: '127.0.0.1', client_user_agent: expect.any(String), fbp: expect.stringMatching(/^fb\.1\./) },
          custom_data: custom ?? { currency: 'TWD', value: 1_760, ...contents },
        },
      );
    },
  );

  const contentIds = async (): Promise<string[]> =>
    (await shop.shop.engine.pool.query<{ uid: string }>('select product_capi_uid as uid from products where product_id = 5')).rows.map(
      ({ uid }) => uid,
    );

  test('before a decision and after a refusal no call sets an identifier, whatever the browser sends', async () => {
    const [silent, refused] = [shop.visit(), shop.visit()];
    await decide(refused, NO_CONSENT);
    const headers = { 'user-agent': AGENT };
    for (const visitor of [silent, refused]) {
      for (const path of ['/api/capi/purchase', '/api/consent', '/api/cart', '/api/products?fbclid=abc'])
        await visitor.get(path, { headers });
      expect((await visitor.post('/api/capi/', { data: [event] }, { headers })).body).toEqual({ state: 200, accepted: 0 });
      await visitor.post('/api/accuhit/', {}, { headers });
      expect((await bought(visitor)).id).toBe('');
      const names = visitor
        .cookies()
        .split('; ')
        .map((pair) => pair.split('=')[0] ?? '');
      expect(names.filter((name) => /^_(ga|fbp|fbc)|consent-id/.test(name))).toEqual([]);
    }
  });

  test('of a page whose address tells something of the visitor, the address is not sent', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    const paths = [
      '/search-order',
      '/questionnaire/skin',
      '/skin-type/dry',
      '/group/sunlight-salon',
      '/member/order/G20261125A1',
      '/payment/x',
    ];
    const idOf = (index: number) => `8f0f${event.event_id.slice(4, -1)}${index}`;
    const data = paths.map((path, index) => ({ ...event, event_id: idOf(index), path }));
    expect((await visitor.post('/api/capi/', { data })).body).toMatchObject({ accepted: paths.length });
    const sent = async () => (await reports(shop)).filter(({ id, provider }) => provider === 'meta' && id.startsWith('8f0f'));
    await eventually(async () => (await sent()).length === paths.length, 'the events at Meta');
    for (const { content } of await sent()) expect(content).toMatchObject({ event_source_url: `${shop.url}/` });
    const text = JSON.stringify(await reports(shop));
    for (const path of paths) expect(text).not.toContain(path);
  });

  test('what still waits for a slow provider is not sent after a withdrawal', async () => {
    const [withdrawn, others] = [shop.visit(), shop.visit()];
    for (const visitor of [withdrawn, others]) await decide(visitor, { ...NO_CONSENT, advertising: true });
    const say = async (visitor: Browser, count = 1): Promise<string[]> => {
      const ids = Array.from({ length: count }, () => randomUUID());
      const data = ids.map((event_id) => ({ ...event, event_id }));
      expect((await visitor.post('/api/capi/', { data })).body).toMatchObject({ accepted: count });
      return ids;
    };
    await control(shop, 'faults', { provider: 'meta', mode: 'slow', delayMs: 1_000, times: 4 });
    await say(others, 4);
    const waiting = await say(withdrawn, 3);
    await decide(withdrawn, NO_CONSENT);
    const [last] = await say(others);
    const sent = async () => (await reports(shop)).map(({ id }) => id);
    await eventually(async () => (await sent()).includes(last ?? ''), 'the event after those that waited');
    expect((await sent()).filter((id) => waiting.includes(id))).toEqual([]);
  });

  test('are taken as the specification sends them, in JSON and in a form; what the browser says of time and person is not read', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    const { event_name, custom_data } = event;
    const asSpecified = () => ({
      event_name,
      event_id: randomUUID(),
      event_time: 1,
      user_data: { em: ['0'.repeat(64)], client_ip_address: '192.0.2.1', client_user_agent: 'forged' },
      custom_data,
    });
    const [first, second] = [asSpecified(), asSpecified()];
    const taken = { state: 200, accepted: 1 };
    expect((await visitor.post('/api/capi/', { data: [first] })).body).toEqual(taken);
    const headers = { cookie: visitor.cookiesFor('/api/capi/') };
    const body = new URLSearchParams({ data: JSON.stringify([second]) });
    expect(await (await fetch(`${shop.url}/api/capi/`, { method: 'POST', headers, body })).json()).toEqual(taken);
    for (const { event_id: id } of [first, second]) {
      const { content } = await eventually(
        async () => (await reports(shop)).find((one) => one.provider === 'meta' && one.id === id),
        'the event at Meta',
      );
      expect(content).toMatchObject({ event_source_url: `${shop.url}/`, user_data: { client_ip_address: '127.0.0.1' } });
      expect(JSON.stringify(content)).not.toMatch(/192\.0\.2\.1|forged|0{64}|"event_time":1,/);
    }
  });

  test('the address of an article of 150 Chinese letters loses no event', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    const path = `/blog/${encodeURIComponent('霧'.repeat(150))}`;
    const data = [event, { ...event, event_id: randomUUID(), path: reportedPath(path) }];
    expect((await visitor.post('/api/capi/', { data })).body).toEqual({ state: 200, accepted: 2 });
    expect([reportedPath(path), reportedPath(`${path}${'x'.repeat(1_000)}`)]).toEqual([path, '/']);
  });

  test('a purchase, a foreign field and a path with a query are refused', async () => {
    const visitor = shop.visit();
    await decide(visitor);
    for (const wrong of [
      { ...event, event_name: 'purchase' },
      { ...event, event_name: 'Purchase' },
      { ...event, custom_data: { ...event.custom_data, email: 'ming@example.com' } },
      { ...event, path: '/search-order?id=1' },
    ])
      expect((await visitor.post('/api/capi/', { data: [wrong] })).status).toBe(400);
  });
});
