import { foldEvents } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderFacts } from './facts.ts';
import { waitingFor } from './is-waiting.ts';
import { linkedToPlace, linkedValue, originToTell, sentAgain, waitsForFirst, wasWithdrawn } from './linked.ts';
import { awaitsRewards, grantable, moneyOf } from './money.ts';
import { overAt } from './open-matters.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import type { Order } from './order-state.ts';
import { timelineOf } from './view.ts';
import { AT as at, line, personal, subjectOf, terms } from './testing.ts';

const orderNo = 'N123456789ABCDEF';
const cream = { ...line, productId: 6, nameZh: '晚霜', quantity: 3, unitPrice: 333, subtotal: 999 };
const lines = [{ ...line, quantity: 2, subtotal: 1960 }, cream];
const both = terms({ lines, subtotal: 2959, shippingFee: 41, total: 3000 });
const parcel = { tradeNo: `${orderNo}S1`, logisticsId: 'L1', subtype: 'TCAT' } as const;
let minutes = 0;
/** Each report is newer than the one before it. */
const report = (code: string): OrderCommand => {
  const carrierAt = new Date(Date.parse(at) + ++minutes * 60_000).toISOString();
  return { type: 'ReportParcelStatus', at: carrierAt, ...parcel, code, carrierAt, source: 'support' };
};
const place: OrderCommand = { type: 'PlaceOrder', at, terms: both, subject: subjectOf(orderNo), personal };
const byCredit: OrderCommand = { ...place, terms: terms({ lines, subtotal: 2959, shippingFee: 41, credit: 3000, total: 0 }) };
const placeLinked: OrderCommand = {
  ...place,
  terms: terms({ lines, subtotal: 0, shippingFee: 0, total: 0, linked: { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 3000 } }),
};
const pay: OrderCommand = {
  type: 'AuthoriseCardPayment',
  at,
  recTradeId: 'D1',
  bankTransactionId: 'T1',
  amount: 3000,
  authCode: '1',
};
const ship: OrderCommand = { type: 'RecordShipment', at, ...parcel, code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' };
const all = lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));
const agree = (kind: 'EXCHANGE' | 'RESEND', items = all, linkedOrderNo = 'LINKED0000000001'): OrderCommand => ({
  type: 'AgreeLinkedOrder',
  at,
  kind,
  items,
  linkedOrderNo,
  note: '重新寄出',
});
const RETURN: OrderCommand[] = [
  { type: 'RequestReturn', at, reason: 'OTHER', comment: '瓶身破損', sender: null, bankAccount: null },
  { type: 'ApproveReturn', at },
];
const receive: OrderCommand = { type: 'ReceiveReturn', at, reason: 'COMPLETE' };
const record = (linkedOrderNo = 'LINKED0000000001'): OrderCommand => ({ type: 'RecordLinkedOrder', at, linkedOrderNo });
/** The word of support about a parcel abroad. */
const word = (code: string): OrderCommand => {
  const when = new Date(Date.parse(at) + ++minutes * 60_000).toISOString();
  return { type: 'ReportAbroad', at: when, code, note: '倉庫回報' };
};
const toAbroad = { ...place, terms: { ...both, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } } } as OrderCommand;

/** What the commands leave. A refused command is skipped, or named where nothing may be refused. */
function after(commands: readonly OrderCommand[], mayRefuse = false): Order {
  const events: OrderEvent[] = [];
  for (const command of commands) {
    const decision = orderDecider.decide(command, foldEvents(orderDecider, events));
    if (decision.ok) events.push(...decision.events);
    else if (!mayRefuse) throw new Error(`${command.type}: ${decision.rejection.code}`);
  }
  return foldEvents(orderDecider, events) as Order;
}
const refusal = (before: readonly OrderCommand[], command: OrderCommand): string | undefined => {
  const decision = orderDecider.decide(command, after(before));
  return decision.ok ? undefined : decision.rejection.code;
};
const lost = [place, pay, ship, report('3006'), report('5002')];

test('a lost parcel is sent again; its money is not paid back as well', () => {
  expect(refusal([place, pay, ship, report('3006')], agree('RESEND'))).toBe('LINKED_NOT_OFFERED');
  const again = after([...lost, agree('RESEND')]);
  expect([sentAgain(again), grantable(again), moneyOf(again).owed]).toEqual([3000, 0, 0]);
  expect(refusal([...lost, agree('RESEND')], { type: 'GrantRefund', at, amount: 1, note: '補償' })).toBe('REFUND_TOO_HIGH');
  expect(refusal([...lost, agree('RESEND')], agree('RESEND', all, 'LINKED0000000002'))).toBe('LINKED_ITEMS_INVALID');
  const second: OrderCommand = { type: 'RecordStrayCharge', at, recTradeId: 'D2', bankTransactionId: 'T2', amount: 40 };
  expect(moneyOf(after([...lost, agree('RESEND'), second])).owed, 'a second charge is other money').toBe(40);
});

