import type { CouponTake } from '@nordhaut/ordering';
import { createCommands, type Commands } from '@nordhaut/platform/envelope';
import { checkChains, testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { EventStore } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booksOf } from './credit.ts';
import { readDefinition } from './coupon-definition.ts';
import { personDecider } from './person.decide.ts';
import { createReservations, type Reservations, type Taken } from './reservations.ts';
import { leftOf } from './stock.ts';
import { stockDecider } from './stock.decide.ts';
import { couponStream, personStream, walletStream } from './stream.ts';
import { orderIn } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';
import type { Outcome } from './wallet-events.ts';

const AT = '2026-11-20T01:00:00.000Z';
const idOf = nameUuids('1f0f0b2e-52ad-5d0a-9c5e-4dd1c9a1a0b7');
const LIMITED: CouponTake = {
  couponId: '',
  copyId: null,
  needsCopy: false,
  maxUsage: 1,
  firstPurchase: false,
  counted: true,
  oncePerPerson: false,
};

let shop: TestShop;
type Process = { commands: Commands; reservations: Reservations };
let main: Process;
/** Two processes of the shop with their own connections. */
let processes: [Process, Process];
let count = 0;
beforeAll(async () => {
  shop = await testShop();
  main = processOn(shop.store);
  processes = [processOn(shop.another().store), processOn(shop.another().store)];
});
afterAll(() => shop.drop());

/** `standing`: numbers of orders that the member adopted */
function processOn(store: EventStore, standing: string[] = []): Process {
  const commands = createCommands({ store, codec: shop.codec });
  return { commands, reservations: createReservations({ commands, adoptedOrders: () => Promise.resolve({ standing, fallen: [] }) }) };
}
/** A process with its own memory. */
const another = () => processOn(shop.store);

/** The context of a step, as the checkout process makes it: the same in every process and at every repeat. */
const step = (orderNo: string, name: string) => testContext({ commandId: idOf(`${orderNo}/${name}`), now: new Date(AT) });

async function defineCoupon(quantity: number): Promise<string> {
  const couponId = String(++count);
  const read = readDefinition({
    coupon_id: count,
    coupon_uid: `C${couponId}`,
    coupon_name: '限量',
    coupon_type: 'DISCOUNT',
    coupon_scope: 'ALL',
    coupon_formula: 'x-100',
    coupon_quantity: quantity,
  });
  if (!read.ok) throw new Error(read.faults.join());
  await main.commands.handle(
    couponStream(couponId),
    stockDecider,
    { type: 'DefineCoupon', at: AT, definition: read.definition },
    testContext(),
  );
  return couponId;
}
async function memberWith(credit: number): Promise<string> {
  const memberId = `m${++count}`;
  const cause = { kind: 'SUPPORT', reason: 'test' } as const;
  const command = { type: 'GrantCredit', at: AT, grantId: 'g', kind: 'SUPPORT', amount: credit, cause } as const;
  if (credit > 0) await main.commands.handle(walletStream(memberId), walletDecider, command, testContext());
  return memberId;
}
const orderOf = (memberId: string | null, coupons: CouponTake[], credit = 0, personKeys: string[] = []): Taken => ({
  orderNo: `N${++count}`,
  memberId,
  at: AT,
  coupons,
  credit,
  personKeys,
});

const stockOf = async (couponId: string) => {
  const { state } = await another().commands.load(couponStream(couponId), stockDecider);
  if (!state) throw new Error('no coupon');
  return { left: leftOf(state), reserved: state.reserved, redeemed: state.redeemed };
};
const creditOf = async (memberId: string) => {
  const { state } = await another().commands.load(walletStream(memberId), walletDecider);
  const [grant] = state.grants;
  if (!grant) throw new Error('no credit');
  return booksOf(grant, AT);
};
const usesOf = async (key: string) =>
  (await another().commands.load(personStream(key), personDecider)).state.filter(({ returned }) => !returned).length;

