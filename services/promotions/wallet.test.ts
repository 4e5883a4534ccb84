import { MEMBER_CREDIT_MAX } from '@nordhaut/contracts/support';
import { foldEvents, given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { availableCredit, booksOf, daysAfter } from './credit.ts';
import { memberGrantId } from './member-credit.decide.ts';
import { type AskedCoupon, usesOf } from './reserve.decide.ts';
import { countedSum, isFounding, nextDue, orderIn, type Wallet } from './wallet.ts';
import { walletDecider, type WalletCommand } from './wallet.decide.ts';
import { type CouponUse, OUTCOMES, type Outcome, type WalletEvent } from './wallet-events.ts';

const START = '2026-11-01T00:00:00.000Z';
const day = (days: number): string => daysAfter(START, days);
const support = { kind: 'SUPPORT', reason: 'test' } as const;
const grant = (grantId: string, amount: number, at = START): WalletCommand => ({
  type: 'GrantCredit',
  at,
  grantId,
  kind: 'SUPPORT',
  amount,
  cause: support,
});
const copy = (copyId: string, couponId: string, endsAt: string | null, at = START): WalletCommand => ({
  type: 'GrantCoupon',
  at,
  copyId,
  couponId,
  cause: support,
  endsAt,
});
const ask = (couponId: string, more: Partial<AskedCoupon> = {}): AskedCoupon => ({
  couponId,
  copyId: null,
  needsCopy: false,
  maxUsage: 1,
  firstPurchase: false,
  ...more,
});
const own = (couponId: string, copyId: string, more: Partial<AskedCoupon> = {}) => ask(couponId, { copyId, needsCopy: true, ...more });
const take = (orderNo: string, credit: number, coupons: AskedCoupon[] = [], at = START, adopted: string[] = []): WalletCommand => ({
  type: 'Reserve',
  at,
  orderNo,
  coupons,
  credit,
  adopted,
});
const redeem = (orderNo: string, at = START): WalletCommand => ({ type: 'Redeem', at, orderNo });
const back = (orderNo: string, outcome: Outcome, at = START): WalletCommand => ({ type: 'GiveBack', at, orderNo, outcome });
/** `refund`: NT$ from which spent credit is deducted */
/** credit of a referral */
const schedule = (dueAt: string): WalletCommand => ({
  type: 'ScheduleCredit',
  at: START,
  grantId: 'g',
  kind: 'REFERRAL',
  amount: 5,
  dueAt,
  cause: support,
});
const revoke = (grantId: string, refund: number, at = START): WalletCommand => ({
  type: 'RevokeCredit',
  at,
  grantId,
  outcome: 'RETURNED',
  refund,
});

/** The history that these commands make; each is sent twice, and the second time writes nothing. */
function historyOf(...commands: WalletCommand[]): WalletEvent[] {
  const events: WalletEvent[] = [];
  for (const command of commands) {
    const decision = walletDecider.decide(command, foldEvents(walletDecider, events));
    if (!decision.ok) throw new Error(`${command.type}: ${decision.rejection.code}`);
    events.push(...decision.events);
    const again = walletDecider.decide(command, foldEvents(walletDecider, events));
    expect(again.ok ? again.events : again.rejection.code, command.type).toEqual(
      command.type === 'CloseWallet' || (command.type === 'Reserve' && !again.ok) ? expect.anything() : [],
    );
  }
  return events;
}
const after = (...commands: WalletCommand[]) => given(walletDecider)(...historyOf(...commands));
const books = (wallet: Wallet, grantId: string, at: string) => booksOf(wallet.grants.find((one) => one.grantId === grantId) as never, at);

/**
 * A plain model: every dollar and every use of a coupon is one object. It shares no code with the wallet.
 */
type Dollar = {
  grant: string;
  end: number;
  more: boolean;
  state: 'left' | 'reserved' | 'used' | 'taken';
  order: string;
};
function plainModel() {
  const dollars: Dollar[] = [];
  const copies = new Map<string, { coupon: string; end: number }>();
  const orders = new Map<string, { state: string; uses: CouponUse[]; stands: boolean }>();
  const granted = new Set<string>();
  const gone = new Set<string>();
  const moreUntil = new Map<string, number>();
  /** dollars of each grant that were written off, and did not return yet */
  const lost = new Map<string, number>();
  const recovered = new Set<string>();
  const week = 7 * 86_400_000;
  return {
    dollars,
    orders,
    copies,
    lost,
    recovered,
    grant(id: string, amount: number, now: number) {
      if (granted.has(id) || gone.has(id)) return;
      granted.add(id);
      for (let index = 0; index < amount; index++)
        dollars.push({ grant: id, end: now + 365 * 86_400_000, more: false, state: 'left', order: '' });
    },
    copy(id: string, coupon: string, end: number) {
      if (!copies.has(id)) copies.set(id, { coupon, end });
    },
    spendable: (now: number) => dollars.filter(({ state, end }) => state === 'left' && end > now),
    /** @returns whether the order has what it asked for */
    reserve(order: string, credit: number, asked: AskedCoupon[], now: number): boolean {
      const known = orders.get(order);
      if (known) return known.state === 'reserved' || known.state === 'used';
      const used = [...orders.values()].flatMap(({ uses }) => uses);
      for (const one of asked) {
        if (one.copyId !== null && !((copies.get(one.copyId)?.end ?? 0) > now)) return false;
        const mine = used.filter((use) => use.couponId === one.couponId && (one.copyId === null || use.copyId === one.copyId));
        if (one.maxUsage > 0 && mine.length >= one.maxUsage) return false;
        if (one.year !== undefined && used.some((use) => use.couponId === one.couponId && use.year === one.year)) return false;
        if (one.firstPurchase && [...orders.values()].some(({ stands }) => stands)) return false;
      }
      const free = this.spendable(now).sort((a, b) => a.end - b.end || (a.grant < b.grant ? -1 : a.grant > b.grant ? 1 : 0));
      if (free.length < credit) return false;
      for (const dollar of free.slice(0, credit)) Object.assign(dollar, { state: 'reserved', order });
      orders.set(order, {
        state: 'reserved',
        uses: asked.map(({ couponId, copyId, year }) => ({ couponId, copyId, ...(year !== undefined && { year }) })),
        stands: true,
      });
      return true;
    },
    redeem(order: string) {
      const known = orders.get(order);
      if (known?.state !== 'reserved') return;
      known.state = 'used';
      for (const dollar of dollars) if (dollar.order === order && dollar.state === 'reserved') dollar.state = 'used';
    },
    giveBack(order: string, outcome: Outcome, now: number) {
      const known = orders.get(order) ?? { state: 'none', uses: [], stands: false };
      orders.set(order, known);
      if (known.state === 'ended') return;
      known.state = 'ended';
      known.stands = outcome === 'RETURNED';
      const returning = dollars.filter((one) => one.order === order && (one.state === 'reserved' || one.state === 'used'));
      for (const dollar of returning) {
        Object.assign(dollar, { state: 'left', order: '' });
        if (outcome === 'FAILED' || dollar.more || dollar.end >= now + week) continue;
        const end = moreUntil.get(dollar.grant) ?? now + week;
        moreUntil.set(dollar.grant, end);
        Object.assign(dollar, { end, more: true });
      }
      for (const [id, count] of lost) {
        const back = Math.min(count, returning.filter((one) => one.grant === id).length);
        lost.set(id, count - back);
        if (back > 0) recovered.add(id);
        const left = dollars.filter((one) => one.grant === id && one.state === 'left');
        for (const dollar of left.toSorted((a, b) => Number(a.more) - Number(b.more)).slice(0, back)) dollar.state = 'taken';
      }
      if (outcome === 'RETURNED') return;
      for (const { copyId, couponId } of outcome === 'SHOP_FAILED' ? known.uses : []) {
        const held = copyId === null ? undefined : copies.get(copyId);
        if (held) held.end = Math.max(held.end, now + week);
        else if (copyId === null) copies.set(`${couponId}/${order}`, { coupon: couponId, end: now + week });
      }
      known.uses = [];
    },
    revoke(id: string, refund: number) {
      if (gone.has(id)) return;
      gone.add(id);
      const own = dollars.filter((one) => one.grant === id);
      const spent = own.filter(({ state }) => state !== 'left');
      for (const dollar of own) if (dollar.state === 'left') dollar.state = 'taken';
      lost.set(id, Math.max(0, spent.length - refund));
    },
  };
}

const COUPONS: AskedCoupon[] = [
  own('1', 'a'),
  own('1', 'b'),
  own('2', 'c', { maxUsage: 2 }),
  ask('3'),
  ask('4', { maxUsage: 0 }),
  ask('5', { maxUsage: 0, year: 2026 }),
  ask('6', { firstPurchase: true }),
];
const orderNo = fc.constantFrom('N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7');
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('grant' as const), id: fc.constantFrom('g1', 'g2', 'g3', 'g4'), amount: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant('copy' as const), index: fc.integer({ min: 0, max: 2 }), days: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    do: fc.constant('take' as const),
    order: orderNo,
    credit: fc.integer({ min: 0, max: 9 }),
    coupons: fc.uniqueArray(fc.integer({ min: 0, max: COUPONS.length - 1 }), { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('redeem' as const), order: orderNo }),
  fc.record({ do: fc.constant('back' as const), order: orderNo, outcome: fc.constantFrom(...OUTCOMES) }),
  fc.record({ do: fc.constant('revoke' as const), id: fc.constantFrom('g1', 'g2', 'g3', 'g4'), refund: fc.constantFrom(0, 3, 12) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 3, 5, 356) }),
);

