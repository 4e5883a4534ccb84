import { formMessages, quantityMessages } from '@nordhaut/contracts';

/** Messages of the price engine (spec/3-purchase-flow §5, §6, §8). */
export const messages = {
  cartEmpty: formMessages.cartEmpty,
  unknownProduct: '找不到此商品，可能已下架',
  unavailable: (name: string) => `「${name}」商品缺貨中，請自購物車移除後再結帳`,
  notForSale: (name: string) => `「${name}」無法單獨購買`,
  memberOnly: '會員價僅限會員購買，請先登入會員',
  needsMainProduct: formMessages.needsMainProduct,
  additionalOnce: '加購商品每項限購一件',
  overLimit: quantityMessages.overLimit,
  couponsForMembers: '優惠券僅限會員使用，請先登入會員',
  creditForMembers: '購物金僅限會員使用，請先登入會員',
} as const;
