import { expect, test } from 'vitest';
import { INQUIRY_LIMITS, InquiryRequest } from './inquiries.ts';

const INQUIRY = { company: '晨光股份有限公司', person: '陳小姐', quantity: 50, wish: '' };
const faults = (contact: string) => InquiryRequest.safeParse({ ...INQUIRY, contact }).error?.issues.map(({ code }) => code) ?? [];

test('the names have no signs that nobody sees, and one of such signs alone is none', () => {
  const read = (company: string) => InquiryRequest.safeParse({ ...INQUIRY, company, contact: 'a@b.tw' });
  expect(read('\u202e晨光\u200b\t公司')).toMatchObject({ data: { company: '晨光 公司' } });
  expect(read('\u200b').success).toBe(false);
});

test('a contact that was copied with the signs of its direction is the bare one, by which its person can be forgotten', () => {
  const read = (contact: string) => InquiryRequest.safeParse({ ...INQUIRY, contact }).data?.contact;
  expect(read('\u202a+886 912-345-678\u202c')).toBe('+886 912-345-678');
  expect(read('\u200bming@example.com\u200b')).toBe('ming@example.com');
});

test('a contact that is too long is not compared with the form of an address, which takes seconds for a long text', () => {
  expect(faults('不告訴你')).toEqual(['custom']);
  expect(faults(`a@${'.'.repeat(INQUIRY_LIMITS.contact)} b`)).toEqual(['too_big']);
  expect(faults(`${'a'.repeat(INQUIRY_LIMITS.contact - 5)}@b.tw`)).toEqual([]);
});
