/** Messages of the support console. */
export const messages = {
  signInFirst: '請先登入客服後台',
  rightMissing: '您的帳號沒有這項權限',
  signInFailed: '登入失敗，請確認後再試',
  invitationInvalid: '此連結已失效或已使用，請向管理員索取新的連結',
  ceremonyFailed: '驗證未完成，請重新操作',
  notByOneself: '無法對自己的帳號執行此操作，請由另一位管理員處理',
  staffUnknown: '找不到這位人員',
  unknownStaff: '客服人員',
  orderUnknown: '查無此訂單',
  nothingToDo: '目前無須此操作',
  transferNotOwed: '此訂單沒有這筆待匯款項',
  rewardsFirst: '須先扣回此訂單已使用的回饋，請稍後再試',
  listUnknown: '找不到這份清單',
  workTaken: '這筆已由其他同仁處理',
  revisionUnknown: '此訂單沒有這個版本',
  cursorInvalid: '找不到這一頁，請重新搜尋',
} as const;
