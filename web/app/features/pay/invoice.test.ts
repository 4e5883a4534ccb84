import { expect, test } from 'vitest';
import { bareUniformNumber, payProblems, stillWrong } from './invoice.ts';

const fields = (uniformNumber: string, companyTitle: string) =>
  ({ type: 'UNIFORM_NUMBER', uniformNumber, companyTitle, mobileBarcode: '' }) as const;
const personal = (mobileBarcode = '') => ({ type: 'NORMAL', uniformNumber: '', companyTitle: '', mobileBarcode }) as const;

test('a personal invoice needs only the terms', () => {
  expect(payProblems(personal(), true)).toEqual([]);
  expect(payProblems(personal(), false)).toMatchObject([{ field: 'terms', message: '請確認您同意服務條款' }]);
});

test('a company invoice needs 8 digits and a title', () => {
  expect(payProblems(fields('04595257', '北極有限公司'), true)).toEqual([]);
  expect(payProblems(fields('0459525', ' '), true)).toMatchObject([
    { field: 'uniformNumber', message: '統一編號格式錯誤，請填寫完整 8 位數字' },
    { field: 'companyTitle', message: '請填寫公司抬頭' },
  ]);
});

test('a mobile barcode is a slash and seven characters; a company invoice ignores it', () => {
  for (const barcode of ['/ABC1234', ' /abc.+-1', '／ＡＢＣ１２３４']) expect(payProblems(personal(barcode), true)).toEqual([]);
  for (const barcode of ['ABC1234', '/ABC123', '/ABC12345', '/ABC_123'])
    expect(payProblems(personal(barcode), true)).toMatchObject([
      { field: 'mobileBarcode', message: '手機條碼格式錯誤，請填寫「/」開頭的 8 碼' },
    ]);
  expect(payProblems({ ...fields('04595257', '北極有限公司'), mobileBarcode: 'x' }, true)).toEqual([]);
});

test.each([
  ['0459-5257', '04595257'],
  ['０４５９５２５７', '04595257'],
  ['045952571', '04595257'],
  ['統編', ''],
])('reads %s as %j', (typed, digits) => expect(bareUniformNumber(typed)).toBe(digits));

test('lists only the fields that were listed at the last attempt and are still wrong', () => {
  const company = payProblems(fields('', ''), false);
  expect(stillWrong(['card', 'terms'], company)).toEqual(['terms']);
  expect(stillWrong(['terms'], payProblems(fields('', ''), true))).toEqual([]);
  expect(stillWrong([], company)).toEqual([]);
});
