import { expect, test } from 'vitest';
import { INQUIRY_LIMITS, InquiryRequest } from './inquiries.ts';

const INQUIRY = { company: '晨光股份有限公司', person: '陳小姐', quantity: 50, wish: '' };
const faults = (contact: string) => InquiryRequest.safeParse({ ...INQUIRY, contact }).error?.issues.map(({ code }) => code) ?? [];

test('a contact that is too long is not compared with the form of an address, which takes seconds for a long text', () => {
  expect(faults('不告訴你')).toEqual(['custom']);
  expect(faults(`a@${'.'.repeat(INQUIRY_LIMITS.contact)} b`)).toEqual(['too_big']);
  expect(faults(`${'a'.repeat(INQUIRY_LIMITS.contact - 5)}@b.tw`)).toEqual([]);
});
