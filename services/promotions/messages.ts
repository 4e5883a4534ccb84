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
  couponUnknown: '查無此優惠碼對應的優惠券',
  couponSoldOut: '此為限量優惠券，已全數領取完畢',
  couponExpired: '此優惠券不在使用期限內',
  couponUsed: '此優惠券已達使用次數上限',
  firstPurchaseOnly: '此優惠券僅限首次購物使用',
  creditNotEnough: (available: number) => `購物金餘額不足，目前可用 NT$${available}`,
  walletClosed: '此會員帳號已刪除，無法使用優惠券與購物金',
  orderEnded: '此筆訂單已結束，請重新下單',
  couponEnded: '此優惠券已終止，無法再修改',
  quantityTooLow: (taken: number) => `優惠券數量不可少於已使用與保留的 ${taken} 張`,
} as const;
