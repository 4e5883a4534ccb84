import { FEATURES } from '@nordhaut/contracts';
import { featurePath } from '../catalogue/features.ts';

export type MenuLink = { to: string; label: string };

export const BY_SKIN: readonly MenuLink[] = [
  { to: '/skin-type/sensitive', label: '敏感肌' },
  { to: '/skin-type/dry', label: '乾性肌' },
  { to: '/skin-type/combination', label: '混合肌' },
  { to: '/skin-type/fragile', label: '脆弱肌' },
];

export const BY_FEATURE: readonly MenuLink[] = FEATURES.map(({ key, label }) => ({ to: featurePath(key), label }));

/** What there is to read. */
export const READING: readonly MenuLink[] = [
  { to: '/blog', label: '專欄文章' },
  { to: '/product-instruction', label: '商品使用說明' },
  { to: '/tattoo-care', label: '刺青後的保養' },
];

export const BRAND: readonly MenuLink[] = [
  { to: '/about', label: '品牌故事' },
  { to: '/vip-rights', label: '會員禮遇' },
  { to: '/event', label: '優惠活動' },
  { to: '/comments', label: '商品評價' },
];

export const HELP: readonly MenuLink[] = [
  { to: '/help/cs-landing', label: '客服中心' },
  { to: '/help/contact-us', label: '聯絡我們' },
  { to: '/help/faq', label: '常見問題' },
  { to: '/help/payment-options', label: '付款選項' },
  { to: '/help/return-order', label: '退換貨須知' },
  { to: '/search-order', label: '訂單查詢' },
];
