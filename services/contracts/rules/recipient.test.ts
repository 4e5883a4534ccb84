import { describe, expect, test } from 'vitest';
import { accountEmail } from './account-form.ts';
import {
  bareName,
  carrierTakesName,
  FIRST_NAME_MAX,
  isEmail,
  LAST_NAME_MAX,
  nationalPhone,
  toE164,
  withoutInvisible,
} from './recipient.ts';
import { carrierTakesAddress } from './shipping-form.ts';

describe('phone numbers in the notations of people and browsers', () => {
  test.each([
    '0912345678',
    '912345678',
    '+886912345678',
    '886912345678',
    '+8860912345678',
    '+886 912 345 678',
    '(+886) 912-345-678',
    '+886 (0) 912 345 678',
    '0912–345–678',
    '0912.345.678',
    '０９１２３４５６７８',
    '＋８８６９１２３４５６７８',
    '（０９１２）３４５－６７８',
    '\u202d0912345678\u202c',
  ])('%s', (phone) => expect(toE164('+886', phone)).toBe('+886912345678'));

  test.each([
    ['+852', '+852 9123 4567', '+85291234567'],
    ['+852', '85291234567', '+85291234567'],
    ['+852', '85212345', '+85285212345'],
    ['+853', '+85361234567', '+85361234567'],
    ['+853', '85361234567', '+85361234567'],
  ] as const)('%s %s', (area, phone, stored) => expect(toE164(area, phone)).toBe(stored));
});

test.each([
  ['+886', ''],
  ['+886', '+886'],
  ['+886', '09123456789'],
  ['+886', '812345678'],
  ['+886', '+852912345678'],
  ['+886', '+85291234567'],
  ['+886', '886886912345678'],
  ['+852', '+886912345678'],
  ['+852', '+85212345'],
  ['+853', '91234567'],
  ['+886', '0912345678 ext 1'],
] as const)('%s takes no %j', (area, phone) => expect(toE164(area, phone)).toBeUndefined());

test('removes the country code, and only the separators of an invalid number', () => {
  expect(nationalPhone('+886', '+886 0912-345-678')).toBe('0912345678');
  expect(nationalPhone('+886', '886912345678')).toBe('912345678');
  expect(nationalPhone('+886', '+852 9123 4567')).toBe('+85291234567');
});

test('the carrier accepts the longest names of the form', () => {
  expect(carrierTakesName('王'.repeat(FIRST_NAME_MAX + LAST_NAME_MAX))).toBe(true);
  expect(carrierTakesName('A'.repeat(FIRST_NAME_MAX + LAST_NAME_MAX))).toBe(true);
  expect(['ABC', '王', 'ABCD', '王明', '王A'].map(carrierTakesName)).toEqual([false, false, true, true, false]);
  expect(['王'.repeat(5), `${'王'.repeat(5)}A`].map(carrierTakesName)).toEqual([true, false]);
});

test('a half-typed syllable is no part of a name: with it nobody gets the parcel at a store', () => {
  expect(['大ㄇ', '王ㄇㄧㄥ', '王大ˊ', '大˙明'].map(carrierTakesName)).toEqual([false, false, false, false]);
  expect(['佐々木', 'ヤマダー', '김민수'].map(carrierTakesName)).toEqual([true, true, true]);
});

test('the carrier accepts addresses of 6 to 60 characters', () =>
  expect([5, 6, 60, 61].map((length) => carrierTakesAddress('𠮷'.repeat(length)))).toEqual([false, true, true, false]));

test.each(['mike@example.com', 'Mike+shop@example.com', '王小明@example.tw', 'ren\u00e9@example.com'])('%s is an e-mail address', (text) =>
  expect(isEmail(text)).toBe(true),
);

test.each(['mi\u212ae@example.com', '\uff4dike@example.com', 'mike@\uff45xample.com', '\ufb01ne@example.com', 'rene\u0301@example.com'])(
  '%s stands for another address, and is none',
  (text) => {
    expect(isEmail(text)).toBe(false);
    expect(accountEmail(text)).toBeUndefined();
  },
);

test.each(['ming@example.com.', 'ming@example..com', 'ming@.example.com'])(
  'no mail server has %s, but an account of an earlier release',
  (text) => {
    expect(isEmail(text)).toBe(false);
    expect(accountEmail(text)).toBe(text);
  },
);

test.each([
  'm.i.ng@mail.example.com',
  'ming@ex-ample.com.tw',
  'ming@例子.台灣',
  'ming@xn--fsqu00a.xn--kpry57d',
  '-ming-@example.com',
  "o'ming@example.com",
  'ming.@example.com',
  'mi..ng@example.com',
])('a mail server may have %s', (text) => expect(isEmail(text)).toBe(true));

test('a name has one form, whatever keyboard or document it comes from', () => {
  expect(bareName(' Vu\u0303 ')).toBe('V\u0169');
  expect(bareName('Ｌｉ\u3000')).toBe('Li');
  expect(bareName('ﾔﾏﾀﾞ')).toBe('ヤマダ');
  expect(bareName('\u2f45\u202e\uf90a\u200b')).toBe('方金');
  expect(bareName('葛\u{e0100}')).toBe('葛');
  expect(bareName('𠮷‧𡘙')).toBe('𠮷‧𡘙');
  expect(bareName('˙明 ')).toBe('明');
  expect(['王 大明', '王\u3000大 明', 'Mary Ann', '王 Ann'].map(bareName)).toEqual(['王大明', '王大明', 'Mary Ann', '王 Ann']);
});

test('a tab of a table becomes a space', () => expect(withoutInvisible('信義路三段\t134巷\r\n1號')).toBe('信義路三段 134巷 1號'));

test('what nobody sees in a pasted text goes, and all that can be seen stays', () => {
  expect(withoutInvisible('\u202a信義路三段\u200b134巷1號 5樓\u2028\u202c\ufeff')).toBe('信義路三段134巷1號 5樓');
  expect(withoutInvisible('𠮷野　町・ｱ')).toBe('𠮷野　町・ｱ');
});
