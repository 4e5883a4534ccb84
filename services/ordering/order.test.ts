import { given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayStatus } from './display-status.ts';
import { orderFacts } from './facts.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { Order } from './order.ts';
import type { OrderEvent, OrderTerms, RecallOutcome } from './order-events.ts';
import type { ReportParcelStatus } from './parcel.decide.ts';
import { returnRefund } from './refund-amount.ts';
import { shipmentNo } from './shipment-number.ts';
import { AT, authorised, failed, personal, placed, shipped, started, terms } from './testing.ts';

const order = given(orderDecider);
const minute = (count: number): string => new Date(Date.parse(AT) + count * 60_000).toISOString();
const report = (code: string, at: number | null, more: Partial<ReportParcelStatus> = {}): ReportParcelStatus => ({
  type: 'ReportParcelStatus',
  at: minute(at ?? 0),
  tradeNo: terms().orderNo,
  logisticsId: more.source === 'support' ? null : 'L1',
  subtype: 'TCAT',
  code,
  carrierAt: at === null ? null : minute(at),
  source: at === null ? 'poll' : 'callback',
  ...more,
});
/** Applies the commands in turn; a rejected one changes nothing. */
function play(history: OrderEvent[], ...commands: OrderCommand[]): { state: Order; events: OrderEvent[] } {
  const events = [...history];
  for (const command of commands) {
    const decision = orderDecider.decide(command, order(...events).state);
    if (decision.ok) events.push(...decision.events);
  }
  const { state } = order(...events);
  if (!state) throw new Error('no order');
  return { state, events };
}

const goodwill = { at: AT, refundId: 'G1', amount: 10, reason: 'GOODWILL', way: 'card', strayTradeId: null } as const;
const wish = { comment: '不適合我的膚質', bankAccount: null } as const;
const apply = { type: 'RequestReturn', at: AT, reason: 'NOT_SUITABLE', sender: null, ...wish } as const;
const requested: OrderEvent = {
  type: 'ReturnRequested',
  data: { at: AT, reason: 'NOT_SUITABLE' },
  subject: placed().subject ?? '',
  personal: { support: wish },
};

describe('placing', () => {
  const place = { type: 'PlaceOrder', at: AT, terms: terms(), subject: 'guest:N1', personal } as const;
  test('creates the order', () =>
    order()
      .when(place)
      .then({ type: 'OrderPlaced', data: { ...terms(), at: AT }, subject: 'guest:N1', personal }));
  test('rejects a second order with the same number', () => order(placed()).when(place).rejected('ORDER_EXISTS'));
  test('rejects every other command for an unknown order', () =>
    order().when({ type: 'CancelOrder', at: AT, reason: 'OTHER' }).rejected('ORDER_NOT_FOUND'));
});

test('a guest’s order is adopted once, and no other order', () => {
  const data = { at: AT, memberId: 'm', by: 'EMAIL' } as const;
  const adopt = { type: 'AdoptOrder', ...data } as const;
  const adopted: OrderEvent = { type: 'OrderAdopted', data };
  order(placed()).when(adopt).then(adopted);
  for (const history of [[placed(), adopted], [placed({ memberId: 'm' })]]) {
    order(...history)
      .when(adopt)
      .then();
    order(...history)
      .when({ ...adopt, memberId: 'n' })
      .rejected('ORDER_HAS_OWNER');
  }
});

