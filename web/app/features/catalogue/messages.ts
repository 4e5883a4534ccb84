/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  heroFirst: '由 01 到 08，',
  heroSecond: '肌膚只需照順序。',
  stars: '明星商品',
  order: '手上有哪幾瓶，就照號碼用',
  byFeature: '依膚況選購',
  band: '兩滴，就夠了',
  bySkin: '依膚質選購',
  skinTypes: '敏感肌乾性混合脆弱',
  benefits: '會員的三項禮遇',
  birthday: '生日當月的心意',
  credit: '購物金回饋',
  referral: '推薦好友，雙方都有',
  articles: '保養知識',
  promises: '我們的四個承諾',
  air: '德國製造，空運來台',
  pure: '無色素、無礦物油',
  trial: '先附試用，不合可退',
  certified: 'EU GMP 與 ISO 認證',
  list: '系列商品',
  flow: '建議使用流程',
  related: '您可能也會需要',
};

export const OUT_OF_STOCK = '商品缺貨中';
export const ADD = '加入購物車';
export const MUST = '必須';
export const NOT_MUST = '非必須';