test('nothing is sent again to a buyer whose data was forgotten', () => {
  for (const purpose of ['contact', 'support'] as const) {
    const forgotten = { at, purposes: [purpose], requester: 'PERSON', reason: 'REQUESTED', kept: [] };
    const restore = { type: 'RestoreForgetting', forgotten } as OrderCommand;
    expect(refusal([...lost, restore], agree('RESEND')), purpose).toBe('BUYER_FORGOTTEN');
  }
});

test('only pieces of the order are sent again, each line once', () => {
  const [one = expect.fail('no line'), two = expect.fail('no line')] = all;
  for (const items of [[], [one, one], [{ ...one, quantity: 0 }], [{ ...one, quantity: 0.5 }], [{ ...one, quantity: 3 }]])
    expect(refusal(lost, agree('RESEND', items)), JSON.stringify(items)).toBe('LINKED_ITEMS_INVALID');
  for (const items of [[{ ...one, productId: 9 }], [{ ...one, tier: 'MEMBER' as const }], [two, { ...two, quantity: 1 }]])
    expect(refusal(lost, agree('RESEND', items)), JSON.stringify(items)).toBe('LINKED_ITEMS_INVALID');
});

test('a product at two prices is two lines', () => {
  const twice = terms({ memberId: 'm', lines: [line, { ...line, tier: 'ADDITIONAL', unitPrice: 500, subtotal: 500 }], total: 1600 });
  const bought = [{ ...place, terms: twice }, { ...pay, amount: 1600 }, ship, report('3006')] as OrderCommand[];
  const [own = [], additional = []] = twice.lines.map(({ productId, tier }) => [{ productId, tier, quantity: 1 }]);
  const missing = [...bought, report('5002')];
  expect(refusal(missing, agree('RESEND', [...own, ...additional]))).toBeUndefined();
  const part = [...missing, agree('RESEND', additional)];
  expect(sentAgain(after(part))).toBe(500 + 120);
  expect(refusal(part, agree('RESEND', additional, 'LINKED0000000002'))).toBe('LINKED_ITEMS_INVALID');
  expect(sentAgain(after([...part, agree('RESEND', own, 'LINKED0000000002')]))).toBe(1600);
  // A part of the purchase does not stand as a whole.
  expect(refusal([...bought, report('3003'), ...RETURN, receive], agree('EXCHANGE', own))).toBeUndefined();
});

test('of two linked orders, the one that came to nothing is owed, once', () => {
  const [one, two] = all.map((item) => [item]);
  const second = { linkedOrderNo: 'LINKED0000000002', outcome: 'RETURNED', returned: { byLaw: true, kept: 0 } } as const;
  const ended: OrderCommand = { type: 'EndLinkedOrder', at, ...second };
  const before = [...lost, agree('RESEND', one), agree('RESEND', two, second.linkedOrderNo), record(), ended];
  const order = after(before);
  expect(order.linked?.map(({ state }) => state)).toEqual(['PLACED', 'RETURNED']);
  expect([sentAgain(order), moneyOf(order).owed]).toEqual([2001, 999]);
  for (const again of [record(), ended]) expect(orderDecider.decide(again, order)).toMatchObject({ ok: true, events: [] });
  expect(refusal(before, record('LINKED0000000003'))).toBe('LINKED_UNKNOWN');
});

test('a parcel abroad is sent again while it is on its way', () => {
  for (const codes of [[], ['900', '20000'], ['900', '40000']])
    expect(refusal([toAbroad, pay, ...codes.map(word)], agree('RESEND')), codes.join()).toBe('LINKED_NOT_OFFERED');
  expect(refusal([toAbroad, pay, word('900')], agree('RESEND'))).toBeUndefined();
});

test('what a coupon took off a line is no part of its value', () => {
  const shares = [{ productId: 6, tier: 'ORIGIN' as const, amount: 99 }];
  const agreed = { ...both, discounts: [{ couponId: '3', name: '折', amount: 99, shares }], total: 2901 };
  const order = after([{ ...place, terms: agreed } as OrderCommand]);
  expect(all.map((item) => linkedValue(order, [item]))).toEqual([1960 + 41, 900 + 41]);
});

test('nothing was paid for what is sent again, so it has no value of its own', () => {
  const again = lines.map((one) => ({ ...one, unitPrice: 0, subtotal: 0 }));
  const linked = { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 3000 } as const;
  const order = after([{ ...place, terms: terms({ lines: again, subtotal: 0, shippingFee: 0, total: 0, linked }) }]);
  expect(linkedValue(order, all)).toBe(0);
});

