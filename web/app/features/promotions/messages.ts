/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  promotions: '優惠與購物金',
  choose: '選擇優惠券',
  gifts: '選擇贈品',
  invite: '登入會員即可使用優惠券',
};

/** spec/3-purchase-flow §5, "Coupons and credit" */
export const messages = {
  applied: '優惠已套用',
  replaced: '優惠已套用，並取代原本的優惠券',
  oneDiscount: '每筆訂單限用一張折扣優惠券，改用另一張會取代原本選用的那一張。',
  removed: '已取消使用優惠券',
  codeRequired: '請輸入優惠券代碼',
  giftsIncomplete: (most: number): string => `您尚未選完贈品，可選擇 ${most} 項`,
  giftsWait: '請選擇贈品，才會套用',
  automatic: '系統自動套用',
  invite: '優惠券與購物金是會員專屬。登入後，購物車與已填寫的資料都會保留。',
} as const;

export const TYPE_LABELS = { DISCOUNT: '折扣', GIVEAWAY: '贈品', BONUS: '贈品' } as const;
