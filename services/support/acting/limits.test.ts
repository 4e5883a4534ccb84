import type { OrderAct } from '@nordhaut/contracts/support';
import {
  moneyOf,
  type Order,
  orderDecider,
  type OrderCommand,
  type OrderEvent,
  type OrderPromotions,
  type OrderState,
  returnRefund,
} from '@nordhaut/ordering';
import { AT, line, personal, terms } from '@nordhaut/ordering/testing';
import { type History, historyOf } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandOf } from './commands.ts';
import { amountOf, limitsOf } from './limits.ts';

/** What one person gives for an order by word alone (infra/decisions/069). NT$. */

type Own = History<OrderState, OrderCommand, OrderEvent>;
const ABROAD = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
const note = '顧客來電';
const GIFT = { productId: 77, nameZh: '面膜', nameEn: 'Mask', image: 'mask', quantity: 1 };
/** The gift of a coupon; `value`: NT$ that a return deducts where it stays. */
const withGift = (value: number) => ({
  gifts: [{ ...GIFT, couponId: '1', value }],
  promotions: {
    pricedAt: AT,
    coupons: [
      {
        couponId: 1,
        uid: 'MASK',
        name: '面膜贈品',
        type: 'GIVEAWAY',
        scope: 'MEMBER',
        super: null,
        discount: null,
        gifts: [{ ...GIFT, value, deductible: true }],
      },
    ],
    credit: [],
    goodsPaid: 0,
    takes: [],
    asked: { coupons: [], credit: 0 },
    personKeys: [],
  } satisfies OrderPromotions,
});
/** `gift`: NT$ that a return deducts for the gift that stays */
type Kind = { total: number; credit: number; isAbroad: boolean; isLinked: boolean; gift?: number };

/** An order that one person acts on without anybody who approves; the carrier, the buyer and the process do their part. */
function ordered({ total, credit, isAbroad, isLinked, gift }: Kind, aloneMax: number) {
  const price = total + credit;
  const agreed = terms({
    cartId: null,
    memberId: 'm',
    lines: [{ ...line, quantity: 2, unitPrice: price / 2, subtotal: price }],
    subtotal: price,
    shippingFee: 0,
    credit: isLinked ? 0 : credit,
    total: isLinked ? 0 : total,
    ...(gift !== undefined && withGift(gift)),
    ...(isAbroad && { delivery: ABROAD }),
    ...(isLinked && { linked: { orderNo: 'N1', kind: 'RESEND', value: price } }),
  });
  const own: Own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...agreed, at: AT }, subject: 'guest:1', personal });
  const order = (): Order => own.state() ?? expect.fail('no order');
  const { subtype } = agreed.delivery;
  const parcel = { tradeNo: isAbroad ? agreed.orderNo : `${agreed.orderNo}S1`, logisticsId: isAbroad ? null : 'L1', subtype };
  let minutes = 0;
  const now = (): string => new Date(Date.parse(AT) + ++minutes * 60_000).toISOString();
  const send = (command: OrderCommand): readonly OrderEvent[] => own.send(command);
  if (agreed.total > 0)
    send({ type: 'AuthoriseCardPayment', at: AT, recTradeId: 'D1', bankTransactionId: 'T1', amount: agreed.total, authCode: '1' });
  const shipment = { logisticsId: 'L1', code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' };
  if (!isAbroad) send({ type: 'RecordShipment', at: AT, ...parcel, ...shipment });
  const report = (code: string): readonly OrderEvent[] => {
    const at = now();
    return send({
      type: 'ReportParcelStatus',
      at,
      ...parcel,
      code,
      carrierAt: isAbroad ? null : at,
      source: isAbroad ? 'support' : 'callback',
    });
  };
  report(isAbroad ? '900' : '3006');
  // What is sent in the place of goods that came back answers their refund first.
  let [given, forReturn, exchanges] = [0, 0, 0];
  const count = (event: OrderEvent): void => {
    if (event.type === 'GoodwillCreditGranted') given += event.data.amount;
    if (event.type === 'RefundStarted' && event.data.reason === 'GOODWILL') given += event.data.amount;
    if (event.type === 'LinkedOrderAgreed' && event.data.kind === 'EXCHANGE') exchanges++;
    if (event.type === 'LinkedOrderAgreed' && event.data.kind === 'RESEND') given += isLinked ? price : event.data.value + agreed.credit;
    if (event.type === 'ReturnReceived' || (event.type === 'LinkedOrderAgreed' && order().return?.receivedAt)) {
      const owed = moneyOf(order()).debts.reduce((sum, { reason, amount }) => (reason === 'RETURN' ? sum + amount : sum), 0);
      const inPlace = (order().linked ?? []).filter(({ kind, state }) => kind === 'EXCHANGE' && state === 'AGREED');
      forReturn = Math.max(forReturn, isLinked ? price : inPlace.reduce((sum, { value }) => sum + value, owed + agreed.credit));
    }
    if (event.type === 'ParcelStatusReported' && event.data.code === '40000') {
      const owed = moneyOf(order()).debts.reduce((sum, { reason, amount }) => (reason === 'NOT_COLLECTED' ? sum + amount : sum), 0);
      given += isLinked ? price : owed + agreed.credit;
    }
  };
  let numbers = 0;
  return {
    order,
    given: (): number => given + forReturn,
    exchanges: (): number => exchanges,
    report,
    follow: send,
    now,
    /** @returns whether something was done alone; `proposed`: it waits for somebody else */
    act(act: OrderAct): 'done' | 'proposed' | 'refused' {
      const within = limitsOf(order(), act, true, { aloneMax, aDay: 99, oneHand: true });
      const asked = commandOf(act, order(), { by: 'one', at: now(), note, ...within, linkedOrderNo: `LINKED${++numbers}` });
      if (!asked.ok) return 'refused';
      const events = send(asked.command);
      for (const event of events) count(event);
      if (events.length === 0) return 'refused';
      return events[0]?.type === 'RefundProposed' ? 'proposed' : 'done';
    },
    /** Nobody approves it. */
    decline(): void {
      const open = order().proposals?.find(({ verdict }) => verdict === 'OPEN');
      if (open)
        send({ type: 'JudgeRefund', at: now(), proposalId: open.proposalId, verdict: 'decline', by: 'one', proposer: open.by, note });
    },
  };
}
const pieces = (quantity: number) => [{ productId: line.productId, tier: line.tier, quantity }];

