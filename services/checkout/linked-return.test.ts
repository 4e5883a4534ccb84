import { moneyOf, type Order, orderDecider, type OrderCommand, orderFacts, type OrderTerms } from '@nordhaut/ordering';
import { AT, line, personal, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfLinked, linkedTerms } from './linked-order.ts';

/** What goods that were sent again are worth when they come back: as much as those of the order that was paid (decisions.md 41, 65). */

const LATE_DAYS = 30;
const day = (count: number): string => new Date(Date.parse(AT) + count * 86_400_000).toISOString();
const abroad = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
const gift = { productId: 91, nameZh: '護手霜', nameEn: 'Hand Cream', image: 'hand-cream', quantity: 1 };
const promotions = {
  pricedAt: AT,
  coupons: [
    {
      couponId: 1,
      uid: 'G',
      name: '贈品',
      type: 'GIVEAWAY',
      scope: 'ALL',
      super: null,
      discount: null,
      gifts: [{ ...gift, value: 350, deductible: true }],
    },
  ],
  credit: [],
  goodsPaid: 0,
  takes: [],
  asked: { coupons: [], credit: 0 },
  personKeys: [],
} satisfies OrderTerms['promotions'];
const withGift = { gifts: [{ ...gift, couponId: '1' }], promotions } as Partial<OrderTerms>;

function begun(agreed: OrderTerms) {
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...agreed, at: AT }, subject: 'guest:1', personal });
  const { subtype, type } = agreed.delivery;
  const isAbroad = type === 'INTERNATIONAL';
  const parcel = { tradeNo: isAbroad ? agreed.orderNo : `${agreed.orderNo}S1`, logisticsId: isAbroad ? null : 'L1', subtype };
  const send = (...commands: OrderCommand[]): void => {
    for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
  };
  const charge = { recTradeId: 'D1', bankTransactionId: 'T1', amount: agreed.total, authCode: '1' };
  if (agreed.total > 0) send({ type: 'AuthoriseCardPayment', at: AT, ...charge });
  if (!isAbroad)
    send({
      type: 'RecordShipment',
      at: AT,
      ...parcel,
      logisticsId: 'L1',
      code: '300',
      bookingNote: '',
      cvsPaymentNo: '',
      cvsValidationNo: '',
    });
  let minutes = 0;
  const order = (): Order => own.state() ?? expect.fail('no order');
  const report = (code: string): void => {
    const at = new Date(Date.parse(AT) + ++minutes * 60_000).toISOString();
    send({ type: 'ReportParcelStatus', at, ...parcel, code, carrierAt: isAbroad ? null : at, source: isAbroad ? 'support' : 'callback' });
  };
  const returned = (after: number, kept: Record<number, number> = {}): void =>
    send(
      { type: 'RequestReturn', at: day(after), reason: 'OTHER', comment: '不適合', sender: null, bankAccount: null },
      { type: 'ApproveReturn', at: day(after) },
      { type: 'ReceiveReturn', at: day(after), reason: 'COMPLETE', keptGifts: kept },
    );
  return { order, send, report, returned, isAbroad };
}
type Begun = ReturnType<typeof begun>;
const deliver = (one: Begun): void => {
  one.report(one.isAbroad ? '900' : '3006');
  one.report(one.isAbroad ? '20000' : '3003');
};
const agree = (kind: 'RESEND' | 'EXCHANGE', { order }: Begun): OrderCommand => ({
  type: 'AgreeLinkedOrder',
  at: AT,
  linkedOrderNo: `LINKED${kind}`,
  kind,
  items: order().terms.lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity })),
  note: '重新寄出',
});

/** The linked order that the process places. */
function linkOf(one: Begun, kind: 'RESEND' | 'EXCHANGE'): Begun {
  one.send(agree(kind, one));
  return linked(one);
}
function linked({ order, send }: Begun): Begun {
  const link = order().linked?.at(-1) ?? expect.fail('no linked order');
  send({ type: 'RecordLinkedOrder', at: AT, linkedOrderNo: link.linkedOrderNo });
  return begun({ ...linkedTerms(order(), link), orderNo: link.linkedOrderNo });
}
const tell = (one: Begun, origin: Begun): void => {
  origin.send(endOfLinked(one.order(), AT) ?? expect.fail('it stands'));
  one.send({ type: 'TellOrigin', at: AT });
};
const owedFor = (agreed: OrderTerms, after: number, kept?: Record<number, number>): number => {
  const origin = begun(agreed);
  deliver(origin);
  origin.returned(after, kept);
  return moneyOf(origin.order()).owed;
};
function owedForResend(agreed: OrderTerms, after: number, kept?: Record<number, number>): Begun {
  const origin = begun(agreed);
  origin.report(origin.isAbroad ? '900' : '3006');
  if (!origin.isAbroad) origin.report('5002');
  const again = linkOf(origin, 'RESEND');
  deliver(again);
  again.returned(after, kept);
  tell(again, origin);
  return origin;
}

