import type { AgeGroup, Gender, ReviewSkinType, ReviewSorting } from '@nordhaut/contracts';

/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  comments: '商品評價',
  write: '寫評價',
};

export const GENDER_LABELS: Record<Gender, string> = { MALE: '男性', FEMALE: '女性', OTHERS: '其他' };
export const AGE_LABELS: Record<AgeGroup, string> = {
  '0-20': '20 歲以下',
  '21-30': '21–30 歲',
  '31-40': '31–40 歲',
  '41-50': '41–50 歲',
  '51-60': '51–60 歲',
  '61-200': '61 歲以上',
};
export const SKIN_LABELS: Record<ReviewSkinType, string> = {
  dry: '乾性',
  oil: '油性',
  combination: '混合性',
  sensitive: '敏感性',
  fragile: '脆弱（醫美後）',
  rough: '粗糙、毛孔粗大',
  acne: '痘痘',
  others: '其他',
};
export const SORT_LABELS: Record<ReviewSorting, string> = { 'stars-desc': '評分由高到低', 'stars-asc': '評分由低到高', newest: '最新' };
