import { memberDecider, memberStream } from '@nordhaut/accounts';
import type { OrderCommand } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import { checkChains, testContext } from '@nordhaut/platform/envelope/testing';
import { describe, expect, test } from 'vitest';
import type { CouponDefinition } from './coupon-definition.ts';
import { booksOf, daysAfter } from './credit.ts';
import { birthdayCommands, foundingReward, referralReward } from './rewards.decide.ts';
import { walletStream } from './stream.ts';
import { type Pair, type Placed, type Process, rewardFixture, START } from './testing/reward-fixture.ts';
import { birthdayYears, emptyWallet, orderIn } from './wallet.ts';
import { walletDecider, type WalletCommand } from './wallet.decide.ts';
import { copyOf } from './welcome.ts';

const fixture = rewardFixture();
const { another, processOn, mortal, friends, order, tell, walletOf, balance, returned, deliveredFor } = fixture;

test('amounts are rounded down', () => {
  expect([referralReward(99), referralReward(33), referralReward(1_033)]).toEqual([2, 0, 30]);
  expect([foundingReward(66), foundingReward(67), foundingReward(1_999)]).toEqual([0, 1, 29]);
});

describe('the referral (decisions.md 22, 62)', () => {
  test('3 % of the goods paid, seen beforehand, granted after the return window, once', async () => {
    fixture.now = START;
    const { referrer, friend } = await friends();
    await deliveredFor(friend, 1_500, { discounts: [{ couponId: '1', name: '', amount: 100 }], credit: 200, shippingFee: 120 });
    expect((await walletOf(referrer)).scheduled).toMatchObject([{ kind: 'REFERRAL', amount: 36 }]);
    expect(await balance(referrer)).toBe(0);
    // A second delivered order earns nothing.
    await deliveredFor(friend, 9_000);
    expect((await walletOf(referrer)).scheduled).toHaveLength(1);
    fixture.now = daysAfter(START, 7);
    await another().rewards.due(referrer);
    expect(await balance(referrer)).toBe(0);
    fixture.now = daysAfter(START, 8);
    await Promise.all([another(), another(), another()].map(({ rewards }) => rewards.due(referrer)));
    expect(await balance(referrer)).toBe(36);
    expect(await walletOf(referrer)).toMatchObject({
      scheduled: [],
      grants: [{ cause: { kind: 'ORDER' }, endsAt: daysAfter(fixture.now, 365) }],
    });
  });

  describe('is earned with the next order where the carrier took the first delivery back and nobody collected the parcel', () => {
    const report = (placed: Placed, code: string, minutes: number) => {
      const at = new Date(Date.parse(START) + minutes * 60_000).toISOString();
      const parcel = { tradeNo: `${placed.orderNo}S1`, logisticsId: `L${placed.orderNo}`, subtype: 'TCAT', source: 'callback' } as const;
      return placed.send({ type: 'ReportParcelStatus', at, ...parcel, code, carrierAt: at });
    };

    // Both orders go to the friend's own number, as orders do.
    test.each(['after it', 'between both reports'])('and the next order is delivered %s', async (when) => {
      fixture.now = START;
      const { referrer, friend } = await friends();
      const placed = await deliveredFor(friend, 900, { phoneKey: friend });
      await report(placed, '3016', 1);
      await tell(another(), placed);
      const next = () => deliveredFor(friend, 2_000, { phoneKey: friend });
      if (when !== 'after it') await next();
      await report(placed, '5004', 2);
      const events = placed.events();
      await another().rewards.order(placed.orderNo, events[0] as (typeof events)[0]);
      if (when === 'after it') await next();
      const { orderNo } = placed;
      expect((await walletOf(referrer)).scheduled).toMatchObject([{ amount: 60, cause: { orderNo: expect.not.stringMatching(orderNo) } }]);
      // A repeat of the event changes nothing, and the reward is granted once.
      await another().rewards.order(placed.orderNo, events[0] as (typeof events)[0]);
      fixture.now = daysAfter(START, 9);
      await another().rewards.due(referrer);
      expect(await balance(referrer)).toBe(60);
    });
  });

  test('a code that was bound after the order earns nothing with it (decisions.md 63)', async () => {
    fixture.now = daysAfter(START, -1);
    const { referrer, friend } = await friends();
    await deliveredFor(friend, 1_000);
    expect((await walletOf(referrer)).scheduled).toEqual([]);
    fixture.now = START;
  });

  test('waits while a return is open, and is cancelled by it', async () => {
    fixture.now = START;
    const { referrer, friend } = await friends();
    const placed = await deliveredFor(friend, 1_000);
    await placed.send({ type: 'RequestReturn', at: fixture.now, reason: 'NOT_STATED', comment: '不適合', sender: null, bankAccount: null });
    fixture.now = daysAfter(START, 20);
    await another().rewards.due(referrer);
    expect(await balance(referrer)).toBe(0);
    await placed.send({ type: 'ApproveReturn', at: fixture.now });
    await placed.send({ type: 'ReceiveReturn', at: fixture.now, reason: 'COMPLETE' });
    await tell(another(), placed);
    expect(await walletOf(referrer)).toMatchObject({ scheduled: [], grants: [] });
    await another().rewards.due(referrer);
    expect(await balance(referrer)).toBe(0);
  });

  test('granted and then returned by goodwill: what is left is taken back, what was spent is written off', async () => {
    fixture.now = START;
    const { referrer, friend } = await friends();
    const placed = await deliveredFor(friend, 1_000);
    fixture.now = daysAfter(START, 8);
    await another().rewards.due(referrer);
    const context = testContext();
    const spend = { type: 'Reserve', at: fixture.now, orderNo: 'SPENT', coupons: [], credit: 20 } as const;
    await another().commands.handle(walletStream(referrer), walletDecider, spend, context);
    await returned(placed);
    await tell(another(), placed);
    const [grant] = (await walletOf(referrer)).grants;
    expect(grant && booksOf(grant, fixture.now)).toEqual({ available: 0, reserved: 20, used: 0, expired: 0, takenBack: 10 });
    expect(grant?.writtenOff).toBe(20);
  });
});