const own = { cartId: null } as const;
const ORDERS: [string, OrderTerms][] = [
  ['at home, below free shipping', terms(own)],
  [
    'at home, with free shipping',
    terms({ ...own, lines: [{ ...line, quantity: 2, subtotal: 1960 }], subtotal: 1960, shippingFee: 0, total: 1960 }),
  ],
  ['with a gift', terms({ ...own, ...withGift })],
  ['abroad, cheap', terms({ ...own, delivery: abroad })],
  [
    'abroad',
    terms({ ...own, delivery: abroad, lines: [{ ...line, quantity: 4, subtotal: 3920 }], subtotal: 3920, shippingFee: 0, total: 3920 }),
  ],
  ['partly paid by credit', terms({ ...own, credit: 600, total: 500 })],
];

describe.each(ORDERS)('goods that were sent again: %s', (_, agreed) => {
  const kept = { 91: 1 };
  test.each([
    ['by law', 2, undefined],
    ['later, by goodwill', LATE_DAYS, undefined],
    ['without the gift', 2, kept],
    ['later and without the gift', LATE_DAYS, kept],
  ])('a return %s is paid back like that of the order itself', (_when, after, gifts) => {
    const origin = owedForResend(agreed, after, gifts);
    expect(moneyOf(origin.order()).owed).toBe(owedFor(agreed, after, gifts));
    // The goods are with the shop, so there is nothing to return a second time.
    expect(orderFacts(origin.order()).actions.return.open).toBe(false);
  });

  test('what comes back over two linked orders is deducted once, by the rules of the order that was paid', () => {
    const origin = begun(agreed);
    origin.report(origin.isAbroad ? '900' : '3006');
    if (!origin.isAbroad) origin.report('5002');
    const first = linkOf(origin, 'RESEND');
    first.report(first.isAbroad ? '900' : '3006');
    if (!first.isAbroad) first.report('5002');
    const second = linkOf(first, 'RESEND');
    deliver(second);
    second.returned(LATE_DAYS, kept);
    tell(second, first);
    tell(first, origin);
    expect(moneyOf(origin.order()).owed).toBe(owedFor(agreed, LATE_DAYS, kept));
  });

  test('an exchange of goods that were sent again comes back late: the later return counts', () => {
    const origin = begun(agreed);
    origin.report(origin.isAbroad ? '900' : '3006');
    if (!origin.isAbroad) origin.report('5002');
    const first = linkOf(origin, 'RESEND');
    deliver(first);
    first.send(
      { type: 'RequestReturn', at: day(2), reason: 'OTHER', comment: '不適合', sender: null, bankAccount: null },
      { type: 'ApproveReturn', at: day(2) },
      agree('EXCHANGE', first),
      { type: 'ReceiveReturn', at: day(2), reason: 'COMPLETE' },
    );
    const second = linked(first);
    deliver(second);
    second.returned(LATE_DAYS);
    tell(second, first);
    tell(first, origin);
    expect(moneyOf(origin.order()).owed).toBe(owedFor(agreed, LATE_DAYS));
  });

  test.each([
    [2, LATE_DAYS],
    [LATE_DAYS, 2],
    [LATE_DAYS, LATE_DAYS],
    [2, 2],
  ])('an exchange (return after %i days) whose goods come back after %i days is deducted once', (firstly, then) => {
    const origin = begun(agreed);
    deliver(origin);
    origin.send(
      { type: 'RequestReturn', at: day(firstly), reason: 'OTHER', comment: '不適合', sender: null, bankAccount: null },
      { type: 'ApproveReturn', at: day(firstly) },
      agree('EXCHANGE', origin),
      { type: 'ReceiveReturn', at: day(firstly), reason: 'COMPLETE' },
    );
    const again = linked(origin);
    deliver(again);
    again.returned(then);
    tell(again, origin);
    expect(moneyOf(origin.order()).owed).toBe(owedFor(agreed, Math.max(firstly, then)));
  });
});

