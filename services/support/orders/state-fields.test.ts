import { type Order, type OrderCommand, orderDecider, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { authorised, personal, placed, shipped } from '@nordhaut/ordering/testing';
import { foldEvents, historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { sentenceOf } from './sentences.ts';
import { personalFields, stateFields } from './state-fields.ts';

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

test('an order that sends goods again was paid by nobody', () => {
  const linked = { orderNo: 'A1B2C3D4E5F6G7H8', kind: 'RESEND', value: 980 } as const;
  const order = foldEvents(orderDecider, [placed({ total: 0, linked })]) as Order;
  expect(fieldOf(order, '付款')).toBe('不另收費');
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

const INVOICE = { uniformNumber: '04595257', companyTitle: '北方之家股份有限公司', mobileBarcode: '/ABC12.4' };
const inStore = { type: 'CVS', subtype: 'UNIMARTC2C' } as const;
const toStore = shipped({ subtype: 'UNIMARTC2C', cvsPaymentNo: 'C1234567', cvsValidationNo: '4321' });
const ofEvents = (...events: OrderEvent[]): Order =>
  historyOf<OrderState, OrderCommand, OrderEvent>(orderDecider, ...events).state() as Order;

test('the invoice and the recipient are masked; who may reveal them reads all of it, and the number of a parcel in a store', () => {
  const sender = { name: '王大明', phone: '0912345678', zip: '106', address: '臺北市大安區信義路三段134巷1號' };
  const bankAccount = { bankCode: '004', accountNo: '123456789012', holder: '王大明' };
  const asked: OrderEvent = {
    type: 'ReturnRequested',
    data: { at, reason: 'DAMAGED' },
    subject: 'guest:1',
    personal: { contact: { sender }, support: { comment: '破損', bankAccount } },
  };
  const store = { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' };
  const contact = { ...personal.contact, store };
  const order = ofEvents({ ...placed({ delivery: inStore }), personal: { contact, invoice: INVOICE } }, authorised, toStore, asked);
  const masked = JSON.stringify(stateFields(order));
  for (const open of ['04595257', 'ABC12', '北方之家', '王大明', '0912345678', 'C1234567', '123456789012', '建盛'])
    expect(masked, open).not.toContain(open);
  expect(fieldOf(order, '發票（遮罩）')).toBe('一般電子發票，統一編號 *****257，手機條碼 /*****.4');
  expect(fieldOf(order, '查件號碼')).toBe('以「顯示個人資料」檢視');
  expect(personalFields(order).map(({ label, value }) => `${label}：${value}`)).toEqual([
    '收件人：王大明',
    '電話：0912345678',
    '電子郵件：ming@example.com',
    '地址：106臺北市大安區信義路三段134巷1號',
    '取貨門市：建盛門市（131386）台北市大安區建國南路一段1號',
    '查件號碼：C12345674321',
    '退貨寄件人：王大明 0912345678 106臺北市大安區信義路三段134巷1號',
    '統一編號：04595257',
    '發票抬頭：北方之家股份有限公司',
    '手機條碼：/ABC12.4',
    '退貨說明：破損',
    '退款帳戶：004 123456789012 王大明',
  ]);
  // The number of a parcel to a door opens nothing, so it is in the state.
  expect(personalFields(after().order).map(({ label }) => label)).toEqual(['收件人', '電話', '電子郵件', '地址']);
  expect(fieldOf(after().order, '查件號碼')).toBe('8800412');
});

test('a parcel whose order was cancelled is named by what stops it, until the carrier has it', () => {
  const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at, reason: 'CHANGED_MIND', refundDue: true } };
  const recalled: OrderEvent = { type: 'ShipmentCancelled', data: { at, tradeNo: 'N123456789ABCDEF', outcome: 'CANCELLED_AT_CARRIER' } };
  const sent = [placed(), authorised, shipped()];
  const parcelAfter = (...events: OrderEvent[]) => fieldOf(ofEvents(...sent, ...events), '包裹狀態');
  const label = parcelAfter();
  expect(label).toMatch(/（代碼 300）$/);
  expect(parcelAfter(cancelled)).toBe(`停止寄送中；物流最後狀態：${label}`);
  expect(parcelAfter(cancelled, recalled)).toBe(`物流已取消此包裹；物流最後狀態：${label}`);
  expect(fieldOf(ofEvents(placed(), authorised), '包裹狀態')).toBe('—');
});

test('the data of an order says what was erased, what is kept for a claim, and what waits to be erased', () => {
  const hold: OrderEvent = { type: 'HoldPlaced', data: { at, hold: 'DISPUTE' } };
  const dataAfter = (...events: OrderEvent[]) => fieldOf(ofEvents(placed(), ...events), '個資');
  expect(dataAfter()).toBe('保存中');
  expect(dataAfter(hold)).toBe('暫停刪除：帳款爭議');
  const asked = {
    at,
    purposes: ['contact'],
    requester: { kind: 'member' },
    reason: 'REQUEST',
    dueBy: '2026-12-20T02:00:00.000Z',
    waits: [],
  };
  expect(dataAfter(hold, { type: 'ForgettingRequested', data: asked } as never)).toBe(
    '暫停刪除：帳款爭議；待刪除，期限 2026/12/20 10:00:00',
  );
  expect(dataAfter({ type: 'PersonalDataForgotten', data: { ...asked, purposes: ['contact', 'invoice'] } } as never)).toMatch(
    /^已刪除：聯絡資料.+發票資料$/,
  );
});