test('a linked order says who ended it, also where it was sent again itself', () => {
  const cancel = (reason: 'OTHER' | 'SHIPMENT_REJECTED'): OrderCommand => ({ type: 'CancelOrder', at, reason });
  const end = (more: { withdrawn?: true }): OrderCommand => ({
    type: 'EndLinkedOrder',
    at,
    linkedOrderNo: 'LINKED0000000001',
    outcome: 'CANCELLED',
    ...more,
  });
  const again = [placeLinked, ship, report('3006'), report('5002'), agree('RESEND')];
  const ends = [
    [placeLinked, cancel('OTHER')],
    [placeLinked, cancel('SHIPMENT_REJECTED')],
    [...again, end({ withdrawn: true })],
    [...again, end({})],
  ];
  expect(ends.map((history) => [originToTell(after(history)), wasWithdrawn(after(history))])).toEqual([
    ['CANCELLED', true],
    ['CANCELLED', false],
    ['CANCELLED', true],
    ['CANCELLED', false],
  ]);
  // It stands while what was sent again for it stands, and nothing is told twice or by an order that has no origin.
  const told: OrderCommand = { type: 'TellOrigin', at };
  const exchanged = [placeLinked, ship, report('3003'), ...RETURN, agree('EXCHANGE'), receive];
  for (const history of [again, exchanged, [...again, end({}), told], [place, cancel('OTHER')], [placeLinked]])
    expect(orderDecider.decide({ type: 'TellOrigin', at }, after(history))).toMatchObject({ ok: true, events: [] });
});

test('money that went back first leaves nothing to send again', () => {
  const granted: OrderCommand = { type: 'GrantRefund', at, amount: 1, note: '補償' };
  expect(refusal([...lost, granted], agree('RESEND'))).toBe('LINKED_PAID_BACK');
});

test('goods that came back are not sent again as lost, also not for what their late return cost the buyer', () => {
  const late = RETURN.map((command) => ({ ...command, at: new Date(Date.parse(at) + 30 * 86_400_000).toISOString() }));
  const extra = { ...line, productId: 7, unitPrice: 39, subtotal: 39 };
  const small = terms({ lines: [{ ...line, unitPrice: 500, subtotal: 500 }, extra], subtotal: 539, shippingFee: 70, total: 609 });
  const delivered = [{ ...place, terms: small } as OrderCommand, { ...pay, amount: 609 } as OrderCommand, ship, report('3003')];
  const back = [...delivered, ...late, receive, { type: 'StartRefunds', at } as OrderCommand];
  expect(grantable(after(back))).toBe(120);
  const items = [{ productId: 7, tier: extra.tier, quantity: 1 }];
  expect(refusal([...back, report('3016'), report('5002')], agree('RESEND', items))).toBe('LINKED_NOT_OFFERED');
  expect(refusal([...delivered, report('3016'), report('5002')], agree('RESEND', items))).toBeUndefined();
});

test('a cash order that nobody paid is not sent again', () => {
  const cash = { ...place, terms: { ...both, payment: 'COD' as const } } as OrderCommand;
  expect(refusal([cash, ship, report('3006'), report('5002')], agree('RESEND'))).toBe('LINKED_NOT_PAID');
});

test('a linked order that came to nothing asks nobody to send it again, and is over', () => {
  const lostAgain = [placeLinked, ship, report('3006'), report('5002')];
  expect(waitingFor(after(lostAgain))).toBe('stuck');
  const inVain: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'CANCELLED' };
  const ended = [...lostAgain, agree('RESEND'), inVain, { type: 'TellOrigin', at } as OrderCommand];
  expect(refusal(ended, agree('RESEND', all, 'LINKED0000000002'))).toBe('LINKED_PAID_BACK');
  expect(waitingFor(after(ended))).toBeNull();
  expect(overAt(after(ended))).not.toBeNull();
});

test('a linked order whose origin knows is over, also where its lost parcel is damaged instead', () => {
  const withdrawn: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'CANCELLED', withdrawn: true };
  const again = [placeLinked, ship, report('3006'), report('5002'), agree('RESEND'), withdrawn];
  const told = after([...again, { type: 'TellOrigin', at }, report('5001')]);
  expect(waitingFor(told)).toBeNull();
  expect(overAt(told)).not.toBeNull();
  // Its origin owes the money, also where the lost parcel is found and given back.
  const found = [...again, { type: 'TellOrigin', at } as OrderCommand, report('3006'), report('3003'), ...RETURN];
  expect(refusal(found, agree('EXCHANGE', all, 'LINKED0000000002'))).toBe('LINKED_PAID_BACK');
});

