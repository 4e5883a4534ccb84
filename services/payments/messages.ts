/**
 * Messages for a refused card by the processor's code (spec/3-purchase-flow §8). 10015 has the specification's text, which
 * differs from the processor's own (providers §2.7).
 */
const REFUSALS: Readonly<Record<number, string>> = {
  915: '金流服務發生未知錯誤，請聯繫客服',
  2013: '卡片已過期，請使用其他卡片',
  9999: '金流服務維護中，請聯繫官方 LINE 客服',
  10003: '卡片錯誤，請洽發卡銀行',
  10005: '銀行連線逾時，請稍後再試',
  10006: '重複交易',
  10008: '特約商店帳戶錯誤',
  10009: '金額錯誤',
  10013: '銀行交易編號重複',
  10015: '銀行端錯誤',
  10023: '銀行或 TSP 端錯誤',
  10036: '卡號不符',
  10037: '卡片有效期限不符',
  10039: '不支援此卡別',
  10042: '不支援此發卡國家',
  10043: '查無發卡國家',
};

/**
 * `[status] - text`, zh-TW (spec/3-purchase-flow §8, "Card provider status not ok"). For a code without a text it uses the
 * processor's own message.
 */
export function cardRefusalMessage(code: number, providerMessage: string): string {
  const own = providerMessage.trim().slice(0, 200);
  return `[${code}] - ${REFUSALS[code] ?? (own === '' ? '付款失敗，請聯繫客服' : own)}`;
}

export const messages = {
  orderNotFound: '查詢不到此編號的訂單，請確認訂單編號是否正確',
  paymentNotNamed: '通知內容沒有訂單編號',
  notConfirmed: '付款結果確認中，請稍後再試',
} as const;
