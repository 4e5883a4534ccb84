import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { expect, test } from 'vitest';
import { actorOf } from './actors.ts';

test('steps of an order that sends goods again follow from the decision of support, not from an order that support placed', () => {
  const metadata = { actor: { kind: 'support', id: 's1' } };
  const placed = (data: object) => ({ id: 'placed', type: 'OrderPlaced', stream: 'order-A1', data, metadata });
  const shipped = {
    id: 'shipped',
    type: 'ShipmentCreated',
    stream: 'order-A1',
    data: {},
    metadata: { ...metadata, causationId: 'placed' },
  };
  const actorAfter = (data: object): string => {
    const events = [placed(data), shipped] as unknown as DecodedEvent[];
    return actorOf(events, () => '林客服')(events[1] as DecodedEvent).name;
  };
  // Who recorded that the goods came did not decide the exchange, and after a crash another request sends goods again.
  for (const kind of ['RESEND', 'EXCHANGE']) expect(actorAfter({ linked: { orderNo: 'B1', kind } })).toBe('系統，依訂單 B1 的決定');
  expect(actorAfter({})).toBe('系統，因客服 林客服下單');
});

test('the steps of the shop under a notify of the card processor are not the processor’s', () => {
  const metadata = { actor: { kind: 'card-processor', id: 'tappay' } };
  const event = (id: string, type: string, causationId: string, more: object = {}) =>
    ({ id, type, stream: 'order-A1', data: {}, metadata: { ...metadata, causationId }, ...more }) as unknown as DecodedEvent;
  const order = event('placed', 'OrderPlaced', 'request', { metadata: { actor: { kind: 'guest', id: 'v1' }, causationId: 'request' } });
  const paid = event('paid', 'CardPaymentAuthorised', 'placed');
  // As the shop records it: the order's own event is its cause.
  const stray = event('stray', 'StrayChargeFound', 'placed');
  const events = [
    order,
    paid,
    event('shipped', 'ShipmentCreated', 'paid'),
    stray,
    event('refund', 'RefundStarted', 'stray', { data: { reason: 'SECOND_CHARGE' } }),
    event('issued', 'RefundIssued', 'refund', { data: { way: 'card' } }),
    event('there', 'RefundIssued', 'paid', { data: { way: 'card', reason: 'REFUNDED_AT_PROCESSOR' } }),
    event('over', 'OrderCancelled', 'there', { data: { reason: 'REFUNDED_AT_PROCESSOR' } }),
  ];
  const nameOf = actorOf(events, () => '');
  expect(events.map((one) => nameOf(one).name)).toEqual([
    '顧客（訪客）',
    '金流業者',
    '系統，因顧客（訪客）下單',
    '金流業者',
    '系統，因重複扣款',
    '系統，因重複扣款',
    '金流業者',
    '金流業者',
  ]);
});
