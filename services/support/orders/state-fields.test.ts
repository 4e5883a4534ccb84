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
