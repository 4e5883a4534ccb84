import { orderDecider, type OrderCommand, type OrderTerms } from '@nordhaut/ordering';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from './order-rewards.ts';

/** The outcome with which coupons and credit go back (decisions.md 40, 59). */

const at = '2026-11-20T01:00:00.000Z';
const later = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString();
const orderNo = 'N123456789ABCDEF';
const line = {
  productId: 5,
  nameZh: '潔膚露',
  nameEn: 'Cleanser',
  image: '',
  tier: 'ORIGIN',
  quantity: 2,
  unitPrice: 500,
  subtotal: 1000,
} as const;
const all = [{ productId: 5, tier: 'ORIGIN', quantity: 2 }] as const;

/** An order of NT$1,000, of which credit paid a part or all, with its parcel. */
function sent(credit: number, payment: OrderTerms['payment'] = 'CREDIT') {
  const total = 1000 - credit;
  const terms: OrderTerms = {
    orderNo,
    cartId: null,
    memberId: 'm',
    lines: [line],
    gifts: [],
    discounts: [],
    credit,
    subtotal: 1000,
    shippingFee: 0,
    total,
    payment,
    delivery: { type: 'HOME', subtype: 'TCAT' },
    invoiceType: 'NORMAL',
  };
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms, at }, subject: 'guest:1' });
  if (payment === 'CREDIT' && total > 0)
    own.send({ type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'T1', amount: total, authCode: '1' });
  const parcel = { tradeNo: `${orderNo}S1`, logisticsId: 'L1', subtype: 'TCAT' } as const;
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
  const outcome = () => {
    const order = own.state();
    return order && outcomeOf(order);
  };
  return { reported, done, outcome };
}

describe('a parcel that was not collected', () => {
  test('counts for a card order when its refund was decided', () => {
    const { reported, done, outcome } = sent(300);
    reported('3001', '5004');
    expect(outcome()).toBeNull();
    done({ type: 'StartRefunds', at });
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
