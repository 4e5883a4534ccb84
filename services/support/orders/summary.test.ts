import { shownTime } from '@nordhaut/contracts';
import type { HistoryEvent } from '@nordhaut/contracts/support';
import { type OrderCommand, orderDecider, type OrderEvent, type Order } from '@nordhaut/ordering';
import { authorised, placed, shipped } from '@nordhaut/ordering/testing';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

const at = '2026-11-20T02:00:00.000Z';
const AT = shownTime(at);

/** The lines after commands, which a person of this name gives. */
function linesAfter(begun: readonly OrderEvent[], ...commands: [name: string, command: OrderCommand][]): Map<string, string> {
  const events = [...begun];
  const names = events.map(() => '會員');
  for (const [name, command] of commands) {
    const decision = orderDecider.decide(command, foldEvents(orderDecider, events));
    if (!decision.ok) throw new Error(decision.rejection.code);
    events.push(...decision.events);
    names.push(...decision.events.map(() => name));
  }
  const told = events.map(
    ({ type, data }, revision): HistoryEvent => ({
      id: String(revision),
      stream: 'order-A1',
      revision,
      position: String(revision),
      type,
      sentence: type,
      actor: { kind: 'support', name: names[revision] ?? '' },
      cause: null,
      at: data.at,
      recordedAt: data.at,
      isTechnical: false,
      carrierAt: null,
      requestId: null,
      traceId: null,
      changes: [],
      raw: { data: { ...data }, metadata: {} },
    }),
  );
  const { money, parcel } = summaryOf(foldEvents(orderDecider, events) as Order, told, { memberCode: undefined, rewards: [] });
  return new Map([...money, ...parcel].map(({ label, value }) => [label, value]));
}
const paid = [placed({ memberId: 'm1' }), authorised];
const report: OrderCommand = {
  type: 'ReportParcelStatus',
  at,
  tradeNo: 'N123456789ABCDEF',
  logisticsId: 'L1',
  subtype: 'TCAT',
  code: '3003',
  carrierAt: at,
  source: 'callback',
};
const ask: OrderCommand = { type: 'RequestReturn', at, reason: 'DAMAGED', comment: '破損', sender: null, bankAccount: null };
const propose: OrderCommand = {
  type: 'ProposeRefund',
  at,
  by: 's1',
  amount: 200,
  note: '補償',
  over: { limit: 'AMOUNT', max: 100 },
};
const judge = (verdict: 'approve' | 'decline'): OrderCommand => ({
  type: 'JudgeRefund',
  at,
  proposalId: 'P1',
  verdict,
  by: 's2',
  proposer: 's1',
  note: '',
});

test('goodwill names who proposed it and who approved it, or who decided it alone', () => {
  expect(linesAfter(paid, ['客服 林', propose]).get('待覆核')).toBe(
    `善意退款 NT$200，客服 林於 ${AT} 提出，等另一位同仁覆核（超過 NT$100 須第二人覆核）`,
  );
  const approved = linesAfter(paid, ['客服 林', propose], ['客服 陳', judge('approve')]);
  expect(approved.get('善意退款')).toBe(
    `NT$200；尚未入帳，將退回信用卡；客服 林於 ${AT} 提出，客服 陳於 ${AT} 核准（超過 NT$100 須第二人覆核）`,
  );
  expect([approved.has('待覆核'), approved.has('退款合計')]).toEqual([false, false]);
  expect(linesAfter(paid, ['客服 林', propose], ['客服 陳', judge('decline')]).get('未通過的提案')).toContain(
    `客服 陳於 ${AT} 不同意或撤回`,
  );
  const alone = linesAfter(paid, ['客服 林', { type: 'GrantRefund', at, amount: 50, note: '補償' }]);
  expect(alone.get('善意退款')).toBe('NT$50；尚未入帳，將退回信用卡；客服 林決定');
});

test('two refunds have a line each, and a line that adds them up', () => {
  const own = linesAfter(
    paid,
    ['客服 林', { type: 'GrantRefund', at, amount: 50, note: '補償' }],
    ['會員', { type: 'CancelOrder', at, reason: 'CHANGED_MIND' }],
  );
  expect(own.get('取消退款')).toMatch(/^已收 NT\$1,100 − 先前的退款 NT\$50 = 應退 NT\$1,050；待決定，尚未入帳/);
  expect(own.get('退款合計')).toBe('已退 NT$0，尚須退 NT$1,100');
  expect(own.get('取消')).toBe(`不想買了，由會員於 ${AT} 取消`);
});

test('a return says its reason, its verdict and whether the goods are there, each with a person', () => {
  const delivered: [string, OrderCommand][] = [
    ['物流業者', report],
    ['會員', ask],
  ];
  const open = linesAfter([...paid, shipped()], ...delivered);
  expect([open.get('退貨原因'), open.get('退貨審核'), open.get('退回商品')]).toEqual([
    `商品損壞，由會員於 ${AT} 申請`,
    '尚未審核',
    undefined,
  ]);
  const approved = linesAfter([...paid, shipped()], ...delivered, ['客服 林', { type: 'ApproveReturn', at }]);
  expect([approved.get('退貨審核'), approved.get('退回商品')]).toEqual([`通過（七日鑑賞期內），由客服 林於 ${AT} 審核`, '尚未收到']);
  const refused = linesAfter([...paid, shipped()], ...delivered, ['客服 林', { type: 'RejectReturn', at, reason: 'OPENED_GOODS' }]);
  expect(refused.get('退貨審核')).toBe(`未通過（商品已拆封），由客服 林於 ${AT} 審核`);
  const uncollected = linesAfter(
    [...paid, shipped()],
    ['會員', ask],
    ['物流業者', { ...report, code: '5004' }],
    ['系統', { type: 'StartRefunds', at }],
  );
  expect(uncollected.get('退貨審核')).toBe('包裹未取貨，不再審核');
});

test('an order that nothing happened to has few lines', () => {
  expect([...linesAfter(paid)].map(([label]) => label)).toEqual([
    '付款',
    '銀行交易編號',
    '訂單金額',
    '優惠券',
    '退款',
    '顧客',
    '收件人',
    '配送',
    '包裹狀態',
    '交給物流',
    '顧客收到',
  ]);
  expect(linesAfter(paid).get('收件人')).toMatch(/^.○.*，09••••\d{3}，/);
  expect(linesAfter([placed({ payment: 'COD' })]).get('付款')).toBe('貨到付款，未收款');
  expect(linesAfter([placed({ credit: 300, memberId: 'm1' })]).get('購物金')).toBe('折抵 NT$300');
});