test('200 parallel checkouts for the last limited coupon, in two processes: one wins, and nothing stays reserved', async () => {
  const couponId = await defineCoupon(1);
  const members = Array.from({ length: 200 }, () => `flash${++count}`);
  const outcomes = await Promise.all(
    members.map(async (memberId, index) => {
      const { reservations } = processes[index % 2] as Process;
      const order = orderOf(memberId, [{ ...LIMITED, couponId }]);
      const refused = await reservations.reserve(order, step(order.orderNo, 'reserve'));
      if (refused) await reservations.giveBack(order, 'FAILED', step(order.orderNo, 'release'));
      else await reservations.redeem(order, step(order.orderNo, 'redeem'));
      return { order, refused };
    }),
  );
  expect(outcomes.filter(({ refused }) => !refused)).toHaveLength(1);
  expect(new Set(outcomes.flatMap(({ refused }) => (refused ? `${refused.status} ${refused.code}` : [])))).toEqual(
    new Set(['500 COUPON_SOLD_OUT']),
  );
  expect(await stockOf(couponId)).toEqual({ left: 0, reserved: 0, redeemed: 1 });
  const states = await Promise.all(
    outcomes.map(
      async ({ order }) =>
        orderIn((await main.commands.load(walletStream(order.memberId ?? ''), walletDecider)).state, order.orderNo)?.state,
    ),
  );
  expect(states.filter((state) => state === 'redeemed')).toHaveLength(1);
  expect(states.filter((state) => state !== 'redeemed' && state !== 'released')).toEqual([]);
  expect(await checkChains(shop.store)).toMatchObject({ ok: true });
});

test('one credit balance, two processes, twenty tabs: never spent twice', async () => {
  const memberId = await memberWith(100);
  const orders = Array.from({ length: 20 }, () => orderOf(memberId, [], 30));
  const refused = await Promise.all(
    orders.map((order, index) => (processes[index % 2] as Process).reservations.reserve(order, step(order.orderNo, 'reserve'))),
  );
  expect(refused.filter((one) => one === undefined)).toHaveLength(3);
  expect(new Set(refused.flatMap((one) => one?.code ?? []))).toEqual(new Set(['CREDIT_NOT_ENOUGH']));
  expect(await creditOf(memberId)).toEqual({ available: 10, reserved: 90, used: 0, expired: 0, takenBack: 0 });
});

test('the same order from twenty requests at once in two processes takes its credit once', async () => {
  const [memberId, couponId] = [await memberWith(100), await defineCoupon(5)];
  const order = orderOf(memberId, [{ ...LIMITED, couponId }], 60);
  const all = Array.from({ length: 20 }, (_, index) => (processes[index % 2] as Process).reservations);
  expect(await Promise.all(all.map((one) => one.reserve(order, step(order.orderNo, 'reserve'))))).toEqual(all.map(() => undefined));
  await Promise.all(all.map((one) => one.redeem(order, step(order.orderNo, 'redeem'))));
  await Promise.all(all.map((one) => one.redeem(order, step(order.orderNo, 'redeem'))));
  expect(await stockOf(couponId)).toEqual({ left: 4, reserved: 0, redeemed: 1 });
  expect(await creditOf(memberId)).toMatchObject({ available: 40, used: 60 });
  await Promise.all(all.map((one) => one.giveBack(order, 'CANCELLED', step(order.orderNo, 'restore'))));
  expect(await stockOf(couponId)).toEqual({ left: 5, reserved: 0, redeemed: 0 });
  expect(await creditOf(memberId)).toMatchObject({ available: 100, used: 0 });
});