test('an order that was sent again in vain is over, also where a gift that stayed is kept, or credit paid for it', () => {
  const back: OrderCommand = {
    type: 'EndLinkedOrder',
    at,
    linkedOrderNo: 'LINKED0000000001',
    outcome: 'RETURNED',
    returned: { byLaw: true, kept: 150 },
  };
  for (const [name, first] of Object.entries({ card: [place, pay], credit: [byCredit] })) {
    const again = [...first, ship, report('3006'), report('5002'), agree('RESEND')];
    expect(waitingFor(after(again)), name).toBeNull();
    const ended = after([...again, back]);
    expect(waitingFor(ended), name).toBeNull();
    expect(overAt(ended) === null, name).toBe(name === 'card');
    const refunds = moneyOf(ended).debts.map(({ started: _, ...debt }): OrderCommand => ({ type: 'IssueRefund', at, ...debt }));
    const paid = after([...again, back, { type: 'StartRefunds', at }, ...refunds]);
    expect(moneyOf(paid).paidBack, name).toBe(name === 'card' ? 2850 : 0);
    expect(waitingFor(paid), name).toBeNull();
    expect(overAt(paid), name).not.toBeNull();
  }
});

test('a lost parcel that credit paid for waits for support, also after an exchange that was agreed came to nothing', () => {
  for (const code of ['5002', '5003']) {
    const exchanged = [byCredit, ship, report('3006'), ...RETURN, agree('EXCHANGE'), report(code)];
    expect(waitingFor(after([...exchanged, { type: 'EndReturn', at }])), code).toBe('stuck');
  }
});

test('an order whose goods came back twice was returned, also where credit paid for it', () => {
  const returned: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'RETURNED' };
  const placedAgain: OrderCommand = { type: 'RecordLinkedOrder', at, linkedOrderNo: 'LINKED0000000001' };
  const exchanged = [byCredit, ship, report('3003'), ...RETURN, agree('EXCHANGE'), receive, placedAgain];
  expect(orderFacts(after(exchanged)).phase).toBe('delivered');
  expect(orderFacts(after([...exchanged, returned])).phase).toBe('refunded');
});

test('where a part was sent again in vain, the rest still waits for support, and no longer than its money', () => {
  const part = [{ productId: 5, tier: 'ORIGIN', quantity: 2 }] as const;
  const back: OrderCommand = {
    type: 'EndLinkedOrder',
    at,
    linkedOrderNo: 'LINKED0000000001',
    outcome: 'RETURNED',
    returned: { byLaw: true, kept: 150 },
  };
  const again = [...lost, agree('RESEND', [...part]), back];
  const [debt] = moneyOf(after(again)).debts;
  const paid = [...again, { type: 'StartRefunds', at }, { type: 'IssueRefund', at, ...debt } as OrderCommand] as OrderCommand[];
  expect(waitingFor(after(paid))).toBe('stuck');
  const rest = grantable(after(paid)) - 150;
  const granting: OrderCommand[] = [...paid, { type: 'GrantRefund', at, amount: rest, note: '補償' }];
  const granted = moneyOf(after(granting)).debts.map(({ started: _, ...one }): OrderCommand => ({ type: 'IssueRefund', at, ...one }));
  const consoled = after([...granting, ...granted]);
  expect(moneyOf(consoled).paidBack).toBe(2850);
  expect(waitingFor(consoled)).toBeNull();
  expect(overAt(consoled)).not.toBeNull();
});

test('an order with credit is sent again as a whole', () => {
  const withCredit = { ...place, terms: { ...both, credit: 1000, total: 2000 } } as OrderCommand;
  const paid = { ...pay, amount: 2000 } as OrderCommand;
  const before = [withCredit, paid, ship, report('3006'), report('5002')];
  expect(refusal(before, agree('RESEND', all.slice(0, 1)))).toBe('LINKED_NEEDS_ALL');
  expect(sentAgain(after([...before, agree('RESEND')]))).toBe(2000);
});

test('an exchange is agreed while the goods travel back; the rest is paid back when they are received', () => {
  const exchanged = all.slice(0, 1);
  const before = [place, pay, ship, report('3006'), report('3003'), ...RETURN];
  const order = after([...before, agree('EXCHANGE', exchanged), receive]);
  const kept = linkedValue(after(before), exchanged);
  expect(kept).toBe(Math.floor((3000 * 1960) / 3000) + 41);
  expect(moneyOf(order).debts).toMatchObject([{ reason: 'RETURN', amount: 3000 - kept }]);
  expect([linkedToPlace(after([...before, agree('EXCHANGE', exchanged)])), linkedToPlace(order)]).toMatchObject([undefined, {}]);
  const sent = [...before, agree('EXCHANGE', exchanged), receive, record()];
  expect([after(sent).returnState, after(sent).timeline.at(-1)?.code]).toEqual(['RETURN', 'EXCHANGED']);
  // The parcel of the linked order is not handed over yet.
  expect(timelineOf(after(sent)).at(-1)?.label).toBe('已安排換貨');
  const [debt] = moneyOf(after(sent)).debts;
  expect(after([...sent, { type: 'IssueRefund', at, ...debt } as OrderCommand]).returnState).toBe('REFUNDED');
  const asked = [place, pay, ship, report('3006'), report('3003'), ...RETURN.slice(0, 1)];
  expect(refusal(asked, agree('EXCHANGE', exchanged)), 'before the review').toBe('LINKED_NOT_OFFERED');
  const consoled = [...before, { type: 'GrantRefund', at, amount: 100, note: '補償' } as OrderCommand];
  expect(refusal(consoled, agree('EXCHANGE', exchanged)), 'goodwill is no answer').toBeUndefined();
  const rejected = after([...before, agree('EXCHANGE'), { type: 'RejectReturn', at, reason: 'OPENED_GOODS' }]);
  expect(rejected.linked).toMatchObject([{ state: 'NOT_PLACED' }]);
  expect(sentAgain(rejected)).toBe(0);
});

