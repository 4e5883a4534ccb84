import { type OrderCommand, orderDecider, type OrderTerms } from '@nordhaut/ordering';
import { AT as at, authorise as paid, personal, reported, ship as shipped, subjectOf, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { commandOf } from '../acting/commands.ts';
import { shownPayment } from '../orders/amounts.ts';
import type { OrderTask } from './desk.ts';
import { refundStep } from './money-owed.ts';
import { abroadStep } from './parcel-abroad.ts';
import { shownStep } from './shown-step.ts';
import { whatNow } from './what-now.ts';
import { stepOf } from './work-list.ts';

const DAY = 86_400_000;
const { orderNo } = terms();
const cash = { payment: 'COD' } as const;
const abroad = { delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } } as const;
const linked = { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 1_100 } as const;
const later = (days: number): string => new Date(Date.parse(at) + days * DAY).toISOString();
const report = (code: string, days = 1): OrderCommand => reported(code, later(days));

function orderAfter(more: Partial<OrderTerms>, ...commands: OrderCommand[]) {
  const agreed = terms(more);
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...agreed, at }, subject: subjectOf(orderNo), personal });
  for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
  return own.state() ?? expect.fail('no order');
}
const said = (order: ReturnType<typeof orderAfter>, tasks: OrderTask[] = [], now = new Date(later(2)), closedDays = new Set<string>()) =>
  whatNow(order, tasks, now, closedDays)
    .map(shownStep)
    .map(({ turn, what, until }) => `${turn}: ${what}，${until}`);
const taskOf = (key: string, what: string, isDone = false): OrderTask => ({
  item: orderNo,
  title: orderNo,
  page: `/orders/${orderNo}`,
  since: new Date(at),
  what,
  turn: 'support',
  dueAt: new Date(later(3)),
  staffId: null,
  list: { key, title: key },
  isDone,
});

test('a return whose goods the carrier lost is no work of the carrier', () => {
  const ask: OrderCommand = { type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null };
  const lost = [report('3001'), report('5002', 2)];
  const applied = said(orderAfter({}, paid, shipped, ask, ...lost));
  expect(applied).toEqual([expect.stringContaining('support: 物流遺失包裹，顧客已申請退貨，請退款；改為補寄或沒有可退款項時，請先通過')]);
  const approved = said(orderAfter({}, paid, shipped, ask, { type: 'ApproveReturn', at }, ...lost), [], new Date(later(40)));
  expect(approved).toEqual([expect.stringContaining('support: 物流遺失包裹，顧客已申請退貨，請退款；改為補寄或沒有可退款項時，請結束')]);
});

test('each step says whose turn it is and until when, or that there is no date', () => {
  expect(said(orderAfter({}, paid, shipped))).toEqual(['warehouse: 等倉庫將包裹交給物流，期限 2026/11/25']);
  expect(said(orderAfter({}, paid, shipped), [], new Date(later(2)), new Set(['2026-11-24']))).toEqual([
    'warehouse: 等倉庫將包裹交給物流，期限 2026/11/26',
  ]);
  expect(said(orderAfter({}, paid, shipped, report('3006')))).toEqual(['carrier: 等物流送達，沒有固定期限']);
  expect(said(orderAfter({}, paid, shipped, report('3003')))).toEqual([]);
  const placed = (hold: 'DISPUTE' | 'LEGAL_HOLD'): OrderCommand => ({ type: 'PlaceHold', at, hold, note: '銀行來函' });
  expect(said(orderAfter({}, paid, shipped, report('3003'), placed('DISPUTE')))).toEqual([
    'support: 帳款爭議進行中，請在銀行的期限前提出證據，結案後請解除登記，沒有固定期限',
  ]);
  expect(said(orderAfter({}, paid, shipped, report('3003'), placed('LEGAL_HOLD')))).toEqual([]);
});

