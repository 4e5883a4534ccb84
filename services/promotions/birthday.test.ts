import { historyOf } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthdayGiftYear } from './engine/birthday.ts';
import { couponState } from './engine/coupon-state.ts';
import { startOfMonth, yearOf } from './engine/taipei.ts';
import { birthdayCommands } from './rewards.decide.ts';
import { copyFacts, takesOf } from './takes.ts';
import { coupon, facts, items, member } from './testing/fixtures.ts';
import { birthdayGrant, birthdayYears } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';

/**
 * The invariant (decisions.md 64): at most one birthday gift for each member and calendar year, whatever the member, support
 * and time do: the credit of an ordinary member, or the coupon of a founding member. At most one credit is scheduled.
 */

const walletOf = () => historyOf(walletDecider);
type Kept = ReturnType<typeof walletOf>;

const iso = (at: number): string => new Date(at).toISOString();
const plan = (kept: Kept, month: number, setAt: number, at: number) => {
  for (const command of birthdayCommands({ month, setAt }, kept.state(), iso(at))) kept.send(command);
};
const credits = ({ events }: Kept) => events.flatMap((event) => (event.type === 'CreditGranted' ? [event.data] : []));
const dueOf = (kept: Kept) => kept.state().scheduled.map(({ dueAt, grantId }) => [grantId, dueAt]);
const order = (kept: Kept, orderNo: string, at: number) =>
  kept.send({
    type: 'Reserve',
    at: iso(at),
    orderNo,
    coupons: [{ couponId: '5', copyId: null, needsCopy: false, maxUsage: 0, firstPurchase: false, year: yearOf(at) }],
    credit: 0,
  });

const JANUARY = startOfMonth(2026, 1);
const day = (month: number, dayOfMonth: number, year = 2026): number => startOfMonth(year, month) + (dayOfMonth - 1) * 86_400_000;

describe('support corrects a birthday', () => {
  test('from December to November: the credit moves, and nothing stays scheduled beside it', () => {
    const kept = walletOf();
    plan(kept, 12, JANUARY, day(3, 1));
    plan(kept, 11, JANUARY, day(10, 5));
    expect(dueOf(kept)).toEqual([['birthday/2026', iso(startOfMonth(2026, 11))]]);
    // A repeat of the same correction.
    const before = kept.events.length;
    plan(kept, 11, JANUARY, day(10, 5));
    expect(kept.events).toHaveLength(before);
    const given = kept.send({ type: 'GrantScheduled', at: iso(day(11, 1)), grantId: 'birthday/2026' });
    expect(
      given.map(({ type }) => type),
      'in one append',
    ).toEqual(['CreditGranted', 'CreditScheduled']);
    expect(dueOf(kept)).toEqual([['birthday/2027', iso(startOfMonth(2027, 11))]]);
    plan(kept, 11, JANUARY, day(11, 1));
    expect(kept.events.at(-1), 'nothing is left to plan').toMatchObject({ type: 'CreditScheduled' });
  });

  test('from May, whose gift of next year is scheduled, to December: this year, and May of next year no more', () => {
    const kept = walletOf();
    plan(kept, 5, JANUARY, day(6, 1));
    expect(dueOf(kept)).toEqual([['birthday/2027', iso(startOfMonth(2027, 5))]]);
    plan(kept, 12, JANUARY, day(10, 5));
    expect(dueOf(kept)).toEqual([['birthday/2026', iso(startOfMonth(2026, 12))]]);
    // And back: the month of this year is over.
    plan(kept, 5, JANUARY, day(10, 6));
    expect(dueOf(kept)).toEqual([['birthday/2027', iso(startOfMonth(2027, 5))]]);
  });

  test('and what a friend’s order brings stays scheduled', () => {
    const kept = walletOf();
    const cause = { kind: 'ORDER', orderNo: 'F' } as const;
    const dueAt = iso(startOfMonth(2026, 11));
    kept.send({ type: 'ScheduleCredit', at: iso(JANUARY), grantId: 'referral/F', kind: 'REFERRAL', amount: 30, dueAt, cause });
    for (const month of [11, 12]) {
      plan(kept, month, JANUARY, day(10, 1));
      expect(dueOf(kept)).toEqual([
        ['referral/F', dueAt],
        ['birthday/2026', iso(startOfMonth(2026, month))],
      ]);
    }
  });

  test('to no gift that is decided: two processes plan one, and that of a year with a gift is refused', () => {
    const kept = walletOf();
    const [first] = birthdayCommands({ month: 5, setAt: JANUARY }, kept.state(), iso(day(3, 1)));
    const command = first ?? expect.fail('nothing is planned');
    expect([kept.send(command), kept.send(command)]).toEqual([[expect.anything()], []]);
    kept.send({ type: 'GrantScheduled', at: iso(day(5, 1)), grantId: 'birthday/2026' });
    expect(kept.send(command)).toEqual([]);
    const founding = walletOf();
    order(founding, 'A', day(5, 1));
    expect(founding.send(command)).toEqual([]);
    const earlier = walletOf();
    earlier.send(command);
    for (const year of [2026, 2027])
      earlier.send({ type: 'CancelScheduled', at: iso(day(5, 1, year)), grantId: birthdayGrant(year), outcome: 'EARLIER_ACCOUNT' });
    expect(earlier.send(command)).toEqual([]);
  });

  test('after the gift of the year: the next one is that of the next year', () => {
    const kept = walletOf();
    plan(kept, 5, JANUARY, day(3, 1));
    kept.send({ type: 'GrantScheduled', at: iso(day(5, 1)), grantId: 'birthday/2026' });
    plan(kept, 5, JANUARY, day(5, 1));
    plan(kept, 12, JANUARY, day(10, 5));
    expect(dueOf(kept)).toEqual([['birthday/2027', iso(startOfMonth(2027, 12))]]);
    expect(credits(kept)).toHaveLength(1);
  });

  test('what is due for the right month stays due after the month, so a shop that was down owes it still', () => {
    const kept = walletOf();
    plan(kept, 12, JANUARY, day(3, 1));
    plan(kept, 12, JANUARY, day(1, 3, 2027));
    expect(dueOf(kept)).toEqual([['birthday/2026', iso(startOfMonth(2026, 12))]]);
  });

  test.each([
    ['a month late', day(1, 3, 2027), startOfMonth(2027, 12)],
    ['in the month of the next one', day(12, 3, 2027), startOfMonth(2027, 12)],
    ['more than a year late', day(1, 3, 2028), startOfMonth(2028, 12)],
  ])('granted %s, the next one is the first birthday whose month is not over', (_, at, due) => {
    const kept = walletOf();
    plan(kept, 12, JANUARY, day(3, 1));
    kept.send({ type: 'GrantScheduled', at: iso(at), grantId: 'birthday/2026' });
    expect(dueOf(kept).map(([, dueAt]) => dueAt)).toEqual([iso(due)]);
  });
});