const LIMITS = { aloneMax: 9999, aDay: 5, oneHand: true };
const HOME: Kind = { total: 2000, credit: 0, isAbroad: false, isLinked: false };
const ABROAD_ORDER: Kind = { ...HOME, isAbroad: true };
test.each<[string, Kind, number, string, OrderAct, OrderAct]>([
  ['goods and credit', HOME, 3000, '5002', { type: 'resend', items: pieces(2) }, { type: 'credit', amount: 2000 }],
  ['half of the goods and a refund', HOME, 1500, '5002', { type: 'resend', items: pieces(1) }, { type: 'goodwill', amount: 1000 }],
  [
    'a parcel abroad that nobody collected and credit',
    ABROAD_ORDER,
    3000,
    '900',
    { type: 'parcel-abroad', code: '40000' },
    { type: 'credit', amount: 2000 },
  ],
])('a second person decides about what is above the limit together, in either order: %s', (_, kind, limit, code, first, second) => {
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const own = ordered(kind, limit);
    own.report(code);
    expect([own.act(one), own.act(other)], one.type).toEqual(['done', 'proposed']);
  }
});

const RETURN: OrderCommand[] = [
  { type: 'RequestReturn', at: AT, reason: 'OTHER', comment: '瓶身破損', sender: null, bankAccount: null },
  { type: 'ApproveReturn', at: AT },
];