describe('one person (decisions.md 63)', () => {
  const scheduledFor = async (memberId: string) => (await walletOf(memberId)).scheduled.map(({ amount }) => amount);
  const changed = (memberId: string, phoneKey: string) =>
    another().commands.handle(
      memberStream(memberId),
      memberDecider,
      { type: 'ChangeProfile', at: START, subject: `member:${memberId}`, changes: { phone: `+8869${++fixture.count}` }, phoneKey },
      testContext(),
    );

  test("earns nothing for oneself: an order to the referrer's phone number, whatever the profile says", async () => {
    fixture.now = START;
    const { referrer, friend } = await friends();
    await deliveredFor(friend, 1_000, { phoneKey: referrer });
    expect(await scheduledFor(referrer)).toEqual([]);

    const second = await friends();
    await order(second.referrer, 500, { phoneKey: 'shared' });
    await deliveredFor(second.friend, 1_000, { phoneKey: 'shared' });
    expect(await scheduledFor(second.referrer)).toEqual([]);

    // A number that was changed away before and after the binding still counts.
    const third = await friends();
    await changed(third.referrer, 'new of the referrer');
    await changed(third.friend, third.referrer);
    await changed(third.friend, 'new of the friend');
    await deliveredFor(third.friend, 1_000, { phoneKey: 'new of the friend' });
    expect(await scheduledFor(third.referrer)).toEqual([]);
  });

  test.each([
    ['the referrer orders to the same phone number', (pair: Pair) => order(pair.referrer, 500, { phoneKey: pair.friend })],
    [
      "a guest's order from before the binding is adopted",
      ({ friend }: Pair) => {
        const earlier = { placedAt: daysAfter(START, -1), isPurchase: true, phoneKey: undefined };
        fixture.traces.set(friend, [...(fixture.traces.get(friend) ?? []), earlier]);
        return Promise.resolve();
      },
    ],
  ])('scheduled, and cancelled when %s within the seven days', async (_, meanwhile) => {
    fixture.now = START;
    const pair = await friends();
    await deliveredFor(pair.friend, 1_000);
    expect(await scheduledFor(pair.referrer)).toEqual([30]);
    await meanwhile(pair);
    fixture.now = daysAfter(START, 8);
    fixture.isCurrent = false;
    // It waits for the read model of the orders.
    await another().rewards.due(pair.referrer);
    expect(await scheduledFor(pair.referrer)).toEqual([30]);
    fixture.isCurrent = true;
    await Promise.all([another(), another()].map(({ rewards }) => rewards.due(pair.referrer)));
    expect(await walletOf(pair.referrer)).toMatchObject({ scheduled: [], grants: [] });
    fixture.now = START;
  });

  test('is paid for once: another account with the same phone number earns nothing more, also at the same time', async () => {
    fixture.now = START;
    const pairs = [await friends(), await friends(), await friends()];
    await Promise.all(pairs.map(({ friend }) => deliveredFor(friend, 1_000, { phoneKey: 'one' })));
    const paid = await Promise.all(pairs.map(({ referrer }) => scheduledFor(referrer)));
    expect(paid.flat()).toEqual([30]);
    // A return does not free the person for another referral.
    const again = await friends();
    await deliveredFor(again.friend, 1_000, { phoneKey: 'one' });
    expect(await scheduledFor(again.referrer)).toEqual([]);
    // A friend whose profile has the number earns nothing either, also where another number receives the order.
    const typed = await friends();
    await changed(typed.friend, 'one');
    await deliveredFor(typed.friend, 1_000, { phoneKey: 'another one' });
    expect(await scheduledFor(typed.referrer)).toEqual([]);
  });

  test('is not paid in the place of somebody whose phone number the friend only typed into the profile', async () => {
    fixture.now = START;
    const poisons = await friends();
    for (const victim of ['first victim', 'second victim']) await changed(poisons.friend, victim);
    await deliveredFor(poisons.friend, 1_000, { phoneKey: 'own of the friend' });
    for (const victim of ['first victim', 'second victim']) {
      const { referrer, friend } = await friends();
      await deliveredFor(friend, 1_000, { phoneKey: victim });
      expect(await scheduledFor(referrer)).toEqual([30]);
    }
  });
});

