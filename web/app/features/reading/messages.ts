import type { SearchHit } from '@nordhaut/contracts';

/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  blog: '專欄文章',
  contents: '本篇內容',
  recommended: '接著讀',
  related: '文章裡提到的',
  events: '優惠活動',
  comments: '商品評價',
  search: '搜尋',
  eventProducts: '活動商品',
  /** of the search's results */
  kinds: { product: '商品', ingredient: '成分', guide: '保養與品牌', post: '文章', event: '活動', help: '客服中心' } satisfies Record<
    SearchHit['kind'],
    string
  >,
};
