import { type Order, type OrderCommand, orderDecider, type OrderTerms } from '@nordhaut/ordering';
import { AT as at, line, personal, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { boundsOf } from './bounds.ts';

const note = '補償';
const paid = (amount: number): OrderCommand => ({
  type: 'AuthoriseCardPayment',
  at,
  recTradeId: 'D1',
  bankTransactionId: 'T1',
  amount,
  authCode: '1',
});
function orderOf(more: Partial<OrderTerms>, ...commands: OrderCommand[]): Order {
  const data = { ...terms({ memberId: 'm1', lines: [line], ...more }), at };
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data, subject: 'guest:1', personal });
  for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
  return own.state() ?? expect.fail('no order');
}
const limits = { aloneMax: 300, aDay: 5, oneHand: false };
const grant = (amount: number): OrderCommand => ({ type: 'GrantRefund', at, note, amount });
const credit = (amount: number): OrderCommand => ({ type: 'GrantGoodwillCredit', at, note, amount });
const parcel = { tradeNo: terms().orderNo, logisticsId: 'L1', subtype: 'TCAT' } as const;
const handOver: OrderCommand[] = [
  { type: 'RecordShipment', at, ...parcel, code: '300', bookingNote: '1', cvsPaymentNo: '', cvsValidationNo: '' },
  { type: 'ReportParcelStatus', at, ...parcel, code: '3001', carrierAt: at, source: 'callback' },
];
const charge = { recTradeId: 'D2', bankTransactionId: 'T2', amount: 1_100 };

test.each<[what: string, Order, usedToday: number, goodwill: string, credit: string]>([
  [
    'nothing was given, and the carrier has the parcel',
    orderOf({}, paid(1_100), ...handOver),
    4,
    '已收 NT$1,100；超過 NT$300 須由另一位同仁覆核',
    '訂單 NT$1,100；超過 NT$300 須由另一位同仁覆核',
  ],
  [
    'the day has no refund left',
    orderOf({}, paid(1_100)),
    5,
    '已收 NT$1,100；全額請改為取消訂單；今天已單獨決定 5 筆（啟用未滿 24 小時的帳號與其建立者合計），須由另一位同仁覆核',
    '訂單 NT$1,100；今天已單獨決定 5 筆（啟用未滿 24 小時的帳號與其建立者合計），須由另一位同仁覆核',
  ],
  [
    'a part of the limit is used by money and credit',
    orderOf({ credit: 200, total: 900 }, paid(900), grant(100), credit(50)),
    0,
    '已收 NT$900 − 已退或待退 NT$100；超過 NT$150 須由另一位同仁覆核',
    '訂單 NT$900 + 使用的購物金 NT$200 − 已退或待退 NT$100 − 已贈送 NT$50；超過 NT$150 須由另一位同仁覆核',
  ],
  [
    'the limit is used up',
    orderOf({}, paid(1_100), grant(300)),
    0,
    '已收 NT$1,100 − 已退或待退 NT$300；全額請改為取消訂單；此訂單的補償合計超過 NT$300，須由另一位同仁覆核',
    '訂單 NT$1,100 − 已退或待退 NT$300；此訂單的補償合計超過 NT$300，須由另一位同仁覆核',
  ],
  [
    'the order is worth no more than the limit',
    orderOf({ subtotal: 180, total: 300 }, paid(300)),
    0,
    '已收 NT$300；全額請改為取消訂單；您可單獨決定',
    '訂單 NT$300；您可單獨決定',
  ],
])('the bounds of goodwill when %s', (_, order, usedToday, goodwill, ofCredit) =>
  expect(boundsOf(order, usedToday, limits)).toEqual({ goodwill, credit: ofCredit }),
);

test('a second charge is neither money of the order nor given back by it', () => {
  const second = orderOf({}, paid(1_100), { type: 'RecordStrayCharge', at, ...charge });
  expect(boundsOf(second, 0, limits).goodwill).toBe('已收 NT$1,100；全額請改為取消訂單；超過 NT$300 須由另一位同仁覆核');
});