describe('shopping credit that support gives for an order', () => {
  const grant = (amount: number): OrderCommand => ({ type: 'GrantGoodwillCredit', at: fixture.now, amount, note: '運送延誤' });
  const back = (creditId: string): OrderCommand => ({ type: 'RevokeGoodwillCredit', at: fixture.now, creditId, note: '誤發' });

  test('is in the wallet once, also when its event is read again, by several processes and late', async () => {
    fixture.now = START;
    const { friend: member } = await friends();
    const placed = await order(member, 1_000);
    await placed.send(grant(80));
    await placed.send(grant(20));
    const events = placed.events();
    await Promise.all(
      [another(), another()].map(async ({ rewards }) => {
        for (const because of [...events, ...events]) await rewards.order(placed.orderNo, because);
      }),
    );
    expect(await balance(member)).toBe(100);
    expect((await walletOf(member)).grants).toMatchObject([
      { grantId: `support/${placed.orderNo}/C1`, kind: 'SUPPORT', value: 80, endsAt: daysAfter(fixture.now, 365) },
      { grantId: `support/${placed.orderNo}/C2`, value: 20 },
    ]);
    await placed.send(back('C1'));
    await tell(another(), placed);
    for (const because of events) await another().rewards.order(placed.orderNo, because);
    expect(await balance(member)).toBe(20);
  });

  test('that was taken back before the wallet knew of it is never granted', async () => {
    fixture.now = START;
    const { friend: member } = await friends();
    const placed = await order(member, 1_000);
    await placed.send(grant(80));
    await placed.send(back('C1'));
    await tell(another(), placed);
    expect(await walletOf(member)).toMatchObject({ grants: [], cancelled: [`support/${placed.orderNo}/C1`] });
  });

  test('taken back leaves what was spent, and takes it when the order that spent it gives it back', async () => {
    fixture.now = START;
    const { friend: member } = await friends();
    const placed = await order(member, 1_000);
    await placed.send(grant(80));
    await tell(another(), placed);
    const send = (command: WalletCommand) => another().commands.handle(walletStream(member), walletDecider, command, testContext());
    await send({ type: 'Reserve', at: fixture.now, orderNo: 'SPENDS', coupons: [], credit: 50 });
    await placed.send(back('C1'));
    await tell(another(), placed);
    expect(await balance(member)).toBe(0);
    await send({ type: 'GiveBack', at: fixture.now, orderNo: 'SPENDS', outcome: 'FAILED' });
    expect(await balance(member)).toBe(0);
    expect((await walletOf(member)).grants).toMatchObject([{ left: 0, takenBack: 80, writtenOff: 0 }]);
  });

  test('is refused for a guest, and above what the order was worth', async () => {
    fixture.now = START;
    await expect((await order(null, 500)).send(grant(1))).rejects.toThrow('CREDIT_WITHOUT_MEMBER');
    const placed = await order((await friends()).friend, 500);
    await placed.send(grant(300));
    await expect(placed.send(grant(201))).rejects.toThrow('CREDIT_TOO_HIGH');
  });
});

