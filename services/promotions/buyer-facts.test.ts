import type { Recorded } from '@nordhaut/platform/decider';
import type { Commands } from '@nordhaut/platform/envelope';
import { memberStream } from '@nordhaut/accounts';
import { orderStream } from '@nordhaut/ordering';
import { describe, expect, test } from 'vitest';
import { buyerFacts, type FactsQuery } from './buyer-facts.ts';
import { type Coupon, OLD_MEMBER_COUPON } from './definition.ts';
import { copyEnd } from './engine/coupon-state.ts';
import type { Promotions } from './engine/facts.ts';
import { couponStream, personStream, walletStream } from './stream.ts';
import { coupon, DAY, NOW } from './testing/fixtures.ts';
import { emptyWallet, evolve, type Wallet } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';
import type { WalletEvent } from './wallet-events.ts';

const at = (days: number): string => new Date(NOW + days * DAY).toISOString();
const granted = {
  type: 'CouponGranted' as const,
  data: { at: at(0), copyId: '7/CODE', couponId: '7', cause: { kind: 'CODE' as const }, endsAt: at(90) },
};
/** The shop failed on the copy's last day. */
const restored: WalletEvent = {
  type: 'PromotionsReleased',
  data: { at: at(89), orderNo: 'N', outcome: 'SHOP_FAILED', coupons: [{ couponId: '7', copyId: '7/CODE', endsAt: at(96) }], credit: [] },
};
const unbounded: WalletEvent = { type: 'CouponGranted', data: { ...granted.data, endsAt: null } };
/** A lost parcel, 28 days after the copy was granted, by the rule of the wallet. */
const failed = (before: WalletEvent): WalletEvent[] => {
  const reserved: WalletEvent = {
    type: 'PromotionsReserved',
    data: { at: at(1), orderNo: 'N', coupons: [{ couponId: '7', copyId: '7/CODE' }], credit: [] },
  };
  const wallet = [before, reserved].reduce((state, event) => evolve(state, event as Recorded<WalletEvent>), emptyWallet);
  const back = walletDecider.decide({ type: 'GiveBack', at: at(28), orderNo: 'N', outcome: 'SHOP_FAILED' }, wallet);
  return [before, reserved, ...(back.ok ? back.events : [])];
};

type Known = {
  coupons: readonly Coupon[];
  left?: ReadonlyMap<number, number>;
  events?: readonly WalletEvent[];
  streams?: object;
  /** purchases in the read model of the orders, the newest first; `at`: ms */
  placed?: readonly { orderNo: string; at: number }[];
};
const walletOf = (events: readonly WalletEvent[]): Wallet =>
  events.reduce((state, event) => evolve(state, event as Recorded<WalletEvent>), emptyWallet);

/** `streams`: the states of other streams than the member's wallet */
async function factsOf(
  { coupons, left = new Map(), events = [], streams = {}, placed = [] }: Known,
  query: Partial<FactsQuery> = {},
): Promise<Promotions> {
  const states = new Map<string, unknown>(Object.entries({ [walletStream('m')]: walletOf(events), ...streams }));
  const read = () => Promise.resolve({ coupons, left });
  const facts = await buyerFacts({
    commands: { load: (stream: string) => Promise.resolve({ state: states.get(stream) ?? null }) } as unknown as Commands,
    book: { read, known: read } as never,
    lastOrderAt: (_, but) => Promise.resolve(placed.find(({ orderNo }) => orderNo !== but)?.at ?? null),
    gift: () => undefined,
    timers: { find: () => Promise.resolve({ startedAt: NOW, extendedAt: null, endedAt: null }) },
    attempts: undefined,
    phoneAsks: undefined,
    visitorKey: (visitor) => visitor,
    phoneKey: (phone) => phone,
  })({ memberId: 'm', at: NOW, payment: null, ...query });
  return facts?.promotions ?? expect.fail('no facts');
}