test("a member's purchase does not stand again after its goods came back, because its rewards were taken back", () => {
  const cash = (memberId: string | null): OrderCommand[] => [
    { ...place, terms: { ...both, payment: 'COD', memberId } } as OrderCommand,
    ship,
    report('3003'),
    ...RETURN,
  ];
  const taken: OrderCommand = { type: 'TakeRewardsBack', at, deducted: 0 };
  const [one, rest] = [all.slice(0, 1), all.slice(1)];
  for (const before of [
    [...cash('m'), receive],
    [...cash('m'), receive, taken],
  ]) {
    expect(refusal(before, agree('EXCHANGE'))).toBe('LINKED_PAID_BACK');
    expect(refusal(before, agree('EXCHANGE', one))).toBeUndefined();
    const oneOfEach = all.map((item) => ({ ...item, quantity: 1 }));
    expect(refusal(before, agree('EXCHANGE', oneOfEach))).toBeUndefined();
    expect(refusal([...before, agree('EXCHANGE', one)], agree('EXCHANGE', rest, 'LINKED0000000002'))).toBe('LINKED_PAID_BACK');
  }
  // Nothing was taken back yet, or a guest's order earned nothing.
  expect(refusal(cash('m'), agree('EXCHANGE'))).toBeUndefined();
  expect(refusal([...cash(null), receive], agree('EXCHANGE'))).toBeUndefined();
});

test('an exchange that was agreed before the hand-over takes nobody the right to cancel', () => {
  const cancel: OrderCommand = { type: 'CancelOrder', at, reason: 'CHANGED_MIND' };
  const agreed = [place, pay, ...RETURN, agree('EXCHANGE')];
  for (const before of [agreed, [...agreed, ship]]) {
    expect(orderFacts(after(before)).actions.cancel.open).toBe(true);
    const decided = orderDecider.decide(cancel, after(before));
    expect(decided).toMatchObject({ ok: true, events: [{ type: 'OrderCancelled', data: { refundDue: true } }] });
    const cancelled = after([...before, cancel]);
    expect(cancelled.linked).toMatchObject([{ state: 'NOT_PLACED' }]);
    expect(moneyOf(cancelled).debts).toMatchObject([{ reason: 'CANCELLED', amount: 3000 }]);
  }
});

test('a carrier that refuses the parcel ends an exchange that was agreed before, and the money goes back', () => {
  const refused: OrderCommand = { type: 'RejectShipment', at, tradeNo: parcel.tradeNo, reason: 'REFUSED_BY_CARRIER', carrierText: '' };
  const ends: OrderCommand = { type: 'CancelOrder', at, reason: 'SHIPMENT_REJECTED' };
  const order = after([place, pay, ...RETURN, agree('EXCHANGE'), refused, ends]);
  expect(moneyOf(order).debts).toMatchObject([{ reason: 'SHIPMENT_REJECTED', amount: 3000 }]);
});

test('an order that is sent again cannot be cancelled, and the page says so', () => {
  const store = { ...both, delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } } as const;
  const own = { ...parcel, subtype: 'UNIMARTC2C' } as const;
  const expired = { ...report('7013'), ...own } as OrderCommand;
  const before = [{ ...place, terms: store } as OrderCommand, pay, { ...ship, ...own } as OrderCommand, expired, agree('RESEND')];
  expect(refusal(before, { type: 'CancelOrder', at, reason: 'CHANGED_MIND' })).toBe('ORDER_SENT_AGAIN');
  expect(orderFacts(after(before)).actions.cancel.reason?.code).toBe('ORDER_SENT_AGAIN');
});