test('a return that came back: its money has one date, 15 days after the receipt', () => {
  const wish = { reason: 'NOT_SUITABLE', comment: '不適合', sender: null, bankAccount: null } as const;
  const returned = (...more: OrderCommand[]) =>
    orderAfter(
      {},
      paid,
      shipped,
      report('3003'),
      { type: 'RequestReturn', at: later(2), ...wish },
      { type: 'ApproveReturn', at: later(2) },
      ...more,
    );
  expect(said(returned())).toEqual([
    expect.stringMatching(/^buyer: 退貨申請已通過，等顧客將商品交給物流退回，期限 2026\/12\/06\s09:00:00$/),
  ]);
  const back = returned({ type: 'ReceiveReturn', at: later(2), reason: 'COMPLETE' }, { type: 'StartRefunds', at: later(2) });
  expect(said(back)).toEqual(['system: 等系統退款 NT$1,100（退回信用卡），期限 2026/12/07']);
  // After a week a transfer may take its place, with the same date.
  expect(said(back, [], new Date(later(10)))).toEqual(['support: 信用卡退款 NT$1,100 逾 7 日未成功，請提出改以匯款退款，期限 2026/12/07']);
});

test('a return is due where support may end it: 14 days after the approval, or after a later delivery', () => {
  const request = {
    type: 'RequestReturn',
    at: later(2),
    reason: 'NOT_SUITABLE',
    comment: '不適合',
    sender: null,
    bankAccount: null,
  } as const;
  const approve = { type: 'ApproveReturn', at: later(5) } as const;
  const end = (order: ReturnType<typeof orderAfter>, days: number) => orderDecider.decide({ type: 'EndReturn', at: later(days) }, order).ok;
  const delivered = orderAfter({}, paid, shipped, report('3003'), request, approve);
  const waits = '退貨申請已通過，等顧客將商品交給物流退回';
  expect(said(delivered, [], new Date(later(18)))).toEqual([expect.stringMatching(`^buyer: ${waits}，期限 2026/12/09`)]);
  expect(said(delivered, [], new Date(later(19)))).toEqual([
    expect.stringMatching(/^support: 退貨商品已逾 14 日未退回，請聯絡顧客；顧客不退回時請結束退貨，期限 2026\/12\/09/),
  ]);
  expect([end(delivered, 18), end(delivered, 19)]).toEqual([false, true]);

  const before = [paid, shipped, report('3006'), request, approve];
  const onItsWay = (days: number) => said(orderAfter({}, ...before), [], new Date(later(days)));
  expect(onItsWay(6)[0]).toMatch(/^carrier: 退貨申請已通過，等顧客收到商品後退回，期限 2026\/12\/09/);
  expect(onItsWay(19)[0]).toMatch(/^support: 退貨申請已通過，已逾 14 日商品仍未送達顧客，請向倉庫與物流查明並告知顧客，期限 2026\/12\/09/);
  const late = orderAfter({}, ...before, report('3003', 10));
  expect(said(late, [], new Date(later(23)))).toEqual([expect.stringMatching(`^buyer: ${waits}，期限 2026/12/14`)]);
  expect([end(late, 23), end(late, 24)]).toEqual([false, true]);
});

test('closed days give the goods of a return, and a parcel abroad, more time', () => {
  const wish = { reason: 'NOT_SUITABLE', comment: '不適合', sender: null, bankAccount: null } as const;
  const request = { type: 'RequestReturn', at: later(2), ...wish } as const;
  const returned = orderAfter({}, paid, shipped, report('3003'), request, { type: 'ApproveReturn', at: later(2) });
  const closed = new Set(['2026-11-25', '2026-11-26', '2026-11-27']);
  const waits = '退貨申請已通過，等顧客將商品交給物流退回';
  expect(said(returned, [], new Date(later(20)), closed)).toEqual([expect.stringMatching(`^buyer: ${waits}，期限 2026/12/11`)]);
  expect(said(returned, [], new Date(later(21)), closed)).toEqual([expect.stringMatching(/^support: .*，期限 2026\/12\/11/)]);
  const due = (days: ReadonlySet<string>) => abroadStep(new Date(later(1)), days).dueAt?.toISOString();
  expect([due(new Set()), due(closed)]).toEqual([later(15), later(20)]);
});

