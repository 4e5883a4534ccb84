import type { DeliverySubtype } from '@nordhaut/contracts';
import type { ParcelGroup } from './status-data/row.ts';
import { statusOf } from './status-codes.ts';

/** spec/2-accounts-and-members §4. Ordering adds what happens to the money. */
export const NOT_COLLECTED_LABEL = '未取貨，訂單已取消';

const LABELS: Record<ParcelGroup, string> = {
  processing: '訂單處理中',
  shipped: '已出貨',
  'at-sender-store': '商品已送至寄件門市',
  'in-transit': '運送中',
  'store-problem': '取貨門市異動，客服處理中',
  'store-changed': '取貨門市已變更',
  exception: '包裹異常，客服處理中',
  'preparing-delivery': '準備配送',
  delivering: '配送中',
  'delivery-attempted': '配送未完成，將另行安排',
  correction: '運送中',
  'at-pickup-store': '商品已送達取貨門市',
  collected: '已完成',
  delivered: '已送達',
  completed: '已完成',
  returning: NOT_COLLECTED_LABEL,
  returned: NOT_COLLECTED_LABEL,
  'return-unclaimed': NOT_COLLECTED_LABEL,
  'taken-back': NOT_COLLECTED_LABEL,
  'customer-return': '退貨包裹運送中',
  expired: '逾期未出貨，請聯繫客服',
  cancelled: '物流訂單已取消',
  unknown: '物流狀態更新中',
};

/** Codes that need a more precise label than their group. */
const BY_CODE: Partial<Record<DeliverySubtype, Readonly<Record<string, string>>>> = {
  TCAT: { '3117': '包裹拒收，處理中', '5008': '退貨包裹已送達' },
};

/**
 * The buyer's label for a carrier's code, zh-TW (spec/2-accounts-and-members §4, "Labels by carrier code").
 * `statusOf(…).officialText` is the carrier's own text.
 */
export const displayLabel = (subtype: DeliverySubtype, code: string): string =>
  BY_CODE[subtype]?.[code] ?? LABELS[statusOf(subtype, code).group];