describe('founding membership (decisions.md 24, 66)', () => {
  test('a number after 3,000 of counted orders, then 1.5 % of each delivered order, taken back with its return', async () => {
    fixture.now = START;
    const { friend: member } = await friends();
    await deliveredFor(member, 2_000);
    const second = await deliveredFor(member, 1_000);
    expect(await balance(member)).toBe(0);
    fixture.now = daysAfter(START, 8);
    await another().rewards.due(member);
    const because = { eventId: second.orderNo, correlationId: second.orderNo };
    await Promise.all([another(), another()].map(({ rewards }) => rewards.giveNumber(member, because)));
    expect((await walletOf(member)).founding).not.toBeNull();
    fixture.now = daysAfter(START, 9);
    const third = await deliveredFor(member, 1_999);
    expect(await balance(member)).toBe(29);
    await returned(third);
    await tell(another(), third);
    expect(await balance(member)).toBe(0);
  });

  test('a return before the window ends leaves the sum below it, so it burns no number', async () => {
    fixture.now = START;
    const { friend: member } = await friends();
    const placed = await deliveredFor(member, 5_000);
    await returned(placed);
    await tell(another(), placed);
    fixture.now = daysAfter(START, 9);
    await another().rewards.due(member);
    await another().rewards.giveNumber(member, { eventId: placed.orderNo, correlationId: placed.orderNo });
    expect((await walletOf(member)).founding).toBeNull();
  });
});

test('the 1.5 % of an order is taken back with its return, also where the order that made a founding member came back before', async () => {
  fixture.now = START;
  const { friend: member } = await friends();
  const first = await deliveredFor(member, 3_000);
  fixture.now = daysAfter(START, 8);
  await another().rewards.due(member);
  await another().rewards.giveNumber(member, { eventId: first.orderNo, correlationId: first.orderNo });
  fixture.now = daysAfter(START, 9);
  const second = await order(member, 1_999);
  await second.ship();
  fixture.now = daysAfter(START, 10);
  await second.deliver();
  await tell(another(), second);
  expect(await balance(member)).toBe(29);
  for (const placed of [first, second]) {
    await returned(placed);
    await tell(another(), placed);
  }
  expect(await balance(member)).toBe(0);
});

