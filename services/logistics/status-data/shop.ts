import type { StatusRow } from './row.ts';

/**
 * The shop's own codes (providers §1.10, decisions.md 17). They are valid for every subtype. An INTERNATIONAL parcel has
 * only these.
 */
export const SHOP_CODES: readonly StatusRow[] = [
  ['300', '訂單處理中', 'processing'],
  ['900', '已出貨', 'shipped'],
  ['20000', '訂單已完成', 'completed'],
  ['40000', '未取貨，訂單已取消', 'taken-back'],
];