describe('the parcel of a cancelled order', () => {
  const confirm = { type: 'ConfirmKept', at: minute(3), note: '倉庫來電回覆' } as const;
  const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: minute(1), reason: 'CHANGED_MIND', refundDue: true }, subject: '' };
  const stopped = (outcome: RecallOutcome): OrderEvent => ({
    type: 'ShipmentCancelled',
    data: { at: minute(2), tradeNo: shipped().data.tradeNo, outcome },
  });
  const before = [placed(), authorised, shipped(), cancelled];
  test.each(['DO_NOT_SHIP', 'CARRIER_REFUSED'] as const)('is kept when the warehouse says so, once: %s', (outcome) => {
    const { events } = play([...before, stopped(outcome)], confirm, confirm);
    expect(events.slice(5)).toEqual([
      {
        type: 'ShipmentCancelled',
        data: { at: minute(3), tradeNo: shipped().data.tradeNo, outcome: 'KEPT_IN_WAREHOUSE' },
        subject: `guest:${terms().orderNo}`,
        personal: { support: { note: confirm.note } },
      },
    ]);
  });
  test('needs no word of the warehouse where the carrier cancelled it', () =>
    order(...before, stopped('CANCELLED_AT_CARRIER'))
      .when(confirm)
      .then());
  test('is stopped once, and once more where it was found after all; only of an order that was cancelled', () => {
    const stop = { type: 'CancelShipment', ...stopped('DO_NOT_SHIP').data } as OrderCommand;
    order(...before.slice(0, 3))
      .when(stop)
      .rejected('ORDER_NOT_CANCELLED');
    order(...before)
      .when(stop)
      .then(stopped('DO_NOT_SHIP'));
    order(...before, stopped('DO_NOT_SHIP'))
      .when(stop)
      .then();
    const never = [placed(), authorised, cancelled, stopped('NEVER_CREATED')];
    order(...never)
      .when(stop)
      .then();
    order(...never, shipped())
      .when(stop)
      .then(stopped('DO_NOT_SHIP'));
  });
  test('is refused by the carrier at most once, and neither after it was made nor without a payment', () => {
    const data = { at: AT, tradeNo: shipped().data.tradeNo, reason: 'REFUSED_BY_CARRIER' } as const;
    const refuse = { type: 'RejectShipment', ...data, carrierText: '收件人地址有誤' } as const;
    const refused = order(placed(), authorised).when(refuse).thenEvents();
    expect(refused).toMatchObject([{ data, personal: { support: { carrierText: '收件人地址有誤' } } }]);
    for (const history of [
      [placed(), authorised, shipped()],
      [placed(), failed],
      [placed(), authorised, ...refused],
    ])
      order(...history)
        .when(refuse)
        .then();
    order(placed(), authorised)
      .when({ ...refuse, carrierText: '' })
      .then({ type: 'ShipmentRejected', data });
  });
  test('says at its cancellation whether the shop holds money', () => {
    const cancel = { type: 'CancelOrder', at: AT, reason: 'OTHER' } as const;
    const isDue = (...history: OrderEvent[]) =>
      order(...history)
        .when(cancel)
        .thenEvents()[0]?.data;
    expect([isDue(placed()), isDue(placed(), authorised)]).toMatchObject([{ refundDue: false }, { refundDue: true }]);
  });
  test('is not kept once the carrier has it', () => {
    const { events } = play([...before, stopped('DO_NOT_SHIP')], report('3001', 3));
    order(...events)
      .when(confirm)
      .rejected('PARCEL_HANDED_OVER');
  });
});

describe('a store that the carrier cannot use', () => {
  const problem = { at: AT, logisticsId: 'L1', side: 'pickup', status: '01' } as const;
  const told = {
    type: 'StoreProblemReported',
    data: problem,
    subject: placed().subject ?? '',
    personal: { contact: { storeId: '131386' } },
  } as const;
  const say = (more: Partial<typeof problem | { status: string }> = {}) =>
    ({ type: 'ReportStoreProblem', ...problem, storeId: '131386', ...more }) as const;
  const toStore = [placed({ delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } }), authorised, shipped({ subtype: 'UNIMARTC2C' })] as const;
  test('is recorded once, however often the carrier repeats it', () => {
    order(...toStore)
      .when(say())
      .then(told);
    order(...toStore, told)
      .when({ ...say(), at: minute(600) })
      .then();
  });
  test('is recorded again with another status', () =>
    order(...toStore, told)
      .when(say({ status: '04' }))
      .then({ ...told, data: { ...problem, status: '04' } }));
  test('is rejected for another parcel', () => {
    order(placed(), authorised).when(say()).rejected('PARCEL_UNKNOWN');
    // The notice comes from the stores' merchant account, which has no home deliveries.
    order(placed(), authorised, shipped()).when(say()).rejected('PARCEL_UNKNOWN');
    order(...toStore)
      .when({ ...say(), logisticsId: 'L2' })
      .rejected('PARCEL_UNKNOWN');
  });
  test('changes nothing for the buyer', () => {
    const before = order(...toStore).state as Order;
    const after = order(...toStore, told).state as Order;
    expect([displayStatus(after), orderFacts(after), after.timeline]).toEqual([displayStatus(before), orderFacts(before), before.timeline]);
  });
});

