export const messages = {
  tooManyAttempts: '嘗試次數過多，請稍後再試',
  tooManyRegistrations: '目前網路今日註冊的帳號已達上限，請明天再試，或先不註冊直接訂購',
} as const;