test('goods are exchanged once by one person; a second time, and in a linked order, somebody else approves it', () => {
  const own = ordered(HOME, 3000);
  own.report('3003');
  for (const command of RETURN) own.follow(command);
  expect(own.act({ type: 'exchange', items: pieces(1) })).toBe('done');
  expect(own.act({ type: 'exchange', items: pieces(1) })).toBe('proposed');
  const judged: OrderCommand = {
    type: 'JudgeRefund',
    at: AT,
    proposalId: 'P1',
    verdict: 'approve',
    by: 'two',
    proposer: 'one',
    note,
    linkedOrderNo: 'LINKED9',
  };
  expect(own.follow(judged)).toMatchObject([
    { type: 'RefundApproved' },
    { type: 'LinkedOrderAgreed', data: { kind: 'EXCHANGE', value: 1000 } },
  ]);

  const unplaced = ordered(HOME, 3000);
  unplaced.report('3003');
  for (const command of RETURN) unplaced.follow(command);
  const exchange: OrderAct = { type: 'exchange', items: pieces(1) };
  expect(unplaced.act(exchange)).toBe('done');
  const linkedOrderNo = unplaced.order().linked?.[0]?.linkedOrderNo ?? '';
  unplaced.follow({ type: 'EndLinkedOrder', at: AT, linkedOrderNo, outcome: 'NOT_PLACED' });
  expect(unplaced.act(exchange), 'the first one never went out').toBe('done');

  const linked = ordered({ ...HOME, isLinked: true }, 3000);
  linked.report('3003');
  for (const command of RETURN) linked.follow(command);
  expect(linked.act({ type: 'exchange', items: pieces(2) })).toBe('proposed');
  expect(linked.order().proposals).toMatchObject([{ amount: 2000, as: 'exchange' }]);
});

test('what comes back is received alone within the limit, with what was given before and after', () => {
  const returned = (aloneMax: number, kind = HOME) => {
    const own = ordered(kind, aloneMax);
    own.report('3003');
    for (const command of RETURN) own.follow(command);
    return own;
  };
  const receive: OrderAct = { type: 'receive-return', keptGifts: {} };
  expect(returned(2000).act(receive)).toBe('done');
  const above = returned(1999);
  expect(above.act(receive)).toBe('proposed');
  expect(above.order().proposals).toMatchObject([{ amount: 2000, as: 'return', over: { limit: 'AMOUNT', max: 1999 } }]);
  expect(above.order().return?.receivedAt).toBeNull();

  const consoled = returned(1999);
  expect([consoled.act({ type: 'goodwill', amount: 500 }), consoled.act(receive)], 'of one order').toEqual(['done', 'proposed']);
  expect(returned(9999, { ...HOME, isLinked: true }).act(receive), 'the origin pays').toBe('proposed');
  expect(returned(1999, { ...HOME, total: 1500, credit: 500 }).act(receive), 'with the credit that goes back').toBe('proposed');
  const exchanged = returned(1999);
  expect([exchanged.act({ type: 'exchange', items: pieces(2) }), exchanged.act(receive)], 'goods in place of money').toEqual([
    'done',
    'proposed',
  ]);
});

test('goods that go out after the receipt have their whole worth, also where less is owed for those that came back', () => {
  const kept = ordered({ ...HOME, gift: 500 }, 1999);
  kept.report('3003');
  for (const command of RETURN) kept.follow(command);
  const keptGifts = { [GIFT.productId]: 1 };
  expect(returnRefund(kept.order(), keptGifts)).toBe(1500);
  expect(kept.act({ type: 'receive-return', keptGifts })).toBe('proposed');

  const late = ordered(ABROAD_ORDER, 1999);
  late.report('20000');
  const at = new Date(Date.parse(AT) + 20 * 86_400_000).toISOString();
  for (const command of RETURN) late.follow({ ...command, at } as OrderCommand);
  expect(returnRefund(late.order())).toBe(0);
  expect(late.act({ type: 'receive-return', keptGifts: {} }), 'nothing is owed').toBe('proposed');
});

test('a second person decides about it, whatever it is worth', () => {
  const lost = (kind: Kind) => {
    const own = ordered(kind, 9999);
    if (!kind.isAbroad) own.report('5002');
    return own;
  };
  const resend: OrderAct = { type: 'resend', items: pieces(1) };
  const twice = lost(HOME);
  expect([twice.act(resend), twice.act(resend)], 'a second loss').toEqual(['done', 'proposed']);
  expect(lost(ABROAD_ORDER).act(resend), 'goods abroad').toBe('proposed');
  expect(lost({ ...HOME, isLinked: true }).act({ type: 'resend', items: pieces(2) }), 'goods that were sent again').toBe('proposed');
  const abroad = (code: '20000' | '40000'): OrderAct => ({ type: 'parcel-abroad', code });
  expect(lost({ ...ABROAD_ORDER, isLinked: true }).act(abroad('40000'))).toBe('proposed');
  expect(lost({ ...ABROAD_ORDER, isLinked: true }).act(abroad('20000')), 'nothing goes back').toBe('done');

  const granted = ordered(HOME, 9999);
  expect(granted.act({ type: 'goodwill', amount: 300 })).toBe('done');
  const { refundId = '' } = granted.order().startedRefunds[0] ?? {};
  expect(amountOf({ refundId }, granted.order())).toBe(300);
  expect(limitsOf(granted.order(), { type: 'refund-by-transfer', refundId }, true, LIMITS)).toEqual({ alone: false });
});

