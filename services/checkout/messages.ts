import { formMessages } from '@nordhaut/contracts';

/** The checkout's texts for users. spec/3-purchase-flow §5, §8. */
export const messages = {
  orderChanged: '此訂單已由他人更新，請確認變更後再送出',
  ...formMessages,
  cartClaimed: (orderNo: string) => `購物車內的商品正在訂單 ${orderNo} 結帳中，這次沒有送出新的訂單`,
  cartChanged: '購物車內容已變更，請確認後再結帳',
  cardFields: '請正確填寫信用卡資料',
  amountMismatch: '金額驗證出現問題，請聯繫客服',
  orderNumber: '訂單生成系統出現問題，請聯繫客服',
  orderExists: '此訂單編號已使用，請重新結帳',
  logistics: '物流系統出現問題，請聯繫客服',
  logisticsAfterPayment: '付款或物流系統出現問題，已為您取消訂單並辦理退款，請聯繫客服',
  noCardResponse: '金流系統沒有回應，未完成扣款，請重新付款',
  paymentFailed: '付款未完成，請重新付款',
  shippingTooLong: '配送資訊過長，請縮短後再試',
  notPrepared: '結帳資料已失效，請重新填寫配送資訊',
  noParcelYet: '物流訂單尚未建立，請稍後再試',
  proofRequired: '取消訂單前，請先輸入收件人手機號碼驗證身分',
  paymentUnclear: '付款結果確認中，請稍候再試',
  earlierPaid: '前一筆訂單已完成付款，未重複建立訂單',
  earlierUnclear: '前一筆訂單的付款結果確認中，請稍候再試',
  districtUnknown: '找不到此縣市與鄉鎮市區，請重新選擇',
  storeUnknown: '找不到此門市，請重新選擇門市',
  deliveryMismatch: '付款方式與配送方式不符，請重新選擇',
  cashLimit: '此手機號碼目前無法再使用貨到付款，請改用信用卡付款',
} as const;
