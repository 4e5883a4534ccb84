import { expect, test } from 'vitest';
import { codeOf, maskedPayload } from './masked.ts';

test('a payload keeps its shape, its times and its amounts, and no text and no long number', () => {
  const data = {
    at: '2026-11-21T00:00:00.000Z',
    total: 880,
    phone: 912345678,
    name: '王大明',
    lines: [{ nameZh: '精華液', left: null }],
    王大明: 1,
    'ming@example.com': 1,
    王a: 1,
    '0912345678': 1,
  };
  const shown = maskedPayload(JSON.stringify(data));
  expect(JSON.parse(shown)).toEqual({
    at: data.at,
    total: 880,
    phone: '•(number)',
    name: '•(3)',
    lines: [{ nameZh: '•(3)', left: null }],
    '•': 1,
  });
  expect(maskedPayload('王大明, this is no JSON')).toBe('•(20)');
});

test('a reason becomes a code, which quotes nothing', () => {
  expect(codeOf(`Unexpected token 't', "王大明" is not valid JSON`)).toBe('NOT_JSON');
  expect(codeOf('invalid input syntax for type integer: "0912345678"')).toBe('VALUE_REFUSED');
  expect(codeOf("Cannot read properties of undefined (reading 'at')")).toBe('FOLD_FAILED');
  expect(codeOf('unlucky')).toBe('OTHER');
});
