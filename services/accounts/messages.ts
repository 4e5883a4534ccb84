export const messages = {
  tooManyAttempts: '嘗試次數過多，請稍後再試',
} as const;
