import { RETURN_NAME_MAX, RETURN_REASONS, ReturnRequest } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { commentOf, EMPTY_RETURN, returnProblems, returnRequest } from './return-fields.ts';

test('不便說明 is preselected and needs no text', () => {
  expect(EMPTY_RETURN.reason).toBe('NOT_STATED');
  expect(returnProblems(EMPTY_RETURN, false)).toEqual({});
  expect(returnRequest(EMPTY_RETURN, false)).toEqual({ reason: 'NOT_STATED', returnComment: '不便說明' });
});

test('the reason is the text of the choice unless the buyer writes one; 其他 needs a text', () => {
  for (const reason of RETURN_REASONS) {
    expect(commentOf({ reason, comment: ' 膚況不合 ' })).toBe('膚況不合');
    expect(commentOf({ reason, comment: '  ' }) === '', reason).toBe(reason === 'OTHER');
  }
  expect(returnProblems({ ...EMPTY_RETURN, reason: 'OTHER' }, false)).toEqual({ comment: '未填寫退貨原因' });
  expect(returnProblems({ ...EMPTY_RETURN, reason: 'OTHER' }, false, true)).toEqual({ comment: '請填寫退貨原因' });
});

test('an account may have a long name of a person from abroad, whom the bank does not know by a part of it', () => {
  const holder = 'MARIA THERESA DELA CRUZ SANTOS';
  const sent = returnRequest({ ...EMPTY_RETURN, bankCode: '822', accountNo: '123456789012', holder }, true);
  expect(z.parse(ReturnRequest, { ...sent, SenderName: holder })).toMatchObject({ SenderName: holder, bankAccount: { holder } });
  expect(holder.length).toBeLessThanOrEqual(RETURN_NAME_MAX);
});

test('a transfer needs an account, and all problems are reported at once', () => {
  expect(Object.keys(returnProblems({ ...EMPTY_RETURN, reason: 'OTHER' }, true))).toEqual(['comment', 'bankCode', 'accountNo', 'holder']);
  const filled = { ...EMPTY_RETURN, bankCode: '８２２', accountNo: '1234-5678 9012', holder: ' 王大明 ' };
  expect(returnProblems(filled, true)).toEqual({});
  expect(returnRequest(filled, true).bankAccount).toEqual({ bankCode: '822', accountNo: '123456789012', holder: '王大明' });
  const pasted = { ...filled, bankCode: '（822）', accountNo: '\u200e1234–5678.9012\u200e' };
  expect(returnProblems(pasted, true)).toEqual({});
  expect(returnRequest(pasted, true).bankAccount).toMatchObject({ bankCode: '822', accountNo: '123456789012' });
  expect(returnProblems({ ...filled, accountNo: '1234五678' }, true)).toHaveProperty('accountNo');
  expect(returnRequest(filled, false)).not.toHaveProperty('bankAccount');
  for (const wrong of [{ bankCode: '82' }, { bankCode: '8222' }, { accountNo: '12345' }, { accountNo: '1'.repeat(17) }, { holder: ' ' }])
    expect(returnProblems({ ...filled, ...wrong }, true), JSON.stringify(wrong)).toHaveProperty(Object.keys(wrong)[0] ?? '');
});

test('the form accepts what the contract accepts', () => {
  const filled = { ...EMPTY_RETURN, bankCode: '822', accountNo: '123456', holder: '王' };
  expect(z.safeParse(ReturnRequest, returnRequest(filled, true)).success).toBe(true);
});