describe('paying', () => {
  const authorise = { type: 'AuthoriseCardPayment', ...authorised.data } as const;
  test('records one payment, whatever the order and number of redirects and notifies', () => {
    order(placed(), started).when(authorise).then(authorised);
    order(placed(), started, authorised).when(authorise).then();
    order(placed(), authorised)
      .when({ type: 'StartCardPayment', ...started.data })
      .then();
    order(placed(), started, authorised)
      .when({ type: 'FailCardPayment', at: AT, reason: 'ABANDONED', providerCode: null, recTradeId: null })
      .then();
  });
  test('rejects another amount', () => {
    order(placed())
      .when({ ...authorise, amount: 1 })
      .rejected('PAYMENT_MISMATCH');
    order(placed())
      .when({ type: 'StartCardPayment', ...started.data, amount: 1 })
      .rejected('PAYMENT_MISMATCH');
  });
  test('begins once, and fails once, with the charge that is known', () => {
    const start = { type: 'StartCardPayment', ...started.data } as const;
    order(placed()).when(start).then(started);
    order(placed(), started).when(start).then();
    for (const ended of [failed, authorised])
      order(placed(), ended)
        .when({ ...start, recTradeId: 'D9' })
        .then();
    const fail = { type: 'FailCardPayment', at: AT, reason: 'ABANDONED', providerCode: null, recTradeId: null } as const;
    const { events, state } = play([placed(), started], fail, fail);
    expect([events.length, state.payment.recTradeId]).toEqual([3, 'D1']);
    expect(play([placed()], { ...fail, recTradeId: 'D1' }).state.payment.recTradeId).toBe('D1');
  });
  test('records a payment after the failure, so that it can be paid back', () =>
    order(placed(), started, failed).when(authorise).then(authorised));
  test('never pays back more than was paid', () => {
    const refund = { type: 'IssueRefund', ...goodwill, refundId: 'RF1', amount: 1101 } as const;
    order(placed(), authorised).when(refund).rejected('REFUND_TOO_HIGH');
    order(placed())
      .when({ ...refund, amount: 1 })
      .rejected('REFUND_TOO_HIGH');
  });
});

describe('display status, in the priority of spec/2 §4', () => {
  const label = (...events: OrderEvent[]) => displayStatus(play(events).state);
  const cod = placed({ payment: 'COD' });
  const returned: OrderEvent[] = [requested];
  test.each([
    ['waits for 3-D secure', [placed(), started], 'AWAITING_PAYMENT', '待3D驗證'],
    ['payment failed', [placed(), started, failed], 'PAYMENT_FAILED', '付款失敗'],
    ['paid, nothing from the carrier', [placed(), authorised], '300', '訂單處理中'],
    ['cash on delivery, whatever the parcel does', [cod, shipped()], 'COD', '貨到付款'],
    ['return applied for', [placed(), authorised, ...returned], 'RETURN_APPLY', '退貨審核中'],
    [
      'cancelled and still to be paid back',
      [placed(), authorised, { type: 'OrderCancelled', data: { at: AT, reason: 'OTHER', refundDue: true } }],
      'CANCELLED',
      '訂單已取消（退款處理中）',
    ],
  ] as [string, OrderEvent[], string, string][])('%s', (_, events, code, text) => expect(label(...events)).toEqual({ code, label: text }));

  test('not collected: the suffix follows the refund', () => {
    const parcel = [shipped(), ...play([placed(), authorised, shipped()], report('40000', 9, { source: 'support' })).events.slice(3)];
    expect(label(cod, ...parcel).label).toBe('未取貨，訂單已取消');
    expect(label(placed(), authorised, ...parcel).label).toBe('未取貨，訂單已取消（退款處理中）');
    const refund: OrderEvent = { type: 'RefundIssued', data: { ...goodwill, refundId: 'R', amount: 1100 } };
    expect(label(placed(), authorised, ...parcel, refund).label).toBe('未取貨，訂單已取消（已退款）');
    const part: OrderEvent = { type: 'RefundIssued', data: { ...goodwill, refundId: 'R', amount: 100 } };
    const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: AT, reason: 'OTHER', refundDue: true } };
    expect(label(placed(), authorised, part, cancelled).label).toBe('訂單已取消（退款處理中）');
    // A second charge is no money of the order.
    const second: OrderEvent = { type: 'StrayChargeFound', data: { at: AT, recTradeId: 'D2', bankTransactionId: 'TP2', amount: 1100 } };
    const back: OrderEvent = { type: 'RefundIssued', data: { ...goodwill, amount: 1100, reason: 'SECOND_CHARGE', strayTradeId: 'D2' } };
    for (const history of [[second], [second, back]]) expect(label(cod, ...history, cancelled).label).toBe('訂單已取消');
  });
});

