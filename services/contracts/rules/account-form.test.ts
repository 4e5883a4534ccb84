import { expect, it } from 'vitest';
import { accountEmail, birthday, isOldEnough, isPersonName } from './account-form.ts';

it.each(['林', '怡君', 'J. R.', 'J.R.', "O'Brien", 'Anne-Marie', 'Nguyễn Văn A', '約翰．史密斯', '王 小明', '林3', '😀林'])(
  '%s is a name',
  (name) => expect(isPersonName(name)).toBe(true),
);

it.each([
  'https://evil.example',
  'evil.example',
  'evil．example',
  'evil。example',
  'evil.example/登入',
  '／evil',
  'mailto:a',
  'a@b',
  'a＠b',
  '<b>',
  '{{name}}',
  '林\n君',
  '林\u2028君',
  '林\u202e君',
  '林\0',
])('%j is none', (text) => expect(isPersonName(text)).toBe(false));

it('a birthday may have the full-width digits of a Chinese keyboard, and spaces', () => {
  expect(birthday('１９９０', '２', '１１')).toBe('1990-02-11');
  expect(birthday(' 1990', '2 ', '11')).toBe('1990-02-11');
  expect(birthday('１９９０', '２', '３０')).toBeUndefined();
});

it('the minimum age is reached on a birthday, and by nobody who is born later than today', () => {
  const today = '2026-11-29';
  expect(['2006-11-29', '1906-12-01'].filter((born) => !isOldEnough(born, today))).toEqual([]);
  expect(['2006-11-30', '2026-11-29', '9980-01-01', '9999-12-31'].filter((born) => isOldEnough(born, today))).toEqual([]);
});

it.each([
  ['90', '2', '11'],
  ['01990', '2', '11'],
  ['+012345', '2', '11'],
  ['1990-02', '11', ''],
  ['1990', 'Feb', '11'],
  ['1990', '002', '11'],
  ['1990', '2', '011'],
  ['1990', '2', ''],
  ['1899', '12', '31'],
])('%s/%s/%s is no birthday', (...typed) => expect(birthday(...typed)).toBeUndefined());
it('1900 is the first year', () => expect(birthday('1900', '1', '1')).toBe('1900-01-01'));

it('an address of an account has no spaces, small letters, and at most 100 characters', () => {
  expect(accountEmail(' An na@Example.com ')).toBe('anna@example.com');
  const long = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
  expect([accountEmail(long(100)), accountEmail(long(101))]).toEqual([long(100), undefined]);
});
