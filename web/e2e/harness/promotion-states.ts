import type { CouponGift, MemberCoupon, MemberCoupons, MemberVouchers, PriceAnswer, TimerAnswer, VoucherRow } from '@nordhaut/contracts';
import type { Page } from '@playwright/test';
import { fillCart } from './orders.ts';

/** States of coupons and credit that take days or many orders in the shop. The browser gets them as answers. */

const DAY = 86_400_000;
const after = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

const gift = (productUid: string, nameZh: string): CouponGift => ({
  productUid,
  productId: 1,
  nameZh,
  nameEn: 'Gift',
  image: '',
  quantity: 1,
  value: 280,
});
const GIFTS = [gift('A', '旅行裝潔膚露'), gift('B', '旅行裝化妝水'), gift('C', '有機化妝棉')];

const coupon = (couponId: string, name: string, more: Partial<MemberCoupon>): MemberCoupon => ({
  couponId,
  uid: `COUPON_${couponId}`,
  name,
  desc: '',
  type: 'DISCOUNT',
  scope: 'MEMBER',
  giveaway: '',
  gifts: [],
  choose: 0,
  startsAt: null,
  endsAt: null,
  period: null,
  state: 'usable',
  reason: '',
  copies: [{ gotAt: after(-2), endsAt: after(5), cause: '註冊禮' }],
  lastEnd: after(5),
  ...more,
});

const COUPONS: MemberCoupons = {
  coupons: [
    coupon('1', '首購折 NT$200', { desc: '首次購物滿 NT$1,000 折 NT$200，註冊後 7 天內有效' }),
    coupon('2', '三選二好禮', { type: 'GIVEAWAY', desc: '三項好禮任選兩項', giveaway: '好禮兩項', gifts: GIFTS, choose: 2 }),
    coupon('3', '老會員回饋', {
      desc: '曾購物的會員，滿 NT$1,800 打九折',
      state: 'invalid',
      reason: '消費滿 NT$1,800 才可使用',
      lastEnd: null,
    }),
    coupon('4', '夏日護手霜買三送一', {
      type: 'BONUS',
      gifts: GIFTS.slice(2),
      state: 'expired',
      reason: '優惠券已過期',
      lastEnd: after(-1),
    }),
  ],
  used: [
    { orderNo: 'QWERTYUI12345678', couponId: '5', type: 'DISCOUNT', name: '好友邀請折 NT$100', usedAt: after(-30), returned: false },
    { orderNo: 'ASDFGHJK12345678', couponId: '6', type: 'DISCOUNT', name: '組合商品 85 折', usedAt: after(-40), returned: true },
  ],
  position: '1',
};

const voucher = (voucherId: string, label: string, more: Partial<VoucherRow>): VoucherRow => ({
  voucherId,
  type: 'SHOP_BACK',
  label,
  cause: '',
  value: 120,
  available: 120,
  reserved: 0,
  used: 0,
  expired: 0,
  takenBack: 0,
  grantedAt: after(-100),
  endsAt: after(265),
  state: 'active',
  ...more,
});

const VOUCHERS: MemberVouchers = {
  balance: 150,
  vouchers: [
    voucher('1', '消費回饋', {}),
    voucher('2', '推薦回饋', { type: 'FRIEND_BACK', value: 90, available: 30, reserved: 20, used: 40 }),
    voucher('3', '生日禮金', { type: 'BIRTHDAY', value: 50, available: 0, used: 50, state: 'out' }),
    voucher('4', '生日禮金', { type: 'BIRTHDAY', value: 50, available: 0, expired: 50, state: 'expired', endsAt: after(-3) }),
  ],
  scheduled: [{ voucherId: '5', type: 'FRIEND_BACK', label: '推薦回饋', cause: '', value: 86, dueAt: after(4) }],
  position: '1',
};

const answered = async (page: Page, path: string, json: object): Promise<void> => {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json }),
  );
};

/** A member with coupons in every state and some credit, whose cart has a discount, the shop's own one and a gift to choose. */
export async function withPromotions(page: Page): Promise<void> {
  await answered(page, '/api/member/coupons', COUPONS);
  await answered(page, '/api/member/vouchers', VOUCHERS);
  await page.route('**/api/getPrice/', async (route) => {
    const response = await route.fetch();
    const quote = (await response.json()) as PriceAnswer;
    const used = (couponId: string, name: string, removable: boolean) => ({
      couponId,
      uid: `COUPON_${couponId}`,
      name,
      type: 'DISCOUNT' as const,
      removable,
    });
    await route.fulfill({
      response,
      json: {
        ...quote,
        discounts: [
          { couponId: '1', name: '首購折 NT$200', amount: 200 },
          { couponId: '9', name: '限時結帳折 NT$50', amount: 50 },
        ],
        vouchers: 100,
        price: quote.subtotal - 350,
        coupons: [used('1', '首購折 NT$200', true), used('9', '限時結帳折 NT$50', false)],
        picks: [{ couponId: '2', uid: 'COUPON_2', name: '三選二好禮', choose: 2, offered: GIFTS, chosen: [] }],
        causes: {
          products: quote.products.map(() => '會員價'),
          discounts: ['「首購折 NT$200」折抵，適用商品金額 NT$1,860', '「限時結帳折 NT$50」自動折抵，適用商品金額 NT$1,660'],
          gifts: quote.gifts.map(() => ''),
          shippingFee: '',
          vouchers: '購物金折抵商品 NT$100、運費 NT$0',
        },
      } satisfies PriceAnswer,
    });
  });
  await fillCart(page.request);
}

/** A first checkout with less than five minutes left. */
export async function withCountdown(page: Page): Promise<void> {
  const now = Date.now();
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const timer: TimerAnswer = {
    state: 'running',
    startedAt: at(-5.5),
    endsAt: at(4.5),
    remindsAt: at(-3.5),
    extendsFrom: at(-0.5),
    extended: false,
    now: at(0),
    coupon: { couponId: '5', uid: 'pay_in_5_min', name: '限時結帳折 NT$50' },
  };
  await answered(page, '/api/checkout/timer', timer);
  await fillCart(page.request);
}
