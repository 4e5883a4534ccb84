import type { OrderAct, RefundProposal, RETURN_REJECTIONS } from '@nordhaut/contracts/support';

export const ACTS: Record<OrderAct['type'], string> = {
  'approve-return': '通過退貨',
  'reject-return': '婉拒退貨',
  'end-return': '結束退貨（商品未退回）',
  'receive-return': '收到退回商品',
  'transfer-paid': '登記已匯款',
  'refund-by-transfer': '改以匯款退款',
  cancel: '取消訂單',
  'parcel-abroad': '登錄海外包裹狀態',
  'correct-invoice': '更正發票資料',
  'correct-email': '更正電子郵件',
  'change-store': '改選取貨門市',
  exchange: '換貨',
  resend: '補寄',
  goodwill: '善意退款',
  credit: '贈送購物金',
  'credit-back': '收回購物金',
};
/** Goods that do not come back end the return by an act of its own. */
export const REJECTIONS: Record<Exclude<(typeof RETURN_REJECTIONS)[number], 'NOT_RECEIVED_BACK'>, string> = {
  OPENED_GOODS: '商品已拆封',
  TOO_LATE: '超過申請期限',
  OTHER: '其他原因，請洽客服',
};
export const ABROAD: Record<Extract<OrderAct, { type: 'parcel-abroad' }>['code'], string> = {
  '300': '訂單處理中',
  '900': '已出貨',
  '20000': '訂單已完成',
  '40000': '未取貨，訂單已取消',
};
export const CANCELLATIONS: Record<Extract<OrderAct, { type: 'cancel' }>['cancellation'], string> = {
  OTHER: '其他原因',
  CHANGED_MIND: '不想買了',
  ORDERED_TWICE: '重複下單',
  WRONG_DETAILS: '資料填寫錯誤',
  TOO_SLOW: '等待太久',
  NOT_STATED: '未說明原因',
};
/** What waits for a second person, and the button that approves it. */
export const PROPOSALS: Record<RefundProposal['what'], { title: string; approve: string; effect?: string }> = {
  refund: { title: '待覆核的退款', approve: '同意退款' },
  credit: { title: '待覆核的購物金', approve: '同意贈送' },
  resend: { title: '待覆核的補寄', approve: '同意補寄' },
  exchange: { title: '待覆核的換貨', approve: '同意換貨' },
  'not-collected': { title: '待覆核的未取貨退款', approve: '同意登錄並退款' },
  'by-transfer': {
    title: '待覆核的匯款退款',
    approve: '同意改以匯款',
    effect: '通過後不再退回信用卡。請向顧客取得帳戶資料，匯款後登記。',
  },
  return: {
    title: '待覆核的退貨收貨',
    approve: '同意登記收到退貨',
    effect: '審核退貨與登記收貨的是同一人，或可能屬於同一人的帳號。請先確認商品確實已退回倉庫。',
  },
};
export const INVOICES = { NORMAL: '一般電子發票', UNIFORM_NUMBER: '公司統一編號' } as const;
export const WAYS = { card: '退回信用卡', transfer: '匯款' } as const;
export { formatMoney as money } from '@nordhaut/contracts/support';
