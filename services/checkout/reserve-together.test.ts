import { cartDecider, cartStream } from '@nordhaut/cart';
import { orderDecider, orderStream, type OrderTerms } from '@nordhaut/ordering';
import { createCommands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import type { EventStore, StreamName } from '@nordhaut/platform/event-store';
import { booksOf, createReservations, walletDecider, walletStream } from '@nordhaut/promotions';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkoutDecider } from './checkout.ts';
import type { CheckoutDeps } from './deps.ts';
import { createCheckoutProcess } from './process.ts';
import { checkoutStream } from './run.ts';
import { personal, terms as anyTerms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const item = { productId: 5, quantity: 1, tier: 'ORIGIN' as const };
const facts = { known: true, available: true, hasTier: true, membersOnly: false };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());
// Each process has connections of its own, and all test files share one server with a limit of them.
const closings: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(closings.splice(0).map((close) => close()))));

/** A process of the shop with its own memory and connections, whose carrier takes every parcel. */
function processOf(together: boolean) {
  const { store, codec, close } = shop.another();
  closings.push(close);
  /** the streams of each append to several streams */
  const groups: string[][] = [];
  const own: Partial<EventStore> = {
    append: (...given) => store.append(...given),
    read: (...given) => store.read(...given),
    ...(together && {
      async appendTogether(given) {
        const appended = await (store.appendTogether as Required<EventStore>['appendTogether'])(given);
        groups.push(given.map(({ stream }) => stream.slice(0, stream.indexOf('-'))));
        return appended;
      },
    }),
  };
  const commands = createCommands({ store: own as EventStore, codec });
  const process = createCheckoutProcess({
    commands,
    carrier: {
      create: ({ tradeNo }: { tradeNo: string }) =>
        Promise.resolve({
          kind: 'created',
          tradeNo,
          logisticsId: tradeNo,
          code: '300',
          bookingNote: '',
          cvsPaymentNo: '',
          cvsValidationNo: '',
          updatedAt: at,
        }),
    },
    reservations: [createReservations({ commands, adoptedOrders: () => Promise.resolve({ standing: [], fallen: [] }) })],
    clock: () => new Date(at),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as CheckoutDeps);
  return { commands, process, groups };
}
type Process = ReturnType<typeof processOf>;

let count = 0;
async function memberWith({ commands }: Process, amount: number): Promise<string> {
  const memberId = `m${++count}`;
  const cause = { kind: 'SUPPORT', reason: 'test' } as const;
  await commands.handle(
    walletStream(memberId),
    walletDecider,
    { type: 'GrantCredit', at, grantId: 'g', kind: 'SUPPORT', amount, cause },
    testContext(),
  );
  return memberId;
}

/** Begins an order of the member with so much credit, from a cart of its own. */
async function begin({ commands, process }: Process, memberId: string, credit: number) {
  const [orderNo, cartId] = [`TOGETHER${String(++count).padStart(8, '0')}`, `cart${count}`];
  await commands.handle(cartStream(cartId), cartDecider, { type: 'AddItem', ...item, facts }, testContext());
  const lines = [{ ...item, nameZh: '', nameEn: '', image: '', unitPrice: 100, subtotal: 100 }];
  const terms: OrderTerms = { ...anyTerms, orderNo, cartId, memberId, lines, credit, total: 100 - credit, payment: 'COD' };
  const started = await process.start(
    orderNo,
    { type: 'StartCheckout', at, terms, subject: `member:${memberId}`, personal },
    testContext(),
  );
  return { orderNo, cartId, started };
}

async function order(one: Process, memberId: string, credit: number) {
  const begun = await begin(one, memberId, credit);
  if (!begun.started.ok) return { ...begun, refused: begun.started.rejection };
  const { refused } = await one.process.drive(begun.orderNo, {
    context: testContext(),
    ...(begun.started.from && { from: begun.started.from }),
  });
  return { ...begun, refused };
}

/** Reads of the newest states. */
const reader = () => createCommands({ store: shop.store, codec: shop.codec });
async function stateOf({ orderNo, cartId }: { orderNo: string; cartId: string }) {
  const commands = reader();
  return {
    order: (await commands.load(orderStream(orderNo), orderDecider)).state,
    cart: (await commands.load(cartStream(cartId), cartDecider)).state,
    ended: (await commands.load(checkoutStream(orderNo), checkoutDecider)).state?.ended,
  };
}
const walletOf = async (memberId: string) => (await reader().load(walletStream(memberId), walletDecider)).state;
const creditOf = async (memberId: string) => (await walletOf(memberId)).grants.map((grant) => booksOf(grant, at))[0];

const eventsOf = async (stream: StreamName) =>
  (await shop.store.read(stream)).map(({ id, type, metadata }) => ({
    id,
    type,
    causationId: (JSON.parse(metadata) as { causationId?: string }).causationId,
  }));

describe.each([
  ['several streams in one append', true],
  ['one append after another', false],
])('an order with credit, %s', (_, together) => {
  test('takes it before it is placed and redeems it at its end, each caused by the step before', async () => {
    const one = processOf(together);
    const memberId = await memberWith(one, 100);
    const { orderNo, cartId, refused } = await order(one, memberId, 60);
    expect(refused).toBeUndefined();
    expect(one.groups).toEqual(
      together
        ? [
            ['checkout', 'cart', 'wallet', 'order'],
            ['order', 'cart', 'wallet', 'checkout'],
          ]
        : [],
    );
    expect(await creditOf(memberId)).toEqual({ available: 40, reserved: 0, used: 60, expired: 0, takenBack: 0 });
    expect(await stateOf({ orderNo, cartId })).toMatchObject({ ended: 'COMPLETED', cart: { items: [], claims: [] } });

    const [, reserved, redeemed] = await eventsOf(walletStream(memberId));
    const [placed, shipped] = await eventsOf(orderStream(orderNo));
    const claim = (await eventsOf(cartStream(cartId)))[1];
    expect([reserved?.type, redeemed?.type]).toEqual(['PromotionsReserved', 'PromotionsRedeemed']);
    expect([reserved?.causationId, placed?.causationId, redeemed?.causationId]).toEqual([claim?.id, claim?.id, shipped?.id]);
    expect((await eventsOf(checkoutStream(orderNo))).at(-1)?.causationId).toBe(shipped?.id);
  });

  test('that the wallet refuses is not placed, and its lines stay in the cart', async () => {
    const one = processOf(together);
    const memberId = await memberWith(one, 100);
    const refused = await order(one, memberId, 101);
    expect(refused.refused).toMatchObject({ code: 'CREDIT_NOT_ENOUGH', details: { available: '100' } });
    expect(await stateOf(refused)).toMatchObject({ order: null, cart: { items: [item], claims: [] } });
    expect(await creditOf(memberId)).toMatchObject({ available: 100, reserved: 0 });
  });

  test('takes one balance once, from two processes and twenty tabs', async () => {
    const two = [processOf(together), processOf(together)] as const;
    const memberId = await memberWith(two[0], 100);
    const orders = await Promise.all(Array.from({ length: 20 }, (__, tab) => order(two[tab % 2] as Process, memberId, 30)));
    const placed = orders.filter(({ refused }) => refused === undefined);
    expect(placed).toHaveLength(3);
    expect(await creditOf(memberId)).toEqual({ available: 10, reserved: 0, used: 90, expired: 0, takenBack: 0 });
    for (const { orderNo, cartId, refused } of orders) {
      const { order: found, cart } = await stateOf({ orderNo, cartId });
      expect([found !== null, cart.claims]).toEqual([refused === undefined, []]);
    }
  });

  test('is finished by another process where its own died after the beginning, and the credit counts once', async () => {
    const dying = processOf(together);
    const memberId = await memberWith(dying, 100);
    const { orderNo, cartId } = await begin(dying, memberId, 60);
    const others = [processOf(together), processOf(together)];
    await Promise.all(others.map(({ process }) => process.drive(orderNo, { context: testContext() })));
    expect(await stateOf({ orderNo, cartId })).toMatchObject({ ended: 'COMPLETED', cart: { items: [], claims: [] } });
    expect(await creditOf(memberId)).toEqual({ available: 40, reserved: 0, used: 60, expired: 0, takenBack: 0 });
    expect((await eventsOf(walletStream(memberId))).map(({ type }) => type)).toEqual([
      'CreditGranted',
      'PromotionsReserved',
      'PromotionsRedeemed',
    ]);
  });

  test('that gave its credit back before its beginning went on is refused, and nothing is placed', async () => {
    const [slow, other] = [processOf(together), processOf(together)];
    const memberId = await memberWith(slow, 100);
    const orderNo = `TOGETHER${String(count + 1).padStart(8, '0')}`;
    await other.commands.handle(walletStream(memberId), walletDecider, { type: 'GiveBack', at, orderNo, outcome: 'FAILED' }, testContext());
    const late = await order(slow, memberId, 60);
    expect(late.orderNo).toBe(orderNo);
    expect(late.refused).toMatchObject({ code: 'CHECKOUT_FAILED' });
    expect((await stateOf(late)).order).toBeNull();
    expect(await creditOf(memberId)).toMatchObject({ available: 100, reserved: 0, used: 0 });
  });
});
