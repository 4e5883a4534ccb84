import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { creditToGive } from './linked.ts';
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

test('the parcel of an order that was cancelled waits for nothing, also where it left all the same and is lost', () => {
  const cancelled = sentOrder({ payment: 'COD' });
  cancelled.done({ type: 'CancelOrder', at, reason: 'OTHER' });
  for (const code of ['300', '3006', '5002']) {
    if (code !== '300') cancelled.done(cancelled.report(code));
    expect(cancelled.waits(), code).toBeNull();
  }
});

test('an order abroad waits for the next word of support until its end; a payment and a refused parcel wait too', () => {
  const abroad = historyOf(orderDecider, placed({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } }));
  const waits = (...commands: OrderCommand[]) => {
    for (const command of commands) expect(abroad.send(command), command.type).not.toEqual([]);
    return waitingFor(abroad.state() ?? expect.fail('no order'));
  };
  const word = (code: string): OrderCommand => ({ type: 'ReportAbroad', at, code, note: '倉庫回報' });
  const isRefused = (code: string) => !orderDecider.decide(word(code), abroad.state()).ok;
  expect([waits(), isRefused('900')]).toEqual(['payment', true]);
  expect([waits({ type: 'AuthoriseCardPayment', ...authorised.data }), waits(word('900'))]).toEqual(['abroad', 'abroad']);
  expect(isRefused('900'), 'a word that was given').toBe(true);
  expect(orderDecider.decide(word('900'), sentOrder().done()).ok, 'a parcel at home has its carrier').toBe(false);
  expect(waits(word('20000'))).toBeNull();
  const refused = historyOf(orderDecider, placed({ payment: 'COD' }));
  const { orderNo } = placed().data;
  refused.send({ type: 'RejectShipment', at, tradeNo: orderNo, reason: 'REFUSED_BY_CARRIER', carrierText: '' });
  expect(waitingFor(refused.state() ?? expect.fail('no order'))).toBe('refused');
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

test('a parcel is under way until its receipt, its loss or its refund', () => {
  const own = sentOrder();
  expect(own.waits()).toBe('under-way');
  own.done(own.report('3001'));
  expect(own.waits()).toBe('under-way');
  own.done(own.report('3003'));
  expect(own.waits()).toBeNull();
  const cash = sentOrder({ payment: 'COD' });
  cash.done(cash.report('3001'));
  expect(cash.waits()).toBe('under-way');
  cash.done(cash.report('5007'));
  expect(cash.waits()).toBe('stuck');
});

const store = { delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } } as const;

test('a pickup that was scanned by mistake is to be found out; the order stays collected', () => {
  const own = sentOrder(store);
  const order = own.done(own.report('2073'), own.report('2067'), own.report('2053'));
  expect([order.parcel?.code, own.waits()]).toEqual(['2067', 'unclear']);
  // A newer report that it was collected, the return that the buyer asks for, or the refund ends it.
  const collected = sentOrder(store);
  collected.done(...['2067', '2053', '2067'].map((code) => collected.report(code)));
  expect(collected.waits()).toBeNull();
  const paidBack = sentOrder(store);
  paidBack.done(...['2067', '2053'].map((code) => paidBack.report(code)), { type: 'GrantRefund', at, amount: 1100, note: '誤刷' });
  expect(paidBack.waits()).toBeNull();
  own.done({ type: 'RequestReturn', at: minute(4), reason: 'NOT_STATED', comment: '未取貨', sender: null, bankAccount: null });
  expect(own.waits()).toBe('return');
  // Neither does another newer report, nor any after support's own word that it arrived.
  const later = sentOrder();
  later.done(...['3003', '3006'].map((code) => later.report(code)));
  expect(later.waits()).toBeNull();
  const bySupport = sentOrder();
  const { orderNo } = placed().data;
  const word = { tradeNo: orderNo, logisticsId: null, subtype: 'TCAT', code: '20000', carrierAt: null, source: 'support' } as const;
  bySupport.done(bySupport.report('3006'), { type: 'ReportParcelStatus', at: minute(2), ...word }, bySupport.report('5004', 3));
  expect(bySupport.waits()).toBeNull();
});

test('a report from before the delivery that comes late says nothing about the time after it', () => {
  const own = sentOrder();
  own.done(own.report('3006'), own.report('3003'), own.report('5004', 1));
  expect(own.waits()).toBeNull();
});