test.each<[string, OrderEvent[], OrderCommand[], string, string, string | null, string | null]>([
  ['a payment at the bank', [placed(), started], [], 'awaiting-payment', 'pending', null, 'NO_PARCEL_YET'],
  ['a payment that failed', [placed(), failed], [], 'payment-failed', 'failed', 'NOT_AWAITING_PAYMENT', 'NO_PARCEL_YET'],
  ['a paid order', [placed(), authorised], [], 'preparing', 'paid', 'NOT_AWAITING_PAYMENT', 'NO_PARCEL_YET'],
  [
    'cash on its way',
    [placed({ payment: 'COD' }), shipped()],
    [report('3001', 5)],
    'on-its-way',
    'on-delivery',
    'NOT_AWAITING_PAYMENT',
    null,
  ],
  ['cash collected', [placed({ payment: 'COD' }), shipped()], [report('3003', 5)], 'delivered', 'collected', 'NOT_AWAITING_PAYMENT', null],
  [
    'a parcel that is stopped',
    [placed(), authorised, shipped()],
    [{ type: 'CancelOrder', at: AT, reason: 'OTHER' }],
    'cancelled',
    'paid',
    'NOT_AWAITING_PAYMENT',
    'ALREADY_CANCELLED',
  ],
  [
    'a parcel that left all the same',
    [placed(), authorised, shipped()],
    [{ type: 'CancelOrder', at: AT, reason: 'OTHER' }, report('3001', 5)],
    'cancelled',
    'paid',
    'NOT_AWAITING_PAYMENT',
    null,
  ],
  ['a return', [placed(), authorised, requested], [], 'return-requested', 'paid', 'NOT_AWAITING_PAYMENT', 'NO_PARCEL_YET'],
  [
    'an approved return',
    [placed(), authorised, requested],
    [{ type: 'ApproveReturn', at: AT }],
    'returning',
    'paid',
    'NOT_AWAITING_PAYMENT',
    'NO_PARCEL_YET',
  ],
  ['a code that nobody knows', [placed(), authorised, shipped({ code: '9876' })], [], 'preparing', 'paid', 'NOT_AWAITING_PAYMENT', null],
])('a page shows phase, payment, and whether to pay or to follow the parcel: %s', (_, history, commands, phase, payment, pay, track) => {
  const facts = orderFacts(play(history, ...commands).state);
  const { actions } = facts;
  expect([facts.phase, facts.payment]).toEqual([phase, payment]);
  expect([actions.pay, actions.track].map(({ reason }) => reason?.code ?? null)).toEqual([pay, track]);
  if (phase === 'payment-failed')
    expect(actions.pay.reason?.message).not.toBe(orderFacts(play([placed(), authorised]).state).actions.pay.reason?.message);
});

