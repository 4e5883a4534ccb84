import { expect, it } from 'vitest';
import { deadlineText } from './return-period.ts';

const DEADLINE = '2026-03-05T15:59:59.999Z';

it('names the last day until it is over in Taipei', () => {
  expect(deadlineText(null, new Date(DEADLINE))).toBe('收到商品的隔日起 7 日內（含例假日）可申請。');
  expect(deadlineText(DEADLINE, new Date(DEADLINE))).toBe('最後申請日：3/5（四），收到商品的隔日起算 7 日，含例假日。');
});

it('names the year of a period that is over', () => {
  const over = '七天鑑賞期已於 2026/03/05 結束，逾期的申請由客服審核後決定是否受理。';
  expect(deadlineText(DEADLINE, new Date('2026-03-05T16:00:00Z'))).toBe(over);
  expect(deadlineText(DEADLINE, new Date('2028-01-01T00:00:00Z'))).toBe(over);
});
