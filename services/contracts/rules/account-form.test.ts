import { expect, it } from 'vitest';
import { birthday, isOldEnough, isPersonName } from './account-form.ts';

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
