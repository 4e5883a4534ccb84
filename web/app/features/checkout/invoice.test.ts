import { expect, test } from 'vitest';
import { bareUniformNumber, payProblems } from './invoice.ts';

const fields = (uniformNumber: string, companyTitle: string) => ({ type: 'UNIFORM_NUMBER', uniformNumber, companyTitle }) as const;

test('a personal invoice needs nothing but the terms', () => {
  expect(payProblems({ type: 'NORMAL', uniformNumber: '', companyTitle: '' }, true)).toEqual([]);
  expect(payProblems({ type: 'NORMAL', uniformNumber: '', companyTitle: '' }, false)).toEqual([
    { field: 'terms', message: '請確認您同意服務條款' },
  ]);
});

test('a company invoice needs 8 digits and a title', () => {
  expect(payProblems(fields('04595257', '北極有限公司'), true)).toEqual([]);
  expect(payProblems(fields('0459525', ' '), true)).toEqual([
    { field: 'uniformNumber', message: '統一編號格式錯誤，請填寫完整 8 位數字' },
    { field: 'companyTitle', message: '請填寫公司抬頭' },
  ]);
});

test.each([
  ['0459-5257', '04595257'],
  ['０４５９５２５７', '04595257'],
  ['045952571', '04595257'],
  ['統編', ''],
])('%s is read as %j', (typed, digits) => expect(bareUniformNumber(typed)).toBe(digits));