test('after any history the books are equal to those of the plain model, to the dollar and to the coupon', () => {
  const seen = { spent: 0, refused: 0, prolonged: 0, recovered: 0, deducted: 0 };
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 30, maxLength: 70 }), (steps) => {
      const model = plainModel();
      const events: WalletEvent[] = [];
      let days = 0;
      const send = (command: WalletCommand): boolean => {
        const decision = walletDecider.decide(command, foldEvents(walletDecider, events));
        if (decision.ok) events.push(...decision.events);
        // A repeat at once, as of a process that died before it got the answer, changes nothing.
        const again = walletDecider.decide(command, foldEvents(walletDecider, events));
        if (decision.ok) expect(again).toEqual({ ok: true, events: [] });
        return decision.ok;
      };
      for (const step of steps) {
        const [at, now] = [day(days), Date.parse(day(days))];
        if (step.do === 'wait') days += step.days;
        else if (step.do === 'grant') {
          send(grant(step.id, step.amount, at));
          model.grant(step.id, step.amount, now);
        } else if (step.do === 'copy') {
          const { couponId, copyId } = COUPONS[step.index] as AskedCoupon;
          send(copy(copyId ?? '', couponId, day(days + step.days), at));
          model.copy(copyId ?? '', couponId, Date.parse(day(days + step.days)));
        } else if (step.do === 'take') {
          const asked = step.coupons.map((index) => COUPONS[index] as AskedCoupon);
          if (new Set(asked.map(({ couponId }) => couponId)).size < asked.length) continue;
          const taken = send(take(step.order, step.credit, asked, at));
          expect(taken).toBe(model.reserve(step.order, step.credit, asked, now));
          seen[taken ? 'spent' : 'refused']++;
        } else if (step.do === 'redeem') {
          send(redeem(step.order, at));
          model.redeem(step.order);
        } else if (step.do === 'back') {
          send(back(step.order, step.outcome, at));
          model.giveBack(step.order, step.outcome, now);
        } else {
          send(revoke(step.id, step.refund, at));
          model.revoke(step.id, step.refund);
        }
        const wallet = foldEvents(walletDecider, events);
        const [later, time] = [day(days), Date.parse(day(days))];
        expect(availableCredit(wallet.grants, later)).toBe(model.spendable(time).length);
        for (const one of wallet.grants) {
          const dollars = model.dollars.filter(({ grant: id }) => id === one.grantId);
          const count = (state: Dollar['state'], over?: boolean): number =>
            dollars.filter((dollar) => dollar.state === state && (over === undefined || dollar.end <= time === over)).length;
          const expected = {
            available: count('left', false),
            reserved: count('reserved'),
            used: count('used'),
            expired: count('left', true),
            takenBack: count('taken'),
          };
          expect(booksOf(one, later)).toEqual(expected);
          expect(Object.values(expected).reduce((sum, part) => sum + part, 0)).toBe(one.value);
          expect(Math.min(one.left, one.extended?.left ?? 0, one.reserved, one.used, one.writtenOff)).toBeGreaterThanOrEqual(0);
          seen.prolonged += one.extended ? 1 : 0;
          expect(one.writtenOff).toBe(model.lost.get(one.grantId) ?? 0);
          seen.recovered += model.recovered.has(one.grantId) ? 1 : 0;
          seen.deducted += one.deducted > 0 && one.writtenOff > 0 ? 1 : 0;
        }
        for (const { copyId, couponId, endsAt, extendedTo } of wallet.copies) {
          expect(Date.parse(endsAt ?? extendedTo ?? '')).toBe(model.copies.get(copyId)?.end);
          const uses = [...model.orders.values()].flatMap((order) => order.uses).filter((use) => use.copyId === copyId);
          expect(usesOf(wallet, { couponId, copyId })).toBe(uses.length);
        }
        for (const [no, { stands }] of model.orders) expect(orderIn(wallet, no)?.stands).toBe(stands);
      }
    }),
    { numRuns: 300 },
  );
  // The histories reach every kind of movement.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});

