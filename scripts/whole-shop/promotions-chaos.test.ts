import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ErrorBody, PlaceOrderAnswer } from '@nordhaut/contracts';
import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { importCoupons, outcomeOf, walletDecider, walletStream } from '@nordhaut/promotions';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { randomBreaks } from './fixtures/breaks.ts';
import { type Browser, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { booksAgree, hundredOff, type Member, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, VISA } from './fixtures/orders.ts';
import { control, differences, orderOf, parcelsOf } from './fixtures/records.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';

// Random lives of people with coupons and shopping credit, in two processes that break off at random moments. People order in two
// tabs at once, cancel while the parcel leaves, return goods, close the account and register anew.
let shop: TestShop;
let second: TestShop;
/** What nobody pays at the bank is given up soon. */
const SHORT = { ...HASTY, PAYMENT_PATIENCE: '4000' };
const breaks = randomBreaks();

const [LIMITED, ONCE] = [701, 702];
const PIECES = 5;
const [TRAVEL_SET, FIRST] = ['1', '2'];
const CREDIT = 400;
beforeAll(async () => {
  shop = await testShop(SHORT, breaks.options);
  second = await testShop(SHORT, { beside: shop, ...breaks.options, without: ['messaging'] });
  const seeded = JSON.parse(await readFile(new URL('../../services/promotions/data/coupons.json', import.meta.url), 'utf8')) as object[];
  const imported = await importCoupons({ ...shop.shop.engine, hasProduct: () => true }, seeded.slice(0, 2), false);
  if (!imported.ok) throw new Error(imported.faults.join('; '));
  await hundredOff(shop, LIMITED, { coupon_quantity: PIECES });
  await hundredOff(shop, ONCE, { coupon_max_usage: 1 });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

const COUPONS = [`HUNDRED_${LIMITED}`, `HUNDRED_${ONCE}`, 'WELCOME_1150', 'PUBLIC_FIRST_200'];
const buying = fc.record({
  deed: fc.constant('order' as const),
  kind: fc.constantFrom('card', 'card', 'cash', 'refused', 'bank', 'bank'),
  coupons: fc.subarray(COUPONS, { maxLength: 2 }),
  credit: fc.constantFrom(0, 50, CREDIT),
  tabs: fc.constantFrom(1, 2),
});
const later = fc.record({
  deed: fc.constantFrom('cancel', 'not-collected', 'lost', 'delivered', 'return', 'cancel and deliver', 'close'),
  /** which of the orders, from the newest one */
  back: fc.nat(2),
});
type Deed = typeof buying | typeof later extends fc.Arbitrary<infer Value> ? Value : never;
const lives = fc.array(
  fc.oneof({ weight: 3, arbitrary: buying as fc.Arbitrary<Deed> }, { weight: 4, arbitrary: later as fc.Arbitrary<Deed> }),
  {
    minLength: 5,
    maxLength: 9,
  },
);

const KINDS: Record<string, () => ReturnType<typeof codOrder>> = {
  card: () => cardOrder(MASTERCARD),
  cash: () => codOrder(),
  refused: () => cardOrder(REFUSED_CARD),
  // It waits at the bank, and gives way to the next order of the same browser.
  bank: () => cardOrder(VISA),
};
const CODES: Record<string, number> = { 'not-collected': 5004, lost: 5002, delivered: 3003 };

/** One person, with one account after the other. `orders`: those that an answer named */
type Person = { phone: string; accounts: Member[]; orders: string[] };
const own = ({ accounts }: Person): Member => accounts.at(-1) as Member;
const anyUrl = (): string => (Math.random() < 0.5 ? shop : second).url;

async function register(person: Person): Promise<void> {
  const visitor = shop.visit();
  const form = memberForm({ user_phone: person.phone, user_email: `${randomUUID()}@example.com` });
  expect((await visitor.post('/api/register', form)).status).toBe(200);
  const member = { visitor, memberId: await memberIdOf(shop, visitor) };
  const cause = { kind: 'SUPPORT', reason: 'test' } as const;
  const grant = {
    type: 'GrantCredit',
    at: new Date().toISOString(),
    grantId: 'support/1',
    kind: 'SUPPORT',
    amount: CREDIT,
    cause,
  } as const;
  const context = { commandId: randomUUID(), actor: { kind: 'support', id: 'tester' }, now: new Date() } as const;
  await shop.shop.engine.commands.handle(walletStream(member.memberId), walletDecider, grant, context);
  // The coupons of a registration come after what the closed account before has left.
  const hasCopies = async (): Promise<boolean> => (await walletOf(shop, member.memberId)).copies.length === 2;
  await eventually(hasCopies, 'the coupons of the registration');
  person.accounts.push(member);
}

async function buy(person: Person, visitor: Browser, { kind, coupons, credit }: Extract<Deed, { deed: 'order' }>): Promise<void> {
  const order = (KINDS[kind] as () => ReturnType<typeof codOrder>)();
  for (const item of order.items) await visitor.post('/api/cart/items', item);
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const recipient = { ...order.recipient, phone: person.phone };
  const asked = { ...order, recipient, coupons, credit, orderNo: number.id, expectedTotal: -1 };
  const { body } = await visitor.post<ErrorBody>('/api/orders', asked, { key: randomUUID() });
  if (body.code !== 'AMOUNT_MISMATCH') return;
  const request = { ...asked, expectedTotal: Number(body.details?.['price']) };
  await visitor.post<PlaceOrderAnswer>('/api/orders', request, { key: randomUUID() });
  person.orders.push(number.id);
}

async function give(orderNo: string, ...commands: OrderCommand[]): Promise<void> {
  for (const command of commands) {
    const context = { commandId: randomUUID(), actor: { kind: 'support', id: 'tester' }, now: new Date() } as const;
    await shop.shop.engine.commands.handle(orderStream(orderNo), orderDecider, command, context);
  }
}
const cancel = (person: Person, orderNo: string) =>
  own(person).visitor.at(anyUrl()).post(`/api/orders/${orderNo}/cancel`, { reason: 'CHANGED_MIND' });
/** "Not collected" gives back, and a later code does not undo it (decisions.md 59), so here it is the last one. */
const uncollected = new Set<string>();
async function report(orderNo: string, code: number): Promise<void> {
  const [parcel] = await parcelsOf(shop, orderNo);
  if (uncollected.has(orderNo)) return;
  if (code === CODES['not-collected']) uncollected.add(orderNo);
  if (parcel) await control(shop, `parcels/${parcel.tradeNo}`, { code });
}

async function act(person: Person, deed: Deed): Promise<void> {
  if (deed.deed === 'order') {
    const tabs = Array.from({ length: deed.tabs }, () => own(person).visitor.at(anyUrl()));
    await Promise.all(tabs.map((tab) => buy(person, tab, deed)));
    return;
  }
  if (deed.deed === 'close') {
    const { status } = await own(person).visitor.send('DELETE', '/api/member', { password: 'abc123' });
    expect(status).toBe(200);
    return register(person);
  }
  const orderNo = person.orders.at(-1 - deed.back);
  if (orderNo === undefined) return;
  if (deed.deed === 'cancel') return void (await cancel(person, orderNo));
  if (deed.deed === 'cancel and deliver') return void (await Promise.all([cancel(person, orderNo), report(orderNo, 3003)]));
  if (deed.deed !== 'return') return report(orderNo, CODES[deed.deed] ?? 3006);
  const at = new Date().toISOString();
  await give(
    orderNo,
    { type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null },
    { type: 'ApproveReturn', at },
    { type: 'ReceiveReturn', at, reason: 'COMPLETE' },
  );
}

test('after any lives: balance, stock, copies and what a person has once are those of the orders', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() | 0);
  const plans = fc.sample(lives, { numRuns: Number(process.env['LIVES'] ?? 12), seed });
  const people: Person[] = [];
  breaks.risk(0.05);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let plan = plans.pop(); plan; plan = plans.pop()) {
        const person: Person = { phone: `09${String(70_000_000 + people.length)}`, accounts: [], orders: [] };
        people.push(person);
        await register(person);
        for (const deed of plan) await act(person, deed);
      }
    }),
  );
  breaks.risk(0);
  expect(breaks.count(), 'moments at which a process broke off').toBeGreaterThan(0);

  const about = (text: string): string => `${text} (seed ${seed})`;
  const members = people.flatMap(({ accounts }) => accounts);
  // The carrier's reports and the refunds arrive.
  let wrong: string[] = [];
  await eventually(
    async () => (wrong = await differences(shop)).length === 0,
    () => about(`bank and carriers to agree: ${wrong.join('; ')}`),
  );
  await booksAgree(shop, members, [LIMITED]).catch((error: unknown) => {
    throw new Error(about(String(error)));
  });
  let spent = 0;
  for (const { phone, accounts } of people) {
    const wallets = await Promise.all(accounts.map(({ memberId }) => walletOf(shop, memberId)));
    const kept = wallets.flatMap(({ orders }) => orders.flatMap(({ orderNo, coupons }) => coupons.map((use) => ({ orderNo, ...use }))));
    spent += kept.length;
    for (const coupon of [TRAVEL_SET, FIRST])
      expect(kept.filter(({ couponId }) => couponId === coupon).length, about(`coupon ${coupon} of ${phone}`)).toBeLessThanOrEqual(1);
    for (const [index, wallet] of wallets.entries()) {
      const once = wallet.orders.flatMap(({ coupons }) => coupons).filter(({ couponId }) => couponId === String(ONCE));
      expect(once.length, about(`coupon ${ONCE} of an account of ${phone}`)).toBeLessThanOrEqual(1);
      // A first purchase is the first order of the person that stands.
      const first = wallet.orders.find(({ coupons }) => coupons.some(({ couponId }) => couponId === FIRST));
      if (!first) continue;
      const before = [...wallets.slice(0, index).flatMap(({ orders }) => orders), ...wallet.orders.slice(0, wallet.orders.indexOf(first))];
      expect(
        before.filter(({ stands }) => stands).map(({ orderNo }) => orderNo),
        about(`before the first purchase ${first.orderNo}`),
      ).toEqual([]);
    }
  }
  expect(spent, 'coupons that orders have used').toBeGreaterThan(0);
  // What an order says that it took is what the wallet has of it.
  for (const { memberId } of members)
    for (const { orderNo, coupons, state } of (await walletOf(shop, memberId)).orders) {
      const order = await orderOf(shop, orderNo);
      if (!order || state !== 'redeemed') continue;
      expect(outcomeOf(order), about(orderNo)).toBeNull();
      expect(coupons.map(({ couponId }) => couponId).toSorted(), about(orderNo)).toEqual(
        (order.terms.promotions?.takes ?? []).map(({ couponId }) => couponId).toSorted(),
      );
    }
  await caughtUp(shop);
  // The read model of uses against the events: what an order took is what it holds and what it gave back.
  type Use = { couponId: string };
  const { rows } = await shop.shop.engine.pool.query<{ order_no: string; state: string; coupons: Use[] }>('select * from coupon_usage');
  const idsOf = (uses: readonly Use[]): string[] => uses.map(({ couponId }) => couponId).toSorted();
  const ofEvents: [string, string, string[]][] = [];
  for (const { memberId } of members)
    for (const { orderNo, state, coupons, returned } of (await walletOf(shop, memberId)).orders)
      ofEvents.push([orderNo, state, idsOf([...coupons, ...returned])]);
  const ofRows = rows.map(({ order_no, state, coupons }): [string, string, string[]] => [order_no, state, idsOf(coupons)]);
  const withCoupons = ([, , ids]: (typeof ofRows)[number]): boolean => ids.length > 0;
  expect(ofRows.filter(withCoupons).toSorted()).toEqual(ofEvents.filter(withCoupons).toSorted());
  for (const name of ['wallets', 'coupons', 'coupon_usage', 'order_traces']) await rebuildEqualsLive(shop.shop.engine.projector, name);
});