test('what the refund of a late return lacks, or of goods that a coupon paid, sends no goods again', () => {
  const day = (days: number): string => new Date(Date.parse(at) + days * 86_400_000).toISOString();
  const cheap = { ...line, productId: 7, nameZh: '試用包', quantity: 1, unitPrice: 100, subtotal: 100 };
  const small = { ...place, terms: terms({ lines: [{ ...line, quantity: 1 }, cheap], subtotal: 1080, shippingFee: 0, total: 980 }) };
  const couponed = {
    ...small,
    terms: {
      ...small.terms,
      discounts: [{ couponId: '3', name: '折一百', amount: 100, shares: [{ productId: 7, tier: 'ORIGIN', amount: 100 }] }],
    },
  } as OrderCommand;
  const paid = { ...pay, amount: 980 } as OrderCommand;
  const back: OrderCommand[] = [
    couponed,
    paid,
    ship,
    report('3003'),
    { ...RETURN[0], at: day(12) } as OrderCommand,
    RETURN[1] as OrderCommand,
  ];
  const again = agree('EXCHANGE', [{ productId: 7, tier: 'ORIGIN', quantity: 1 }]);
  expect(refusal(back, again)).toBeUndefined();
  const received: OrderCommand[] = [...back, receive, { type: 'StartRefunds', at }];
  expect(moneyOf(after(received)).owed).toBe(860);
  expect(refusal(received, again)).toBe('LINKED_PAID_BACK');
});

test('the part of a late return that is not exchanged lacks what the return costs; goodwill and spent rewards reduce it too', () => {
  const lines = [5, 6].map((productId) => ({ ...line, productId, unitPrice: 490, subtotal: 490 }));
  const small = (memberId: string | null): OrderCommand[] =>
    [{ ...place, terms: terms({ memberId, lines }) }, { ...pay, amount: 1100 }, ship, report('3003')] as OrderCommand[];
  const back = (asked: string): OrderCommand[] => [
    { ...RETURN[0], at: asked } as OrderCommand,
    ...RETURN.slice(1),
    agree('EXCHANGE', [{ productId: 5, tier: 'ORIGIN', quantity: 1 }]),
  ];
  const late = after([...small(null), ...back('2026-12-20T00:00:00.000Z'), receive]);
  expect([sentAgain(late), moneyOf(late).owed]).toEqual([610, 1100 - 610 - 120]);
  const goodwill: OrderCommand = { type: 'GrantRefund', at, amount: 200, note: '補償' };
  const deducted: OrderCommand = { type: 'TakeRewardsBack', at, deducted: 30 };
  const inTime = after([...small('m'), goodwill, ...back(at), receive, deducted]);
  expect(moneyOf(inTime).debts.find(({ reason }) => reason === 'RETURN')?.amount).toBe(1100 - 610 - 200 - 30);
});

test('an exchange of everything ends the return without a refund', () => {
  const placed: OrderCommand = { type: 'RecordLinkedOrder', at, linkedOrderNo: 'LINKED0000000001' };
  const order = after([place, pay, ship, report('3006'), report('3003'), ...RETURN, agree('EXCHANGE'), receive, placed]);
  expect([order.returnState, moneyOf(order).owed]).toEqual([null, 0]);
});

test('what comes to nothing is owed', () => {
  const ended: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'RETURNED' };
  expect(moneyOf(after([...lost, agree('RESEND'), ended])).debts).toMatchObject([{ reason: 'RETURN', amount: 3000 }]);
});

// The goods of the linked order would come back in the wrong order, where nothing is owed for them.
test('goods that were sent again are given back in the linked order, and the page says so', () => {
  const ask = RETURN[0] as OrderCommand;
  const again = [...lost, agree('RESEND')];
  expect(refusal(again, ask)).toBe('RETURN_NOT_OFFERED');
  expect(orderFacts(after(again)).actions.return).toEqual({
    open: false,
    reason: { code: 'RETURN_NOT_OFFERED', message: '商品已補寄，請至補寄的訂單申請退貨' },
  });
  expect(refusal([...again, report('3003')], ask), 'the first parcel was found').toBe('RETURN_NOT_OFFERED');
  // A part that was not sent again is with the buyer.
  expect(refusal([...lost, agree('RESEND', all.slice(0, 1))], ask)).toBeUndefined();
});

test('a second shipment that comes to nothing is not owed while the first parcel, which was found, is with the buyer or on its way', () => {
  const [moves, found] = ['3006', '3003'].map((code) => [...lost, agree('RESEND'), report(code)]) as [OrderCommand[], OrderCommand[]];
  for (const outcome of ['CANCELLED', 'NOT_COLLECTED', 'RETURNED'] as const) {
    const ended: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome };
    for (const history of [moves, found]) expect(moneyOf(after([...history, ended])).owed, outcome).toBe(0);
    // It is lost once more, or travels back; or the buyer gives the goods back.
    for (const code of ['5002', '5004', '5008']) expect(moneyOf(after([...moves, ended, report(code)])).owed, code).toBe(3000);
    expect(moneyOf(after([...found, ended, ...RETURN, receive])).owed, outcome).toBe(3000);
  }
});

