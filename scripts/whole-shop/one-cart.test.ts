import { randomUUID } from 'node:crypto';
import { cartDecider, cartStream } from '@nordhaut/cart';
import type { CartAnswer, CartItem, PlaceOrderRequest } from '@nordhaut/contracts';
import { pagesOf } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browser, codOrder, main, until, type Answered, type Browser } from './fixtures/browser.ts';
import { type ChildShop, childShop, shopBeside } from './fixtures/child-shop.ts';
import { freePort } from './fixtures/free-port.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { HASTY, testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, orderNumbers, orderOf, parcelsOf, paymentsOf } from './fixtures/records.ts';

// An order claims its lines in the cart's own stream before anything is charged: one cart is ordered once.
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(HASTY);
});
afterAll(() => shop.close());

type Order = ReturnType<typeof codOrder>;
type Answer = Answered<{ orderNo: string; code?: string; details?: { orderNo?: string } }>;

const WAYS: [string, () => Order][] = [
  ['cash on delivery', () => codOrder()],
  ['card at once', () => cardOrder(MASTERCARD)],
  ['3-D secure', () => cardOrder(VISA)],
];

const cartOf = async (visitor: Browser): Promise<CartAnswer> => (await visitor.get<CartAnswer>('/api/cart')).body;
const fill = async (visitor: Browser, items: readonly CartItem[] = main): Promise<void> => {
  for (const item of items) await visitor.post('/api/cart/items', item);
};

