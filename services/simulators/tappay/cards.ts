export type Brand = 'visa' | 'mastercard' | 'jcb' | 'amex' | 'unionpay';

export type TestCard = {
  number: string;
  brand: Brand;
  /** The status that pay-by-prime answers. */
  result: number;
  /** For 421: whether the bank charged the card before its answer was lost. */
  charged?: boolean;
  note: string;
};

const card = (spaced: string, brand: Brand, result: number, note: string, charged?: boolean): TestCard => ({
  number: spaced.replaceAll(' ', ''),
  brand,
  result,
  note,
  ...(charged === undefined ? {} : { charged }),
});

/** The published cards of the sandbox (providers §2.8), then the additional cards of this simulator (§2.9). */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242 4242 4242 4242', 'visa', 0, '成功'),
  card('3543 9234 8838 2426', 'jcb', 0, '成功'),
  card('3454 5465 4604 563', 'amex', 0, '成功（安全碼 4 碼）'),
  card('5451 4178 2523 0575', 'mastercard', 0, '成功（3D 驗證直接授權）'),
  card('6234 5774 3859 4899', 'unionpay', 0, '成功'),
  card('4716 3139 6829 4359', 'visa', 0, '成功（無發卡行資料）'),
  card('4242 4202 3507 4242', 'visa', 915, '未知錯誤'),
  card('4242 4216 0218 4242', 'visa', 10003, '卡片錯誤'),
  card('4242 4222 0418 4242', 'visa', 10005, '銀行系統錯誤'),
  card('4242 4240 1026 4242', 'visa', 10006, '重複交易'),
  card('4242 4246 1228 4242', 'visa', 10008, '商家帳號錯誤'),
  card('4242 4264 1829 4242', 'visa', 10009, '金額錯誤'),
  card('4242 4276 2229 4242', 'visa', 10013, '訂單編號重複'),
  card('4242 4288 2639 4242', 'visa', 10023, '銀行錯誤'),
  card('4242 4210 0008 4242', 'visa', 10015, '銀行錯誤'),
  card('4242 4299 0201 3342', 'visa', 2013, '卡片過期'),
  card('4242 4299 0999 9642', 'visa', 9999, '系統維護'),
  card('4242 4299 1003 6442', 'visa', 10036, '卡號不符'),
  card('4242 4299 1003 7242', 'visa', 10037, '有效期限不符'),
  card('4242 4299 1003 9842', 'visa', 10039, '不支援的卡別'),
  card('4242 4299 1004 2242', 'visa', 10042, '不支援的發卡國家'),
  card('4242 4299 1004 3042', 'visa', 10043, '查無發卡國家'),
  card('4242 4299 0042 1042', 'visa', 421, '逾時，已扣款', true),
  card('4242 4299 1042 1842', 'visa', 421, '逾時，未扣款', false),
];

const BY_NUMBER = new Map(TEST_CARDS.map((c) => [c.number, c]));
export const testCard = (number: string): TestCard | undefined => BY_NUMBER.get(number);

/** Luhn's check, 13–19 digits. */
export function luhnValid(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

export function brandOf(number: string): Brand | 'unknown' {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (number.startsWith('35')) return 'jcb';
  if (/^3[47]/.test(number)) return 'amex';
  return number.startsWith('62') ? 'unionpay' : 'unknown';
}
