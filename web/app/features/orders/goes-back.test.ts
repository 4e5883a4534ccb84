import type { OrderAnswer } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { cancelConsequences, keptGiftsText, returnedBy } from './goes-back.ts';

type Order = OrderAnswer['order'];
const orderOf = (order: Partial<Order>, payment: Order['facts']['payment'] = 'paid') =>
  ({ total: 1860, credit: 0, coupons: [], gifts: [], facts: { payment }, ...order }) as unknown as Order;
const gift = (nameZh: string, value: number, quantity = 1) =>
  ({ couponName: '滿額贈', nameZh, nameEn: '', image: '', quantity, value }) as Order['gifts'][number];
const coupon = { couponId: '1', name: '三選二好禮', type: 'GIVEAWAY', amount: 0 } as const;

test.each([
  ['paid by card', orderOf({}), ['已付的 NT$1,860 會在 3 個工作天內退回原付款信用卡。']],
  ['not paid yet', orderOf({}, 'on-delivery'), ['這筆訂單尚未付款，不會產生任何費用。']],
  ['paid by credit alone', orderOf({ total: 0, credit: 1860 }), ['使用的優惠券與購物金會歸還給您。']],
  ['sent again at no charge', orderOf({ total: 0 }), []],
  [
    'with a coupon that gave a gift alone',
    orderOf({ coupons: [coupon] }, 'on-delivery'),
    ['這筆訂單尚未付款，不會產生任何費用。', '使用的優惠券與購物金會歸還給您。'],
  ],
])('the cancellation of an order that is %s says what comes back', (_, order, more) =>
  expect(cancelConsequences(order)).toEqual(['商品不會出貨，取消後無法恢復。', ...more]),
);

test.each([
  [orderOf({}), '退款至原付款信用卡'],
  [orderOf({}, 'collected'), '匯款至您提供的帳戶'],
  [orderOf({ total: 10, credit: 1850 }), '退款至原付款信用卡'],
  [orderOf({ total: 0, credit: 1860 }), '將購物金全數退還至您的會員帳號'],
])('a return goes back as it was paid: %#', (order, text) => expect(returnedBy(order)).toBe(text));

test('a gift that stays is deducted whenever the goods come back; samples and the travel set are not', () => {
  expect(keptGiftsText(orderOf({ gifts: [gift('試用品', 0)] }))).toBeUndefined();
  expect(keptGiftsText(orderOf({ gifts: [gift('試用品', 0), gift('有機化妝棉', 350, 2)] }))).toBe(
    '請將贈品一併寄回；未寄回的贈品，退款時以贈送時的價值扣除：有機化妝棉 × 2（NT$700）。',
  );
});
