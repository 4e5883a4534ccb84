import { type CouponField, type Definition, draftOf, saidTime } from './coupon-draft.ts';
import { CHOICES } from './coupon-words.ts';

/** The labels of the form. */
const LABELS: Readonly<Record<Exclude<CouponField, 'id'>, string>> = {
  uid: '代碼',
  name: '名稱',
  type: '種類',
  desc: '說明',
  scope: '誰可以使用',
  products: '適用商品',
  productIds: '商品編號',
  discount: '折扣方式',
  value: '折扣',
  gifts: '贈品',
  choices: '可選幾項',
  bonusMinimum: '每買幾件送一份',
  minimum: '最低消費',
  start: '開始',
  end: '結束',
  days: '領取後有效天數',
  quantity: '總張數',
  maxUsage: '每位會員可用次數',
};

/** A value as the form shows it. */
function inWords(name: string, value: string): string {
  if (value === '') return '（空白）';
  if (name === 'start' || name === 'end') return saidTime(value);
  const choices: Readonly<Record<string, string>> = CHOICES[name as keyof typeof CHOICES] ?? {};
  return choices[value] ?? value;
}

/**
 * What somebody else made of a coupon, as lines. What the form does not show is one line of its own.
 * @param before undefined: there was no such coupon
 */
export function changesOf(before: Definition | undefined, now: Definition): string[] {
  const after = draftOf(now);
  if (!before) return [`編號 ${after.id}：已新增 ${after.uid}「${after.name}」`];
  const former = draftOf(before);
  const lines = Object.entries(LABELS).flatMap(([name, label]) => {
    const [one, other] = [former[name as CouponField], after[name as CouponField]];
    return one === other ? [] : [`${after.uid} 的${label}：${inWords(name, one)} → ${inWords(name, other)}`];
  });
  return lines.length > 0 ? lines : [`${after.uid} 的其他欄位`];
}