describe('credit', () => {
  test('is spent first to end first, and never more than there is', () => {
    const wallet = after(grant('late', 30, day(5)), grant('early', 20, day(1)));
    wallet.when(take('N1', 35, [], day(6))).then({
      type: 'PromotionsReserved',
      data: {
        at: day(6),
        orderNo: 'N1',
        coupons: [],
        credit: [
          { grantId: 'early', amount: 20 },
          { grantId: 'late', amount: 15 },
        ],
      },
    });
    wallet.when(take('N1', 51, [], day(6))).rejected('CREDIT_NOT_ENOUGH');
    // A year after the first grant only the second one is left.
    wallet.when(take('N1', 31, [], day(366))).rejected('CREDIT_NOT_ENOUGH');
    wallet.when(take('N1', 30, [], day(366))).thenEvents();
  });
  test('two tabs cannot spend one balance twice', () =>
    after(grant('g', 100), take('N1', 60)).when(take('N2', 60)).rejected('CREDIT_NOT_ENOUGH'));
  test('restored on the last day it can be used for seven more days, and what had expired stays expired (decisions.md 60)', () => {
    const history = [grant('g', 100), take('N1', 40, [], day(364)), redeem('N1', day(364)), back('N1', 'CANCELLED', day(366))];
    const { state } = after(...history);
    expect(books(state, 'g', day(366))).toEqual({ available: 40, reserved: 0, used: 0, expired: 60, takenBack: 0 });
    expect(books(state, 'g', day(373))).toMatchObject({ available: 0, expired: 100 });
    // Ordering and cancelling again gives no further days.
    const again = after(...history, take('N2', 40, [], day(372)), back('N2', 'CANCELLED', day(372)));
    expect(books(again.state, 'g', day(373))).toMatchObject({ available: 0, expired: 100 });
  });
  test('a checkout that fails gives no further days', () =>
    expect(books(after(grant('g', 9), take('N1', 9, [], day(364)), back('N1', 'FAILED', day(364))).state, 'g', day(365))).toMatchObject({
      expired: 9,
    }));
  test('a checkout that fails gives each part back to its own end', () => {
    const restored = [grant('g', 100), take('N1', 40, [], day(360)), redeem('N1', day(360)), back('N1', 'CANCELLED', day(360))];
    // 60 end on day 365, 40 on day 367.
    const taken = after(...restored, take('N2', 70, [], day(361)));
    expect(taken.when(back('N2', 'FAILED', day(361))).thenEvents()).toMatchObject([
      {
        data: {
          credit: [
            { amount: 60, endsAt: day(365) },
            { amount: 10, endsAt: day(367) },
          ],
        },
      },
    ]);
    const { state } = after(...restored, take('N2', 70, [], day(361)), back('N2', 'FAILED', day(361)));
    expect([364, 366, 367].map((days) => availableCredit(state.grants, day(days)))).toEqual([100, 40, 0]);
    expect(taken.when(revoke('g', 0, day(361))).thenEvents()).toMatchObject([{ data: { amount: 30, writtenOff: 70 } }]);
    expect(after(...restored, revoke('g', 0, day(361))).state.grants).toMatchObject([{ takenBack: 100, left: 0, extended: { left: 0 } }]);
  });
  test('a reward of a returned order: what is left is taken back, what was spent is deducted from the own refund (decisions.md 61)', () =>
    after(grant('g', 30), take('N1', 12), redeem('N1'))
      .when(revoke('g', 12))
      .then({
        type: 'CreditTakenBack',
        data: { at: START, grantId: 'g', outcome: 'RETURNED', amount: 18, deducted: 12, writtenOff: 0, recovered: 0 },
      }));
  test('what the own refund does not cover is written off, and taken back where it returns later', () => {
    const spent = [grant('g', 45), take('N1', 45), redeem('N1')];
    const { state } = after(...spent, revoke('g', 20));
    expect(state.grants).toMatchObject([{ deducted: 20, writtenOff: 25 }]);
    const returned = after(...spent, revoke('g', 20), back('N1', 'CANCELLED')).state;
    expect(books(returned, 'g', START)).toEqual({ available: 20, reserved: 0, used: 0, expired: 0, takenBack: 25 });
  });
  test('what an order gives back is one event, where nothing of it was written off and the order did not count', () =>
    expect(after(grant('g', 30), take('N1', 12), redeem('N1')).when(back('N1', 'CANCELLED')).thenEvents()).toEqual([
      { type: 'PromotionsRestored', data: expect.objectContaining({ credit: [{ grantId: 'g', amount: 12, endsAt: day(365) }] }) },
    ]));
  test.each([-1, 0.5])('%d is no amount of credit', (amount) =>
    after(grant('g', 9)).when(take('N1', amount)).rejected('CREDIT_NOT_ENOUGH'),
  );
  test("a referrer's spent reward is written off, and taken back where it returns later", () => {
    const { state } = after(grant('g', 30), take('N1', 12), redeem('N1'), revoke('g', 0), back('N1', 'CANCELLED'));
    expect(books(state, 'g', START)).toEqual({ available: 0, reserved: 0, used: 0, expired: 0, takenBack: 30 });
  });
  test('revoked before it was granted, it is never granted', () => {
    const scheduled = schedule(day(7));
    after(revoke('g', 0)).when(scheduled).then();
    after(scheduled, revoke('g', 0))
      .when({ type: 'GrantScheduled', at: day(8), grantId: 'g' })
      .then();
    after(scheduled)
      .when({ type: 'GrantScheduled', at: day(6), grantId: 'g' })
      .then();
    after(scheduled)
      .when({ ...scheduled, grantId: 'h', amount: 0 } as WalletCommand)
      .then();
    expect(
      after(scheduled)
        .when({ ...scheduled, grantId: 'h', amount: 1 } as WalletCommand)
        .thenEvents(),
    ).toMatchObject([{ data: { amount: 1 } }]);
    expect(
      after(scheduled)
        .when({ type: 'GrantScheduled', at: day(7), grantId: 'g' })
        .thenEvents(),
    ).toMatchObject([{ data: { amount: 5 } }]);
  });
  test('a reward of less than NT$1 is none', () => after().when(grant('g', 0)).then());
  test('scheduled credit to which nobody has a right is cancelled once it is due, at once where the invitation was void', () => {
    const scheduled = after(schedule(day(7)));
    const cancel = (days: number, outcome: 'EARLIER_ACCOUNT' | 'INVITATION_VOID', grantId = 'g') =>
      scheduled.when({ type: 'CancelScheduled', at: day(days), grantId, outcome });
    cancel(6, 'EARLIER_ACCOUNT').then();
    for (const events of [cancel(7, 'EARLIER_ACCOUNT'), cancel(6, 'INVITATION_VOID')].map((one) => one.thenEvents()))
      expect(events).toMatchObject([{ type: 'CreditCancelled', data: { grantId: 'g' } }]);
    cancel(7, 'INVITATION_VOID', 'other').then();
  });
});

