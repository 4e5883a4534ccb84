import { moneyOf, type Order, orderDecider, type OrderCommand, orderFacts, type OrderTerms } from '@nordhaut/ordering';
import { AT, line, personal, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
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
