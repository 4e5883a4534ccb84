import { awaitsRewards, endedUncollected, isStanding, moneyOf, orderDecider, type OrderCommand, type OrderTerms } from '@nordhaut/ordering';
import { AT, line, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import { outcomeOf, rewardFacts } from './order-rewards.ts';
import { isReturnWindowOver, ownCommands } from './rewards.decide.ts';
import { walletDecider } from './wallet.decide.ts';

/** The outcome with which coupons and credit go back (decisions.md 40, 59). */

const at = AT;
const later = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString();
const orderNo = 'N123456789ABCDEF';
const all = [{ productId: 5, tier: 'ORIGIN', quantity: 2 }] as const;

/** An order of NT$1,000, of which credit paid a part or all, with its parcel. */
function sent(credit: number, payment: OrderTerms['payment'] = 'CREDIT', more: Partial<OrderTerms> = {}) {
  const total = 1000 - credit;
  const placed = terms({
    cartId: null,
    memberId: 'm',
    lines: [{ ...line, quantity: 2, unitPrice: 500, subtotal: 1000 }],
    credit,
    subtotal: 1000,
    shippingFee: 0,
    total,
    payment,
    ...more,
  });
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...placed, at }, subject: 'guest:1' });
  if (payment === 'CREDIT' && total > 0)
    own.send({ type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'T1', amount: total, authCode: '1' });
  const { subtype } = placed.delivery;
  const parcel = { tradeNo: `${placed.orderNo}S1`, logisticsId: 'L1', subtype };
  own.send({ type: 'RecordShipment', at, ...parcel, code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' });
  let minutes = 0;
  const reported = (...codes: string[]): void => {
    for (const code of codes) {
      const time = later(++minutes);
      own.send({ type: 'ReportParcelStatus', at: time, ...parcel, code, carrierAt: time, source: 'callback' });
    }
  };
  /** @throws where one is refused */
  const done = (...commands: OrderCommand[]): void => {
    for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
  };
  const state = () => own.state() ?? expect.fail('no order');
  /** An adopted order stands by its own state, and a member's own one by this outcome: both alike (decisions.md 57). */
  const outcome = () => {
    const found = outcomeOf(state());
    // One that nobody collected does not stand before its refund is decided, either.
    const isOver = found === null ? endedUncollected(state()) : found !== 'RETURNED';
    expect(isStanding(state()), `${found}`).toBe(!isOver);
    return found;
  };
  return { reported, done, outcome, state };
}

test('credit stays used while the first parcel may arrive after its second shipment was cancelled', () => {
  const { reported, done, outcome } = sent(1000);
  reported('3001', '5003');
  done(
    { type: 'AgreeLinkedOrder', at, linkedOrderNo: 'LINKED1', kind: 'RESEND', items: [...all], note: '重新寄出' },
    { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED1', outcome: 'CANCELLED', withdrawn: true },
  );
  expect(outcome()).toBeNull();
  reported('5002');
  expect(outcome()).toBe('SHOP_FAILED');
});

describe('a parcel that the carrier lost or cannot deliver (decisions.md 60)', () => {
  const paidBack = (amount: number): OrderCommand => ({ type: 'GrantRefund', at, amount, note: '包裹遺失' });
  const credit = (amount: number): OrderCommand => ({ type: 'GrantGoodwillCredit', at, amount, note: '包裹遺失' });

  test('gives back once support gave everything back that paid for the order', () => {
    for (const code of ['5001', '5002']) {
      const own = sent(0);
      own.reported('3006', code);
      own.done(paidBack(999));
      expect(own.outcome()).toBeNull();
      own.done(paidBack(1));
      expect(own.outcome()).toBe('SHOP_FAILED');
    }
    for (const part of [300, 1000]) {
      const own = sent(part);
      own.reported('3006', '5002');
      if (part < 1000) own.done(paidBack(1000 - part));
      own.done(credit(part - 1));
      expect(own.outcome()).toBeNull();
      own.done(credit(1));
      // The buyer has the credit already.
      expect(rewardFacts(own.state())).toMatchObject({ outcome: 'SHOP_FAILED', creditGiven: true });
    }
  });
  test('gives nothing back where the buyer may have the goods', () => {
    const own = sent(0);
    own.reported('3006');
    own.done(paidBack(1000));
    expect(own.outcome()).toBeNull();
    own.reported('5002');
    expect(own.outcome()).toBe('SHOP_FAILED');
    own.reported('3003');
    expect(own.outcome()).toBeNull();
  });
  test('of a cash order gives back once it is lost or expired, because nothing was paid', () => {
    const own = sent(300, 'COD');
    own.reported('3006', '5001');
    expect(own.outcome()).toBeNull();
    own.reported('5007');
    expect(rewardFacts(own.state())).toMatchObject({ outcome: 'SHOP_FAILED', creditGiven: false });
    // Credit that support gave before, and may take back, is a gift.
    const late = sent(300, 'COD');
    late.done(credit(300));
    late.reported('3006', '5007');
    expect(rewardFacts(late.state())).toMatchObject({ outcome: 'SHOP_FAILED', creditGiven: false });
    const delivery = { type: 'CVS', subtype: 'UNIMARTC2C' } as const;
    const expired = sent(300, 'COD', { delivery });
    expired.reported('7013');
    expect(expired.outcome()).toBe('SHOP_FAILED');
    const paid = sent(300, 'CREDIT', { delivery });
    paid.reported('7013');
    expect(paid.outcome()).toBeNull();
  });
});

test('an order that gave everything back is no purchase any more, so it hinders no gift of its month (decisions.md 57, 60)', () => {
  const [cash, card] = [sent(300, 'COD'), sent(0)];
  for (const own of [cash, card]) own.reported('3006');
  expect([cash, card].map(({ state }) => isStanding(state()))).toEqual([true, true]);
  for (const own of [cash, card]) own.reported('5002');
  expect(isStanding(card.state()), 'its goods may be sent again').toBe(true);
  card.done({ type: 'GrantRefund', at, amount: 1000, note: '包裹遺失' });
  expect([cash, card].map(({ state }) => isStanding(state()))).toEqual([false, false]);
});

describe('a parcel that was not collected', () => {
  test('stays so where it is lost or damaged on its way back', () => {
    for (const credit of [300, 1000])
      for (const code of ['5001', '5002', '7027']) {
        const { reported, done, outcome } = sent(credit);
        reported('3001', '5004');
        if (credit < 1000) done({ type: 'StartRefunds', at });
        reported(code);
        expect(outcome(), code).toBe('NOT_COLLECTED');
      }
  });
  test('counts for a card order when its refund was decided', () => {
    const { reported, done, outcome } = sent(300);
    reported('3001', '5004');
    expect(outcome()).toBeNull();
    done({ type: 'StartRefunds', at });
    expect(outcome()).toBe('NOT_COLLECTED');
  });

  test('counts also at a code that a customer return has as well', () => {
    const { reported, outcome } = sent(1000);
    reported('3121', '3124');
    expect(outcome()).toBe('NOT_COLLECTED');
  });

  test.each([
    ['credit paid all of it', 1000, []],
    ['its money went back before', 900, [{ type: 'GrantRefund', at, amount: 100, note: '致歉' }]],
    // The buyer asked for a return before the parcel came.
    [
      'its return was asked for',
      1000,
      [{ type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null }],
    ],
  ] satisfies [string, number, OrderCommand[]][])('counts at once where %s, because no refund follows', (_, credit, before) => {
    const { reported, done, outcome } = sent(credit);
    done(...before);
    reported('3001', '5004');
    expect(outcome()).toBe('NOT_COLLECTED');
  });
});

describe('a second shipment that came to nothing', () => {
  const linkedOrderNo = 'LINKED0000000001';
  const agree: OrderCommand = { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'RESEND', items: [...all], note: '重新寄出' };
  const end = (outcome: 'CANCELLED' | 'NOT_COLLECTED' | 'RETURNED' | 'NOT_PLACED'): OrderCommand => ({
    type: 'EndLinkedOrder',
    at,
    linkedOrderNo,
    outcome,
  });

  test.each([
    // The carrier lost the first parcel.
    ['CANCELLED', 'SHOP_FAILED'],
    ['NOT_COLLECTED', 'NOT_COLLECTED'],
    ['RETURNED', 'RETURNED'],
    ['NOT_PLACED', null],
  ] as const)('%s: the order that was paid gives back as %s', (ended, outcome) => {
    for (const credit of [300, 1000]) {
      const own = sent(credit);
      own.reported('3006', '5002');
      own.done(agree);
      expect(own.outcome()).toBeNull();
      own.done(end(ended));
      expect(own.outcome()).toBe(outcome);
      // A returned order stands (decisions.md 57).
      expect(isStanding(own.state())).toBe(outcome === null || outcome === 'RETURNED');
    }
  });

  test('gives nothing back where a part stays with the buyer, or the first parcel came after all', () => {
    const part = sent(0);
    part.reported('3006', '5002');
    part.done({ ...agree, items: [{ ...all[0], quantity: 1 }] } as OrderCommand, end('CANCELLED'));
    expect(part.outcome()).toBeNull();
    const found = sent(300);
    found.reported('3006', '5002');
    found.done(agree, end('CANCELLED'));
    found.reported('3003');
    expect(found.outcome()).toBeNull();
  });
});

describe('goods that are sent again earn what the paid order earns', () => {
  const [first, second] = ['LINKED0000000001', 'LINKED0000000002'];
  const piece = [{ productId: 5, tier: 'ORIGIN', quantity: 1 }] as const;
  const agree = (linkedOrderNo: string, items: readonly { productId: number; tier: 'ORIGIN'; quantity: number }[] = all): OrderCommand => ({
    type: 'AgreeLinkedOrder',
    at,
    linkedOrderNo,
    kind: 'RESEND',
    items: [...items],
    note: '重新寄出',
  });
  const linkOf = (linkedOrderNo: string, to = orderNo) =>
    sent(0, 'CREDIT', { orderNo: linkedOrderNo, total: 0, subtotal: 0, linked: { orderNo: to, kind: 'RESEND', value: 1000 } });
  type Sent = ReturnType<typeof sent>;
  const factsOf = (own: Sent, ...links: Sent[]) =>
    rewardFacts(own.state(), new Map(links.map((link) => [link.state().terms.orderNo, link.state()])));
  const lost = (...commands: OrderCommand[]): Sent => {
    const own = sent(0);
    own.reported('3006', '5002');
    own.done(...commands);
    return own;
  };
  const asked = [
    { type: 'RequestReturn', at: later(30), reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null },
    { type: 'ApproveReturn', at: later(31) },
    { type: 'ReceiveReturn', at: later(32), reason: 'COMPLETE' },
  ] as const satisfies OrderCommand[];
  const AFTER = '2027-01-01T00:00:00.000Z';

  test('once the second parcel is there, from its own day on', () => {
    const own = lost(agree(first));
    const link = linkOf(first);
    expect(factsOf(own, link)).toMatchObject({ receivedAt: null, outcome: null });
    link.reported('3006', '3003');
    const facts = factsOf(own, link);
    const { receivedAt } = link.state();
    expect(facts).toMatchObject({ orderNo, goodsPaid: 1000, receivedAt, isReturnOpen: false, outcome: null });
    expect([isReturnWindowOver(facts, at), isReturnWindowOver(facts, AFTER)]).toEqual([false, true]);
    expect(isReturnWindowOver({ ...facts, outcome: 'RETURNED' }, AFTER)).toBe(false);
    const wallet = walletDecider.initial;
    expect(ownCommands(facts, wallet, at).filter(({ type }) => type === 'NoteDelivery')).toMatchObject([
      { at: receivedAt, goodsPaid: 1000 },
    ]);
  });

  test('not before every piece is there, with the day of the last one', () => {
    const own = lost(agree(first, piece), agree(second, piece));
    const [one, other] = [linkOf(first), linkOf(second)];
    one.reported('3006', '3003');
    expect(factsOf(own, one, other).receivedAt).toBeNull();
    other.reported('3006', '3006', '3003');
    expect(factsOf(own, one, other).receivedAt).toBe(other.state().receivedAt);
    expect(factsOf(lost(agree(first, piece)), one).receivedAt).toBeNull();
    expect(factsOf(lost(agree(second, piece), agree(first, piece)), one, other).receivedAt).toBe(other.state().receivedAt);
    for (const link of [one, other]) {
      expect(isReturnWindowOver(factsOf(own, one, other), AFTER)).toBe(link === one);
      link.done(...asked.slice(0, 1));
      expect(isReturnWindowOver(factsOf(own, one, other), AFTER)).toBe(false);
    }
  });

  test('by the shipments that live: one that was cancelled before is not waited for', () => {
    const own = lost(agree(first), { type: 'EndLinkedOrder', at, linkedOrderNo: first, outcome: 'CANCELLED' }, agree(second));
    const [cancelled, other] = [linkOf(first), linkOf(second)];
    other.reported('3006', '3003');
    expect(factsOf(own, cancelled, other).receivedAt).toBe(other.state().receivedAt);
  });

  test('also where it was sent a third time', () => {
    const own = lost(agree(first));
    const link = linkOf(first);
    link.reported('3006', '5002');
    link.done(agree(second));
    const third = linkOf(second, first);
    expect(factsOf(own, link, third).receivedAt).toBeNull();
    third.reported('3006', '3003');
    expect(factsOf(own, link, third)).toMatchObject({ orderNo, receivedAt: third.state().receivedAt, outcome: null });
  });

  test('from the first parcel, where it was found and delivered as well, whatever becomes of the second', () => {
    const own = lost(agree(first));
    const link = linkOf(first);
    own.reported('3003');
    link.reported('3006', '3003');
    link.done(...asked);
    expect(factsOf(own, link)).toMatchObject({ receivedAt: own.state().receivedAt, isReturnOpen: false, outcome: null });
  });

  test('waits while the second is asked back, and is taken back when it came back', () => {
    const own = lost(agree(first));
    const link = linkOf(first);
    link.reported('3006', '3003');
    link.done(...asked.slice(0, 1));
    expect(isReturnWindowOver(factsOf(own, link), AFTER)).toBe(false);
    link.done(...asked.slice(1));
    expect(isReturnWindowOver(factsOf(own, link), AFTER)).toBe(false);
    own.done({ type: 'EndLinkedOrder', at, linkedOrderNo: first, outcome: 'RETURNED' });
    expect(factsOf(own, link).outcome).toBe('RETURNED');
  });

  test('an exchange counts when its own goods are there and their days for a return are over', () => {
    const own = sent(0);
    own.reported('3006', '3003');
    own.done(...asked.slice(0, 2), { ...agree(first), kind: 'EXCHANGE' } as OrderCommand, ...asked.slice(2));
    const link = linkOf(first);
    expect(isReturnWindowOver(factsOf(own, link), AFTER)).toBe(false);
    link.reported('3006', '3003');
    expect(isReturnWindowOver(factsOf(own, link), AFTER)).toBe(true);
    expect(factsOf(own, link).receivedAt).toBe(link.state().receivedAt);
  });
});

describe('the refund from which a spent reward is deducted', () => {
  const returnedAt = (days: number, total: number) => {
    const lines = [{ ...line, quantity: 2, unitPrice: total / 2, subtotal: total }];
    const own = sent(0, 'COD', { lines, subtotal: total, total });
    own.reported('3006', '3003');
    const time = later(days * 24 * 60);
    own.done({ type: 'RequestReturn', at: time, reason: 'NOT_STATED', comment: '不適合', sender: null, bankAccount: null });
    own.done({ type: 'ApproveReturn', at: time }, { type: 'ReceiveReturn', at: time, reason: 'COMPLETE' });
    return rewardFacts(own.state()).refund;
  };

  test('is what the return pays back, which is nothing where a late return costs as much', () => {
    expect([returnedAt(3, 100), returnedAt(9, 100), returnedAt(9, 150), returnedAt(9, 1000)]).toEqual([100, 0, 30, 1000]);
  });

  test.each(['CREDIT', 'COD'] as const)(
    'is what earlier goodwill left, and lacks the reward; later goodwill takes nothing from it: %s',
    (payment) => {
      const own = sent(0, payment);
      own.reported('3006', '3003');
      const paid = { at, refundId: 'G1', amount: 900, reason: 'GOODWILL', strayTradeId: null } as const;
      const way = payment === 'COD' ? 'transfer' : 'card';
      own.done({ type: 'IssueRefund', ...paid, way });
      own.done({ type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不適合', sender: null, bankAccount: null });
      own.done({ type: 'ApproveReturn', at }, { type: 'ReceiveReturn', at, reason: 'COMPLETE' });
      expect(rewardFacts(own.state()).refund).toBe(100);
      own.done({ type: 'TakeRewardsBack', at, deducted: 15 });
      expect(moneyOf(own.state()).owed).toBe(85);
      own.done({ type: 'IssueRefund', ...paid, refundId: 'G2', amount: 15, way });
      expect(moneyOf(own.state()).debts).toMatchObject([{ reason: 'RETURN', amount: 85 }]);
    },
  );

  test('is nothing where the goods did not come back, because that refund lacks nothing', () => {
    const own = sent(0);
    own.reported('3006', '5002');
    own.done({ type: 'AgreeLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', kind: 'RESEND', items: [...all], note: '重新寄出' });
    own.done({ type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'CANCELLED' });
    expect(rewardFacts(own.state())).toMatchObject({ outcome: 'SHOP_FAILED', refund: 0 });
  });
});

test('an order that ends before it earned anything takes no credit back', () => {
  const facts = { ...rewardFacts(sent(0).state()), outcome: 'CANCELLED' } as const;
  expect(ownCommands(facts, walletDecider.initial, at).map(({ type }) => type)).toEqual(['NoteOrder', 'GiveBack']);
});

test('the refund of a second shipment that came back waits for the rewards, and lacks what was spent of them', () => {
  const linkedOrderNo = 'LINKED0000000001';
  const own = sent(0);
  own.reported('3006', '5002');
  own.done({ type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'RESEND', items: [...all], note: '重新寄出' });
  own.done({ type: 'EndLinkedOrder', at, linkedOrderNo, outcome: 'RETURNED' });
  expect([awaitsRewards(own.state()), moneyOf(own.state()).owed]).toEqual([true, 1000]);
  own.done({ type: 'TakeRewardsBack', at, deducted: 15 });
  expect([awaitsRewards(own.state()), moneyOf(own.state()).owed]).toEqual([false, 985]);
});