/** The day at which a price sees the end of the member's copy. */
async function endOf(known: Coupon, events: WalletEvent[]): Promise<number> {
  const { member } = await factsOf({ coupons: [known], events });
  const [copy] = member?.copies ?? [];
  if (!copy) throw new Error('the member has no copy');
  return (copyEnd(known, copy) - NOW) / DAY;
}
/** `period`, `offer`: days */
const defined = (period: number | null, offer: number | null): Coupon =>
  coupon({
    coupon_id: 7,
    coupon_scope: 'MEMBER',
    coupon_period: period === null ? null : period * 86_400,
    coupon_exp: offer === null ? null : NOW / 1_000 + offer * 86_400,
  });

test.each([
  ['the period of its grant', defined(90, null), [granted], 90],
  ['the end of the offer', defined(90, 30), [granted], 30],
  ['the end of the offer, also where the period is shorter since', defined(60, 30), [granted], 30],
  ['the end of the offer, also where the period was removed since', defined(null, 30), [granted], 30],
  ['the period of its grant, also where it is longer since', defined(120, null), [granted], 90],
  ['the end of the restore, also after the offer (decisions.md 60)', defined(90, 30), [granted, restored], 96],
  ['the end of the restore, also where the period is longer since', defined(120, 30), [granted, restored], 96],
  ['seven days after the shop failed, where the offer ended before and it has no period', defined(null, 30), failed(unbounded), 35],
  ['seven days after the shop failed, where the offer ended before its period', defined(90, 30), failed(granted), 35],
  ['the period of its grant, where that is later than those seven days', defined(90, null), failed(granted), 90],
  ['the end of the offer, where that is later', defined(null, 60), failed(unbounded), 60],
])('a copy ends with %s (decisions.md 27)', async (_, known, events, days) => {
  expect(await endOf(known, events)).toBe(days);
});

test('the orders that stand, those of them that were delivered, and what the account says', async () => {
  const noted = (orderNo: string, stands: boolean): WalletEvent => ({ type: 'OrderNoted', data: { at: at(0), orderNo, stands } });
  const delivered = (orderNo: string): WalletEvent => ({
    type: 'DeliveryNoted',
    data: { at: at(0), orderNo, goodsPaid: 1, first: true, countsAt: at(7) },
  });
  const events = [noted('A', true), noted('B', true), noted('C', false), delivered('A'), delivered('C')];
  const account = { registeredAt: at(-9), birthdaySetAt: at(-5), contact: { birthday: '1990-05-20' }, muted: [3] };
  const { member } = await factsOf({ coupons: [], events, streams: { [memberStream('m')]: account } });
  expect(member).toMatchObject({
    standingOrders: 2,
    deliveredOrders: 1,
    createdAt: NOW - 9 * DAY,
    birthday: { month: 5, setAt: NOW - 5 * DAY },
    muted: new Set([3]),
  });
  const { member: unknown } = await factsOf({ coupons: [], streams: { [memberStream('m')]: { ...account, contact: null } } });
  expect(unknown).toMatchObject({ standingOrders: 0, birthday: null });
});

describe('a member whose delivered order was a guest’s before it was adopted (decisions.md 57, 58)', () => {
  const adopted = { registeredAt: at(-9), contact: null, muted: [], adopted: ['A', 'G'] };
  const order = (more: object, terms: object = {}) => ({
    cancelled: null,
    payment: { failure: null },
    parcel: null,
    receivedAt: at(-1),
    terms: { lines: [{ productId: 1, tier: 'ORIGIN', quantity: 1 }], ...terms },
    ...more,
  });
  const old = coupon({ coupon_uid: OLD_MEMBER_COUPON });
  test.each([
    ['it has reached the member', order({}), 1],
    ['it is on its way', order({ receivedAt: null }), 0],
    ['it was cancelled', order({ cancelled: 'BY_BUYER' }), 0],
    ['it is a group order', order({}, { group: {} }), 0],
    ['it goes with another order', order({}, { linked: {} }), 0],
    ['it does not exist', null, 0],
  ])('%s', async (_, state, deliveredOrders) => {
    const streams = { [memberStream('m')]: adopted, [orderStream('A')]: order({ receivedAt: null }), [orderStream('G')]: state };
    const { member } = await factsOf({ coupons: [old], streams });
    expect(member).toMatchObject({ deliveredOrders });
  });
});