describe('the birthday credit of an ordinary member (decisions.md 64)', () => {
  const dueAt = (month: number, setAt: string, at: string) =>
    birthdayCommands({ month, setAt: Date.parse(setAt) }, emptyWallet, at).map((command) => 'dueAt' in command && command.dueAt);
  test.each([
    ['a month that comes', 12, '2026-03-01T00:00:00Z', '2026-11-30T15:59:59.999Z', '2026-11-30T16:00:00.000Z'],
    ['the month that runs', 11, '2026-03-01T00:00:00Z', '2026-11-30T15:59:59.999Z', '2026-10-31T16:00:00.000Z'],
    ['a month that is over', 11, '2026-03-01T00:00:00Z', '2026-11-30T16:00:00.000Z', '2027-10-31T16:00:00.000Z'],
    ['set in its own month', 11, '2026-10-31T16:00:00.000Z', '2026-11-05T00:00:00Z', '2027-10-31T16:00:00.000Z'],
    ['set in its own month of an earlier year', 11, '2025-11-10T00:00:00Z', '2026-11-05T00:00:00Z', '2026-10-31T16:00:00.000Z'],
  ])('%s', (_, month, setAt, at, due) => {
    expect(dueAt(month, setAt, at)).toEqual([due]);
  });

  test('is seen beforehand, granted once a year however often it is asked for, and a founding member has none', async () => {
    const { referrer: memberId } = await friends();
    const born = (birthday: string) =>
      another().commands.handle(
        memberStream(memberId),
        memberDecider,
        { type: 'ChangeProfile', at: START, subject: `member:${memberId}`, changes: { birthday }, phoneKey: null },
        testContext(),
      );
    expect(await born('1990-12-24')).toMatchObject({ ok: true });
    const because = { eventId: 'e1', correlationId: 'c1' };
    await Promise.all([another().rewards.birthday(memberId, because), another().rewards.birthday(memberId, because)]);
    expect((await walletOf(memberId)).scheduled).toMatchObject([{ kind: 'BIRTHDAY', amount: 50, dueAt: '2026-11-30T16:00:00.000Z' }]);
    await another().rewards.due(memberId);
    expect(await balance(memberId)).toBe(0);

    fixture.now = '2026-12-05T00:00:00.000Z';
    await Promise.all([another().rewards.due(memberId), another().rewards.due(memberId)]);
    await another().rewards.due(memberId);
    expect(await balance(memberId)).toBe(50);
    expect((await walletOf(memberId)).scheduled).toMatchObject([{ dueAt: '2027-11-30T16:00:00.000Z', cause: { year: 2027 } }]);

    await another().commands.handle(
      walletStream(memberId),
      walletDecider,
      { type: 'ReceiveNumber', at: fixture.now, number: 7 },
      testContext(),
    );
    fixture.now = '2027-12-05T00:00:00.000Z';
    await deliveredFor(memberId, 3_000);
    await another().rewards.due(memberId);
    const { grants, cancelled, scheduled } = await walletOf(memberId);
    expect(grants.filter(({ kind }) => kind === 'BIRTHDAY')).toHaveLength(1);
    expect(cancelled).toEqual(['birthday/2027']);
    expect(scheduled).toMatchObject([{ cause: { year: 2028 } }]);
    fixture.now = START;
  });
});

