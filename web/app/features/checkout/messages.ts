import { formMessages, FREE_SHIPPING_FROM, formatMoney, SHIPPING_FEE, type DeliveryType } from '@nordhaut/contracts';

/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  cart: '購物車',
  shipping: '付款與配送',
  pay: '確認付款',
  payCod: '確認訂單',
  emptyCart: '購物車還是空的',
  additional: '加購優惠',
  summary: '訂單摘要',
  payment: '付款方式',
  delivery: '配送方式',
  recipient: '收件資料',
  store: '取貨門市',
  lines: '訂購商品',
  card: '信用卡資料',
  invoice: '發票',
  terms: '服務條款重點',
  priceChanged: '金額有變動，請再次確認',
  bank: '您有一筆訂單等待銀行驗證',
  bankAsking: '付款結果確認中',
  bankPaid: '這筆訂單已付款成功',
  bankFailed: '付款未完成',
  underWay: '商品結帳中',
  unpaid: '付款未完成',
  unsent: '訂單未送出',
  unanswered: '沒有收到回應',
  later: '訂單系統暫時無法連線',
  refused: '訂單未成立',
  sent: '訂單已送出',
};

export const STEP_LABELS = { CART: '購物車', SHIPPING: '配送', PAY: '付款', RESULT: '完成' } as const;

/** The messages of checkout; the server uses the same texts (services/checkout/messages.ts). spec/3-purchase-flow §5, §8. */
export const messages = {
  ...formMessages,
  alreadyAdded: '已加購',
  shippingIncomplete: '收件資料未填寫完整',
  storeUnread: '無法讀取取貨門市',
  card: '請正確填寫信用卡資料',
  phoneHint: '請輸入 09 開頭的手機號碼，例如 0912\u00a0345\u00a0678',
  orderNumber: '訂單生成系統出現問題，請聯繫客服',
  goneAtBank: '但在等待銀行驗證的訂單裡。請繼續 3D 驗證，或到「訂單查詢」取消那筆訂單後再結帳',
  /** where a buyer may look who comes back in another browser than the one of an app */
  cartElsewhere: '在 LINE 等 App 或其他瀏覽器選購的商品，保留在原來的視窗裡。',
  cartChanged: '購物車內容已變更，請確認後再結帳',
  nothingDue: '訂單金額為 0 元，無需付款，請勿選擇貨到付款',
  otherDiscount: '優惠折扣',
  amountChanged: '商品、優惠或運費的金額在結帳期間有變動，尚未扣款。',
} as const;

/** For an order that gets the countdown's discount before the page shows it. `discount`: its name */
export const inTime = (discount: string): string => `您在結帳倒數結束前完成結帳，已為您套用「${discount}」，尚未扣款。`;

/** For lines that an order of another window holds. */
export const underWay = (orderNo: string, pieces: number): string => `訂單 ${orderNo} 的 ${pieces} 件商品正在結帳，不會重複訂購。`;

export const DELIVERY_LABELS: Record<DeliveryType, string> = { HOME: '宅配到府', CVS: '超商取貨', INTERNATIONAL: '海外配送' };

/** `運費 NT$120，滿 NT$1,000 免運` */
export const feeText = (delivery: DeliveryType): string =>
  `運費 ${formatMoney(SHIPPING_FEE[delivery])}，滿\u00a0${formatMoney(FREE_SHIPPING_FROM[delivery])}\u00a0免運`;

/** The text under each step's heading. The server renders it, so that a step's largest text is painted before its data and code arrive. */
export const INTROS = {
  CART: `宅配與超商取貨滿\u00a0${formatMoney(FREE_SHIPPING_FROM.HOME)}\u00a0免運，海外配送滿\u00a0${formatMoney(FREE_SHIPPING_FROM.INTERNATIONAL)}\u00a0免運。收到商品後享七天鑑賞期。`,
  SHIPPING: '請選擇付款與配送方式，並填寫收件資料。收件人請填寫真實姓名，以便簽收或到店取貨。',
  PAY: '送出之前，請再次確認商品、金額與收件資料。訂單成立後，您可以隨時以訂單編號查詢進度。',
} as const;