describe('gifts of goods that are exchanged', () => {
  const lotion = { ...gift, productId: 92, nameZh: '化妝水' };
  const worth: Record<number, number> = { 91: 100, 92: 150 };
  const counted = [
    { ...gift, quantity: 2 },
    { ...lotion, quantity: 1 },
  ].map((one) => ({ ...one, value: worth[one.productId] ?? 0, deductible: true }));
  const agreed = terms({
    ...own,
    gifts: counted.map(({ value: _, deductible: _free, ...one }) => ({ ...one, couponId: '1' })),
    promotions: { ...promotions, coupons: promotions.coupons.map((coupon) => ({ ...coupon, gifts: counted })) },
  });
  const piecesOf = ({ terms: { gifts } }: Order): Record<number, number> =>
    Object.fromEntries([91, 92].map((id) => [id, gifts.reduce((sum, one) => (one.productId === id ? sum + one.quantity : sum), 0)]));
  const asked: OrderCommand[] = [
    { type: 'RequestReturn', at: day(2), reason: 'OTHER', comment: '不適合', sender: null, bankAccount: null },
    { type: 'ApproveReturn', at: day(2) },
  ];
  const received = (keptGifts: Record<number, number>): OrderCommand => ({
    type: 'ReceiveReturn',
    at: day(2),
    reason: 'COMPLETE',
    keptGifts,
  });

  test('what the buyer kept is not sent a second time', () => {
    const origin = begun(agreed);
    deliver(origin);
    origin.send(...asked, agree('EXCHANGE', origin), received({ 91: 1, 92: 9 }));
    const again = linked(origin);
    expect(piecesOf(again.order())).toEqual({ 91: 1, 92: 0 });
    expect(again.order().terms.linked?.gifts).toMatchObject([{ productId: 91, quantity: 1, value: 100 }]);
  });

  test('two exchanges of a part each send them once', () => {
    const two = { ...agreed, lines: [{ ...line, quantity: 2, subtotal: 1960 }], subtotal: 1960, shippingFee: 0, total: 1960 };
    const origin = begun(two);
    deliver(origin);
    const half = (linkedOrderNo: string): OrderCommand => {
      const items = [{ productId: line.productId, tier: line.tier, quantity: 1 }];
      return { type: 'AgreeLinkedOrder', at: AT, linkedOrderNo, kind: 'EXCHANGE', items, note: '換貨' };
    };
    origin.send(...asked, half('LINKED1'), half('LINKED2'), received({}));
    const sent = (origin.order().linked ?? []).map((link) => linkedTerms(origin.order(), link).gifts.length);
    expect(sent).toEqual([0, 2]);
  });

  test('over any number of exchanges the buyer has each gift once, and pays each that stays', () => {
    const kept = fc.record({ 91: fc.nat(2), 92: fc.nat(1) });
    const back = fc.record({ kept, isLate: fc.boolean() });
    fc.assert(
      fc.property(fc.array(back, { minLength: 1, maxLength: 4 }), (returns) => {
        const chain = [begun(agreed)];
        const stayed: Record<number, number> = { 91: 0, 92: 0 };
        for (const [index, { kept: wanted, isLate }] of returns.entries()) {
          const one = chain.at(-1) ?? expect.fail('no order');
          deliver(one);
          const has = piecesOf(one.order());
          for (const id of [91, 92] as const) stayed[id] = (stayed[id] ?? 0) + Math.min(wanted[id], has[id] ?? 0);
          const after = isLate ? LATE_DAYS : 2;
          const isLast = index === returns.length - 1;
          one.send(
            { type: 'RequestReturn', at: day(after), reason: 'OTHER', comment: '不適合', sender: null, bankAccount: null },
            { type: 'ApproveReturn', at: day(after) },
            ...(isLast ? [] : [agree('EXCHANGE', one)]),
            { type: 'ReceiveReturn', at: day(after), reason: 'COMPLETE', keptGifts: wanted },
          );
          if (isLast) continue;
          const next = linked(one);
          chain.push(next);
          for (const id of [91, 92])
            expect((stayed[id] ?? 0) + (piecesOf(next.order())[id] ?? 0)).toBe(piecesOf(begun(agreed).order())[id]);
        }
        const [origin] = chain;
        for (const one of chain.slice(1).toReversed()) tell(one, chain[chain.indexOf(one) - 1] ?? expect.fail('no origin'));
        const isLate = returns.some((one) => one.isLate);
        expect(moneyOf(origin?.order() ?? expect.fail('no order')).owed).toBe(owedFor(agreed, isLate ? LATE_DAYS : 2, stayed));
      }),
      { numRuns: 500 },
    );
  });
});

test('the form of a linked order names the gifts that count', () => {
  const origin = begun(terms({ ...own, ...withGift }));
  origin.report('5002');
  const again = linkOf(origin, 'RESEND');
  expect(again.order().terms.linked?.gifts).toMatchObject([{ productId: 91, value: 350 }]);
});

test('an order that was told before its release has the rule is paid back whole, as then', () => {
  const origin = begun(terms(own));
  origin.report('5002');
  origin.send(agree('RESEND', origin), { type: 'EndLinkedOrder', at: AT, linkedOrderNo: 'LINKEDRESEND', outcome: 'RETURNED' });
  expect(moneyOf(origin.order()).owed).toBe(1100);
});