test('a parcel that nobody collected, and that is delivered after its refund, is to be found out', () => {
  const own = sentOrder();
  own.done(own.report('3006'), own.report('5005'), { type: 'StartRefunds', at });
  expect(own.waits()).toBe('not-collected');
  own.done(own.report('3017'));
  expect(own.waits()).toBe('unclear');
  own.done(own.report('3003'));
  expect(own.waits()).toBe('unclear');
  const cash = sentOrder({ payment: 'COD' });
  cash.done(...['5005', '3017', '3003'].map((code) => cash.report(code)));
  expect(cash.waits()).toBeNull();
});

test.each([
  ['where the parcel was at the store before', 'UNIMARTC2C', ['2073', '2104'], 'unclear'],
  ['where it is the store of the sender', 'FAMIC2C', ['3024', '7032'], 'unclear'],
  ['until the carrier has changed it', 'UNIMARTC2C', ['2073', '2104', '2105'], 'under-way'],
  ['not on the way back', 'UNIMARTC2C', ['2073', '2074', '2104'], 'not-collected'],
  ['not where another store is asked for', 'UNIMARTC2C', ['2068', '2104'], 'store'],
] as const)('a closed store is to be found out: %s', (_, subtype, codes, waits) => {
  const own = sentOrder({ delivery: { type: 'CVS', subtype } });
  own.done(...codes.map((code) => own.report(code)));
  expect(own.waits()).toBe(waits);
});

test('a parcel that credit paid is over where it is lost after its cancellation, or on its way back', () => {
  // The credit went back with both, and no event ends such a parcel.
  const cancelled = sentOrder({ memberId: 'm', credit: 1_100, total: 0 });
  cancelled.done({ type: 'CancelOrder', at, reason: 'OTHER' });
  cancelled.done({ type: 'CancelShipment', at, tradeNo: 'N123456789ABCDEF', outcome: 'DO_NOT_SHIP' }, cancelled.report('3006'));
  expect(cancelled.open()).toEqual(['PARCEL']);
  cancelled.done(cancelled.report('5002'));
  expect(cancelled.open()).toEqual([]);

  const uncollected = sentOrder({ memberId: 'm', credit: 1_100, total: 0 });
  uncollected.done(uncollected.report('3006'), uncollected.report('5004'));
  expect(uncollected.open()).toEqual(['PARCEL']);
  uncollected.done(uncollected.report('5002'));
  expect(uncollected.open()).toEqual([]);
});

test('a lost parcel that credit paid, all or a part, waits until support gave the credit too', () => {
  const give = (amount: number): OrderCommand => ({ type: 'GrantGoodwillCredit', at, amount, note: '包裹遺失' });
  const own = sentOrder({ memberId: 'm', credit: 1_100, total: 0 });
  own.done(own.report('3006'), own.report('5002'), give(1_000));
  expect([own.waits(), own.open()]).toEqual(['stuck', ['PARCEL']]);
  own.done(give(100));
  // No event ends such a parcel, so the buyer's data would be kept without an end.
  expect([own.waits(), own.open()]).toEqual([null, []]);
  own.done({ type: 'RevokeGoodwillCredit', at, creditId: 'C1', note: '物流找回' });
  expect(own.waits()).toBe('stuck');

  const part = sentOrder({ memberId: 'm', credit: 300, total: 800 });
  part.done(part.report('3006'), part.report('5002'), { type: 'GrantRefund', at, amount: 800, note: '包裹遺失' });
  const paid = { refundId: 'RGN123456789ABCDEF', amount: 800, reason: 'GOODWILL', way: 'card', strayTradeId: null } as const;
  expect([part.waits(), creditToGive(part.done({ type: 'IssueRefund', at, ...paid }))]).toEqual([null, 300]);
  expect(part.waits()).toBe('stuck');
  part.done(give(300));
  expect(part.waits()).toBeNull();
});

test('goods that credit paid in part are under way also after all of the money went back as goodwill', () => {
  const own = sentOrder({ memberId: 'm', credit: 300, total: 800 });
  own.done(own.report('3001'), { type: 'GrantRefund', at, amount: 800, note: '延誤' });
  expect(own.waits()).toBe('under-way');
});

test('a parcel that the carrier has is under way also after everything was paid back, so that its silence is noticed', () => {
  const own = sentOrder();
  own.done(own.report('3001'), { type: 'GrantRefund', at, amount: 1100, note: '延誤' });
  expect(own.waits()).toBe('under-way');
  own.done(own.report('3003'));
  expect(own.waits()).toBeNull();
  const found = sentOrder();
  found.done(found.report('3006'), found.report('5002'), { type: 'GrantRefund', at, amount: 1100, note: '遺失' }, found.report('3017'));
  expect(found.waits()).toBe('under-way');
});