/** A store whose process dies: the append number `survives` is written, and the process never gets the answer. */
function mortal(store: EventStore, survives: number) {
  let calls = 0;
  const alive = () => {
    if (calls >= survives) throw new Error('the process died');
  };
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      alive();
      calls++;
      const result = await work(...args);
      alive();
      return result;
    };
  const { appendTogether: _, ...apart } = { ...store };
  return {
    isDead: () => calls >= survives,
    store: {
      ...apart,
      append: counted((...args: Parameters<EventStore['append']>) => store.append(...args)),
      read: (...args) => store.read(...args),
      readAll: (...args) => store.readAll(...args),
      subscribe: (...args) => store.subscribe(...args),
      trouble: () => store.trouble(),
      head: () => store.head(),
      close: () => store.close(),
    } satisfies EventStore as EventStore,
  };
}

type Scenario = { name: string; lastPiece: boolean; acts: readonly ('reserve' | 'redeem' | Outcome)[] };
const SCENARIOS: readonly Scenario[] = [
  { name: 'an order that is completed', lastPiece: true, acts: ['reserve', 'redeem'] },
  { name: 'an order whose second coupon is sold out', lastPiece: false, acts: ['reserve', 'FAILED'] },
  { name: 'an order that is cancelled after its completion', lastPiece: true, acts: ['reserve', 'redeem', 'CANCELLED'] },
  { name: 'an order that fails at the carrier', lastPiece: true, acts: ['reserve', 'SHOP_FAILED'] },
  { name: 'an order that is returned', lastPiece: true, acts: ['reserve', 'redeem', 'RETURNED'] },
];

