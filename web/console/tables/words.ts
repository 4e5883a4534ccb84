/** The tables in the words of the staff; one that is missing here shows its own name. */
export const TABLE_NAMES: Readonly<Record<string, string>> = {
  group_project: '團購專案',
  layout: '版面設定',
  post: '文章',
  event: '活動',
  questionnaire_template: '問卷',
  email_template: '信件範本',
  product: '商品',
};
/** The column by which people know a row, where it is not among the first ones. */
export const NAMING: Readonly<Record<string, string>> = { product: 'product_name_zh' };
/** What the values of a column mean, where neither name nor type says it. */
export const MEANINGS: Readonly<Record<string, string>> = {
  product_is_launched: '1 販售中，0 缺貨中，空白不在商店顯示',
  product_is_hot_sale: '1 為熱銷商品，0 不是',
  product_price: 'JSON 文字，NT$：ORIGIN 原價、MEMBER 會員價、ADDITIONAL 加購價',
};
export const nameOfTable = (name: string): string => TABLE_NAMES[name] ?? name;
