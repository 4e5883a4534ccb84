import type { PersonOutcome, PersonRequest } from '@nordhaut/contracts/support';

export const KINDS: Record<PersonRequest['kind'], string> = { ACCESS: '查詢與複本', ERASURE: '刪除' };
export const STATES: Record<PersonRequest['state'], string> = { open: '待處理', waiting: '等待中', done: '已完成', refused: '已拒絕' };
export const PURPOSES: Record<PersonRequest['purposes'][number], string> = {
  contact: '聯絡資料',
  invoice: '發票資料',
  support: '退換貨與客服資料',
};
export const OUTCOMES: Record<PersonOutcome['kind'], string> = {
  forgotten: '刪除',
  waits: '尚有未結束事項，結束後自動刪除',
  kept: '依法保存，無法刪除',
  'nothing-left': '先前已刪除',
  unknown: '沒有資料',
};