test('a linked order whose goods came back is not sent again: its origin owes the money', () => {
  const linked = terms({ lines, subtotal: 0, shippingFee: 0, total: 0, cartId: null, linked: { orderNo, kind: 'EXCHANGE', value: 3000 } });
  const begun: OrderCommand[] = [{ ...place, terms: linked } as OrderCommand, ship, report('3006')];
  const delivered = [...begun, report('3003'), ...RETURN];
  expect(refusal(delivered, agree('EXCHANGE'))).toBeUndefined();
  // The origin pays back the whole order, or nothing.
  expect(refusal(delivered, agree('EXCHANGE', all.slice(0, 1)))).toBe('LINKED_NEEDS_ALL');
  expect(refusal([...delivered, receive], agree('EXCHANGE'))).toBe('LINKED_PAID_BACK');
  const ofMember = { ...place, terms: { ...linked, memberId: 'm' } } as OrderCommand;
  expect(awaitsRewards(after([ofMember, ...delivered.slice(1), receive])), 'it earned nothing').toBe(false);

  const ended: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'NOT_COLLECTED' };
  const never: OrderCommand = { ...ended, outcome: 'NOT_PLACED' } as OrderCommand;
  const again = [...begun, report('5002'), agree('RESEND')];
  expect(refusal([...again, never], agree('RESEND', all, 'LINKED0000000002'))).toBeUndefined();
  expect(refusal([...again, ended], agree('RESEND', all, 'LINKED0000000002'))).toBe('LINKED_PAID_BACK');
});

test('an order whose credit went back with a second shipment that came to nothing is not sent again', () => {
  const forNothing = { ...place, terms: { ...both, credit: 3000, total: 0 } } as OrderCommand;
  const again = [forNothing, ship, report('3006'), report('5002'), agree('RESEND')];
  const ended: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'CANCELLED' };
  expect(refusal([...again, ended], agree('RESEND', all, 'LINKED0000000002'))).toBe('LINKED_PAID_BACK');
});

describe('a second shipment that the buyer or support cancelled', () => {
  const ended = (more: { withdrawn?: true } = { withdrawn: true }): OrderCommand => ({
    type: 'EndLinkedOrder',
    at,
    linkedOrderNo: 'LINKED0000000001',
    outcome: 'CANCELLED',
    ...more,
  });
  const heldUp = (code: string): OrderCommand[] => [place, pay, ship, report('3006'), report(code), agree('RESEND'), ended()];
  const HOLDS = ['5001', '5003', '3117', '7027'];
  test('owes nothing while the first parcel may arrive, nor after its arrival', () => {
    for (const code of HOLDS) {
      expect(moneyOf(after(heldUp(code))).owed, code).toBe(0);
      expect(moneyOf(after([...heldUp(code), report('3006'), report('3003')])).owed, code).toBe(0);
    }
  });
  test('waits for support while the first parcel may arrive, until it is sent again, paid back, found, lost or back', () => {
    const again = agree('RESEND', all, 'LINKED0000000002');
    const back: OrderCommand = { type: 'GrantRefund', at, amount: 3000, note: '確定未送達' };
    for (const code of HOLDS) {
      expect(waitsForFirst(after(heldUp(code).slice(0, -1))), code).toBe(false);
      expect(waitsForFirst(after(heldUp(code))), code).toBe(true);
      for (const next of [again, back]) expect(waitsForFirst(after([...heldUp(code), next])), `${code} ${next.type}`).toBe(false);
      for (const end of ['3006', '5002', '5004'])
        expect(waitsForFirst(after([...heldUp(code), report(end)])), `${code} ${end}`).toBe(false);
    }
  });
  test('is owed once the first parcel is lost or back', () => {
    for (const code of HOLDS)
      for (const end of ['5002', '5004', '3125']) expect(moneyOf(after([...heldUp(code), report(end)])).owed, `${code} ${end}`).toBe(3000);
  });
  test('is owed for a parcel abroad once support says that it was not collected', () => {
    const before = [toAbroad, pay, word('900'), agree('RESEND'), ended()];
    expect(moneyOf(after(before)).owed).toBe(0);
    expect(moneyOf(after([...before, word('40000')])).owed).toBe(3000);
    expect(moneyOf(after([...before, word('20000')])).owed).toBe(0);
  });
  test('is owed at once where the carrier refused it', () => {
    const refused = after([...heldUp('5003').slice(0, -1), ended({})]);
    expect([moneyOf(refused).owed, waitsForFirst(refused)]).toEqual([3000, false]);
  });
  test('leaves the goods to be sent again, and money to be paid back by goodwill, never both', () => {
    const again = agree('RESEND', all, 'LINKED0000000002');
    const back: OrderCommand = { type: 'GrantRefund', at, amount: 3000, note: '確定未送達' };
    expect(refusal(heldUp('5003'), again)).toBeUndefined();
    expect(refusal(heldUp('5003'), back)).toBeUndefined();
    expect(refusal([...heldUp('5003'), back], again)).toBe('LINKED_PAID_BACK');
    expect(refusal([...heldUp('5003'), again], back)).toBe('REFUND_TOO_HIGH');
  });
});