describe('a process that looked for what is due before the correction', () => {
  test.each([
    ['grants', { type: 'GrantScheduled' }],
    ['cancels', { type: 'CancelScheduled', outcome: 'FOUNDING' }],
  ] as const)('%s nothing after it', (_, command) => {
    const kept = walletOf();
    plan(kept, 5, JANUARY, day(3, 1));
    plan(kept, 12, JANUARY, day(5, 2));
    expect(kept.send({ ...command, at: iso(day(5, 2)), grantId: 'birthday/2026' })).toEqual([]);
    expect(dueOf(kept)).toEqual([['birthday/2026', iso(startOfMonth(2026, 12))]]);
  });
});

describe('a gift of the other kind', () => {
  test('credit in May: the coupon of a founding member is used up for this year', () => {
    const kept = walletOf();
    plan(kept, 5, JANUARY, day(3, 1));
    kept.send({ type: 'GrantScheduled', at: iso(day(5, 1)), grantId: 'birthday/2026' });
    expect(order(kept, 'A', day(5, 20))).toEqual([]);
    expect(order(kept, 'B', day(5, 1, 2027))).toMatchObject([{ type: 'PromotionsReserved' }]);
  });

  test('the coupon first: the scheduled credit is cancelled when it is due', () => {
    const kept = walletOf();
    plan(kept, 5, JANUARY, day(3, 1));
    order(kept, 'A', day(5, 1));
    expect(kept.send({ type: 'GrantScheduled', at: iso(day(5, 2)), grantId: 'birthday/2026' })).toMatchObject([
      { type: 'CreditCancelled', data: { outcome: 'FOUNDING' } },
      { type: 'CreditScheduled', data: { grantId: 'birthday/2027' } },
    ]);
    plan(kept, 12, JANUARY, day(10, 5));
    expect(dueOf(kept)).toEqual([['birthday/2027', iso(startOfMonth(2027, 12))]]);
  });
});

