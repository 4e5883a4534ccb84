import type { CancelReason, OrderPhase, ReturnReason } from '@nordhaut/contracts';

/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  lookUp: '線上訂單查詢',
  status: '目前狀態',
  timeline: '訂單進度',
  order: '訂單資訊',
  shipping: '配送資訊',
  pickup: '取貨資訊',
  items: '訂購商品',
  gifts: '贈品',
  proof: '驗證收件人身分',
  returnForm: '退貨申請',
  returnSteps: '申請之後',
  confirmReturn: '確定要送出退貨申請嗎？',
  cancel: '取消訂單',
  confirmCancel: '確定要取消訂單嗎？',
  next: '接下來',
  paid: '付款成功',
  cod: '訂單已成立',
  failed: '付款未完成',
  cancelled: '訂單已取消',
  confirming: '付款結果確認中',
  later: '訂單狀態',
  unknown: '查詢不到訂單',
};

/** Messages of the result page and the look-up. spec/2-accounts-and-members §2, §8; spec/3-purchase-flow §2. */
export const messages = {
  hint: '請輸入訂單編號，即可查詢訂單內容與物流狀態。',
  placeholder: '輸入訂單編號',
  notFound: '查詢不到此編號的訂單，請確認訂單編號是否正確',
  failed: '銀行端出現問題，請重新訂購',
  notCharged: '這筆訂單沒有扣款。',
  failedDetail: '這筆訂單沒有扣款，可以重新結帳或改用其他付款方式。',
  failedUnclear: '若您的帳戶仍有這筆扣款，款項將退回原付款帳戶；如有疑問請聯繫客服。',
  later: '這筆訂單已有新的進度，請至訂單查詢查看。',
  paid: '我們已收到您的付款，將儘快為您出貨。',
  cod: '商品送達時，請將款項交給配送人員。',
  /** an order that is paid at its store: a group order */
  payAtStore: '商品送達門市後，請於取貨時付款。',
  cancelled: '這筆訂單不會出貨。',
  confirming: '正在確認付款結果，這一頁會自動更新。',
  /** the rule about a second payment while a payment waits; checkout shows it too */
  payAnew: '您可以回到銀行頁面繼續，也可以重新付款；重新付款時，會先取消這筆等待中的付款。',
  confirmingWithoutScript: '瀏覽器未啟用 JavaScript，請稍後重新整理這一頁，或於訂單查詢輸入訂單編號查看結果。',
  goesBack: '款項將由本店退回原付款方式，不需申請退貨。',
  transferGoesBack: '款項將由本店匯款退回，不需申請退貨。',
  /** a part goes to the card, and a part to an account */
  partsGoBack: '款項將由本店退回，不需申請退貨。',
  returnGoesBack: '退貨款項將由本店退回，不需另外申請。',
  sentAgain: '我們已為您安排補寄，不另收費。配送進度請查看補寄訂單。',
  paidBack: '實際入帳日依銀行作業時間而定。',
  numberHidden: '驗證收件人身分後顯示物流編號',
  hidden: '驗證收件人身分後顯示',
  provenUnseen: '驗證成功，但暫時無法載入完整資料，請重新整理此頁。',
  lookUpFailed: '暫時無法查詢訂單',
  masked: '為保護個人資料，部分內容已遮蔽。',
  estimated: '以工作天估算，實際日期依物流作業為準。',
  returnPlaceholder: '退貨原因 (必填)',
  returnReason: '未填寫退貨原因',
  memberReturnReason: '請填寫退貨原因',
  bankCode: '請填寫 3 位數的銀行代碼',
  accountNo: '請填寫 6 至 16 位數的帳號',
  holder: '請填寫戶名',
  returned: '我們已收到您的退貨申請，在經審核後訂單將會進入退貨程序',
  memberReturned: '我們已收到您的退貨申請',
  cancelDone: '訂單已取消',
  copied: '已複製訂單編號',
  receiptCopied: '已複製訂單存證碼',
  receipt: '留存這組代碼，日後可請客服核對這筆訂單的紀錄是否曾被更動。',
  copyFailed: '無法自動複製，請長按編號手動複製',
} as const;

/** The reasons for a proof. */
export const PROOF_FOR = {
  data: '輸入收件人手機號碼，即可查看完整的收件資料、物流編號與取貨編號。',
  pay: '輸入收件人手機號碼後，即可前往 3D 驗證頁面完成付款。',
  cancel: '輸入收件人手機號碼後，即可取消訂單。',
  return: '輸入收件人手機號碼後，即可申請退貨。',
} as const;

export const CANCEL_REASON_LABELS: Readonly<Record<CancelReason, string>> = {
  NOT_STATED: '不便說明',
  CHANGED_MIND: '改變心意',
  ORDERED_TWICE: '重複訂購',
  WRONG_DETAILS: '收件資料或商品填錯',
  TOO_SLOW: '等待時間太長',
  OTHER: '其他',
};

export const RETURN_REASON_LABELS: Readonly<Record<ReturnReason, string>> = {
  NOT_STATED: '不便說明',
  CHANGED_MIND: '改變心意',
  NOT_SUITABLE: '不適合膚況',
  WRONG_ITEM: '收到的商品不正確',
  DAMAGED: '商品有瑕疵或破損',
  OTHER: '其他',
};

/** The next steps of a placed order, for the result page. */
export const NEXT: Readonly<Partial<Record<OrderPhase, readonly string[]>>> = {
  preparing: ['我們會在 1–3 個工作天內出貨。', '可隨時以訂單編號查詢進度，狀態會自動更新。'],
  'on-its-way': ['包裹已在路上，可隨時以訂單編號查詢進度。'],
  'at-store': ['包裹已到店，請於取貨期限內攜帶證件領取。'],
};

export const CONNECTION_LABELS = { connecting: '連線中', connected: '已連線', reconnecting: '重新連線中', offline: '離線' } as const;

/** Orders that send goods again (infra/decisions/101). */
export const LINKED = { EXCHANGE: '換貨', RESEND: '補寄' } as const;