test('the last order of a member in the month of the birthday is not the one that gives way', async () => {
  const account = { registeredAt: at(-99), birthdaySetAt: at(-99), contact: { birthday: '1990-05-20' }, muted: [], adopted: [] };
  const placed = [
    { orderNo: 'NEW', at: NOW - DAY },
    { orderNo: 'OLD', at: NOW - 40 * DAY },
  ];
  const known = { coupons: [], placed, streams: { [memberStream('m')]: account } };
  expect((await factsOf(known)).member).toMatchObject({ lastOrderAt: NOW - DAY });
  expect((await factsOf(known, { beside: 'NEW' })).member).toMatchObject({ lastOrderAt: NOW - 40 * DAY });
});

test('a guest has the shop’s coupons and no wallet', async () => {
  const own = coupon({ coupon_scope: 'SYSTEM' });
  expect(await factsOf({ coupons: [own, coupon()] }, { memberId: null })).toMatchObject({ coupons: [own], member: null });
});

describe('an order at the bank that gives way to the next one', () => {
  const timer = coupon({ coupon_id: 5, coupon_uid: 'pay_in_5_min', coupon_scope: 'SYSTEM' });
  const use = { couponId: '5', orderNo: 'N', returned: false };
  test.each([
    ['the browser that took it with another order', [use], undefined, true],
    ['the browser whose order gives way', [use], 'N', false],
    ['the browser whose order gave it back', [{ ...use, returned: true }], undefined, false],
    ['the browser that used another coupon', [{ ...use, couponId: '6' }], undefined, false],
  ])('the countdown’s coupon, and %s', async (_, uses, beside, usedBefore) => {
    const known = { coupons: [coupon(), timer], streams: { [personStream('v')]: uses } };
    expect((await factsOf(known, { timedVisitor: 'v', beside })).timer?.usedBefore).toBe(usedBefore);
    // A member without a countdown in this browser, a guest without one, and a shop without this coupon.
    expect((await factsOf(known, { beside })).timer?.usedBefore).toBe(false);
    expect((await factsOf({ coupons: [timer] }, { memberId: null, beside })).timer).toBeNull();
    expect((await factsOf({ ...known, coupons: [coupon()] }, { timedVisitor: 'v', beside })).timer).toBeNull();
  });

  const pieces = coupon({ coupon_id: 7, coupon_quantity: 1 });
  const stock = (orders: [string, string][]) => ({
    definition: { coupon_quantity: 1 },
    orders: new Map(orders),
    reserved: orders.length,
    redeemed: 0,
  });
  const taken: WalletEvent = {
    type: 'PromotionsReserved',
    data: { at: at(0), orderNo: 'N', coupons: [{ couponId: '7', copyId: null }], credit: [] },
  };
  test.each([
    ['the last piece is its own', 'ALL', [taken], [['N', 'reserved']], 'N', 1],
    ['the last piece is its own, from when the member was a guest', 'SYSTEM', [], [['N', 'reserved']], 'N', 1],
    ['the last piece is another order’s', 'ALL', [taken], [['O', 'reserved']], 'N', 0],
    ['no order gives way', 'ALL', [taken], [['N', 'reserved']], undefined, 0],
    ['it has just given the piece back', 'ALL', [taken], [], 'N', 1],
  ] as const)('%s', async (_, scope, events, orders, beside, left) => {
    const known = { coupons: [{ ...pieces, scope }], left: new Map([[7, 0]]), events };
    const { stock: of } = await factsOf({ ...known, streams: { [couponStream('7')]: stock([...orders] as never) } }, { beside });
    expect(of(7)).toBe(left);
  });
});