test('in any history of three years: one gift for each year, and one scheduled credit', () => {
  const steps = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 120 }) }),
    fc.record({ kind: fc.constant('correct' as const), month: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constantFrom('tell' as const, 'due' as const, 'coupon' as const, 'cancel' as const) }),
  );
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (history) => {
      const kept = walletOf();
      let [now, month, setAt] = [JANUARY, 0, 0];
      const orders: string[] = [];
      for (const [index, step] of history.entries()) {
        if (step.kind === 'wait') now += step.days * 86_400_000;
        if (step.kind === 'correct') [month, setAt] = [step.month, setAt || now];
        if (step.kind === 'tell' && month > 0) plan(kept, month, setAt, now);
        if (step.kind === 'due')
          for (const { grantId } of kept.state().scheduled) kept.send({ type: 'GrantScheduled', at: iso(now), grantId });
        if (step.kind === 'coupon' && order(kept, `O${index}`, now).length > 0) orders.push(`O${index}`);
        if (step.kind === 'cancel') kept.send({ type: 'GiveBack', at: iso(now), orderNo: orders.pop() ?? 'none', outcome: 'CANCELLED' });
        const used = kept.state().orders.flatMap(({ coupons }) => coupons.map(({ year }) => birthdayGrant(year ?? 0)));
        const given = [...used, ...credits(kept).map(({ grantId }) => grantId)];
        expect(new Set(given).size).toBe(given.length);
        expect(kept.state().scheduled.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 300 },
  );
});

describe('the set of an order that the carrier lost, at the end of the month of the birthday', () => {
  const set = coupon({
    coupon_id: 5,
    coupon_uid: 'original_birthday',
    coupon_type: 'GIVEAWAY',
    coupon_scope: 'SYSTEM',
    coupon_items: items('g1'),
  });
  const giveBack = (kept: Kept, orderNo: string, at: number) =>
    kept.send({ type: 'GiveBack', at: iso(at), orderNo, outcome: 'SHOP_FAILED' });
  /** What a founding member who was born in December has at an instant. */
  const seen = (kept: Kept, at: number, lastOrderAt: number | null = null) => {
    const wallet = kept.state();
    const born = { month: 12, setAt: JANUARY };
    const one = member({ group: 'ORIGINAL', birthday: born, copies: copyFacts(wallet), birthdayYears: birthdayYears(wallet), lastOrderAt });
    const basis = { ...facts({ coupons: [set], member: one, at }), lines: [], delivery: 'HOME' as const, isOrder: true };
    return { year: birthdayGiftYear(basis), isUsedUp: couponState(set, basis).state === 502 };
  };
  /** An order that takes what `takesOf` names. */
  const take = (kept: Kept, orderNo: string, at: number) => {
    const coupons = takesOf([set], kept.state(), iso(at)).map(({ counted: _, oncePerPerson: __, ...one }) => one);
    return kept.send({ type: 'Reserve', at: iso(at), orderNo, coupons, credit: 0 });
  };
  const lost = (): Kept => {
    const kept = walletOf();
    take(kept, 'A', day(12, 20));
    giveBack(kept, 'A', day(12, 30));
    return kept;
  };
  const newYear = day(1, 3, 2027);

  test('can be had for seven days, in the next month and after another order too', () => {
    const kept = lost();
    expect([day(12, 31), newYear, day(1, 6, 2027) - 1].map((at) => seen(kept, at).year)).toEqual([2026, 2026, 2026]);
    expect(seen(kept, newYear, day(1, 2, 2027)).year).toBe(2026);
    expect(seen(kept, day(1, 6, 2027)).year).toBeUndefined();
  });

  test('can be had beside another coupon that was given back as well', () => {
    const kept = walletOf();
    const other = { couponId: '9', copyId: null, needsCopy: false, maxUsage: 0, firstPurchase: false };
    kept.send({ type: 'Reserve', at: iso(day(12, 19)), orderNo: 'O', coupons: [other], credit: 0 });
    giveBack(kept, 'O', day(12, 29));
    take(kept, 'A', day(12, 20));
    giveBack(kept, 'A', day(12, 30));
    expect(seen(kept, newYear).year).toBe(2026);
  });

  test('is the gift of its own year: it comes once, and the next December has its own', () => {
    const kept = lost();
    expect(take(kept, 'B', newYear)).toMatchObject([{ data: { coupons: [{ year: 2026 }] } }]);
    expect(seen(kept, newYear)).toEqual({ year: undefined, isUsedUp: false });
    expect(seen(kept, day(12, 3, 2027))).toEqual({ year: 2027, isUsedUp: false });
    const another = lost();
    take(another, 'B', newYear);
    order(another, 'C', day(12, 31));
    expect(birthdayYears(another.state())).toEqual([2026]);
  });

  test('and of the year in which its order was lost, where the set of an earlier year was lost before', () => {
    const kept = lost();
    take(kept, 'B', day(12, 20, 2027));
    giveBack(kept, 'B', day(12, 30, 2027));
    expect(seen(kept, day(1, 3, 2028)).year).toBe(2027);
  });
});
