import type { CouponDraft } from './coupon-draft.ts';

/** What the form calls the values of its lists. */
export const CHOICES: { readonly [Name in 'type' | 'scope' | 'products' | 'discount']: Readonly<Record<CouponDraft[Name], string>> } = {
  type: { DISCOUNT: '折扣', GIVEAWAY: '選贈品', BONUS: '買幾件送贈品' },
  scope: {
    ALL: '輸入代碼，或在會員的優惠券中',
    MEMBER: '只限已領取的會員',
    SYSTEM: '由商店套用，不能輸入代碼',
  },
  products: { ALL: '所有商品', PRODUCT: '單品', SET: '組合', LIST: '指定商品' },
  discount: { amount: '折抵金額', percent: '打折', formula: '公式（進階）' },
};