test('one person decides up to the amount and the number of a day, and about a receipt that somebody else approved', () => {
  const own = ordered(HOME, 2000);
  const goodwill: OrderAct = { type: 'goodwill', amount: 1000 };
  expect(limitsOf(own.order(), goodwill, true, { ...LIMITS, aloneMax: 1000 })).toEqual({ alone: true });
  expect(limitsOf(own.order(), goodwill, true, { ...LIMITS, aloneMax: 999 })).toMatchObject({ over: { limit: 'AMOUNT', max: 999 } });
  expect(limitsOf(own.order(), goodwill, false, LIMITS)).toEqual({ alone: false, over: { limit: 'A_DAY', max: 5 } });
  own.report('3003');
  for (const command of RETURN) own.follow(command);
  const receive: OrderAct = { type: 'receive-return', keptGifts: {} };
  expect(limitsOf(own.order(), receive, false, { ...LIMITS, aloneMax: 0, oneHand: false })).toEqual({ alone: true });
});

test('what was given counts once among what one person decides', () => {
  const goodwill = (amount: number): OrderAct => ({ type: 'goodwill', amount });
  const credit = (amount: number): OrderAct => ({ type: 'credit', amount });
  const receive: OrderAct = { type: 'receive-return', keptGifts: {} };
  const given = (kind: Kind, aloneMax: number, code: string, ...acts: OrderAct[]) => {
    const own = ordered(kind, aloneMax);
    own.report(code);
    if (code === '3003') for (const command of RETURN) own.follow(command);
    return acts.map((act) => own.act(act));
  };
  expect(given(HOME, 2000, '3003', goodwill(500), receive), 'the receipt is worth what is left').toEqual(['done', 'done']);
  const exchange: OrderAct = { type: 'exchange', items: pieces(1) };
  expect(given(HOME, 1500, '3003', exchange, goodwill(1000)), 'a rule decides about the exchange').toEqual(['done', 'done']);
  const withCredit = { ...HOME, total: 1500, credit: 500 };
  const resend: OrderAct = { type: 'resend', items: pieces(2) };
  expect(given(withCredit, 1999, '5002', resend), 'with the credit that paid').toEqual(['proposed']);
  expect(given(withCredit, 2500, '5002', resend, credit(500))).toEqual(['done', 'done']);
  expect(given(withCredit, 2499, '5002', resend, credit(500))).toEqual(['done', 'proposed']);
  const nobody: OrderAct = { type: 'parcel-abroad', code: '40000' };
  const abroad = { ...withCredit, isAbroad: true };
  expect(given(abroad, 2500, '900', goodwill(400), nobody, credit(500)), 'goodwill before the word').toEqual(['done', 'done', 'done']);
  expect(given(abroad, 2499, '900', goodwill(400), nobody, credit(500))).toEqual(['done', 'done', 'proposed']);

  const late = ordered({ ...HOME, total: 600 }, 600);
  late.report('3003');
  const at = new Date(Date.parse(AT) + 20 * 86_400_000).toISOString();
  for (const command of RETURN) late.follow({ ...command, at } as OrderCommand);
  expect([late.act(receive), late.act(goodwill(1))], 'after the receipt').toEqual(['done', 'proposed']);

  const unplaced = ordered(HOME, 2000);
  unplaced.report('5002');
  expect(unplaced.act(resend)).toBe('done');
  const [link] = unplaced.order().linked ?? [];
  unplaced.follow({ type: 'EndLinkedOrder', at: AT, linkedOrderNo: link?.linkedOrderNo ?? '', outcome: 'NOT_PLACED' });
  expect(unplaced.act(credit(2000)), 'goods that never went out').toBe('done');
});