describe('an order that came to nothing because nobody collected it is not sent again, whichever codes follow', () => {
  const forNothing = { ...place, terms: { ...both, credit: 3000, total: 0 } } as OrderCommand;
  const agreed = terms({ lines, subtotal: 0, shippingFee: 0, total: 0, cartId: null, linked: { orderNo, kind: 'RESEND', value: 3000 } });
  const linked = { ...place, terms: agreed } as OrderCommand;
  const told: OrderCommand = { type: 'TellOrigin', at };
  const LATER = [['5001'], ['5002'], ['3006', '7027'], ['3006', '3003', '3016', '5002']];
  const CASES: [string, OrderCommand[]][] = [
    ['paid by credit', [forNothing, ship, report('3006'), report('5004')]],
    ['paid by credit, and back from the store', [forNothing, ship, report('3006'), report('3124')]],
    ['linked, and its origin knows', [linked, ship, report('3006'), report('5004'), told]],
    ['linked, and its origin does not know yet', [linked, ship, report('3006'), report('5004')]],
  ];
  test.each(CASES)('%s', (_, before) => {
    for (const codes of LATER) {
      const history = [...before, ...codes.map(report)];
      expect(refusal(history, agree('RESEND')), codes.join()).toBe('LINKED_PAID_BACK');
    }
    const delivered = [...before, report('3006'), report('3003'), ...RETURN];
    expect(refusal(delivered, agree('EXCHANGE'))).toBe('LINKED_PAID_BACK');
  });
  test('where the origin does not know yet, it is told', () =>
    expect(originToTell(after([linked, ship, report('3006'), report('5004'), report('5002')]))).toBe('NOT_COLLECTED'));
  test('but a card order whose refund was not decided is sent again', () =>
    expect(refusal([place, pay, ship, report('3006'), report('5004'), report('5002')], agree('RESEND'))).toBeUndefined());
});

test('goods sent again and money paid back are never more than what was paid, in any order of acts', () => {
  let mixed = 0;
  const items = fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 3 }))
    .map(([one, two]) => all.map((item, at) => ({ ...item, quantity: at === 0 ? one : two })).filter(({ quantity }) => quantity > 0));
  const number = fc.constantFrom('LINKED0000000001', 'LINKED0000000002', 'LINKED0000000003');
  const commands: fc.Arbitrary<OrderCommand> = fc.oneof(
    fc.tuple(fc.constantFrom('EXCHANGE' as const, 'RESEND' as const), items, number).map(([kind, some, no]) => agree(kind, some, no)),
    fc
      .tuple(number, fc.constantFrom('CANCELLED' as const, 'NOT_COLLECTED' as const, 'RETURNED' as const, 'NOT_PLACED' as const))
      .map(([linkedOrderNo, outcome]): OrderCommand => ({ type: 'EndLinkedOrder', at, linkedOrderNo, outcome })),
    number.map((linkedOrderNo): OrderCommand => ({ type: 'EndLinkedOrder', at, linkedOrderNo, outcome: 'CANCELLED', withdrawn: true })),
    number.map((linkedOrderNo): OrderCommand => ({ type: 'RecordLinkedOrder', at, linkedOrderNo })),
    fc.integer({ min: 1, max: 3000 }).map((amount): OrderCommand => ({ type: 'GrantRefund', at, amount, note: '補償' })),
    fc.constantFrom<OrderCommand>(...RETURN, receive, { type: 'StartRefunds', at }, { type: 'CancelOrder', at, reason: 'OTHER' }),
    fc.constantFrom('3003', '5002', '5003', '3006', '5004', '5008').map(report),
  );
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 14 }), (acts) => {
      const order = after([...lost, ...acts], true);
      const money = [...order.refunds, ...order.startedRefunds].reduce((sum, { amount }) => sum + amount, 0);
      expect(
        sentAgain(order) + money + moneyOf(order).debts.reduce((sum, debt) => (debt.started ? sum : sum + debt.amount), 0),
      ).toBeLessThanOrEqual(3000);
      const pieces = (order.linked ?? []).filter(({ state }) => state === 'AGREED' || state === 'PLACED').flatMap((link) => link.items);
      for (const one of all)
        expect(pieces.reduce((sum, item) => (item.productId === one.productId ? sum + item.quantity : sum), 0)).toBeLessThanOrEqual(
          one.quantity,
        );
      if (sentAgain(order) > 0 && money > 0) mixed++;
    }),
    { numRuns: 3_000 },
  );
  expect(mixed).toBeGreaterThan(50);
});
