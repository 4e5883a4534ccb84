import type { DeliverySubtype } from '@nordhaut/contracts';

/** Texts of the mails that are not in a template, because an order decides between them. */
export const labels = {
  card: '信用卡',
  cod: '貨到付款',
  credit: '購物金',
  delivery: {
    TCAT: '宅配到府（黑貓宅急便）',
    UNIMARTC2C: '超商取貨（7-11）',
    FAMIC2C: '超商取貨（全家）',
    INTERNATIONAL: '海外配送',
  } satisfies Record<DeliverySubtype, string>,
  chain: { UNIMARTC2C: '7-11', FAMIC2C: '全家' } as Partial<Record<DeliverySubtype, string>>,
  refundWay: { card: '退回原信用卡', transfer: '銀行匯款' },
  toAccount: (end: string): string => `銀行匯款，帳號末四碼 ${end}`,
} as const;

/** By the reason of the cancellation. */
export const cancelReasons: Readonly<Record<string, string>> = {
  SHIPMENT_REJECTED: '很抱歉，物流業者無法配送這筆訂單，訂單已取消。',
  CHECKOUT_FAILED: '很抱歉，這筆訂單沒有完成結帳，已取消。',
  PAYMENT_TOO_LATE: '您的付款在期限之後才完成，訂單已取消。',
  REFUNDED_AT_PROCESSOR: '您的款項已退還，訂單已取消。',
  OTHER: '您的訂單已取消。',
};

/** By the kind of the credit. */
export const creditReasons: Readonly<Record<string, string>> = {
  REFERRAL: '您推薦的朋友已收到第一筆訂單，謝謝您的推薦。',
  FOUNDING: '這是創始會員的訂單回饋。',
  BIRTHDAY: '祝您生日快樂，這是送給您的生日禮。',
  SUPPORT: '客服已將購物金存入您的帳號。',
};

/** The ways to sign in to an account. */
export const waysToSignIn: Readonly<Record<string, string>> = { EMAIL: '電子郵件與密碼', LINE: 'LINE', FACEBOOK: 'Facebook' };

export const messages = {
  proofRequired: '請先輸入收件人手機號碼驗證身分',
  orderNotFound: '查詢不到此編號的訂單，請確認訂單編號是否正確',
  resentTooOften: '信件剛寄出，請稍後再試',
  confirmText: '請點選下方按鈕確認這個電子郵件是您的，確認後即可將先前以此信箱訂購的訂單加入會員。',
  redacted: '（只在寄出的信中）',
} as const;
