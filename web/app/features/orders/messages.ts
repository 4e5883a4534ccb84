/** The texts below are headings: their glyphs go into the heading face (vite/heading-font.ts). */
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
  confirmReturn: '確定要送出退貨申請嗎？',
  paid: '付款成功',
  cod: '訂單已成立',
  failed: '付款未完成',
  confirming: '付款結果確認中',
  later: '訂單狀態',
  unknown: '查詢不到訂單',
};

/** What result and look-up say to a person. spec/2-accounts-and-members §2, §8; spec/3-purchase-flow §2. */
export const messages = {
  hint: '請輸入訂單編號，即可查詢訂單內容與物流狀態。',
  placeholder: '輸入訂單編號',
  notFound: '查詢不到此編號的訂單，請確認訂單編號是否正確',
  failed: '銀行端出現問題，請重新訂購',
  failedDetail: '這筆訂單沒有扣款，可以重新結帳或改用其他付款方式。',
  failedUnclear: '若您的帳戶仍有這筆扣款，款項將退回原付款帳戶；如有疑問請聯繫客服。',
  later: '這筆訂單已有新的進度，請至訂單查詢查看。',
  paid: '我們已收到您的付款，將儘快為您出貨。',
  cod: '商品送達時，請將款項交給配送人員。',
  confirming: '正在向銀行確認付款結果，這一頁會自動更新。',
  /** the one rule about paying again while a payment waits; checkout says it as well */
  payAnew: '您可以回到銀行頁面繼續，也可以重新付款；重新付款時，會先取消這筆等待中的付款。',
  confirmingWithoutScript: '瀏覽器未啟用 JavaScript，請稍後重新整理這一頁，或於訂單查詢輸入訂單編號查看結果。',
  goesBack: '款項將由本店退回原付款方式，不需申請退貨。',
  numberHidden: '驗證收件人身分後顯示物流編號',
  provenUnseen: '驗證成功，但暫時無法載入完整資料，請重新整理此頁。',
  lookUpFailed: '暫時無法查詢訂單',
  masked: '為保護個人資料，部分內容已遮蔽。輸入收件人手機號碼後即可查看完整資料與申請退貨。',
  returnPlaceholder: '退貨原因 (必填)',
  returnReason: '未填寫退貨原因',
  returned: '我們已收到您的退貨申請，在經審核後訂單將會進入退貨程序',
  copied: '已複製訂單編號',
  copyFailed: '無法自動複製，請長按編號手動複製',
} as const;

export const CONNECTION_LABELS = { connecting: '連線中', connected: '已連線', reconnecting: '重新連線中', offline: '離線' } as const;
