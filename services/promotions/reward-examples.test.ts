import { type Order, orderDecider, type OrderTerms } from '@nordhaut/ordering';
import { type History, historyOf } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import type { RewardOrder } from '../../scripts/naive-prices/rewards.ts';
import { coupon } from '../../scripts/naive-prices/fixtures.ts';
import { answerOf, type Answers, groupsOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import type { CouponDefinition } from './coupon-definition.ts';
import { FOUNDING_FROM, foundingDecider } from './founding.decide.ts';
import type { FoundingEvent } from './founding.ts';
import { rewardFacts } from './order-rewards.ts';
import { type AskedCoupon, usesOf } from './reserve.decide.ts';
import { birthdayCommands, isReturnWindowOver, ownCommands, referrerCommands, type RewardFacts } from './rewards.decide.ts';
import { leftOf } from './stock.ts';
import { stockDecider } from './stock.decide.ts';
import { couponFields } from './testing/from-naive.ts';
import { birthdayGrant, countedSum, grantIn, isFounding, orderIn, type Wallet } from './wallet.ts';
import { walletDecider, type WalletCommand } from './wallet.decide.ts';
import type { Outcome, WalletEvent } from './wallet-events.ts';

/** What orders earn and give back: the rules of wallets, counted coupons and founding numbers, under the names of the worked examples. */

const FILE = SHOWN_BY['services/promotions/reward-examples.test.ts'];
const DAY = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString();
type Kept = History<Wallet, WalletCommand, WalletEvent>;
const emptyWallet = (): Kept => historyOf(walletDecider);
const SUPPORT = { kind: 'SUPPORT', reason: '' } as const;

const granted = (grantId: string, amount: number, at: number): WalletCommand => ({
  type: 'GrantCredit',
  at: iso(at),
  grantId,
  kind: 'SUPPORT',
  amount,
  cause: SUPPORT,
});
const plain: AskedCoupon = { couponId: '1', copyId: null, needsCopy: false, maxUsage: 0, firstPurchase: false };

/** A complete order that used credit and coupons. */
function use(wallet: Kept, orderNo: string, at: number, credit: number, coupons: readonly AskedCoupon[] = []): void {
  expect(wallet.send({ type: 'Reserve', at: iso(at), orderNo, coupons, credit })).toHaveLength(1);
  wallet.send({ type: 'Redeem', at: iso(at), orderNo });
}

/** The order's history up to an instant. */
function orderAt(order: RewardOrder, now: number): Order | null {
  const { deliveredAt, returnOpenedAt, returnRefusedAt, returnedAt, partRefund } = order;
  const isPast = (at: number | null): at is number => at !== null && at <= now;
  if (!isPast(deliveredAt)) return null;
  const at = iso(deliveredAt - 2 * DAY);
  const orderNo = 'REWARD0000000001';
  const terms: OrderTerms = {
    orderNo,
    cartId: null,
    memberId: order.placedAsMember ? 'm' : null,
    lines: [],
    gifts: [],
    discounts: [],
    credit: 0,
    subtotal: order.goodsPaid,
    shippingFee: 0,
    total: order.goodsPaid,
    payment: 'COD',
    delivery: { type: 'HOME', subtype: 'TCAT' },
    invoiceType: 'NORMAL',
  };
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms, at }, subject: 'guest:1' });
  const sent = { tradeNo: `${orderNo}S1`, logisticsId: 'L1', subtype: 'TCAT' } as const;
  own.send({ type: 'RecordShipment', at, ...sent, code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' });
  const parcel = { at: iso(deliveredAt), ...sent };
  own.send({ type: 'ReportParcelStatus', ...parcel, code: '3003', carrierAt: iso(deliveredAt), source: 'poll' });
  const goodwill = { at: iso(deliveredAt), refundId: 'R1', reason: 'GOODWILL', way: 'transfer', strayTradeId: null } as const;
  if (partRefund !== undefined) expect(own.send({ type: 'IssueRefund', ...goodwill, amount: partRefund })).toHaveLength(1);
  const asked = { reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null } as const;
  if (isPast(returnOpenedAt)) own.send({ type: 'RequestReturn', at: iso(returnOpenedAt), ...asked });
  if (isPast(returnRefusedAt)) own.send({ type: 'RejectReturn', at: iso(returnRefusedAt), reason: 'OPENED_GOODS' });
  if (isPast(returnedAt)) {
    own.send({ type: 'ApproveReturn', at: iso(returnedAt) });
    expect(own.send({ type: 'ReceiveReturn', at: iso(returnedAt), reason: 'COMPLETE' })).toHaveLength(1);
  }
  return own.state();
}

const factsAt = (order: RewardOrder, now: number): RewardFacts | null => {
  const known = orderAt(order, now);
  return known && { ...rewardFacts(known), orderNo: order.orderNo };
};

type Person = { memberId: string; orders: RewardOrder[] };

/** Lets the orders of members happen one instant after another, as the rewards' role hears of them and looks for what is due. */
function live(people: readonly Person[], now: number, givenBefore = 0) {
  const numberGiven = (_: unknown, index: number): FoundingEvent => ({
    type: 'FoundingNumberGiven',
    data: { at: iso(0), memberId: `earlier-${index}`, number: index + 1 },
  });
  const numbers = historyOf(foundingDecider, ...Array.from({ length: givenBefore }, numberGiven));
  const referrer = emptyWallet();
  const wallets = new Map(people.map(({ memberId }) => [memberId, emptyWallet()]));
  const deadline = (order: RewardOrder): number => Date.parse(factsAt(order, now)?.returnDeadline ?? iso(now));
  const instants = people
    .flatMap(({ orders }) => orders)
    .flatMap((order) => [order.deliveredAt, order.returnOpenedAt, order.returnRefusedAt, order.returnedAt, deadline(order)])
    .filter((at) => at !== null && at <= now)
    .toSorted((a, b) => Number(a) - Number(b)) as number[];

  for (const at of [...instants, now]) {
    for (const { memberId, orders } of people) {
      const wallet = wallets.get(memberId) ?? emptyWallet();
      const facts = new Map(orders.map((order) => [order.orderNo, factsAt(order, at)]));
      for (const { orderNo } of orders.toSorted((a, b) => Number(a.deliveredAt) - Number(b.deliveredAt))) {
        const known = facts.get(orderNo);
        if (!known) continue;
        for (const command of ownCommands(known, wallet.state(), iso(at))) wallet.send(command);
        for (const command of referrerCommands(known, wallet.state(), iso(at))) referrer.send(command);
      }
      const mayCount = (orderNo: string): boolean => {
        const known = facts.get(orderNo);
        return known !== undefined && known !== null && isReturnWindowOver(known, iso(at));
      };
      for (const { orderNo } of wallet.state().orders) if (mayCount(orderNo)) wallet.send({ type: 'CountOrder', at: iso(at), orderNo });
      for (const { grantId, cause } of referrer.state().scheduled)
        if (cause.kind === 'ORDER' && mayCount(cause.orderNo)) referrer.send({ type: 'GrantScheduled', at: iso(at), grantId });
      if (countedSum(wallet.state()) >= FOUNDING_FROM) numbers.send({ type: 'GiveNumber', at: iso(at), memberId });
      const number = numbers.state().get(memberId);
      if (number !== undefined) wallet.send({ type: 'ReceiveNumber', at: iso(at), number });
    }
  }
  return { wallets, referrer: referrer.state() };
}

function rewardOf({ grants, scheduled, cancelled }: Wallet, now: number) {
  const [grant] = grants;
  if (grant) return { state: grant.takenBack > 0 ? 'TAKEN_BACK' : 'GRANTED', amount: grant.value, at: Date.parse(grant.grantedAt) };
  const [ahead] = scheduled;
  if (!ahead) return { state: cancelled.length > 0 ? 'CANCELLED' : 'NONE', amount: 0, at: null };
  const isDue = Date.parse(ahead.dueAt) <= now;
  return { state: isDue ? 'WAITING' : 'SCHEDULED', amount: ahead.amount, at: isDue ? null : Date.parse(ahead.dueAt) };
}

const OUTCOMES: Record<string, Outcome> = { PAYMENT_FAILED: 'FAILED', REFUSED: 'FAILED', CARRIER_FAILED: 'SHOP_FAILED' };

/** A wallet whose order used a copy of a coupon that ends at `end`, and credit. */
function usedCopy(end: number, at: number, credit: number): Kept {
  const wallet = emptyWallet();
  wallet.send({ type: 'GrantCoupon', at: iso(at), copyId: 'c', couponId: '1', cause: { kind: 'CODE' }, endsAt: iso(end) });
  wallet.send(granted('g', credit, at));
  use(wallet, 'A', at, credit, [{ ...plain, copyId: 'c', needsCopy: true }]);
  return wallet;
}

const OWN: Answers<Shown<'services/promotions/reward-examples.test.ts'>> = {
  creditEnd({ depositedAt }) {
    const [event] = emptyWallet().send(granted('g', 1, depositedAt));
    return event?.type === 'CreditGranted' && Date.parse(event.data.endsAt);
  },
  shopBack({ goodsPaid, founding }) {
    const [now, wallet] = [Date.parse('2026-05-15T04:00:00Z'), emptyWallet()];
    const order = (orderNo: string, at: number, amount: number): RewardFacts => {
      const delivered: RewardOrder = {
        orderNo,
        placedAsMember: true,
        goodsPaid: amount,
        deliveredAt: at,
        returnOpenedAt: null,
        returnRefusedAt: null,
        returnedAt: null,
      };
      return factsAt(delivered, at) as RewardFacts;
    };
    for (const command of ownCommands(order('A', now - 9 * DAY, 3_000), wallet.state(), iso(now - 9 * DAY))) wallet.send(command);
    if (founding) wallet.send({ type: 'ReceiveNumber', at: iso(now - 3 * DAY), number: 1 });
    for (const command of ownCommands(order('B', now, goodsPaid), wallet.state(), iso(now))) wallet.send(command);
    return wallet.state().grants.reduce((sum, { value }) => sum + value, 0);
  },
  birthdayCredit({ member: { birthday, birthdayYears }, now }) {
    const wallet = emptyWallet();
    for (const year of birthdayYears)
      wallet.send({ ...granted(birthdayGrant(year), 50, now), kind: 'BIRTHDAY', cause: { kind: 'BIRTHDAY', year } } as WalletCommand);
    const before = wallet.state().grants.length;
    for (const command of birthday ? birthdayCommands(birthday, wallet.state(), iso(now)) : []) wallet.send(command);
    for (const { grantId } of wallet.state().scheduled) wallet.send({ type: 'GrantScheduled', at: iso(now), grantId });
    return wallet.state().grants[before]?.value ?? 0;
  },
  referral: ({ friendOrders, now }) => rewardOf(live([{ memberId: 'friend', orders: friendOrders }], now).referrer, now),
  founding({ members, givenBefore, now }) {
    const { wallets } = live(members, now, givenBefore);
    return members.map(({ memberId }) => {
      const wallet = wallets.get(memberId)?.state();
      return { memberId, number: wallet?.founding?.number ?? null, active: wallet !== undefined && isFounding(wallet, iso(now)) };
    });
  },
  takeBack({ value, used, refund, owner }) {
    const [wallet, now] = [emptyWallet(), Date.parse('2026-05-15T04:00:00Z')];
    wallet.send(granted('g', value, now));
    use(wallet, 'A', now, used);
    wallet.send({ type: 'RevokeCredit', at: iso(now), grantId: 'g', outcome: 'RETURNED', refund: owner === 'BUYER' ? refund : 0 });
    const { takenBack = 0, deducted = 0, writtenOff = 0 } = grantIn(wallet.state(), 'g') ?? {};
    return { fromGrant: takenBack, fromRefund: deducted, writtenOff };
  },
  restoreOf({ outcomes, used }) {
    const now = Date.parse('2026-05-15T04:00:00Z');
    const wallet = usedCopy(now + 2 * DAY, now - DAY, used);
    const returns = outcomes.flatMap((outcome) => {
      const command = { type: 'GiveBack', at: iso(now), orderNo: 'A', outcome: OUTCOMES[outcome] ?? (outcome as Outcome) } as const;
      return wallet.send(command).flatMap((event) => (event.type === 'PromotionsRestored' ? event.data : []));
    });
    const { grants, copies } = wallet.state();
    return {
      restores: returns.length,
      credit: grants[0]?.left,
      coupons: returns.some(({ coupons }) => coupons.length > 0),
      sevenDays: copies[0]?.endsAt === iso(now + 7 * DAY),
    };
  },
  endAfterRestore({ endsAt, now, extendedBefore }) {
    const wallet = emptyWallet();
    const ownEnd = extendedBefore ? endsAt - 6 * DAY : endsAt;
    wallet.send(granted('g', 10, ownEnd - 365 * DAY));
    const early = Math.min(now, ownEnd) - 30 * DAY;
    use(wallet, 'A', early, 10);
    if (extendedBefore) {
      wallet.send({ type: 'GiveBack', at: iso(endsAt - 7 * DAY), orderNo: 'A', outcome: 'CANCELLED' });
      use(wallet, 'B', endsAt - 7 * DAY, 10);
    }
    wallet.send({ type: 'GiveBack', at: iso(now), orderNo: extendedBefore ? 'B' : 'A', outcome: 'CANCELLED' });
    const grant = grantIn(wallet.state(), 'g');
    return Date.parse((grant?.left === 10 ? grant.endsAt : grant?.extended?.endsAt) ?? '');
  },
  copyEndAfterRestore({ end, now, sevenDays }) {
    const wallet = usedCopy(end, Math.min(end, now) - DAY, 100);
    wallet.send({ type: 'GiveBack', at: iso(now), orderNo: 'A', outcome: sevenDays ? 'SHOP_FAILED' : 'CANCELLED' });
    return Date.parse(wallet.state().copies[0]?.endsAt ?? '');
  },
  countsAfterRestore({ quantity, uses, coupons }) {
    const [at, wallet, stock] = [Date.parse('2026-05-15T04:00:00Z'), emptyWallet(), historyOf(stockDecider)];
    const definition = couponFields(coupon('1', { quantity: quantity === null ? null : quantity + uses })) as unknown as CouponDefinition;
    stock.send({ type: 'DefineCoupon', at: iso(at), definition });
    const orders = Array.from({ length: uses }, (_, index) => `O${index}`);
    for (const orderNo of orders) {
      stock.send({ type: 'ReserveCoupon', at: iso(at), orderNo });
      stock.send({ type: 'RedeemCoupon', at: iso(at), orderNo });
      use(wallet, orderNo, at, 0, [plain]);
    }
    const orderNo = orders[0] ?? '';
    wallet.send({ type: 'GiveBack', at: iso(at), orderNo, outcome: coupons ? 'CANCELLED' : 'RETURNED' });
    // What the wallet returned goes back to the counted coupon.
    for (const _ of orderIn(wallet.state(), orderNo)?.returned ?? []) stock.send({ type: 'GiveBackCoupon', at: iso(at), orderNo });
    const left = stock.state();
    return { quantity: left && leftOf(left), uses: usesOf(wallet.state(), { couponId: '1', copyId: null }) };
  },
};

describe.each(groupsOf(FILE))('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', (example) => {
    const { expected } = example;
    const answer = answerOf(OWN, example);
    if (typeof expected === 'object' && expected !== null) expect(answer).toMatchObject(expected);
    else expect(answer).toBe(expected);
  });
});
