import { headings } from './messages.ts';

/** The three benefits of members (spec/1-catalogue-and-content §9). Only loaders import this file, so that no script contains the texts. */
export const BENEFITS: readonly (readonly [benefit: string, text: string])[] = [
  [headings.birthday, '生日當月送好友 NT$50 購物金，創始會員則是一份專屬禮組。'],
  [headings.credit, '創始會員每筆消費回饋 1.5 % 購物金，有效 365 天，折抵不限次數。'],
  [headings.referral, '好友得到 NT$100 優惠券，您得到對方結帳金額 3 % 的購物金。'],
];

/** The pages of the skin types. */
export const SKIN_TYPES: readonly (readonly [type: string, label: string, text: string])[] = [
  ['sensitive', '敏感肌', '容易泛紅、刺癢，換季就不安定'],
  ['dry', '乾性肌', '洗完臉緊繃，午後起屑'],
  ['combination', '混合肌', 'T 字出油，兩頰偏乾'],
  ['fragile', '脆弱肌', '雷射、刺青或除毛之後'],
];