describe('coupons', () => {
  test('a copy is used once, by its member alone', () => {
    const wallet = after(copy('a', '1', day(7)), take('N1', 0, [own('1', 'a')]));
    wallet.when(take('N2', 0, [own('1', 'a')])).rejected('COUPON_USED_UP');
    wallet.when(take('N2', 0, [own('1', 'other')])).rejected('COUPON_NOT_FOUND');
    wallet.when(take('N2', 0, [ask('1', { needsCopy: true })])).rejected('COUPON_NOT_FOUND');
    wallet.when(take('N2', 0, [ask('1', { copyId: 'other' })])).rejected('COUPON_NOT_FOUND');
    after(copy('a', '1', day(7)))
      .when(take('N2', 0, [own('1', 'a')], day(7)))
      .rejected('COUPON_EXPIRED');
  });
  test.each(OUTCOMES)('%s: a coupon returns unless the goods were returned, and never with a new period', (outcome) => {
    const wallet = after(copy('a', '1', day(7)), take('N1', 0, [own('1', 'a')]), redeem('N1'), back('N1', outcome, day(6)));
    const again = wallet.when(take('N2', 0, [own('1', 'a')], day(6)));
    if (outcome === 'RETURNED') again.rejected('COUPON_USED_UP');
    else again.thenEvents();
    const late = wallet.when(take('N2', 0, [own('1', 'a')], day(12)));
    if (outcome === 'SHOP_FAILED') late.thenEvents();
    else late.rejected('COUPON_EXPIRED');
  });
  test.each(OUTCOMES)(
    '%s: a coupon without a copy has seven days only where the shop or the carrier failed (decisions.md 60)',
    (outcome) => {
      const { copies } = after(take('N1', 0, [ask('3')]), redeem('N1'), back('N1', outcome, day(6))).state;
      const days = { couponId: '3', cause: { kind: 'ORDER', orderNo: 'N1' }, grantedAt: day(6), endsAt: null, extendedTo: day(13) };
      expect(copies).toEqual(outcome === 'SHOP_FAILED' ? [expect.objectContaining(days)] : []);
    },
  );
  test('a coupon that returned with a copy is used once more, and its days begin anew where the shop fails again', () => {
    const failed = [take('N1', 0, [ask('3')]), back('N1', 'SHOP_FAILED')];
    const [given] = after(...failed).state.copies;
    const { copyId } = given ?? expect.fail('no copy');
    const again = [take('N2', 0, [ask('3', { copyId })], day(6)), back('N2', 'SHOP_FAILED', day(6))];
    after(...failed, again[0] as WalletCommand)
      .when(take('N3', 0, [ask('3', { copyId })], day(6)))
      .rejected('COUPON_USED_UP');
    expect(after(...failed, ...again).state.copies).toEqual([expect.objectContaining({ copyId, endsAt: null, extendedTo: day(13) })]);
  });
  test('the days after a failure shorten no copy, and lengthen no other one', () => {
    const copies = [copy('soon', '1', day(8)), copy('late', '1', day(90))];
    const { state } = after(...copies, take('N1', 0, [own('1', 'late')]), back('N1', 'SHOP_FAILED', day(6)));
    expect(state.copies.map(({ endsAt }) => endsAt)).toEqual([day(8), day(90)]);
  });
  test('is not taken twice by one order', () =>
    after()
      .when(take('N1', 0, [ask('4', { maxUsage: 0 }), ask('4', { maxUsage: 0 })]))
      .rejected('COUPON_USED_UP'));
  test('is used up by its own uses alone, and a copy is of one coupon', () => {
    after(take('N1', 0, [ask('3')]))
      .when(take('N2', 0, [ask('7')]))
      .thenEvents();
    after(copy('a', '1', day(7)))
      .when(take('N1', 0, [own('2', 'a')]))
      .rejected('COUPON_NOT_FOUND');
  });
  test('of two tabs with the first-purchase coupon one has it, also beside an order without coupons (decisions.md 57)', () => {
    const first = [ask('6', { firstPurchase: true })];
    after(take('N1', 0, first))
      .when(take('N2', 0, first))
      .rejected('COUPON_USED_UP');
    after(take('N1', 0))
      .when(take('N2', 0, first))
      .rejected('COUPON_CONDITION');
    after()
      .when(take('N1', 0, first, START, ['G1']))
      .rejected('COUPON_CONDITION');
    after(take('N1', 0), back('N1', 'NOT_COLLECTED'))
      .when(take('N2', 0, first))
      .thenEvents();
    after(take('N1', 0), redeem('N1'), back('N1', 'RETURNED'))
      .when(take('N2', 0, first))
      .rejected('COUPON_CONDITION');
    after({ type: 'NoteOrder', at: START, orderNo: 'G1', stands: true })
      .when(take('N2', 0, first))
      .rejected('COUPON_CONDITION');
    // The carrier lost it. The price has the coupon, so the order has it too.
    after({ type: 'NoteOrder', at: START, orderNo: 'G1', stands: true }, back('G1', 'SHOP_FAILED'))
      .when(take('N2', 0, first, START, ['G1']))
      .thenEvents();
  });
  test('whose price counted the standing orders is refused after another order, and not after the end of one', () => {
    const forNew = [ask('6', { orders: 0, maxUsage: 0 })];
    after()
      .when(take('N1', 0, forNew))
      .thenEvents();
    after(take('N1', 0))
      .when(take('N2', 0, forNew))
      .rejected('COUPON_CONDITION');
    after(take('N1', 0), back('N1', 'FAILED'))
      .when(take('N2', 0, forNew))
      .thenEvents();
    after(take('N1', 0))
      .when(take('N2', 0, [ask('6', { orders: 1 })]))
      .thenEvents();
  });
  test('once a calendar year (decisions.md 64)', () => {
    const birthday = (year: number) => [ask('5', { year, maxUsage: 0 })];
    const wallet = after(take('N1', 0, birthday(2026)));
    wallet.when(take('N2', 0, birthday(2026))).rejected('COUPON_USED_UP');
    wallet.when(take('N2', 0, birthday(2027))).thenEvents();
  });
});

