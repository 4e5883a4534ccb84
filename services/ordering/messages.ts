import type { ReturnRejectionReason } from './order-events.ts';

/** Messages of orders and the look-up (spec/2-accounts-and-members §2, §4, §8). */
export const messages = {
  orderNotFound: '查詢不到此編號的訂單，請確認訂單編號是否正確',
  proofFailed: '資料不符，請確認訂單編號與收件人手機號碼是否正確',
  tooManyGuesses: '嘗試次數過多，請稍後再試',
  proofRequired: '申請退貨前，請先輸入收件人手機號碼驗證身分',
  returnReasonRequired: '未填寫退貨原因',
  returnNotOffered: '此訂單目前無法申請退貨',
  returnNotFound: '此訂單沒有待處理的退貨申請',
  returnNotApproved: '退貨申請尚未通過審核',
  returnAlreadyRequested: '此訂單已申請過退貨',
  orderExists: '此訂單編號已使用，請重新結帳',
  paymentMismatch: '付款資料與訂單不符，請聯繫客服',
  parcelUnknown: '找不到此物流編號',
  returnRejectionUnlawful: '鑑賞期內的退貨僅能以商品已拆封為由婉拒',
  returnNotSent: '商品尚未寄出，無法登記退回；請改以取消訂單處理',
  returnNotReceived: '尚未收到退回的商品，無法辦理退貨退款',
  refundTooHigh: '退款金額超過可退金額',
  refundAmountInvalid: '退款金額須為大於 0 的整數',
  refundIdUsed: '此退款編號已用於另一筆退款',
  refundWayWrong: '貨到付款訂單請以匯款退款',
  refundNotOwed: '此退款原因與訂單狀態不符',
  failedNotCancelled: '付款失敗，訂單未成立，無須取消',
  alreadyCancelled: '此訂單已取消',
  parcelHandedOver: '包裹已交給物流，無法取消；如需退貨請改用退貨申請',
  orderNotCancelled: '此訂單尚未取消',
  notAwaitingPayment: '此訂單目前無需付款',
  failedNotPaid: '付款失敗，此訂單無法再付款，請重新下單',
  keptByLaw: '依稅務法規，發票資料須保存至法定年限屆滿，無法提前刪除',
  orderChanged: '此訂單已由他人更新，請確認變更後再送出',
  noteUnknown: '找不到這則備註，或已撤回',
  supportForgotten: '此訂單的客服資料已刪除，無法再新增文字',
  proposalOpen: '此訂單已有一筆待覆核的退款',
  proposalUnknown: '找不到這筆待覆核的退款，可能已由他人處理',
  proposalOwn: '退款須由另一位同仁覆核',
  contactForgotten: '此訂單的聯絡資料已刪除，無法變更門市',
  storeChangeOpen: '前一次的門市變更尚未得到物流回覆，請先以同一門市再送出一次',
  storeChangeNotNeeded: '物流未回報取貨門市有問題',
  storeProblemSolved: '目前沒有未解決的門市問題',
  storeSame: '與目前的取貨門市相同，請選擇其他門市',
  invoiceForgotten: '此訂單的發票資料已刪除，無法更正',
  invoiceNotDue: '此訂單未成立或已取消，沒有要開立的發票',
  creditWithoutMember: '訪客訂單沒有會員帳戶，無法贈送購物金',
  creditTooHigh: '購物金合計不可超過訂單金額',
  nothingDue: '不另收費',
  linkedForgotten: '此訂單的個人資料已刪除，無法補寄或換貨',
  exchangeNeedsReturn: '換貨須先通過退貨申請',
  resendNeedsLoss: '物流回報包裹遺失、拒收或無法投遞時，才能補寄',
  linkedNotPaid: '此訂單尚未收款，無法免費補寄；請取消後請顧客重新下單',
  linkedPaidBack: '款項已退還或即將退還，無法再補寄或換貨',
  linkedItems: '商品或數量不在此訂單可補寄、換貨的範圍內',
  linkedNeedsAll: '使用購物金的訂單，以及補寄或換貨的訂單，須整筆補寄或換貨',
  linkedUnknown: '找不到這筆補寄或換貨訂單',
  orderSentAgain: '此訂單的商品已補寄或換貨，無法取消',
  creditUnknown: '找不到這筆購物金，或已收回',
  noParcelYet: '包裹尚未交寄',
  credit: '信用卡',
  shoppingCredit: '購物金',
  cursorInvalid: '找不到這一頁，請回到訂單列表第一頁',
  orderHasOwner: '此訂單已屬於其他會員',
  returnSenderName: '請填寫退貨人姓名',
  returnSenderPhone: '請填寫退貨人手機號碼',
  returnPhone: '號碼格式錯誤',
  returnSenderAddress: '請填寫退貨地址',
  returnReason: '請填寫退貨原因',
  returnZipUnknown: '此地址查無對應的郵遞區號，請確認地址是否正確',
  cod: '貨到付款',
} as const;

/** Display status labels, in their priority order (spec/2-accounts-and-members §4). */
export const statusLabels = {
  RETURN_APPLY: '退貨審核中',
  RETURN: '退貨中',
  REFUNDED: '已退款',
  COD: '貨到付款',
  AWAITING_PAYMENT: '待3D驗證',
  PAYMENT_FAILED: '付款失敗',
  CANCELLED: '訂單已取消',
} as const;

/** Follow the label of an order that will not be fulfilled and that was paid (spec/2-accounts-and-members §4). */
export const REFUNDED_SUFFIX = '（已退款）';
export const REFUND_PROCESSING_SUFFIX = '（退款處理中）';

/** Labels of the timeline entries that are the shop's own steps. */
export const timelineLabels: Record<string, string> = {
  PLACED: '訂單成立',
  PAYMENT_STARTED: '前往3D驗證',
  PAID: '付款完成',
  PAYMENT_FAILED: '付款失敗',
  SHIPMENT_REJECTED: '無法出貨',
  CANCELLED: '訂單已取消',
  RETURN_APPLY: '退貨審核中',
  RETURN: '退貨中',
  RETURN_REJECTED: '退貨申請未通過',
  RETURN_RECEIVED: '已收到退貨',
  REFUNDED: '已退款',
  PARTLY_REFUNDED: '已部分退款',
  SECOND_CHARGE: '發現重複扣款，退款處理中',
  SECOND_CHARGE_REFUNDED: '重複扣款已退款',
  INVOICE_CORRECTED: '已更正發票資料',
  EXCHANGED: '已寄出換貨商品',
  SENT_AGAIN: '已安排補寄',
};

/** Why a return was refused, as the buyer reads it. */
export const rejectionLabels: Record<ReturnRejectionReason, string> = {
  OPENED_GOODS: '商品已拆封',
  TOO_LATE: '超過申請期限',
  NOT_RECEIVED_BACK: '未收到退回的商品',
  OTHER: '其他原因，請洽客服',
};

export const chainNames = { UNIMARTC2C: '7-11', FAMIC2C: '全家' } as const;