test('a refund without a date of a rule says how long it takes, or that there is no date', () => {
  const refund = { amount: 200, way: 'card', reason: 'GOODWILL', dueBy: null, triedUntil: later(7), awaitsRewards: false } as const;
  const since = new Date(at);
  const until = (delivered: boolean) => {
    const row = { item: 'N', title: 'N', page: '/', since, ...refundStep({ ...refund, delivered }, since, since) };
    return shownStep(stepOf({ dueWithin: DAY }, row, new Date(at))).until;
  };
  expect([until(false), until(true)]).toEqual(['沒有固定期限', '預計約 14 個工作天']);
});

test('an order that the carrier refused: the system looks for a parcel for a while, and there is none to stop', () => {
  const refused: OrderCommand[] = [
    { type: 'RejectShipment', at, tradeNo: orderNo, reason: 'REFUSED_BY_CARRIER', carrierText: '' },
    { type: 'CancelOrder', at, reason: 'SHIPMENT_REJECTED' },
  ];
  expect(said(orderAfter(cash, ...refused))).toEqual([expect.stringMatching(/^system: 等系統向物流確認沒有包裹/)]);
  const looked = orderAfter(cash, ...refused, { type: 'CancelShipment', at, tradeNo: orderNo, outcome: 'NEVER_CREATED' });
  expect(said(looked)).toEqual([]);
  expect(said(orderAfter(cash, ...refused, shipped))).toEqual([expect.stringMatching(/^system: 等系統停止寄送包裹/)]);
});

test('a cancelled parcel: support asks the warehouse, until its word is recorded', () => {
  const stopped = orderAfter(
    {},
    paid,
    shipped,
    { type: 'CancelOrder', at, reason: 'CHANGED_MIND' },
    { type: 'CancelShipment', at, tradeNo: orderNo, outcome: 'DO_NOT_SHIP' },
    { type: 'StartRefunds', at },
    { type: 'IssueRefund', at, refundId: `RF${orderNo}`, amount: 1_100, reason: 'CANCELLED', way: 'card', strayTradeId: null },
  );
  expect(said(stopped)).toEqual([expect.stringMatching(/^support: 請向倉庫確認包裹留在倉庫、不交給物流；倉庫回覆已留件後標示完成/)]);
  const kept = orderDecider.decide({ type: 'ConfirmKept', at: later(1) }, stopped);
  const [event] = kept.ok ? kept.events : [];
  expect(event).toMatchObject({ type: 'ShipmentCancelled', data: { outcome: 'KEPT_IN_WAREHOUSE' } });
  const after = { ...stopped, recall: 'KEPT_IN_WAREHOUSE' as const };
  expect(said(after)).toEqual([]);
});

test('a proposal waits for a second person; the row of the list replaces the line', () => {
  const order = orderAfter({}, paid, shipped, report('3006'), { type: 'ProposeRefund', at, amount: 200, by: 'S1', note: '補償' });
  const [first] = said(order);
  expect(first).toBe('support: 請由提案人以外的同仁覆核善意退款 NT$200（第 1 號提案），沒有固定期限');
  expect(said(order, [taskOf('proposals', '請覆核')])).toEqual([
    expect.stringMatching(/^support: 請覆核，期限 2026\/11\/23/),
    'carrier: 等物流送達，沒有固定期限',
  ]);
});

