import { cartDecider, cartStream } from '@nordhaut/cart';
import { orderStream, type OrderTerms } from '@nordhaut/ordering';
import { createCommands, type CommandContext } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import type { EventStore, StreamName } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutDeps } from './deps.ts';
import { createCheckoutProcess } from './process.ts';
import { checkoutStream } from './run.ts';
import { personal, terms as anyTerms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const item = (productId: number) => ({ productId, quantity: 1, tier: 'ORIGIN' as const });
const facts = { known: true, available: true, hasTier: true, membersOnly: false };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

/** As a caller outside the process sends it: the correlation id is the stream's. */
const context = (): CommandContext => {
  const { correlationId: _, ...rest } = testContext();
  return rest;
};

/** A process of the shop with its own memory of streams. Its carrier does not answer, so an order waits for its parcel. */
function processOf(together: boolean) {
  const { store, codec } = shop;
  const own: Partial<EventStore> = {
    append: (...given) => store.append(...given),
    read: (...given) => store.read(...given),
    ...(together && { appendTogether: (given) => (store.appendTogether as Required<EventStore>['appendTogether'])(given) }),
  };
  const commands = createCommands({ store: own as EventStore, codec });
  const process = createCheckoutProcess({
    commands,
    carrier: { create: () => Promise.resolve({ kind: 'unknown', reason: '', sent: false }) },
    reservations: [],
    clock: () => new Date(at),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as CheckoutDeps);
  return {
    process,
    fill: (cartId: string, productId: number) =>
      commands.handle(cartStream(cartId), cartDecider, { type: 'AddItem', ...item(productId), facts }, context()),
  };
}

let count = 0;
async function order({ process }: ReturnType<typeof processOf>, cartId: string | null, productId: number, replaces?: string) {
  const orderNo = `CAUSE${String(++count).padStart(11, '0')}`;
  const lines = [{ ...item(productId), nameZh: '', nameEn: '', image: '', unitPrice: 100, subtotal: 100 }];
  const terms: OrderTerms = { ...anyTerms, orderNo, cartId, lines, payment: 'COD' };
  const again = replaces === undefined ? {} : { replaces };
  const started = await process.start(
    orderNo,
    { type: 'StartCheckout', at, terms, subject: `guest:${orderNo}`, personal, ...again },
    context(),
  );
  if (!started.ok || !started.from) throw new Error('not started');
  await process.drive(orderNo, { context: context(), from: started.from });
  return { orderNo, checkout: await idsOf(checkoutStream(orderNo)), placed: await idsOf(orderStream(orderNo)) };
}
const idsOf = async (stream: StreamName): Promise<string[]> =>
  (await shop.store.read(stream)).map(({ metadata }) => (JSON.parse(metadata) as { correlationId: string }).correlationId);

describe.each([
  ['several streams in one append', true],
  ['one append after another', false],
])('the correlation id, %s', (_, together) => {
  const cart = (): string => `cart${++count}`;

  test('of an order is that of its cart, and the next order has another one', async () => {
    const [one, cartId] = [processOf(together), cart()];
    await one.fill(cartId, 5);
    const first = await order(one, cartId, 5);
    await one.fill(cartId, 9);
    const second = await order(one, cartId, 9);
    const [line, claim, end, newLine, ...rest] = await idsOf(cartStream(cartId));
    expect([first.checkout, first.placed]).toEqual([[line], [line]]);
    expect([claim, end]).toEqual([line, line]);
    expect(newLine).not.toBe(line);
    expect([second.checkout, second.placed]).toEqual([[newLine], [newLine]]);
    expect(rest).toEqual([newLine, newLine]);
  });

  test('of two orders that begin at once from one cart are two', async () => {
    const [one, cartId] = [processOf(together), cart()];
    await one.fill(cartId, 5);
    await one.fill(cartId, 9);
    const orders = await Promise.all([order(one, cartId, 5), order(one, cartId, 9)]);
    const ids = orders.map(({ checkout, placed }) => [...new Set([...checkout, ...placed])]);
    expect(ids.map(({ length }) => length)).toEqual([1, 1]);
    expect(ids[0]).not.toEqual(ids[1]);
  });

  test('of the second order from a cart is another one where the memory of its process is behind', async () => {
    const [behind, other, cartId] = [processOf(together), processOf(together), cart()];
    await behind.fill(cartId, 5);
    const first = await order(other, cartId, 5);
    await other.fill(cartId, 9);
    const [newLine] = (await idsOf(cartStream(cartId))).slice(-1);
    const second = await order(behind, cartId, 9);
    expect(first.placed).not.toContain(newLine);
    expect(second.placed).toEqual([newLine]);
    expect((await idsOf(cartStream(cartId))).slice(-2)).toEqual([newLine, newLine]);
    // One append after another: the checkout was written before the claim found that the memory was behind.
    if (together) expect(second.checkout).toEqual([newLine]);
  });

  test('of an order that replaces another one is that order’s, in every process', async () => {
    const [one, other, cartId] = [processOf(together), processOf(together), cart()];
    await one.fill(cartId, 5);
    const first = await order(one, cartId, 5);
    await one.fill(cartId, 9);
    const second = await order(other, cartId, 9, first.orderNo);
    expect([second.checkout, second.placed]).toEqual([first.checkout, first.placed]);
  });

  test('of an order without a cart is its own', async () => {
    const one = processOf(together);
    const [first, second] = [await order(one, null, 5), await order(one, null, 5)];
    expect(first.checkout).toEqual(first.placed);
    expect(second.checkout).toEqual(second.placed);
    expect(first.placed).not.toEqual(second.placed);
  });
});