describe('an order', () => {
  test('that was released takes nothing any more, also where the release came first', () => {
    after(grant('g', 9), take('N1', 9), back('N1', 'FAILED')).when(take('N1', 9)).rejected('CHECKOUT_FAILED');
    after(grant('g', 9), back('N1', 'FAILED')).when(take('N1', 9)).rejected('CHECKOUT_FAILED');
    after(back('N1', 'FAILED')).when(redeem('N1')).then();
  });
  test('that is complete has what it took, also where its process asks again', () =>
    after(take('N1', 0), redeem('N1')).when(take('N1', 0)).then());
  test('gives back once, at its first final outcome (decisions.md 59)', () =>
    after(grant('g', 9), take('N1', 9), redeem('N1'), back('N1', 'NOT_COLLECTED')).when(back('N1', 'RETURNED')).then());
  test('gives coupons back and no credit where support gave that credit', () => {
    const failed: WalletCommand = { type: 'GiveBack', at: START, orderNo: 'N1', outcome: 'SHOP_FAILED', creditGiven: true };
    const { state } = after(grant('g', 9), take('N1', 9, [ask('3')]), redeem('N1'), failed);
    expect(availableCredit(state.grants, START)).toBe(0);
    expect(orderIn(state, 'N1')).toMatchObject({ stands: false, coupons: [], credit: [{ grantId: 'g', amount: 9 }] });
  });
  test('nothing is new after the account was deleted, and its open orders still end', () => {
    const wallet = after(grant('g', 9), take('N1', 9), { type: 'CloseWallet', at: START });
    wallet.when(take('N2', 0)).rejected('MEMBER_FORGOTTEN');
    wallet.when(grant('h', 9)).then();
    wallet.when(redeem('N1')).thenEvents();
  });
  test('a delivery that is reported after the order gave back earns nothing (decisions.md 59)', () => {
    const delivery: WalletCommand = { type: 'NoteDelivery', at: START, orderNo: 'N1', goodsPaid: 9, countsAt: day(7) };
    after(take('N1', 0), back('N1', 'FAILED')).when(delivery).then();
    after(take('N1', 0), redeem('N1'), back('N1', 'NOT_COLLECTED')).when(delivery).then();
  });
});