test('a lost parcel asks for a decision until it is made, or the row was marked as done', () => {
  const lost = orderAfter({}, paid, shipped, report('3006'), report('5002', 2));
  const what = 'support: 物流遺失包裹，請決定補寄或退款；物流找回並送達時標示完成，沒有固定期限';
  expect(said(lost)).toEqual([what]);
  expect(said(lost, [taskOf('parcel-stuck', '請決定', true)])).toEqual([]);
  const cash = orderAfter({ payment: 'COD' }, shipped, report('3006'), report('5001', 2));
  expect(said(cash)).toEqual([
    'support: 物流無法送達包裹，顧客尚未付款；若使用了購物金，系統會自動退回。請聯絡顧客後標示完成，沒有固定期限',
  ]);
  const resent: OrderCommand = {
    type: 'AgreeLinkedOrder',
    at,
    kind: 'RESEND',
    items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }],
    linkedOrderNo: 'LINKED0000000001',
    note: '重新寄出',
  };
  const lostTwice = orderAfter({ linked, subtotal: 0, shippingFee: 0, total: 0 }, shipped, report('3006'), report('5002', 2));
  expect(said(lostTwice)).toEqual(['support: 物流遺失包裹，請再次補寄，須由另一位同仁覆核；物流找回並送達時標示完成，沒有固定期限']);
  const again = orderAfter({}, paid, shipped, report('3006'), report('5002', 2), resent);
  expect(said(again)).toEqual(['system: 等系統建立補寄訂單，沒有固定期限']);
});

test('of an order that shopping credit paid, nobody is asked to pay money back', () => {
  const credit = { memberId: 'M1', credit: 1_100, total: 0 } as const;
  const lost = orderAfter(credit, shipped, report('3006'), report('5002', 2));
  expect(said(lost)).toEqual(['support: 物流遺失包裹，請決定補寄或贈送購物金；贈送後，或物流找回並送達時，標示完成，沒有固定期限']);
  expect(shownPayment(lost)).toBe('購物金，已付款');
  const odd = orderAfter(credit, shipped, report('3003'), report('5004', 2));
  expect(said(odd)).toEqual([expect.stringContaining('顧客未收到商品時請贈送購物金')]);
  const goodwill = commandOf({ type: 'goodwill', amount: 1 }, lost, { by: 'S1', at, note: '補償', alone: true });
  expect(goodwill).toMatchObject({ ok: false, rejection: { message: '此訂單全額以購物金支付，沒有可退的款項' } });
});

test('a parcel that goes back after its delivery asks support to find out, until the row is marked as done', () => {
  const odd = orderAfter({}, paid, shipped, report('3003'), report('5004', 2));
  const what = '物流回報送達或取貨後，又回報包裹退回，請向物流查明；顧客未收到商品時請退款，處理後標示完成';
  expect(said(odd)).toEqual([`support: ${what}，沒有固定期限`]);
  expect(said(odd, [taskOf('parcel-unclear', what, true)])).toEqual([]);
  const cash = orderAfter({ payment: 'COD' }, shipped, report('3003'), report('5005', 2));
  expect(said(cash)).toEqual([expect.stringContaining('請向物流查明是否已代收款項')]);
});

test('support records the states of a parcel abroad', () => {
  expect(said(orderAfter(abroad, paid))).toEqual(['support: 請向倉庫確認寄出後，登錄海外包裹狀態「已出貨」，沒有固定期限']);
  const record = (code: string, days: number): OrderCommand => ({ type: 'ReportAbroad', at: later(days), code, note: '倉庫回報' });
  expect(said(orderAfter(abroad, paid, record('900', 1)))).toEqual([
    expect.stringMatching(/^carrier: 等國際物流送達，送達或退回後登錄海外包裹狀態，期限 2026\/12\/05/),
  ]);
  expect(said(orderAfter(abroad, paid, record('900', 1), record('20000', 5)))).toEqual([]);
});

