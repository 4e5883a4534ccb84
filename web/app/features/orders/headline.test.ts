import type { OrderAnswer, OrderFacts } from '@nordhaut/contracts';
import { describe, expect, test } from 'vitest';
import { headlineOf, paymentLine, refundLine, refundText } from './headline.ts';

const parcel = { code: '3006', label: '配送中', stage: 'delivering', at: '2026-11-23T01:00:00.000Z' } as const;
const answer = (facts: Partial<OrderFacts>, label: string) =>
  ({ order: { facts: { parcel: null, ...facts } }, displayStatus: { code: 'COD', label } }) as unknown as OrderAnswer;

describe('the headline', () => {
  test('is the parcel’s state for a cash order in transit', () => {
    expect(headlineOf(answer({ phase: 'preparing' }, '貨到付款'))).toBe('貨到付款');
    expect(headlineOf(answer({ phase: 'on-its-way', parcel }, '貨到付款'))).toBe('配送中');
    const delivered = { ...parcel, label: '已送達', stage: 'delivered' } as const;
    expect(headlineOf(answer({ phase: 'delivered', parcel: delivered }, '貨到付款'))).toBe('已送達');
  });
  test.each([
    ['not-collected', '未取貨，訂單已取消（退款處理中）'],
    ['cancelled', '訂單已取消'],
    ['return-requested', '退貨審核中'],
    ['returning', '退貨中'],
    ['refunded', '已退款'],
    ['payment-failed', '付款失敗'],
  ] as const)('of an order that is %s is the order’s own', (phase, label) =>
    expect(headlineOf(answer({ phase, parcel }, label))).toBe(label),
  );
});

test.each([
  ['on-its-way', 'on-delivery', '貨到付款，收件時支付 NT$1,860'],
  ['delivered', 'collected', '貨到付款，已收款 NT$1,860'],
  ['cancelled', 'on-delivery', undefined],
  ['not-collected', 'on-delivery', undefined],
  ['preparing', 'paid', '貨到付款，已付款 NT$1,860'],
  ['awaiting-payment', 'pending', '貨到付款，待付款 NT$1,860'],
  ['payment-failed', 'failed', undefined],
] as const)('the payment of an order that is %s, %s', (phase, payment, line) =>
  expect(paymentLine({ facts: { phase, payment } as OrderFacts, paymentLabel: '貨到付款', total: 1860, credit: 0 })).toBe(line),
);

test('cash that is paid at a store is paid at the pickup', () => {
  const facts = { phase: 'at-store', payment: 'on-delivery', pickup: { code: null } } as OrderFacts;
  expect(paymentLine({ facts, paymentLabel: '貨到付款', total: 660, credit: 0 })).toBe('貨到付款，取貨時支付 NT$660');
});

const nothingCharged = (more: Partial<OrderAnswer['order']>) =>
  ({ facts: { phase: 'preparing', payment: 'paid' }, total: 0, discount: 0, credit: 0, ...more }) as OrderAnswer['order'];
const byCredit = nothingCharged({ paymentLabel: '購物金', credit: 1610 });
const sentAgain = nothingCharged({
  paymentLabel: '不另收費',
  linked: { from: { orderNo: '3WGETCQH197R6WQ0', kind: 'RESEND' }, orders: [] },
});

test('an order that shopping credit paid, and goods that were sent again, name no amount and no card', () => {
  expect(paymentLine(byCredit)).toBe('購物金，已折抵 NT$1,610');
  expect(paymentLine(sentAgain)).toBe('不另收費');
});

test('states the amount of a refund', () => {
  expect(refundLine({ refund: { state: 'none', amount: 0 } })).toBeUndefined();
  expect(refundLine({ refund: { state: 'owed', amount: 1860 } })).toBe('退款處理中 NT$1,860');
  expect(refundLine({ refund: { state: 'paid', amount: 10 } })).toBe('已退款 NT$10');
});

test.each([
  ['returning', 'paid', 'owed', '退貨款項將由本店退回，不需另外申請。'],
  ['delivered', 'paid', 'owed', '款項將由本店退回原付款方式，不需申請退貨。'],
  ['delivered', 'collected', 'owed', '款項將由本店匯款退回，不需申請退貨。'],
  ['cancelled', 'paid', 'owed', '款項將由本店退回原付款方式，不需申請退貨。'],
  ['refunded', 'collected', 'paid', '實際入帳日依銀行作業時間而定。'],
] as const)('how the refund of an order that is %s, %s, is %s', (phase, payment, state, text) =>
  expect(refundText({ phase, payment, refund: { state, amount: 100 } })).toBe(text),
);

test.each([
  ['a refund that the bank of the card refused', 'not-collected', ['transfer'], false, '款項將由本店匯款退回，不需申請退貨。'],
  ['a part to the card', 'delivered', ['card', 'transfer'], false, '款項將由本店退回，不需申請退貨。'],
  ['a second charge during a return', 'returning', ['card'], false, '款項將由本店退回原付款方式，不需申請退貨。'],
  ['goods that came back', 'returning', ['card'], true, '退貨款項將由本店退回，不需另外申請。'],
] as const)('how the refund reaches the buyer: %s', (_, phase, ways, ofReturn, text) =>
  expect(refundText({ phase, payment: 'paid', refund: { state: 'owed', amount: 100, ways: [...ways], ofReturn } })).toBe(text),
);
