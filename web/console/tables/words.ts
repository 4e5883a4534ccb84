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
export const nameOfTable = (name: string): string => TABLE_NAMES[name] ?? name;