describe('an account that is registered after another one of the same person was closed (decisions.md 64)', () => {
  const born = (memberId: string, birthday: string) =>
    another().commands.handle(
      memberStream(memberId),
      memberDecider,
      { type: 'ChangeProfile', at: fixture.now, subject: `member:${memberId}`, changes: { birthday }, phoneKey: null },
      testContext(),
    );
  const wallet = (memberId: string, command: WalletCommand) =>
    another().commands.handle(walletStream(memberId), walletDecider, command, testContext());
  const because = () => ({ eventId: `closed${++fixture.count}`, correlationId: 'c1' });
  const due = async (memberId: string) => {
    await another().rewards.birthday(memberId, because());
    await another().rewards.due(memberId);
  };

  test.each([
    ['who spent the credit has no second gift of the year, as credit or as the set', true],
    ['who never spent it lost nothing', false],
  ])('%s', async (_, isSpent) => {
    const phoneKey = `phone${++fixture.count}`;
    const [{ referrer: first }, { referrer: second }, { referrer: stranger }] = [await friends(), await friends(), await friends()];
    fixture.now = '2026-12-05T00:00:00.000Z';
    await born(first, '1990-12-24');
    // Set in another year than this one, so that the own month counts.
    fixture.now = '2027-12-05T00:00:00.000Z';
    await due(first);
    expect(await balance(first)).toBe(50);
    const bought = await order(first, 1_000, { phoneKey });
    const reserve = {
      type: 'Reserve',
      at: fixture.now,
      orderNo: bought.orderNo,
      coupons: [],
      credit: isSpent ? 50 : 0,
    } as const;
    expect(await wallet(first, reserve)).toMatchObject({ ok: true });
    await wallet(first, { type: 'Redeem', at: fixture.now, orderNo: bought.orderNo });
    const closed = because();
    await Promise.all([another().rewards.close(first, closed), another().rewards.close(first, closed)]);

    // The order that joins the two accounts has the same recipient.
    await order(second, 500, { phoneKey });
    for (const memberId of [second, stranger]) {
      fixture.now = '2027-11-05T00:00:00.000Z';
      await born(memberId, '1990-12-24');
      fixture.now = '2027-12-06T00:00:00.000Z';
      await due(memberId);
    }
    expect(await balance(stranger)).toBe(50);
    expect(await balance(second)).toBe(isSpent ? 0 : 50);
    const { scheduled } = await walletOf(second);
    await another().rewards.birthday(second, because());
    expect(birthdayYears(await walletOf(second))).toEqual([2027]);
    expect(scheduled).toMatchObject([{ cause: { year: 2028 } }]);
    fixture.now = START;
  });
});

describe('a birthday that support corrects (decisions.md 64)', () => {
  const change = (memberId: string, birthday: string, bySupport: boolean) =>
    another().commands.handle(
      memberStream(memberId),
      memberDecider,
      {
        type: 'ChangeProfile',
        at: fixture.now,
        subject: `member:${memberId}`,
        changes: { birthday },
        phoneKey: null,
        ...(bySupport && { bySupport }),
      },
      testContext(),
    );
  const because = (eventId: string) => ({ eventId, correlationId: eventId });
  const dueOf = async (memberId: string) => (await walletOf(memberId)).scheduled.map(({ dueAt }) => dueAt);

  test('moves the credit, once in several processes, and what is due is that of the right month', async () => {
    fixture.now = '2026-03-02T04:00:00.000Z';
    const { referrer: memberId } = await friends();
    await change(memberId, '1990-05-20', false);
    await another().rewards.birthday(memberId, because('set'));
    expect(await dueOf(memberId)).toEqual(['2026-04-30T16:00:00.000Z']);

    await change(memberId, '1990-04-20', true);
    await Promise.all([another(), another(), another()].map(({ rewards }) => rewards.birthday(memberId, because('corrected'))));
    expect(await dueOf(memberId)).toEqual(['2026-03-31T16:00:00.000Z']);
    fixture.now = '2026-04-02T04:00:00.000Z';
    await Promise.all([another(), another()].map(({ rewards }) => rewards.due(memberId)));
    expect(await balance(memberId)).toBe(50);

    // After the gift: nothing more this year. The consumer has not read this correction when the old month is due.
    await change(memberId, '1990-12-20', true);
    fixture.now = '2027-04-02T04:00:00.000Z';
    await another().rewards.due(memberId);
    expect((await walletOf(memberId)).grants).toHaveLength(1);
    expect(await dueOf(memberId)).toEqual(['2027-11-30T16:00:00.000Z']);
    fixture.now = START;
  });

  test('is not undone by a process that read the birthday before it', async () => {
    fixture.now = '2026-03-02T04:00:00.000Z';
    const { referrer: memberId } = await friends();
    await change(memberId, '1990-05-20', false);
    const { commands, rewards } = another();
    let isLate = false;
    const load: Commands['load'] = async (stream, decider) => {
      const loaded = await commands.load(stream, decider);
      if (isLate || stream !== memberStream(memberId)) return loaded;
      isLate = true;
      await change(memberId, '1990-10-20', true);
      await rewards.birthday(memberId, because('corrected'));
      return loaded;
    };
    await processOn(fixture.shop().store, load).rewards.birthday(memberId, because('order'));
    expect(isLate).toBe(true);
    expect(await dueOf(memberId)).toEqual(['2026-09-30T16:00:00.000Z']);
    fixture.now = START;
  });
});