describe('credit that support gives without an order', () => {
  const giving = (number: number, amount: number, more: { by?: string; alone?: boolean; at?: string } = {}): WalletCommand => ({
    type: 'GiveMemberCredit',
    at: START,
    grantId: memberGrantId(`c${number}`),
    amount,
    reason: 'APOLOGY',
    by: 'one',
    alone: true,
    aloneMax: 300,
    ...more,
  });
  const judging = (verdict: 'approve' | 'decline', by: string, proposalId = 'P1', proposer = 'one'): WalletCommand => ({
    type: 'JudgeMemberCredit',
    at: START,
    proposalId,
    verdict,
    by,
    proposer,
  });
  const typesOf = (events: readonly WalletEvent[]) => events.map(({ type }) => type);
  test('one person gives up to the limit, counted over the grants that run; a second person approves more', () => {
    expect(typesOf(historyOf(giving(1, 200), giving(2, 100), giving(3, 1)))).toEqual(['CreditGranted', 'CreditGranted', 'CreditProposed']);
    expect(typesOf(historyOf(giving(1, 300), giving(2, 300, { at: day(365) })))).toEqual(['CreditGranted', 'CreditGranted']);
    expect(typesOf(historyOf(grant('g', 300), giving(1, 300)))).toEqual(['CreditGranted', 'CreditGranted']);
    expect(typesOf(historyOf(giving(1, 1, { alone: false })))).toEqual(['CreditProposed']);
  });
  test('what is left of it is taken back once, and no other credit', () => {
    const takeBack = (grantId: string): WalletCommand => ({ type: 'TakeMemberCreditBack', at: START, grantId });
    const grantId = memberGrantId('c1');
    const events = historyOf(grant('of-an-order', 5), giving(1, 200), take('N1', 60));
    const wallet = given(walletDecider)(...events);
    wallet.when(takeBack('of-an-order')).rejected('CREDIT_UNKNOWN');
    wallet.when(takeBack(memberGrantId('c2'))).rejected('CREDIT_UNKNOWN');
    const taken = wallet.when(takeBack(grantId)).thenEvents();
    expect(taken).toMatchObject([{ type: 'CreditTakenBack', data: { grantId, outcome: 'SUPPORT', amount: 145, deducted: 0 } }]);
    given(walletDecider)(...events, ...taken)
      .when(takeBack(grantId))
      .rejected('CREDIT_UNKNOWN');
  });
  test('is refused where the account was closed', () =>
    after({ type: 'CloseWallet', at: START }).when(giving(1, 200)).rejected('MEMBER_NOT_FOUND'));
  test.each([0, 0.5, MEMBER_CREDIT_MAX + 1])('%d is no amount', (amount) => after().when(giving(1, amount)).rejected('CREDIT_TOO_HIGH'));
  test('the largest amount waits for a second person, alone', () => {
    const proposed = after(giving(1, MEMBER_CREDIT_MAX));
    proposed.when(giving(2, 301)).rejected('PROPOSAL_OPEN');
    proposed.when(giving(2, 300)).thenEvents();
    proposed.when(judging('approve', 'one')).rejected('PROPOSAL_OWN');
    proposed.when(judging('approve', 'two', 'P2')).rejected('PROPOSAL_UNKNOWN');
    proposed.when(judging('approve', 'two', 'P1', 'other')).rejected('PROPOSAL_UNKNOWN');
    expect(proposed.when(judging('approve', 'two')).thenEvents()).toMatchObject([
      { type: 'CreditApproved', data: { proposalId: 'P1', by: 'two' } },
      { type: 'CreditGranted', data: { grantId: memberGrantId('c1'), amount: MEMBER_CREDIT_MAX } },
    ]);
    after().when(judging('approve', 'two')).rejected('PROPOSAL_UNKNOWN');
  });
  test('who proposed may decline; after a verdict the next one may be proposed, and is judged by its own number', () => {
    const events = [giving(1, 400), judging('decline', 'one'), giving(2, 500)].reduce<WalletEvent[]>((before, command) => {
      const decision = walletDecider.decide(command, foldEvents(walletDecider, before));
      return [...before, ...(decision.ok ? decision.events : [])];
    }, []);
    expect(typesOf(events)).toEqual(['CreditProposed', 'CreditDeclined', 'CreditProposed']);
    const wallet = given(walletDecider)(...events);
    expect(wallet.state.proposals).toMatchObject([
      { proposalId: 'P1', verdict: 'DECLINED' },
      { proposalId: 'P2', verdict: 'OPEN' },
    ]);
    wallet.when(giving(1, 400)).then();
    wallet.when(judging('approve', 'two')).rejected('PROPOSAL_UNKNOWN');
    const approved = wallet.when(judging('approve', 'two', 'P2')).thenEvents();
    expect(given(walletDecider)(...events, ...approved).state).toMatchObject({
      grants: [{ value: 500 }],
      proposals: [{ verdict: 'DECLINED' }, { verdict: 'APPROVED' }],
    });
  });
});

