import { formMessages } from '@nordhaut/contracts';

/** What checkout says to a person. spec/3-purchase-flow §5, §8. */
export const messages = {
  ...formMessages,
  amountMismatch: '金額驗證出現問題，請聯繫客服',
  orderNumber: '訂單生成系統出現問題，請聯繫客服',
  orderExists: '此訂單編號已使用，請重新結帳',
  logistics: '物流系統出現問題，請聯繫客服',
  logisticsAfterPayment: '付款或物流系統出現問題，已為您取消訂單並辦理退款，請聯繫客服',
  noCardResponse: '金流系統沒有回應，未完成扣款，請重新付款',
  paymentFailed: '付款未完成，請重新付款',
  earlierPaid: '前一筆訂單已完成付款，未重複建立訂單',
  earlierUnclear: '前一筆訂單的付款結果確認中，請稍候再試',
  districtUnknown: '找不到此縣市與鄉鎮市區，請重新選擇',
  storeUnknown: '找不到此門市，請重新選擇門市',
  deliveryMismatch: '付款方式與配送方式不符，請重新選擇',
  international: '海外配送僅限香港與澳門',
} as const;
