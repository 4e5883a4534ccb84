export const messages = {
  tooManyAttempts: '嘗試次數過多，請稍後再試',
  tooManyRegistrations: '目前網路今日註冊的帳號已達上限，請明天再試，或先不註冊直接訂購',
  emailSame: '這是您目前的電子郵件，請輸入新的電子郵件',
} as const;