test('what a final outcome gives back: cancelled, and not collected, once (decisions.md 59)', async () => {
  fixture.now = START;
  const { friend: member } = await friends();
  const { commands } = another();
  const credit = {
    type: 'GrantCredit',
    at: fixture.now,
    grantId: 'g',
    kind: 'SUPPORT',
    amount: 50,
    cause: { kind: 'SUPPORT', reason: '' },
  } as const;
  await commands.handle(walletStream(member), walletDecider, credit, testContext());
  const placed = await order(member, 500);
  for (const command of [
    { type: 'Reserve', at: fixture.now, orderNo: placed.orderNo, coupons: [], credit: 50 },
    { type: 'Redeem', at: fixture.now, orderNo: placed.orderNo },
  ] as const)
    await another().commands.handle(walletStream(member), walletDecider, command, testContext());
  await placed.ship();
  await tell(another(), placed);
  expect(await balance(member)).toBe(0);
  await placed.send({ type: 'CancelOrder', at: fixture.now, reason: 'CHANGED_MIND' });
  const events = placed.events();
  const processes = [another(), another()];
  for (const because of events) await Promise.all(processes.map(({ rewards }) => rewards.order(placed.orderNo, because)));
  expect(await balance(member)).toBe(50);
  expect(orderIn(await walletOf(member), placed.orderNo)).toMatchObject({ state: 'restored', stands: false });
});

