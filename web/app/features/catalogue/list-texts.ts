import type { CareStep } from '@nordhaut/contracts';

/** Headings of the list. The heading font contains their glyphs (vite/heading-font.ts). Only loaders import this file. */
export const headings = {
  cleanse: '潔淨',
  hydrate: '補水',
  func: '功能保養',
  lock: '鎖水滋養',
  hand: '手部保養',
  sets: '保養組合',
  hot: '熱銷商品',
  active: '進行中的活動',
  guarantee: '七天鑑賞期，安心試用',
  founding: '成為創始會員',
  found: '共項商品',
  goesWith: '搭配著用',
  filtered: '適合「」乾燥缺水暗沉與膚色不均細紋與皺紋出油與粉刺毛孔粗大手部乾燥所有膚質',
};

/** A sentence about each group of the list. */
export const ABOUT_GROUP: Readonly<Record<CareStep | 'sets', string>> = {
  cleanse: '洗掉灰塵與油脂，不洗過頭。',
  hydrate: '洗完臉先補水，後面的才跟得上。',
  func: '挑一瓶，顧最在意的事。',
  lock: '最後一層，把前面擦的留住。',
  hand: '一天洗二十次的手，也有一支。',
  sets: '幾瓶裝成一盒，比單買划算。',
};
