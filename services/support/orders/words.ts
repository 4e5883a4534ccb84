import { formatMoney, shownTime } from '@nordhaut/contracts';
import { displayLabel } from '@nordhaut/logistics';
import type {
  CancellationReason,
  Order,
  OrderEvent,
  PaymentFailureReason,
  RecallOutcome,
  ProposedAs,
  RefundLimit,
  RefundReason,
  RefundWay,
  ReturnApprovalReason,
} from '@nordhaut/ordering';

/** The console's words for the codes of an order's events. */
export const money = formatMoney;

export const PAYMENT_FAILURES: Record<PaymentFailureReason, string> = {
  REFUSED: '銀行拒絕授權',
  NOT_AUTHENTICATED: '3D 驗證未通過',
  ABANDONED: '顧客未完成 3D 驗證',
  NO_RESPONSE: '金流沒有回應',
  INTERRUPTED: '付款流程中斷',
  NEVER_REQUESTED: '未曾向金流請款',
  MISMATCH: '金流紀錄與訂單金額不符',
};
export const CANCELLATIONS: Record<CancellationReason, string> = {
  SHIPMENT_REJECTED: '物流無法受理',
  PAYMENT_TOO_LATE: '付款逾時後才完成',
  REFUNDED_AT_PROCESSOR: '已於金流後台退款',
  CHECKOUT_FAILED: '結帳流程已結束',
  NOT_STATED: '未說明原因',
  CHANGED_MIND: '不想買了',
  ORDERED_TWICE: '重複下單',
  WRONG_DETAILS: '資料填寫錯誤',
  TOO_SLOW: '等待太久',
  OTHER: '其他原因',
};
export const REFUNDS: Record<RefundReason, string> = {
  CANCELLED: '訂單取消',
  SHIPMENT_REJECTED: '物流無法受理',
  PAYMENT_TOO_LATE: '付款逾時後才完成',
  NOT_COLLECTED: '逾期未取貨',
  RETURN: '退貨',
  SECOND_CHARGE: '重複扣款',
  REFUNDED_AT_PROCESSOR: '已於金流後台退款',
  GOODWILL: '善意補償',
  OTHER: '其他原因',
};
export const WAYS: Record<RefundWay, string> = { card: '退回信用卡', transfer: '匯款' };
export const RECALLS: Record<RecallOutcome, string> = {
  CANCELLED_AT_CARRIER: '物流已取消此包裹',
  DO_NOT_SHIP: '已要求倉庫停止出貨，倉庫尚未確認；確認前請勿告知顧客不會寄出',
  CARRIER_REFUSED: '物流拒絕取消，請留意包裹',
  NEVER_CREATED: '物流沒有此包裹',
  KEPT_IN_WAREHOUSE: '倉庫已確認留件，不會寄出',
};
export const RETURN_REASONS: Record<string, string> = {
  NOT_STATED: '不便說明',
  CHANGED_MIND: '不想要了',
  NOT_SUITABLE: '不適合使用',
  WRONG_ITEM: '商品錯誤',
  DAMAGED: '商品損壞',
  OTHER: '其他原因',
};
/** The reason was recorded by whether the buyer asked within the seven days. */
export const APPROVALS: Record<ReturnApprovalReason, string> = {
  SEVEN_DAYS: '七日鑑賞期內',
  GOODWILL: '善意受理；申請時已逾七日鑑賞期',
  OTHER: '其他原因',
};
export const REJECTIONS: Record<string, string> = {
  OPENED_GOODS: '商品已拆封',
  TOO_LATE: '超過申請期限',
  NOT_RECEIVED_BACK: '未收到退回商品',
  OTHER: '其他原因',
};

/** How a return ended that left the state of the order as it was. */
export function endedReturn({ receivedAt, rejected }: NonNullable<Order['return']>): string {
  if (receivedAt !== null) return '已換貨';
  return rejected === 'NOT_RECEIVED_BACK' ? `結束：${REJECTIONS[rejected]}` : '未通過或已取消';
}
/** The mails about an order or to a member, by kind. */
export const MAILS: Record<string, string> = {
  ORDER_CREATED: '訂單成立',
  PARCEL_AT_STORE: '商品到店',
  ORDER_CANCELLED: '訂單取消',
  ORDER_REFUNDED: '退款通知',
  RETURN_REQUESTED: '退貨申請',
  RETURN_APPROVED: '退貨通過',
  RETURN_REJECTED: '退貨未通過或結束',
  REGISTERED: '歡迎加入',
  CONFIRM_EMAIL: '確認電子郵件',
  RESET_PASSWORD: '重設密碼',
  GIFT_GRANTED: '贈禮通知',
  CREDIT_GRANTED: '購物金通知',
  SIGN_IN_ADDED: '新增登入方式',
  SIGN_IN_REMOVED: '解除登入方式',
  PASSWORD_CHANGED: '密碼變更',
  EMAIL_CHANGED: '電子郵件變更',
  ACCOUNT_CLOSED: '帳號刪除',
};
/** Why the carrier cannot use a store, by its code in the notice (providers §1.6). */
export const STORE_PROBLEMS: Record<string, string> = {
  '01': '門市停業或遷址',
  '02': '門市店號已更新',
  '03': '查無寄件門市資料',
  '04': '門市暫停營業',
};
/** Why a checkout ended: the failure of its payment, or the reason of its cancellation. */
export const checkoutEnd = (code: string): string =>
  PAYMENT_FAILURES[code as PaymentFailureReason] ?? CANCELLATIONS[code as CancellationReason] ?? CHECKOUT_ENDS[code] ?? '其他原因';
