/** User-visible texts of this capability. */
export const PRODUCT_NOT_FOUND = '找不到此商品';
export const PICTURE_NOT_FOUND = '找不到此圖片';
export const CATALOGUE_NOT_READY = '商品資料載入中，請稍後再試';

/** Skin types of the landing pages (spec/1 §2); other values are shown unchanged. */
export const SKIN_TYPE_LABELS: Readonly<Record<string, string>> = {
  sensitive: '敏感肌',
  dry: '乾性肌',
  combination: '混合肌',
  fragile: '脆弱肌（換季與療程之後）',
};

export const detailImageAlt = (nameZh: string, position: number) => `${nameZh}，細節圖 ${position}`;