describe('parcel reports', () => {
  const base = [placed(), authorised, shipped()];
  test('ignore a repeated callback and a poll with the same state', () =>
    expect(play(base, report('3006', 5), report('3006', null), report('3006', 5)).events).toHaveLength(4));
  test('record a callback as late after a poll with a newer state', () => {
    const polled = (code: string, at: number) => ({ ...report(code, null), at: minute(at) });
    const { events, state } = play(base, polled('3001', 10), polled('3006', 30), report('3001', 5), report('3006', 25));
    expect(state.parcel).toMatchObject({ code: '3006', at: minute(30) });
    expect(state.timeline.slice(3).map(({ code, late = false }) => [code, late])).toEqual([
      ['3001', false],
      ['3006', false],
      ['3001', true],
      ['3006', true],
    ]);
    // Later than the poll: the parcel has this state again.
    expect(play(events, report('3001', 40)).state.parcel).toMatchObject({ code: '3001', at: minute(40) });
  });
  test('record an unknown code once, however often it is polled', () => {
    const polled = (at: number) => ({ ...report('9876', null), at: minute(at) });
    const { events, state } = play(base, report('3001', 5), polled(10), polled(15), polled(600), polled(10_000));
    expect(events).toHaveLength(5);
    expect(state.parcel?.code).toBe('3001');
  });
  test('keep the state that support set until the carrier reports a new one', () => {
    const abroadNo = { source: 'support', logisticsId: null } as const;
    const polled = (code: string, at: number) => ({ ...report(code, null), at: minute(at) });
    const { state } = play(base, report('900', 5, abroadNo), polled('300', 30), polled('300', 300));
    expect(state.parcel?.code).toBe('900');
    expect(play(base, report('900', 5, abroadNo), polled('300', 30), polled('3001', 300)).state.parcel?.code).toBe('3001');
  });
  test('record the same state with a newer time', () =>
    expect(play(base, report('3002', 5), report('3006', 9), report('3002', 20)).events).toHaveLength(6));
  test('record a poll with an earlier state after the poll lag', () => {
    const loop = [...base, ...play(base, report('3006', 5), report('3002', 10)).events.slice(3)];
    const poll = (at: number) => ({ ...report('3006', null), at: minute(at) });
    order(...loop)
      .when(poll(12))
      .then();
    expect(
      order(...loop)
        .when(poll(300))
        .thenEvents(),
    ).toMatchObject([{ type: 'ParcelStatusReported', data: { code: '3006', current: true } }]);
  });
  test('record a late report and keep the state', () => {
    const { state } = play(base, report('3003', 30), report('3006', 20));
    expect(orderFacts(state).parcel?.code).toBe('3003');
    expect(state.timeline.map(({ code, late = false }) => [code, late]).slice(-2)).toEqual([
      ['3003', false],
      ['3006', true],
    ]);
  });
  test("reopen a delivered parcel at the carrier's correction", () =>
    expect(play(base, report('3003', 30), report('3016', 31)).state.parcel?.code).toBe('3016'));
  test('reject unknown parcels and other carriers', () => {
    order(...base)
      .when(report('3006', 5, { tradeNo: 'OTHER' }))
      .rejected('PARCEL_UNKNOWN');
    for (const logisticsId of ['L2', '', null])
      order(...base)
        .when(report('3006', 5, { logisticsId }))
        .rejected('PARCEL_UNKNOWN');
    order(placed(), authorised, shipped({ logisticsId: '' }))
      .when(report('3006', 5, { logisticsId: '' }))
      .rejected('PARCEL_UNKNOWN');
    // The order number is not the number of a shipment that has its own.
    const numbered = [placed(), authorised, shipped({ tradeNo: shipmentNo(terms().orderNo, 1) })];
    order(...numbered)
      .when(report('3006', 5))
      .rejected('PARCEL_UNKNOWN');
    expect(play(numbered, report('3006', 5, { tradeNo: shipmentNo(terms().orderNo, 1) })).state.parcel?.code).toBe('3006');
    order(...base)
      .when(report('2067', 5, { subtype: 'UNIMARTC2C' }))
      .rejected('PARCEL_UNKNOWN');
    order(placed()).when(report('3006', 5)).rejected('PARCEL_UNKNOWN');
  });
  test('accept the codes of support for an international parcel', () => {
    const abroad = placed({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } });
    expect(play([abroad, authorised], report('900', 5, { source: 'support', subtype: 'INTERNATIONAL' })).state.parcel?.code).toBe('900');
  });
  test('keep a delivered order delivered, in every order of reports', () => {
    const reports = fc.array(
      fc.record({ code: fc.constantFrom('300', '310', '3001', '3006', '3120', '3002'), at: fc.option(fc.integer({ min: 0, max: 500 })) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(reports, reports, (before, after) => {
        const all = [
          ...before.map((one) => report(one.code, one.at)),
          report('3003', 501),
          ...after.map((one) => report(one.code, one.at)),
        ];
        const { state, events } = play(base, ...all);
        expect(state.parcel?.code).toBe('3003');
        expect(state.timeline).toHaveLength(events.length);
      }),
    );
  });
});

describe('returns', () => {
  const receivedAt = '2026-11-20T10:00:00.000Z';
  const wished = (requestedAt: string) => ({ requestedAt, reason: 'NOT_STATED', receivedAt: null, due: null }) as const;
  /** Requested at the last instant of the seventh Taipei day after the receipt, and one instant later. */
  const inTime = (of: OrderTerms) => ({ terms: of, receivedAt, return: wished('2026-11-27T15:59:59.999Z') });
  const late = (of: OrderTerms) => ({ terms: of, receivedAt, return: wished('2026-11-27T16:00:00.000Z') });
  test('are accepted for a paid order', () => {
    order(placed(), authorised).when(apply).then(requested);
    for (const history of [
      [placed(), started],
      [placed(), failed],
    ])
      order(...history)
        .when(apply)
        .rejected('RETURN_NOT_OFFERED');
  });
  test('keep another sender where the buyer names one, and no spaces around the comment', () => {
    const sender = { name: '李小美', phone: '+886922333444', address: '信義路五段7號', zip: '110' };
    const [event] = order(placed(), authorised)
      .when({ ...apply, comment: ` ${wish.comment} `, sender })
      .thenEvents();
    expect(event?.personal).toEqual({ contact: { sender }, support: wish });
  });
  test('need a reason', () =>
    order(placed(), authorised)
      .when({ ...apply, comment: '  ' })
      .rejected('RETURN_REASON_REQUIRED'));
  test('are accepted once', () => order(placed(), authorised, requested).when(apply).rejected('RETURN_ALREADY_REQUESTED'));
  test('are accepted for a cash order only when it is finished', () => {
    const cod = [placed({ payment: 'COD' }), shipped()];
    order(...cod)
      .when(apply)
      .rejected('RETURN_NOT_OFFERED');
    order(...play(cod, report('3003', 30)).events)
      .when(apply)
      .then(requested);
  });
  test('are rejected for a parcel that was not collected', () => {
    const kept = { delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } } as const;
    const history = [placed(kept), authorised, shipped({ subtype: 'UNIMARTC2C' })];
    const cvs = { subtype: 'UNIMARTC2C' } as const;
    order(...play(history, report('2073', 10, cvs)).events)
      .when(apply)
      .then(requested);
    for (const code of ['2074', '2072', '2070', '40000']) {
      order(...play(history, report('2073', 10, cvs), report(code, 20, cvs)).events)
        .when(apply)
        .rejected('RETURN_NOT_OFFERED');
    }
  });
  test('go from review to refund', () => {
    const { state } = play(
      [placed(), authorised, shipped(), requested],
      report('3003', 60),
      { type: 'ApproveReturn', at: AT },
      { type: 'ReceiveReturn', at: AT, reason: 'COMPLETE' },
      { type: 'IssueRefund', ...goodwill, refundId: 'RF1', amount: 1100, reason: 'RETURN' },
    );
    expect(displayStatus(state)).toEqual({ code: 'REFUNDED', label: '已退款' });
  });
  test.each([
    [2_999, 0],
    [3_000, 1_500],
    [5_999, 2_999],
    [6_000, 3_600],
    [10_000, 7_000],
    [20_000, 16_000],
    [25_000, 20_000],
    [29_999, 23_999],
    [30_000, 27_000],
  ])('overseas, by goodwill: %i pays back %i', (total, back) => {
    const abroad = terms({
      total,
      subtotal: total,
      shippingFee: 0,
      delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' },
    });
    expect(returnRefund(late(abroad))).toBe(back);
    expect(returnRefund(inTime(abroad))).toBe(total);
  });
  test('deduct 120 by goodwill where shipping was not free, and never within the seven days', () => {
    expect(returnRefund(late(terms()))).toBe(980);
    expect(returnRefund(inTime(terms()))).toBe(1100);
    expect(returnRefund(late(terms({ subtotal: 1000, shippingFee: 0, total: 1000 })))).toBe(1000);
  });
  test('apply the limits to the goods after coupons, and abroad to goods and fee before credit', () => {
    // 1,050 less a coupon of 100 is below free shipping, though the goods were not.
    expect(returnRefund(late(terms({ subtotal: 1050, shippingFee: 120, total: 1070 })))).toBe(950);
    // Credit of 500 does not lower the goods of 1,200.
    expect(returnRefund(late(terms({ subtotal: 1200, shippingFee: 0, credit: 500, total: 700 })))).toBe(700);
    const abroad = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
    expect(returnRefund(late(terms({ subtotal: 6000, shippingFee: 0, credit: 1000, total: 5000, delivery: abroad })))).toBe(3000);
  });
});
