/** Error texts of the socket. */
export const messages = {
  badRequest: '訂閱資料格式錯誤',
  notFound: '查詢不到此編號的訂單，請確認訂單編號是否正確',
  signIn: '請先登入會員',
  proof: '資料不符，請確認訂單編號與收件人手機號碼是否正確',
  tooMany: '同時追蹤的訂單過多，請關閉部分頁面後再試',
  tooFast: '操作過於頻繁，請稍後再試',
  unavailable: '即時更新暫時無法使用，請稍後再試',
} as const;
