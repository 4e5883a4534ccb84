import { type Order, type OrderCommand, orderDecider, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { authorised, placed, shipped } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { sentenceOf } from './sentences.ts';
import { stateFields } from './state-fields.ts';

const at = '2026-11-20T02:00:00.000Z';
const linkedOrderNo = 'E123456789ABCDEF';
const delivered: OrderCommand = {
  type: 'ReportParcelStatus',
  at,
  tradeNo: 'N123456789ABCDEF',
  logisticsId: 'L1',
  subtype: 'TCAT',
  code: '3003',
  carrierAt: at,
  source: 'callback',
};

/** The order after commands, and its last event. */
function after(...commands: OrderCommand[]): { order: Order; last: OrderEvent } {
  const { events, send, state } = historyOf<OrderState, OrderCommand, OrderEvent>(orderDecider, placed(), authorised, shipped());
  for (const command of commands) expect(send(command), command.type).not.toEqual([]);
  return { order: state() as Order, last: events.at(-1) as OrderEvent };
}
const fieldOf = (order: Order, name: string): string | undefined => stateFields(order).find(({ label }) => label === name)?.value;

const exchanged: OrderCommand[] = [
  delivered,
  { type: 'RequestReturn', at, reason: 'DAMAGED', comment: '破損', sender: null, bankAccount: null },
  { type: 'ApproveReturn', at },
  {
    type: 'AgreeLinkedOrder',
    at,
    linkedOrderNo,
    kind: 'EXCHANGE',
    items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }],
    note: '換貨',
  },
  { type: 'ReceiveReturn', at, reason: 'COMPLETE' },
];

test('goods that came back and are exchanged: what is due says how much of it is not paid back', () => {
  const { order, last } = after(...exchanged);
  expect(fieldOf(order, '退貨')).toMatch(/收到商品，應退 NT\$1,100，其中 NT\$1,100 改寄商品，不退款$/);
  expect(sentenceOf(last, new Map(), { after: order })).toBe('收到退回商品，應退 NT$1,100，其中 NT$1,100 改寄商品，不退款');
  expect(fieldOf(order, '換貨與補寄')).toBe('換貨 溫和潔膚露 × 1，不另收費（待成立；其中 NT$1,100 不退款）');
});

test('an exchange that came to nothing keeps no money', () => {
  const { order } = after(...exchanged, { type: 'EndLinkedOrder', at, linkedOrderNo, outcome: 'NOT_PLACED' });
  expect(fieldOf(order, '本店尚須退給顧客')).toBe('NT$1,100');
  expect(fieldOf(order, '退貨')).toMatch(/應退 NT\$1,100$/);
  expect(fieldOf(order, '換貨與補寄')).toBe('換貨 溫和潔膚露 × 1，不另收費（未成立）');
});

const NOTED: OrderCommand = { type: 'WriteNote', at, text: '顧客來電' };
const propose = (amount: number): OrderCommand => ({ type: 'ProposeRefund', at, amount, by: 's1', note: '補償' });

test('an order names what waits and what was decided, and nothing that is over', () => {
  const { order } = after(
    NOTED,
    NOTED,
    { type: 'WithdrawNote', at, noteId: 'N1', note: '寫錯' },
    propose(100),
    { type: 'JudgeRefund', at, proposalId: 'P1', verdict: 'decline', by: 's2', proposer: 's1', note: '' },
    propose(200),
  );
  expect(fieldOf(order, '客服備註')).toBe('1 則');
  expect(fieldOf(order, '待覆核的提案')).toBe('善意退款 NT$200（第 2 號提案）');
  const granted = after({ type: 'GrantRefund', at, amount: 100, note: '補償' }).order;
  expect(fieldOf(granted, '其中已決定退款')).toBe('NT$100（退回信用卡）');
  expect(fieldOf(granted, '本店尚須退給顧客')).toBe('NT$100');
  const nothing = after().order;
  for (const name of ['客服備註', '待覆核的提案', '其中已決定退款', '客服贈送的購物金', '取消', '換貨與補寄', '退貨', '取貨門市'])
    expect(fieldOf(nothing, name), name).toBe('—');
});

test('each refund has its amount where there are several', () => {
  const refunded = (refundId: string, amount: number): OrderEvent => ({
    type: 'RefundIssued',
    data: { at, refundId, amount, reason: 'GOODWILL', way: 'card', strayTradeId: null },
  });
  const stateAfter = (...events: OrderEvent[]) =>
    historyOf<OrderState, OrderCommand, OrderEvent>(orderDecider, placed(), authorised, ...events).state() as Order;
  const time = '2026/11/20 10:00:00 退回信用卡';
  expect(fieldOf(stateAfter(), '已退')).toBe('NT$0');
  expect(fieldOf(stateAfter(refunded('R1', 50)), '已退')).toBe(`NT$50（${time}）`);
  expect(fieldOf(stateAfter(refunded('R1', 50), refunded('R2', 30)), '已退')).toBe(`NT$80（${time} NT$50、${time} NT$30）`);
});

test('the amount of an order that does not stand is a sum, and no buyer has to pay it', () => {
  const discounts = [{ couponId: 1, name: '折一百', formula: '100', amount: 100 }] as never;
  const begun = historyOf<OrderState, OrderCommand, OrderEvent>(orderDecider, placed({ discounts, credit: 30, total: 970 }));
  const amount = '商品 NT$980 − 優惠券 NT$100 − 購物金 NT$30 + 運費 NT$120 =';
  expect(fieldOf(begun.state() as Order, '訂單金額')).toBe(`${amount} 應付 NT$970`);
  begun.send({ type: 'FailCardPayment', at, reason: 'REFUSED', providerCode: 10003, recTradeId: 'D1' });
  const failed = begun.state() as Order;
  expect(fieldOf(failed, '訂單金額')).toBe(`${amount} 總額 NT$970`);
  expect(fieldOf(failed, '付款')).toMatch(/^信用卡，.*（銀行拒絕授權）；未扣款，/);
  expect(fieldOf(after({ type: 'CancelOrder', at, reason: 'CHANGED_MIND' }).order, '訂單金額')).toMatch(/= 總額 NT\$1,100$/);
  expect(fieldOf(failed, '優惠券與折扣')).toBe('折一百 −NT$100');
});
