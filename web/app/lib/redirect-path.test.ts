import { describe, expect, it } from 'vitest';
import { redirectPath } from './redirect-path.ts';

describe('redirectPath', () => {
  it.each([
    ['/member/order?order_number=AB12', '/member/order?order_number=AB12'],
    ['payment_SHIPPING', '/payment?to=SHIPPING'],
    ['/payment?to=PAY', '/payment?to=PAY'],
    ['/a/../member/info', '/member/info'],
  ])('accepts the own page %s', (text, path) => expect(redirectPath(text)).toBe(path));

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'payment_RESULT',
    '/login?redirect=/login',
    '/api/logout',
    '/Login',
    '/%6cogin',
    '/%61pi/line/logout/',
    '/%ff',
    `/${'a'.repeat(400)}`,
  ])('refuses %s', (text) => expect(redirectPath(text)).toBeUndefined());
});