const CHECKOUT_ENDS: Record<string, string> = {
  CARD_REFUSED: '銀行拒絕授權',
  CART_CHANGED: '購物車內容已變更',
  CART_CLAIMED: '購物車商品已在另一筆訂單中',
  ORDER_EXISTS: '訂單編號已使用',
  ABANDONED: '顧客未完成結帳',
};
/** A refund by its reason, as the label of a line. */
export const REFUND_LABELS: Partial<Record<RefundReason, string>> = {
  CANCELLED: '取消退款',
  NOT_COLLECTED: '未取貨退款',
  RETURN: '退貨退款',
  SECOND_CHARGE: '重複扣款退款',
  GOODWILL: '善意退款',
};
/** What the card processor's codes mean; others are told as they are (providers §2). */
export const PROCESSOR_CODES: Record<number, string> = { 10003: '卡片錯誤，請顧客洽發卡銀行' };
/** `P1` → `第 1 號提案` */
export const proposalName = (proposalId: string): string => `第 ${proposalId.replace(/^\D+/, '')} 號提案`;
/** `N1` → `第 1 則備註` */
export const noteName = (noteId: string): string => `第 ${noteId.replace(/^\D+/, '')} 則備註`;
/** What a second person approves. */
export const PROPOSED: Record<ProposedAs | 'refund', string> = {
  refund: '善意退款',
  credit: '贈送購物金',
  resend: '補寄商品',
  exchange: '更換商品',
  'not-collected': '海外包裹未取貨',
  'by-transfer': '改以匯款退款',
  return: '退貨收貨',
};
/** Which limit asked for a second person. */
export const overLimit = (over: RefundLimit): string =>
  over.limit === 'AMOUNT' ? `超過 ${money(over.max)} 須第二人覆核` : `當日已單獨決定 ${over.max} 筆退款，須第二人覆核`;

/** What the provider of mails reports about a mail that was sent. */
const MAIL_REPORTS: Readonly<Record<string, string>> = {
  accept: '業者已受理',
  retry: '重試寄送',
  delivery: '已送達信箱',
  open: '已開啟',
  click: '已點選連結',
  bounce: '退信',
  complaint: '被檢舉為垃圾信',
};
export const mailReport = ({ event, at }: { event: string; at: Date }): string =>
  `${MAIL_REPORTS[event] ?? event} ${shownTime(at.toISOString())}`;

/** Why a mail was given up or not sent. */
export const MAIL_FAULTS: Record<string, string> = {
  NO_ADDRESS: '沒有電子郵件地址',
  FORGOTTEN: '顧客資料已刪除',
  OVERTAKEN: '內容已不適用',
  NEVER_TOLD: '不需要通知',
  NO_TOKEN: '連結已失效',
  TOO_LATE: '已過通知時機',
  REFUSED: '郵件服務拒絕',
  NOT_ACCEPTED: '郵件服務未受理',
  IN_DOUBT: '無法確認是否寄達',
  BOUNCED: '收件信箱退信',
  FAILED: '多次嘗試失敗',
  TOO_MANY: '該收件信箱當日郵件過多',
  SENT_BEFORE: '查詢後確認先前那封已寄出',
};
export const INVOICES = { NORMAL: '一般電子發票', UNIFORM_NUMBER: '公司統一編號' } as const;
export const PURPOSES: Record<string, string> = { contact: '聯絡資料', invoice: '發票資料', support: '客服紀錄' };
export const HOLDS: Record<string, string> = { DISPUTE: '帳款爭議', LEGAL_HOLD: '法律保全' };
export const WAITS: Record<string, string> = {
  PAYMENT: '付款未結束',
  PARCEL: '包裹未結束',
  RETURN_WINDOW: '鑑賞期未滿',
  RETURN: '退貨未結束',
  MONEY_OWED: '款項未退還',
  ...HOLDS,
};
export const SOURCES: Record<string, string> = { callback: '物流回報', poll: '主動查詢', support: '客服登錄' };
export const ACTORS: Record<string, string> = {
  guest: '顧客（訪客）',
  member: '會員',
  support: '客服',
  system: '系統',
  carrier: '物流業者',
  'card-processor': '金流業者',
};
/** who works with the tools of the command line */
export const OPERATOR = '維運人員';
export const SUBTYPES: Record<string, string> = {
  TCAT: '黑貓宅急便',
  UNIMARTC2C: '7-11 取貨',
  FAMIC2C: '全家取貨',
  INTERNATIONAL: '海外配送',
};
export const PAYMENTS: Record<Order['payment']['status'], string> = {
  HANDLING: '等待付款結果',
  SUCCESS: '已付款',
  RETURN: '已全額退款',
  FAILED: '付款失敗',
  COLLECT: '由物流代收',
};

/** The specification's label; its jargon is explained behind it. */
export function parcelLabel(subtype: Parameters<typeof displayLabel>[0], code: string): string {
  const label = displayLabel(subtype, code);
  return label.includes('門市關轉') ? `${label}（門市已關閉或搬遷）` : label;
}
export const listed = (words: readonly string[], names: Record<string, string>): string =>
  words.map((word) => names[word] ?? word).join('、');
export type { OrderEvent };

export const LINKED_KINDS = { EXCHANGE: '換貨', RESEND: '補寄' } as const;
export const LINKED_STATES = {
  AGREED: '待成立',
  PLACED: '已成立',
  NOT_PLACED: '未成立',
  CANCELLED: '已取消',
  NOT_COLLECTED: '未取貨',
  RETURNED: '已退貨',
} as const;
