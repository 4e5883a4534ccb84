import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { waitingFor } from './is-waiting.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderTerms } from './order-events.ts';
import { undatedMatters } from './open-matters.ts';
import { AT as at, authorised, line, placed, shipped } from './testing.ts';

const minute = (count: number): string => new Date(Date.parse(at) + count * 60_000).toISOString();

/** A sent order. Each command must be accepted. */
function sentOrder(more: Partial<OrderTerms> = {}) {
  const first = placed(more);
  const own = historyOf(orderDecider, first);
  const { subtype } = first.data.delivery;
  const done = (...commands: OrderCommand[]) => {
    for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
    return own.state() ?? expect.fail('no order');
  };
  if (first.data.payment === 'CREDIT' && first.data.total > 0)
    done({ type: 'AuthoriseCardPayment', ...authorised.data, amount: first.data.total });
  done({ type: 'RecordShipment', ...shipped({ subtype }).data });
  /** reports of the carrier, a minute apart, or at the minute that is given */
  let last = 0;
  const report = (code: string, count = last + 1): OrderCommand => {
    last = Math.max(last, count);
    const { orderNo } = first.data;
    const when = { at: minute(last), carrierAt: minute(count) };
    return { type: 'ReportParcelStatus', ...when, tradeNo: orderNo, logisticsId: 'L1', subtype, code, source: 'callback' };
  };
  return { done, report, waits: () => waitingFor(done()), open: () => undatedMatters(done()).map(({ why }) => why) };
}

test('a lost parcel waits for a decision also where a second charge was paid back', () => {
  const own = sentOrder();
  const second = { recTradeId: 'D2', bankTransactionId: 'TP2', amount: 1_100 };
  own.done({ type: 'RecordStrayCharge', at, ...second }, { type: 'StartRefunds', at });
  const back = { refundId: 'R2N123456789ABCDEF', amount: 1_100, reason: 'SECOND_CHARGE', way: 'card', strayTradeId: 'D2' } as const;
  own.done({ type: 'IssueRefund', at, ...back }, own.report('3006'), own.report('5002'));
  expect(own.waits()).toBe('stuck');
});

test('a lost parcel of which a part was sent again waits for a decision about the rest', () => {
  const lines = [5, 6].map((productId) => ({ ...line, productId, unitPrice: 490, subtotal: 490 }));
  const own = sentOrder({ lines });
  own.done(own.report('3006'), own.report('5002'));
  const again = (productId: number): OrderCommand => ({
    type: 'AgreeLinkedOrder',
    at,
    linkedOrderNo: `LINKED000000000${productId}`,
    kind: 'RESEND',
    items: [{ productId, tier: 'ORIGIN', quantity: 1 }],
    note: '補寄',
  });
  own.done(again(5));
  expect(own.waits()).toBe('stuck');
  own.done({ type: 'GrantRefund', at, amount: 490, note: '另一件退款' });
  const paid = { refundId: 'RGN123456789ABCDEF', amount: 490, reason: 'GOODWILL', way: 'card', strayTradeId: null } as const;
  own.done({ type: 'IssueRefund', at, ...paid });
  expect(own.waits()).toBeNull();
});