describe('the process dies between any two appends: the books are those of an undisturbed history', () => {
  /** One step of rewards. A durable consumer gives it to the next process where the first one died. */
  type Carry = (step: (process: Process) => Promise<void>) => Promise<void>;

  async function everyDeath<Books>(journey: (carry: Carry) => Promise<Books>): Promise<Books> {
    const expected = await journey((step) => step(another()));
    let deaths = 0;
    for (let survives = 0, died = true; died; survives++) {
      died = false;
      const found = await journey(async (step) => {
        await step(mortal(survives)).catch(() => {
          died = true;
          deaths++;
        });
        await step(another());
      });
      expect(found, `dead after ${survives} appends`).toEqual(expected);
      expect(survives).toBeLessThan(20);
    }
    expect(deaths).toBeGreaterThan(5);
    expect(await checkChains(fixture.shop().store)).toMatchObject({ ok: true });
    return expected;
  }
  const telling = (placed: Placed): ((process: Process) => Promise<void>) => {
    const events = placed.events();
    return async ({ rewards }) => {
      for (const because of events) await rewards.order(placed.orderNo, because);
    };
  };
  async function booksOfMember(memberId: string) {
    const { grants, orders, scheduled, cancelled } = await walletOf(memberId);
    const own = orders.map(({ state, stands, counted }) => ({ state, stands, counted }));
    return {
      grants: grants.map((grant) => ({ value: grant.value, ...booksOf(grant, fixture.now) })),
      own,
      scheduled,
      cancelled: cancelled.length,
    };
  }

  test('of the copies of coupons that a registration and an invitation give', async () => {
    const ids = ['1', '2', '3', '4', '5', '6'];
    const copies = await everyDeath(async (carry) => {
      fixture.now = START;
      const { friend } = await friends();
      const because = { eventId: friend, correlationId: friend };
      const given = ids.map((id, at) => copyOf(id, { coupon_period: 3_600 } as CouponDefinition, at < 4 ? 'REGISTERED' : 'INVITED', START));
      await carry(({ rewards }) => rewards.send(friend, given, because));
      return (await walletOf(friend)).copies.map(({ couponId, copyId, endsAt }) => [couponId, copyId, endsAt]);
    });
    expect(copies.map(([couponId]) => couponId)).toEqual(ids);
  });

  test('of a referral: scheduled, granted, taken back', async () => {
    const [referrer] = await everyDeath(async (carry) => {
      fixture.now = START;
      const pair = await friends();
      const placed = await order(pair.friend, 2_000);
      await placed.ship();
      await placed.deliver();
      await carry(telling(placed));
      fixture.now = daysAfter(START, 8);
      for (const memberId of [pair.referrer, pair.friend]) await carry(({ rewards }) => rewards.due(memberId));
      await returned(placed);
      await carry(telling(placed));
      const scheduled = (books: Awaited<ReturnType<typeof booksOfMember>>) => ({ ...books, scheduled: books.scheduled.length });
      return [scheduled(await booksOfMember(pair.referrer)), scheduled(await booksOfMember(pair.friend))];
    });
    expect(referrer?.grants).toMatchObject([{ value: 60, available: 0, takenBack: 60 }]);
  });

  test('of a founding member: counted, the number, the 1.5 %, taken back, and the birthday', async () => {
    const books = await everyDeath(async (carry) => {
      fixture.now = START;
      const { friend: memberId } = await friends();
      const changes = { birthday: '1990-12-24' };
      const profile = { type: 'ChangeProfile', at: START, subject: `member:${memberId}`, changes, phoneKey: null } as const;
      await another().commands.handle(memberStream(memberId), memberDecider, profile, testContext());
      const because = (step: string) => ({ eventId: `${memberId}/${step}`, correlationId: memberId });
      await carry(({ rewards }) => rewards.birthday(memberId, because('born')));
      const first = await order(memberId, 3_000);
      await first.ship();
      await first.deliver();
      await carry(telling(first));
      fixture.now = daysAfter(START, 8);
      await carry(({ rewards }) => rewards.due(memberId));
      await carry(({ rewards }) => rewards.giveNumber(memberId, because('counted')));
      fixture.now = daysAfter(START, 9);
      const [kept, back] = [await order(memberId, 1_000), await order(memberId, 2_000)];
      for (const placed of [kept, back]) {
        await placed.ship();
        await placed.deliver();
        await carry(telling(placed));
      }
      await returned(back);
      await carry(telling(back));
      // A founding member has the set instead of the credit.
      fixture.now = '2026-12-05T00:00:00.000Z';
      await carry(({ rewards }) => rewards.due(memberId));
      const { founding } = await walletOf(memberId);
      const { grants, own, scheduled, cancelled } = await booksOfMember(memberId);
      return { hasNumber: founding !== null, grants, own, cancelled, scheduled: scheduled.map(({ dueAt, amount }) => ({ dueAt, amount })) };
    });
    expect(books).toMatchObject({
      hasNumber: true,
      grants: [
        { value: 15, available: 15 },
        { value: 30, available: 0, takenBack: 30 },
      ],
      scheduled: [{ dueAt: '2027-11-30T16:00:00.000Z', amount: 50 }],
    });
  });
});
