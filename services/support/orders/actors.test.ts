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
  expect(actorAfter({ linked: { orderNo: 'B1', kind: 'RESEND' } })).toBe('系統，因客服 林客服決定換貨或補寄');
  // Who recorded that the goods came did not decide the exchange.
  expect(actorAfter({ linked: { orderNo: 'B1', kind: 'EXCHANGE' } })).toBe('系統，依訂單 B1 的決定');
  expect(actorAfter({})).toBe('系統，因客服 林客服下單');
});
