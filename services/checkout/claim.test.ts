import { cartDecider, cartStream, type CartCommand } from '@nordhaut/cart';
import { type OrderCommand, orderDecider, orderStream, type OrderTerms } from '@nordhaut/ordering';
import { createCommands, type Commands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import type { EventStore } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CheckoutCommand } from './checkout.ts';
import type { CheckoutDeps, Reservation } from './deps.ts';
import { createCheckoutProcess } from './process.ts';
import { personal, terms as anyTerms } from './testing.ts';

const line = { productId: 5, quantity: 1, tier: 'ORIGIN' as const };
const AT = '2026-11-20T01:00:00Z';
const facts = { known: true, available: true, hasTier: true, membersOnly: false };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

/** A store that cannot append to several streams at once. */
const stepByStep = (store: EventStore): EventStore => ({
  append: (...given) => store.append(...given),
  read: (...given) => store.read(...given),
  readAll: (given) => store.readAll(given),
  subscribe: (...given) => store.subscribe(...given),
  trouble: () => store.trouble(),
  head: () => store.head(),
  close: () => store.close(),
});

const call = () => vi.fn<() => Promise<never>>();

/** A process of the shop with its own memory. It must not call a provider. */
function processWith(reservation: Partial<Reservation>) {
  const { store, codec } = shop.another();
  const commands = createCommands({ store: stepByStep(store), codec });
  const outside = { pay: call(), find: call(), refund: call(), create: call(), query: call() };
  const deps = {
    commands,
    processor: outside,
    carrier: outside,
    reservations: [
      {
        reserve: () => Promise.resolve(undefined),
        redeem: () => Promise.resolve(),
        giveBack: () => Promise.resolve(),
        reserving: () => undefined,
        redeeming: () => undefined,
        ...reservation,
      },
    ],
    paymentUrls: { redirect: '', notify: '', merchantId: '' },
    paymentPatienceMs: 1_000,
    clock: () => new Date(AT),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as CheckoutDeps;
  return { commands, outside, process: createCheckoutProcess(deps) };
}

let count = 0;
async function begin({ commands, process }: ReturnType<typeof processWith>, payment: OrderTerms['payment'], inCart = true) {
  const [orderNo, cartId] = [`CLAIM0000000${++count}`, `cart${count}`];
  const fill: CartCommand = { type: 'AddItem', ...line, facts };
  if (inCart) await commands.handle(cartStream(cartId), cartDecider, fill, testContext());
  const terms: OrderTerms = {
    orderNo,
    cartId,
    memberId: 'member',
    lines: [{ ...line, nameZh: '', nameEn: '', image: '', unitPrice: 100, subtotal: 100 }],
    gifts: [],
    discounts: [],
    credit: 0,
    subtotal: 100,
    shippingFee: 0,
    total: 100,
    payment,
    delivery: { type: 'HOME', subtype: 'TCAT' },
    invoiceType: 'NORMAL',
  };
  const command: Extract<CheckoutCommand, { type: 'StartCheckout' }> = {
    type: 'StartCheckout',
    at: AT,
    terms,
    subject: `guest:${orderNo}`,
    personal,
  };
  return { orderNo, cartId, started: await process.start(orderNo, command, testContext()) };
}

const stateOf = async (commands: Commands, orderNo: string, cartId: string) => ({
  order: (await commands.load(orderStream(orderNo), orderDecider)).state,
  cart: (await commands.load(cartStream(cartId), cartDecider)).state,
});

describe.each(['COD', 'CREDIT'] as const)('%s: two processes take the steps of one checkout', (payment) => {
  test('one fails it before the other one places the order: nothing is charged or sent, and the lines return to the cart', async () => {
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow = processWith({
      reserve: async () => {
        reached.resolve();
        await gate.promise;
        return undefined;
      },
    });
    const refusing = processWith({ reserve: () => Promise.resolve({ status: 409, code: 'CART_CHANGED', message: '' }) });

    const { orderNo, cartId, started } = await begin(slow, payment);
    if (!started.ok || !started.from) throw new Error('not started');
    const placing = slow.process.drive(orderNo, { context: testContext(), from: started.from, prime: 'prime' });
    await reached.promise;
    expect((await refusing.process.drive(orderNo, { context: testContext() })).refused).toMatchObject({ code: 'CART_CHANGED' });
    gate.resolve();
    await placing;

    const { order, cart } = await stateOf(slow.commands, orderNo, cartId);
    expect(order?.cancelled).toBe('CHECKOUT_FAILED');
    expect(cart).toMatchObject({ items: [line], claims: [] });
    expect(slow.outside.pay).not.toHaveBeenCalled();
    expect(slow.outside.create).not.toHaveBeenCalled();
  });
});

test('a refused claim stays refused in every process, also when the cart has the lines again', async () => {
  const dying = processWith({ giveBack: () => Promise.reject(new Error('killed')) });
  const { orderNo, cartId, started } = await begin(dying, 'COD', false);
  if (!started.ok || !started.from) throw new Error('not started');
  await expect(dying.process.drive(orderNo, { context: testContext(), from: started.from })).rejects.toThrow('killed');

  const { commands, process } = processWith({});
  await commands.handle(cartStream(cartId), cartDecider, { type: 'AddItem', ...line, facts }, testContext());
  expect((await process.drive(orderNo, { context: testContext() })).refused).toMatchObject({ code: 'CART_CHANGED' });
  expect(await stateOf(commands, orderNo, cartId)).toMatchObject({ order: null, cart: { items: [line], claims: [] } });
  expect((await process.load(orderNo)).checkout).toMatchObject({ ended: 'FAILED', failure: 'CART_CHANGED' });
});

/** An order of the cart `one`, after these commands. */
async function ordered({ commands }: ReturnType<typeof processWith>, more: Partial<OrderTerms>, ...then: OrderCommand[]): Promise<string> {
  const terms = { ...anyTerms, cartId: 'one', ...more, orderNo: `STAYS0000000${++count}` };
  const place = { type: 'PlaceOrder', at: AT, terms, subject: `guest:${terms.orderNo}`, personal } as const;
  for (const command of [place, ...then]) await commands.handle(orderStream(terms.orderNo), orderDecider, command, testContext());
  return terms.orderNo;
}
const next = (cartId: string | null): OrderTerms => ({ ...anyTerms, orderNo: 'NEXT', cartId });
const paid: OrderCommand = {
  type: 'AuthoriseCardPayment',
  at: AT,
  recTradeId: 'D1',
  bankTransactionId: 'T1',
  amount: anyTerms.total,
  authCode: '1',
};

// A buyer without a cart may name the number of a group order, which has none either.
test.each<[what: string, terms: Partial<OrderTerms>, cartId: string | null]>([
  ['has no cart', { cartId: null }, null],
  ['is of another cart', {}, 'other'],
  ['is due in cash', { payment: 'COD' }, 'one'],
])('an order is not given up for another one where it %s', async (_, more, cartId) => {
  const shopping = processWith({});
  const orderNo = await ordered(shopping, more);
  expect(await shopping.process.replace(orderNo, next(cartId), testContext())).toBe('free');
  expect(shopping.outside.find).not.toHaveBeenCalled();
});

test.each<[what: string, then: OrderCommand[], answer: string]>([
  ['was paid', [paid], 'paid'],
  ['was paid and given back by goodwill', [paid, { type: 'GrantRefund', at: AT, amount: anyTerms.total, note: '' }], 'paid'],
  ['was paid and cancelled', [paid, { type: 'CancelOrder', at: AT, reason: 'CHANGED_MIND' }], 'given-up'],
  ['was cancelled while its payment waited', [{ type: 'CancelOrder', at: AT, reason: 'CHANGED_MIND' }], 'given-up'],
  ['failed', [{ type: 'FailCardPayment', at: AT, reason: 'REFUSED', providerCode: 10003, recTradeId: null }], 'given-up'],
])('whose order %s hears so where another order is to replace it', async (_, then, answer) => {
  const shopping = processWith({});
  const orderNo = await ordered(shopping, {}, ...then);
  expect(await shopping.process.replace(orderNo, next('one'), testContext())).toBe(answer);
  expect(shopping.outside.find).not.toHaveBeenCalled();
});