test('a wallet has something to do when credit is due and when an order may count, until its account is closed', () => {
  const scheduled = schedule(day(9));
  const delivered: WalletCommand[] = [
    take('N1', 0),
    redeem('N1'),
    { type: 'NoteDelivery', at: START, orderNo: 'N1', goodsPaid: 9, countsAt: day(7) },
  ];
  const due = (...commands: WalletCommand[]) => nextDue(after(...commands).state);
  expect(due(take('N1', 0))).toBeNull();
  expect(due(scheduled, ...delivered)).toBe(day(7));
  expect(due(scheduled, ...delivered, { type: 'CountOrder', at: day(7), orderNo: 'N1' })).toBe(day(9));
  expect(due(...delivered, back('N1', 'RETURNED'))).toBeNull();
  expect(due(...delivered, { type: 'CloseWallet', at: START })).toBeNull();
});

describe('founding membership', () => {
  const deliver = (no: string, at: string, goodsPaid = 2_000): WalletCommand[] => [
    take(no, 0, [], at),
    redeem(no, at),
    { type: 'NoteDelivery', at, orderNo: no, goodsPaid, countsAt: daysAfter(at, 7) },
  ];
  const count = (no: string, at: string): WalletCommand => ({ type: 'CountOrder', at, orderNo: no });
  test('orders count once and no longer after a return', () => {
    const two = [...deliver('N1', day(0)), ...deliver('N2', day(1)), count('N1', day(7)), count('N2', day(8))];
    expect(countedSum(after(...two).state)).toBe(4_000);
    after(...deliver('N1', day(0)))
      .when(count('N1', day(6)))
      .then();
    expect(countedSum(after(...two, back('N1', 'RETURNED', day(9))).state)).toBe(2_000);
    after(...deliver('N1', day(0)), back('N1', 'RETURNED', day(2)))
      .when(count('N1', day(7)))
      .then();
  });
  test('lapses 365 days after the last delivery and returns with a new one; a returned order does not prolong it', () => {
    const founding = [...deliver('N1', day(0)), { type: 'ReceiveNumber', at: day(8), number: 7 } as const];
    expect(isFounding(after(...founding).state, day(364))).toBe(true);
    expect(isFounding(after(...founding).state, day(365))).toBe(false);
    const later = [...founding, ...deliver('N2', day(400))];
    expect(isFounding(after(...later).state, day(401))).toBe(true);
    expect(isFounding(after(...later).state, day(399)), 'an order before the new delivery').toBe(false);
    expect(after(...later).state.founding?.number).toBe(7);
    // Orders from before the number earn nothing by it.
    expect(isFounding(after(...founding).state, day(7))).toBe(false);
    expect(isFounding(after(...later, back('N2', 'RETURNED', day(402))).state, day(403))).toBe(false);
  });
  test('only the first delivered order is the first one', () =>
    expect(
      historyOf(...deliver('N1', day(0)), ...deliver('N2', day(1))).flatMap((event) =>
        event.type === 'DeliveryNoted' ? event.data.first : [],
      ),
    ).toEqual([true, false]));
  test('where the carrier took the first delivery back, the earliest other one is the first (decisions.md 62)', () => {
    const three = [...deliver('N1', day(0)), ...deliver('N3', day(3)), ...deliver('N2', day(1))];
    const noted = (ended: WalletCommand, ...more: WalletCommand[]) =>
      after(...three, ...more)
        .when(ended)
        .thenEvents()
        .flatMap((event) => (event.type === 'DeliveryNoted' ? [[event.data.orderNo, event.data.first]] : []));
    expect(noted(back('N1', 'NOT_COLLECTED', day(4)))).toEqual([['N2', true]]);
    expect(noted(back('N1', 'NOT_COLLECTED', day(4)), back('N2', 'NOT_COLLECTED', day(4)))).toEqual([['N3', true]]);
    expect(noted(back('N1', 'RETURNED', day(4))), 'it was delivered').toEqual([]);
    expect(noted(back('N2', 'NOT_COLLECTED', day(4))), 'it was not the first').toEqual([]);
    expect(noted(back('N1', 'NOT_COLLECTED', day(4)), { type: 'CloseWallet', at: day(4) })).toEqual([]);
  });
  test('a delivery that the carrier took back was not the first one', () => {
    const first = (...before: WalletCommand[]) =>
      historyOf(...before, ...deliver('N2', day(3))).flatMap((event) => (event.type === 'DeliveryNoted' ? event.data.first : []));
    expect(first(...deliver('N1', day(0)), back('N1', 'NOT_COLLECTED', day(2)))).toEqual([true, true]);
    expect(first(...deliver('N1', day(0)), back('N1', 'RETURNED', day(2)))).toEqual([true, false]);
  });
});
