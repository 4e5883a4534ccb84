import { expect, test } from 'vitest';
import { askedNumbers, askedValues, personalValues, pickupValues, storeValues } from './search-keys.ts';

const person = { firstName: '王', lastName: '大明', phoneE164: '+886912345678', email: 'ming@example.com' };
const isFound = (text: string, more: Partial<typeof person> = {}): boolean => {
  const kept = personalValues({ ...person, ...more });
  return askedValues(text).some((value) => kept.includes(value));
};

test.each(['0912345678', '0912.345.678', '0912–345–678', '886912345678', '+886-0912-345-678', '９１２３４５６７８', '(09)12345678'])(
  'a phone of Taiwan is found as people type and copy it: %s',
  (text) => expect(isFound(text)).toBe(true),
);

test('a phone is found with the invisible signs of direction that a list of contacts copies around it', () =>
  expect(isFound('\u202A+886 912 345 678\u202C')).toBe(true));

test.each([
  ['+85261234567', '61234567'],
  ['+85261234567', '6123 4567'],
  ['+85261234567', '85261234567'],
  ['+85361234567', '853 6123 4567'],
])('a phone abroad (%s) is found without its area, and as the pages show it: %s', (phoneE164, text) =>
  expect(isFound(text, { phoneE164 })).toBe(true),
);

test.each(['0912345679', '345678', '12345678', 'ming', '王小明'])('nobody else is found: %s', (text) => expect(isFound(text)).toBe(false));

test.each(['Ming＠Example.com', 'MING@EXAMPLE.COM ', '王　大明'])('an e-mail and a name are found in other widths and cases: %s', (text) =>
  expect(isFound(text)).toBe(true),
);

test.each([
  ['臺', '生', '台生'],
  ['台', '生', '臺生'],
  ['𠮷', '堃喆', '𠮷堃喆\u200b'],
  ['夷將', '拔路兒', '夷將‧拔路兒'],
  ['夷將', '拔路兒', '夷將．拔路兒'],
  ["O'", 'Ann', 'o’ann'],
  ['Vũ', 'Lan', 'Vu Lan'],
  ['Vu\u0303', 'Lan', 'Vũ Lan'],
  ['Đỗ', 'Mỹ', 'do my'],
  ['Li', 'Ann', 'Ann Li'],
  ['', 'LiAnn', 'Li Ann'],
  ['\uf90a', '明', '金明'],
  ['ガ', 'ンダム', 'ｶﾞﾝﾀﾞﾑ'],
])('the name %s%s is found as a clerk types it: %s', (firstName, lastName, text) =>
  expect(isFound(text, { firstName, lastName })).toBe(true),
);

test.each([
  ['カ', 'ンタム', 'ガンダム'],
  ['王', '大明', '大 明王'],
  ['王', '大明', '・'],
  ['・', '', '‧'],
])('the name %s%s is another than %s', (firstName, lastName, text) => expect(isFound(text, { firstName, lastName })).toBe(false));

test.each([
  ['台東門市', '臺東門市'],
  ['臺東門市', '台東'],
  ['新店門市', '新店'],
  ['西門店', '西門'],
  ['桃園站前門市', '桃園 站前門市'],
])('the store %s is found by %s', (name, typed) =>
  expect(storeValues({ id: '131386', name })).toEqual(expect.arrayContaining(pickupValues({ store: typed, phoneEnd: '678' }).slice(0, 1))),
);
test('another store is not found', () =>
  expect(storeValues({ id: '131386', name: '新店門市' })).not.toContain(pickupValues({ store: '新', phoneEnd: '678' })[0]));

test.each(['c5ch-5j72 5c15 jtgw', 'Ｃ５ＣＨ５Ｊ７２５Ｃ１５ＪＴＧＷ', 'C5CH–5J72–5C15–JTGW', 'C5CH5J72\u200B5C15JTGW'])(
  'a number is found in groups and widths: %s',
  (text) => expect(askedNumbers(text)).toContain('C5CH5J725C15JTGW'),
);
