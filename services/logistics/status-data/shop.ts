import type { StatusRow } from './row.ts';

/**
 * Codes that are the shop's own and no carrier's (providers §1.10, decisions.md #17). They hold for
 * every subtype; an INTERNATIONAL parcel has no others.
 */
export const SHOP_CODES: readonly StatusRow[] = [
  ['300', '訂單處理中', 'processing'],
  ['900', '已出貨', 'shipped'],
  ['20000', '訂單已完成', 'completed'],
  ['40000', '未取貨，訂單已取消', 'taken-back'],
];
