import type { OrderAnswer } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { cancelConsequences } from './cancel-consequences.ts';
import { givenBack } from './goes-back.ts';
import { keptGiftsText } from './kept-gifts.ts';

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
  [
    'sent again at no charge',
    orderOf({ total: 0, linked: { from: { orderNo: '3WGETCQH197R6WQ0', kind: 'RESEND' }, orders: [] } }),
    ['這筆訂單不另收費；如有應退的款項，會顯示在原訂單。'],
  ],
  [
    'with a coupon that gave a gift alone',
    orderOf({ coupons: [coupon] }, 'on-delivery'),
    ['這筆訂單尚未付款，不會產生任何費用。', '使用的優惠券與購物金會歸還給您。'],
  ],
])('the cancellation of an order that is %s says what comes back', (_, order, more) =>
  expect(cancelConsequences(order)).toEqual(['商品不會出貨，取消後無法恢復。', ...more]),
);

test.each([
  ['paid', 'card', {}, '退款至原付款信用卡'],
  ['paid', 'transfer', {}, '匯款至您的帳戶，客服會與您聯絡'],
  ['collected', 'transfer', {}, '匯款至您提供的帳戶'],
  ['paid', 'card', { credit: 300 }, '退款至原付款信用卡，並退還您使用的購物金'],
  ['collected', 'transfer', { credit: 300 }, '匯款至您提供的帳戶，並退還您使用的購物金'],
  ['paid', undefined, { total: 0, credit: 980 }, '退還您使用的購物金'],
  ['paid', undefined, { total: 0, linked: { from: { orderNo: 'N1', kind: 'RESEND' }, orders: [] } }, '由原訂單退還款項'],
] as const)('what a return gives back: %s, %s', (payment, way, more, text) => {
  const refund = way ? { state: 'owed', amount: 100, ways: [way], ofReturn: true } : { state: 'none', amount: 0 };
  const order = { total: 1100, credit: 0, ...more, facts: { payment, refund } } as unknown as OrderAnswer['order'];
  expect(givenBack(order)).toBe(text);
});

test('a gift that stays is deducted whenever the goods come back; samples and the travel set are not', () => {
  expect(keptGiftsText(orderOf({ gifts: [gift('試用品', 0)] }))).toBeUndefined();
  expect(keptGiftsText(orderOf({ gifts: [gift('試用品', 0), gift('有機化妝棉', 350, 2)] }))).toBe(
    '請將贈品一併寄回；未寄回的贈品，退款時以贈送時的價值扣除：有機化妝棉 × 2（NT$700）。',
  );
});
