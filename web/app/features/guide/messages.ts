/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  guide: '商品使用說明',
  rule: '由 01 到 08，由小到大',
  cleanse: '潔淨',
  hydrate: '補水',
  func: '功能保養',
  lock: '鎖住水分與養分',
  hand: '手部保養',
};

export const QUICK = '產品快捷列';
export const RULE =
  '號碼就是順序。手上有哪幾瓶，就由小號用到大號；例如有 03、05、06，就先用 03，再用 05，最後 06。沒有的號碼跳過，不必補齊。';
export const ADVICE = { BOTH: '日夜皆可使用', DAY: '建議日間使用', NIGHT: '建議夜間使用' } as const;
export const NOT_NOW = '這個季節可以省略';
