import { headings } from './messages.ts';

/** The three benefits of members (spec/1-catalogue-and-content §9). Only loaders import this file, so that no script contains the texts. */
export const BENEFITS: readonly (readonly [benefit: string, text: string, amount: string])[] = [
  [headings.birthday, '生日當月，好友會員得到 NT$50 購物金，創始會員則是一份專屬禮組。', 'NT$50'],
  [headings.credit, '創始會員每筆消費回饋 1.5% 購物金，有效 365 天，折抵不限次數。', '1.5%'],
  [headings.referral, '好友得到 NT$100 優惠券，您得到對方結帳金額 3% 的購物金。', 'NT$100'],
];