/** A window of the visitor, ready to send its order. */
async function window(visitor: Browser, order: Order, to = shop.url) {
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items, portType: order.delivery.type });
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const request: PlaceOrderRequest = { orderNo: number.id, expectedTotal: price.body.price, ...order };
  // Only the visitor's cookie: the other cookies would name the order that waits at the bank.
  const [cookie = ''] = visitor
    .cookies()
    .split('; ')
    .filter((one) => one.startsWith('visitor='));
  const send = async (more: Partial<PlaceOrderRequest> = {}): Promise<Answer> => {
    const answer = await fetch(`${to}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
      body: JSON.stringify({ ...request, ...more }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'], headers: answer.headers };
  };
  return { orderNo: request.orderNo, send };
}

const streamsWith = async (type: string): Promise<string[]> =>
  (await Array.fromAsync(pagesOf(shop.shop.engine.store, { filter: { types: [type] } }))).flat().map(({ stream }) => stream);

/** One order, at most one charge and one parcel; every other answer names the order that has the lines. */
async function expectOne(windows: { orderNo: string }[], answers: Answer[]): Promise<string> {
  const [won, ...more] = answers.filter(({ status }) => status === 201);
  expect(more).toEqual([]);
  const winner = won?.body.orderNo ?? '';
  for (const { status, body } of answers.filter((one) => one !== won))
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: expect.stringMatching(/^CART_(CLAIMED|EMPTY)$/) as string, details: { orderNo: winner } },
    });
  const numbers = windows.map(({ orderNo }) => orderNo);
  expect((await orderNumbers(shop)).filter((no) => numbers.includes(no))).toEqual([winner]);
  for (const no of numbers.filter((one) => one !== winner)) {
    expect(await paymentsOf(shop, no)).toEqual([]);
    expect(await parcelsOf(shop, no)).toEqual([]);
  }
  return winner;
}

describe.each(WAYS)('%s', (way, order) => {
  test('ten order numbers at once from one cart give one order, and nothing is written for the others', async () => {
    const visitor = shop.visit();
    await fill(visitor);
    const windows = await Promise.all(Array.from({ length: 10 }, () => window(visitor, order())));
    const answers = await Promise.all(windows.map(({ send }) => send()));
    const winner = await expectOne(windows, answers);
    const begun = new Set(await streamsWith('CheckoutStarted'));
    expect(windows.filter(({ orderNo }) => begun.has(`checkout-${orderNo}`)).map(({ orderNo }) => orderNo)).toEqual([winner]);
    expect(await paymentsOf(shop, winner)).toHaveLength(way === 'cash on delivery' ? 0 : 1);
    expect((await cartOf(visitor)).items).toEqual([]);
  });
});

describe('in two processes', () => {
  let second: Awaited<ReturnType<typeof shopBeside>>;
  beforeAll(async () => {
    second = await shopBeside(shop);
  });
  afterAll(() => second.kill('SIGTERM'));

  test.each(WAYS)('%s, at once, many times over', async (_, order) => {
    for (let round = 0; round < 8; round++) {
      const visitor = shop.visit();
      await fill(visitor);
      const windows = await Promise.all(
        Array.from({ length: 4 }, (_, index) => window(visitor, order(), index % 2 ? second.url : shop.url)),
      );
      await expectOne(windows, await Promise.all(windows.map(({ send }) => send())));
    }
  });
});

describe('a second window', () => {
  test('while a slow bank still works on the first order', async () => {
    const visitor = shop.visit();
    await fill(visitor);
    const [first, second] = [await window(visitor, cardOrder(MASTERCARD)), await window(visitor, cardOrder(MASTERCARD))];
    await control(shop, 'faults', { provider: 'tappay', mode: 'slow', on: 'pay', times: 1, delayMs: 700 });
    const charging = first.send();
    await eventually(async () => (await cartOf(visitor)).claimed.length === 1, 'the claim');
    expect(await second.send()).toMatchObject({ status: 409, body: { code: 'CART_CLAIMED', details: { orderNo: first.orderNo } } });
    expect((await charging).status).toBe(201);
    expect(await paymentsOf(shop, first.orderNo)).toHaveLength(1);
    expect(await paymentsOf(shop, second.orderNo)).toEqual([]);
  });

  test('sees the lines with their order while it waits at the bank, and as its own again when the bank says no', async () => {
    const visitor = shop.visit();
    await fill(visitor);
    const first = await window(visitor, cardOrder(VISA));
    expect((await first.send()).status).toBe(201);
    expect(await cartOf(visitor)).toMatchObject({ items: [], claimed: [{ orderNo: first.orderNo, items: main }] });
    const [payment] = await paymentsOf(shop, first.orderNo);
    await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'fail' });
    await eventually(async () => (await cartOf(visitor)).claimed.length === 0, 'the end of the claim');
    expect((await cartOf(visitor)).items).toEqual(main);
  });

  test('takes over the lines of the order that it replaces, together with what was added meanwhile', async () => {
    const visitor = shop.visit();
    await fill(visitor);
    const first = await window(visitor, cardOrder(VISA));
    await first.send();
    await fill(visitor, [{ productId: 12, quantity: 1, tier: 'ORIGIN' }]);
    const both: CartItem[] = [...main, { productId: 12, quantity: 1, tier: 'ORIGIN' }];
    const second = await window(visitor, cardOrder(MASTERCARD, { items: both }));
    expect(await second.send()).toMatchObject({ status: 409, body: { code: 'CART_CLAIMED', details: { orderNo: first.orderNo } } });
    expect((await orderOf(shop, first.orderNo))?.payment.status).toBe('HANDLING');
    expect((await second.send({ replaces: first.orderNo })).status).toBe(201);
    expect((await orderOf(shop, first.orderNo))?.payment.failure?.reason).toBe('ABANDONED');
    expect(await cartOf(visitor)).toMatchObject({ items: [], claimed: [] });
  });

  test('that asks for more than there is does not cost the order that waits at the bank', async () => {
    const visitor = shop.visit();
    await fill(visitor);
    const first = await window(visitor, cardOrder(VISA));
    await first.send();
    const more = await window(visitor, cardOrder(MASTERCARD, { items: [{ productId: 5, quantity: 2, tier: 'ORIGIN' }] }));
    expect((await more.send({ replaces: first.orderNo })).status).toBe(409);
    expect((await orderOf(shop, first.orderNo))?.payment.status).toBe('HANDLING');
    expect((await cartOf(visitor)).claimed).toMatchObject([{ orderNo: first.orderNo }]);
  });
});

test('a refused card puts the lines back before the buyer is told', async () => {
  const visitor = shop.visit();
  await fill(visitor);
  const refused = await window(visitor, cardOrder('4242421602184242'));
  expect((await refused.send()).status).toBe(402);
  expect(await cartOf(visitor)).toMatchObject({ items: main, claimed: [] });
  expect((await (await window(visitor, cardOrder(MASTERCARD))).send()).status).toBe(201);
});

test.each([
  ['a quantity', [{ productId: 5, quantity: 2, tier: 'ORIGIN' as const }]],
  ['an item', [...main, { productId: 12, quantity: 1, tier: 'ORIGIN' as const }]],
])('%s that the cart lacks cannot be ordered', async (_, items) => {
  const visitor = shop.visit();
  await fill(visitor);
  const { orderNo, send } = await window(visitor, codOrder({ items }));
  const refused = await send();
  expect(refused).toMatchObject({ status: 409, body: { code: 'CART_CHANGED', message: '購物車內容已變更，請確認後再結帳' } });
  expect(refused.body.details).toBeUndefined();
  expect(await streamsWith('CheckoutStarted')).not.toContain(`checkout-${orderNo}`);
  expect((await cartOf(visitor)).items).toEqual(main);
});

test('a client without a cookie orders without a cart; its order number is its claim', async () => {
  const { orderNo, send } = await window(shop.visit(), codOrder());
  expect((await send()).status).toBe(201);
  expect(await send()).toMatchObject({ status: 409, body: { code: 'ORDER_EXISTS' } });
  expect(await parcelsOf(shop, orderNo)).toHaveLength(1);
});

describe('killed between any two appends, on a store that appends one after the other', () => {
  let child: ChildShop;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = await childShop({ ...testEnvironment(shop.databaseUrl, port, shop.simulators.url), STEP_BY_STEP: 'on' });
  });
  afterAll(() => child.kill('SIGKILL'));
  const interrupted: { way: string; event: string; visitor: Browser; orderNo: string; isUnanswered: Promise<boolean> }[] = [];
  const EVENTS = ['CheckoutStarted', 'CartLinesClaimed', 'OrderPlaced'];
  const CASES = [
    ...WAYS.flatMap(([way, order]) => EVENTS.map((event) => [way, event, order] as const)),
    ['cash on delivery', 'CartCheckedOut', () => codOrder()] as const,
    ['card at once', 'CartCheckedOut', () => cardOrder(MASTERCARD)] as const,
    ['refused card', 'CartClaimReleased', () => cardOrder('4242421602184242')] as const,
  ];

  test.each(CASES)('%s, after %s', async (way, event, order) => {
    const visitor = browser(url);
    await fill(visitor);
    const { orderNo, send } = await window(visitor, order(), url);
    const { halted } = await child.haltAt(`appended:${event}`);
    const isUnanswered = send().then(
      () => false,
      () => true,
    );
    expect(await Promise.race([halted.then(() => 'halted'), isUnanswered.then(() => 'answered')])).toBe('halted');
    interrupted.push({ way, event, visitor, orderNo, isUnanswered });
  });

  test('the process dies in the middle of all of them, and no buyer gets an answer', async () => {
    await child.kill('SIGKILL');
    expect(await child.ended).toBe('SIGKILL');
    expect(interrupted).toHaveLength(CASES.length);
    for (const { way, event, isUnanswered } of interrupted) expect(await isUnanswered, `${way}, after ${event}`).toBe(true);
  });

  test('each order has its lines or released them, once', async () => {
    const { engine } = shop.shop;
    for (const { way, event, visitor, orderNo } of interrupted) {
      const about = JSON.stringify([way, event]);
      await eventually(
        async () => (await engine.pool.query('select from open_checkouts where order_no = $1 and not ended', [orderNo])).rowCount === 0,
        `the end of ${about}`,
      );
      // Only the buyer's request has the card, so a card order fails when the shop was killed before the charge.
      const stands = way === 'cash on delivery' || event === 'CartCheckedOut';
      await eventually(async () => (await parcelsOf(shop, orderNo)).length === (stands ? 1 : 0), `the parcel of ${about}`);
      const id = /"?([0-9a-f-]{36})/.exec(decodeURIComponent(visitor.cookies()))?.[1] ?? '';
      const { state } = await engine.commands.load(cartStream(id), cartDecider);
      expect(state, about).toMatchObject({ items: stands ? [] : main, claims: [] });
    }
  });
});

test('the bank and the carriers agree with the order store, and no cart holds a claim without an order', async () => {
  expect(await differences(shop)).toEqual([]);
  const { commands } = shop.shop.engine;
  for (const stream of new Set(await streamsWith('CartLinesClaimed'))) {
    const { state } = await commands.load(stream as `cart-${string}`, cartDecider);
    for (const { orderNo } of state.claims) expect((await orderOf(shop, orderNo))?.payment.status, stream).toBe('HANDLING');
  }
  await until(shop.visit(), (await orderNumbers(shop)).at(-1) ?? '', () => true);
});
