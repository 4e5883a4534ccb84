import { expect, test } from 'vitest';
import { ownPath, withQuery } from './own-path.ts';

test.each(['/', '/payment?to=PAY', '/product/gentle-cleanser', '/member/order?order_number=A1'])('keeps the own path %s', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'payment',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/\t/evil.example',
  '/ /evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/api/line/logout/',
  '/./api/line/logout/',
  '/API/logout',
  '/new-password?token=abcdefghijklmnopqrst',
  `/${'x'.repeat(300)}`,
])('refuses %j', (path) => {
  expect(ownPath(path)).toBeUndefined();
});

test('adds parameters to the ones that are there', () => {
  expect(withQuery('/payment?to=PAY', { login: 'line', state: '200', redirect: undefined })).toBe('/payment?to=PAY&login=line&state=200');
});
