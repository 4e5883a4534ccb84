/** Texts of a group project's page. spec/3-purchase-flow §2, §8, "Group-buy page". */
export const messages = {
  notBegun: '[尚未開始]',
  period: '活動期間',
  ended: '活動已截止',
  endedOn: (day: string) => `已於 ${day} 截止`,
  beginsOn: (day: string) => `${day} 開始選購`,
  products: '團購商品',
  gift: '隨單附贈',
  details: '查看商品',
  added: '已加入購物車',
  created: '已成功建立訂單',
  result: '已建立團購訂單',
  onward: '逛逛其他商品',
  orderNumber: '訂單生成系統出現問題，請聯繫客服',
} as const;

/** `2026/11/25` for a calendar day. */
export const shownDay = (day: string): string => day.replaceAll('-', '/');