test('one person gives no more than the limit, in any order of acts, and exchanges once', () => {
  const seen = new Map<string, number>();
  const acts: fc.Arbitrary<OrderAct> = fc.oneof(
    fc.integer({ min: 1, max: 2500 }).map((amount): OrderAct => ({ type: 'goodwill', amount })),
    fc.integer({ min: 1, max: 2500 }).map((amount): OrderAct => ({ type: 'credit', amount })),
    fc.constantFrom(1, 2).map((quantity): OrderAct => ({ type: 'resend', items: pieces(quantity) })),
    fc.constantFrom(1, 2).map((quantity): OrderAct => ({ type: 'exchange', items: pieces(quantity) })),
    fc.constantFrom<OrderAct>(
      { type: 'parcel-abroad', code: '40000' },
      { type: 'parcel-abroad', code: '20000' },
      { type: 'approve-return' },
      { type: 'receive-return', keptGifts: {} },
      { type: 'credit-back', creditId: 'C1' },
    ),
  );
  const others = fc.oneof(
    fc.constantFrom('5002', '3006', '3003', '5004', '3016').map((code) => ({ report: code })),
    fc
      .tuple(fc.nat(5), fc.constantFrom('CANCELLED' as const, 'NOT_COLLECTED' as const, 'RETURNED' as const))
      .map(([no, outcome]): { command: OrderCommand } => ({
        command: { type: 'EndLinkedOrder', at: AT, linkedOrderNo: `LINKED${no}`, outcome },
      })),
    fc.constantFrom<{ command: OrderCommand }>(
      { command: { type: 'StartRefunds', at: AT } },
      { command: { type: 'RequestReturn', at: AT, reason: 'OTHER', comment: note, sender: null, bankAccount: null } },
    ),
  );
  const kinds = fc.record({
    total: fc.constantFrom(0, 600, 2000),
    credit: fc.constantFrom(0, 400, 1000),
    isAbroad: fc.boolean(),
    isLinked: fc.nat(4).map((one) => one === 0),
  });
  const steps = fc.array(
    fc.oneof(
      acts.map((act) => ({ act })),
      others,
    ),
    { maxLength: 16, size: 'max' },
  );
  fc.assert(
    fc.property(kinds, fc.constantFrom(300, 1000, 3000), fc.constantFrom('5002', '5003', '3003'), steps, (kind, aloneMax, code, todo) => {
      fc.pre(kind.total + kind.credit > 0);
      const own = ordered(kind, aloneMax);
      // Without a loss or a delivery there is little that support can give.
      if (!kind.isAbroad) own.report(code);
      if (!kind.isAbroad && code === '3003') for (const command of RETURN) own.follow(command);
      for (const step of todo) {
        if ('report' in step) own.report(step.report);
        else if ('command' in step) own.follow(step.command);
        else {
          const outcome = own.act(step.act);
          const key = `${step.act.type} ${outcome}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        own.decline();
        expect(own.given()).toBeLessThanOrEqual(kind.isLinked ? 0 : aloneMax);
        expect(own.exchanges()).toBeLessThanOrEqual(kind.isLinked ? 0 : 1);
      }
    }),
    {
      numRuns: 5_000,
      examples: [
        [
          { total: 2000, credit: 0, isAbroad: true, isLinked: false },
          3000,
          '5002',
          [
            { act: { type: 'parcel-abroad', code: '40000' } },
            { act: { type: 'parcel-abroad', code: '20000' } },
            { act: { type: 'goodwill', amount: 181 } },
            { act: { type: 'goodwill', amount: 820 } },
          ],
        ],
      ],
    },
  );
  for (const type of ['goodwill', 'credit', 'resend', 'parcel-abroad', 'receive-return'])
    for (const outcome of ['done', 'proposed']) expect(seen.get(`${type} ${outcome}`), `${type} ${outcome}`).toBeGreaterThan(20);
  for (const outcome of ['done', 'proposed']) expect(seen.get(`exchange ${outcome}`), `exchange ${outcome}`).toBeGreaterThan(20);
});
