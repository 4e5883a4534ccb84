import { expect, test } from 'vitest';
import { ownPath, withQuery } from './own-path.ts';

test.each([
  '/',
  '/payment?to=PAY',
  '/product/gentle-cleanser',
  '/member/order?order_number=A1',
  '/search?q=%E7%B2%BE',
  '/article/%E6%A2%85',
  '/confirm-email',
])('keeps the own path %s', (path) => {
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
  '/%61pi/line/logout/',
  '/%6Eew-password?token=abcdefghijklmnopqrst',
  '/api%2Fline%2Flogout',
  '/%ff',
  '/new-password?token=abcdefghijklmnopqrst',
  '/confirm-email?token=abcdefghijklmnopqrst',
  '/confirm-email/?token=abcdefghijklmnopqrst',
  '/Confirm-email',
  `/${'x'.repeat(300)}`,
])('refuses %j', (path) => {
  expect(ownPath(path)).toBeUndefined();
});

test('adds parameters to the ones that are there', () => {
  expect(withQuery('/payment?to=PAY', { login: 'line', state: '200', redirect: undefined })).toBe('/payment?to=PAY&login=line&state=200');
});