describe.each(SCENARIOS)('$name: the process dies between any two appends', ({ lastPiece, acts }) => {
  async function prepare(isGuest: boolean) {
    const [first, second] = [await defineCoupon(3), await defineCoupon(lastPiece ? 1 : 0)];
    const memberId = isGuest ? null : await memberWith(100);
    const key = `phone${++count}`;
    const coupons = [
      { ...LIMITED, couponId: first, oncePerPerson: true },
      { ...LIMITED, couponId: second },
    ];
    return { first, second, memberId, key, order: orderOf(memberId, coupons, isGuest ? 0 : 60, [key]) };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;
  async function run({ reservations }: Process, { order }: Prepared, list: Scenario['acts']) {
    for (const act of list) {
      const context = step(order.orderNo, act);
      if (act === 'reserve') await reservations.reserve(order, context);
      else if (act === 'redeem') await reservations.redeem(order, context);
      else await reservations.giveBack(order, act, context);
    }
  }
  const books = async ({ first, second, memberId, key }: Prepared) => ({
    first: await stockOf(first),
    second: await stockOf(second),
    uses: await usesOf(key),
    credit: memberId === null ? null : await creditOf(memberId),
  });

  test.each([false, true])(
    'guest: %s. The next process repeats it: the books are those of an undisturbed order',
    async (isGuest) => {
      const undisturbed = await prepare(isGuest);
      await run(main, undisturbed, acts);
      const expected = await books(undisturbed);
      for (let survives = 0, died = true; died; survives++) {
        const prepared = await prepare(isGuest);
        const line = mortal(shop.store, survives);
        await run(processOn(line.store), prepared, acts).catch(() => undefined);
        died = line.isDead();
        expect(survives).toBeLessThan(30);
        await run(another(), prepared, acts);
        expect(await books(prepared), `dead after ${survives} appends`).toEqual(expected);
      }
    },
    60_000,
  );

  test.each([false, true])(
    'guest: %s. The next process gives it up: nothing stays reserved',
    async (isGuest) => {
      for (let survives = 0, died = true; died; survives++) {
        const prepared = await prepare(isGuest);
        const line = mortal(shop.store, survives);
        await run(processOn(line.store), prepared, ['reserve']).catch(() => undefined);
        died = line.isDead();
        await run(another(), prepared, ['FAILED']);
        expect(await books(prepared), `dead after ${survives} appends`).toEqual({
          first: { left: 3, reserved: 0, redeemed: 0 },
          second: { left: lastPiece ? 1 : 0, reserved: 0, redeemed: 0 },
          uses: 0,
          credit: isGuest ? null : { available: 100, reserved: 0, used: 0, expired: 0, takenBack: 0 },
        });
        // The first process was only slow. It continues, and gets nothing.
        await run(processOn(shop.store), prepared, ['reserve', 'redeem']);
        expect((await books(prepared)).first).toEqual({ left: 3, reserved: 0, redeemed: 0 });
        expect((await books(prepared)).uses).toBe(0);
      }
    },
    60_000,
  );
});

test('a process that stands still between the wallet and the coupon, while another one gives up, takes nothing', async () => {
  const couponId = await defineCoupon(1);
  const memberId = await memberWith(50);
  const order = orderOf(memberId, [{ ...LIMITED, couponId }], 50);
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { store } = shop;
  const slow = processOn({
    ...mortal(store, Number.POSITIVE_INFINITY).store,
    append: async (stream, ...args) => {
      if (stream === couponStream(couponId)) {
        reached.resolve();
        await gate.promise;
      }
      return store.append(stream, ...args);
    },
  });
  const reserving = slow.reservations.reserve(order, step(order.orderNo, 'reserve'));
  await reached.promise;
  await another().reservations.giveBack(order, 'FAILED', step(order.orderNo, 'release'));
  gate.resolve();
  expect(await reserving).toMatchObject({ code: 'CHECKOUT_FAILED' });
  expect(await stockOf(couponId)).toEqual({ left: 1, reserved: 0, redeemed: 0 });
  expect(await creditOf(memberId)).toMatchObject({ available: 50, reserved: 0 });
});

test('a guest has a coupon once per phone number and per visitor (decisions.md 53)', async () => {
  const couponId = await defineCoupon(9);
  const coupons = [{ ...LIMITED, couponId, oncePerPerson: true }];
  const [phone, visitor, other] = [`phone${++count}`, `visitor${++count}`, `visitor${++count}`];
  const reserve = (order: Taken) => main.reservations.reserve(order, step(order.orderNo, 'reserve'));
  expect(await reserve(orderOf(null, coupons, 0, [phone, visitor]))).toBeUndefined();
  expect(await reserve(orderOf(null, coupons, 0, [phone, other]))).toMatchObject({ code: 'COUPON_USED_UP' });
  expect(await reserve(orderOf(null, coupons, 0, [`phone${++count}`, visitor]))).toMatchObject({ code: 'COUPON_USED_UP' });
  expect(await reserve(orderOf(await memberWith(0), coupons, 0, [phone, `visitor${++count}`]))).toMatchObject({ code: 'COUPON_USED_UP' });
});

test('a coupon that looks at orders sees an adopted one before the wallet knows it, and counts it once (decisions.md 47)', async () => {
  const memberId = await memberWith(0);
  const adopted = [`A${++count}`, `A${++count}`];
  const { reservations } = processOn(shop.store, adopted);
  const reserve = (orders: number) => {
    const order = orderOf(memberId, [{ ...LIMITED, couponId: '1', maxUsage: 0, counted: false, orders }]);
    return reservations.reserve(order, step(order.orderNo, 'reserve'));
  };
  const noted = { type: 'NoteOrder', at: AT, orderNo: adopted[0] ?? '', stands: true } as const;
  await main.commands.handle(walletStream(memberId), walletDecider, noted, testContext());
  expect(await reserve(1)).toMatchObject({ code: 'COUPON_CONDITION' });
  expect(await reserve(2)).toBeUndefined();
});

test('an order of a guest without coupons writes nothing', async () => {
  const before = await shop.store.head();
  const order = orderOf(null, []);
  expect(await main.reservations.reserve(order, step(order.orderNo, 'reserve'))).toBeUndefined();
  await main.reservations.redeem(order, step(order.orderNo, 'redeem'));
  await main.reservations.giveBack(order, 'FAILED', step(order.orderNo, 'release'));
  expect(await shop.store.head()).toBe(before);
});
