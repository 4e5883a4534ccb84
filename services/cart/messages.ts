import { formMessages, quantityMessages } from '@nordhaut/contracts';

/** The cart's texts for users. spec/3-purchase-flow §5, §8; spec/1-catalogue-and-content §5. */
export const messages = {
  overLimit: quantityMessages.overLimit,
  unknownProduct: '找不到此商品，可能已下架',
  unavailable: '商品缺貨中',
  notForSale: '此商品無法單獨購買',
  memberOnly: '會員價僅限會員購買，請先登入會員',
  needsMainProduct: formMessages.needsMainProduct,
  additionalOnce: '此加購商品已加入',
  cartFull: '購物車最多可放入 100 項商品',
  cartEmpty: formMessages.cartEmpty,
  changed: '購物車內容已變更，請確認後再結帳',
  claimed: (orderNo: string) => `購物車內的商品正在訂單 ${orderNo} 結帳中，這次沒有送出新的訂單`,
  tooManyChanges: '購物車變更次數過多，請明天再試；目前購物車內的商品仍可結帳',
  tooManyOrders: '此購物車的結帳次數過多，請明天再試',
  notInCart: '購物車內沒有此商品',
} as const;