const toStore = { delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } } as const;
const free = { subtotal: 0, shippingFee: 0, total: 0 };
const linkedOrderNo = 'LINKED0000000001';
const asked: OrderCommand = {
  type: 'StartCardPayment',
  at,
  recTradeId: 'D1',
  bankTransactionId: 'T1',
  amount: 1_100,
  paymentUrl: 'https://bank.example/3ds',
};
const cancel: OrderCommand = { type: 'CancelOrder', at, reason: 'CHANGED_MIND' };
const noParcel: OrderCommand = { type: 'CancelShipment', at, tradeNo: orderNo, outcome: 'NEVER_CREATED' };
const again = (kind: 'EXCHANGE' | 'RESEND'): OrderCommand => ({
  type: 'AgreeLinkedOrder',
  at,
  kind,
  items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }],
  linkedOrderNo,
  note: '重新寄出',
});
const lostAndSentAgain: OrderCommand[] = [
  paid,
  shipped,
  report('3006'),
  report('5002', 2),
  again('RESEND'),
  { type: 'RecordLinkedOrder', at, linkedOrderNo },
];
const proposed: OrderCommand = { type: 'ProposeRefund', at, amount: 200, by: 'S1', note: '補償' };
const declined: OrderCommand = { type: 'JudgeRefund', at, proposalId: 'P1', verdict: 'decline', by: 'S2', proposer: 'S1', note: '不同意' };
const exchanged: OrderCommand[] = [
  paid,
  shipped,
  report('3003'),
  { type: 'RequestReturn', at: later(2), reason: 'OTHER', comment: '瓶身破損', sender: null, bankAccount: null },
  { type: 'ApproveReturn', at: later(2) },
  again('EXCHANGE'),
  { type: 'ReceiveReturn', at: later(2), reason: 'COMPLETE' },
];
const inStore: OrderCommand = { ...shipped, subtype: 'UNIMARTC2C', bookingNote: '', cvsPaymentNo: 'C1', cvsValidationNo: '1' };
const closed: OrderCommand = { type: 'ReportStoreProblem', at, logisticsId: 'L1', side: 'pickup', status: '01', storeId: '131386' };
const atStore: OrderCommand = { ...report('2073'), subtype: 'UNIMARTC2C' } as OrderCommand;

test.each<[what: string, Parameters<typeof said>, string[]]>([
  ['no payment was asked for yet', [orderAfter({})], ['system: 等金流回覆付款結果，沒有固定期限']],
  ['the buyer is at the bank', [orderAfter({}, asked)], ['buyer: 等顧客完成付款驗證，沒有固定期限']],
  ['its payment is on a list', [orderAfter({}, asked), [taskOf('awaiting-payment', '請查明', true)]], []],
  ['its payment failed', [orderAfter({}, { type: 'FailCardPayment', at, reason: 'ABANDONED', providerCode: null, recTradeId: null })], []],
  ['it was paid', [orderAfter({}, paid)], ['system: 等系統向物流建立包裹，沒有固定期限']],
  ['it was cancelled before it had a parcel', [orderAfter(cash, cancel, noParcel)], []],
  [
    'its goods are sent again',
    [orderAfter({}, ...lostAndSentAgain)],
    [`carrier: 補寄訂單 ${linkedOrderNo} 已成立，請看該訂單，沒有固定期限`],
  ],
  [
    'somebody declined a proposal',
    [orderAfter({}, paid, shipped, proposed, declined)],
    ['warehouse: 等倉庫將包裹交給物流，期限 2026/11/25'],
  ],
  ['its money was paid since its row was read', [orderAfter({}, paid, shipped, report('3003')), [taskOf('money-owed', '請匯款')]], []],
  ['the states of its parcel abroad are on a list', [orderAfter(abroad, paid), [taskOf('parcel-abroad', '請登錄', true)]], []],
  [
    'it sends goods again and was cancelled',
    [orderAfter({ ...free, linked }, cancel, noParcel)],
    ['system: 等系統通知原訂單，沒有固定期限'],
  ],
  [
    'an exchange is on the list of returns',
    [orderAfter({}, ...exchanged), [taskOf('return-review', '已收到退回商品')]],
    ['support: 已收到退回商品，期限 2026/11/23 09:00:00'],
  ],
  ['its store is closed', [orderAfter(toStore, paid, inStore, closed)], ['support: 請聯絡顧客改選門市，沒有固定期限']],
  [
    'its parcel is at the store',
    [orderAfter(toStore, paid, inStore, atStore)],
    [expect.stringMatching(/^buyer: 等顧客到門市取貨，期限 2026\/11\/2\d$/)],
  ],
])('what an order waits for when %s', (_, order, lines) => expect(said(...order)).toEqual(lines));
