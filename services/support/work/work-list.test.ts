import { expect, test } from 'vitest';
import { DAY, HOUR, ofOrder, type RowStep, stepOf } from './work-list.ts';

const since = new Date('2026-11-20T01:00:00Z');
const [early, late] = [new Date(since.getTime() + HOUR), new Date(since.getTime() + 2 * HOUR)];
const stepAt = (step: RowStep, now: Date) => stepOf({ after: HOUR, dueWithin: DAY }, ofOrder('N1', since, step), now);

test('a row of support has the date of its list, or its own', () => {
  const what = '請審核退貨申請';
  expect(stepAt({ what }, late)).toEqual({ what, turn: 'support', dueAt: new Date(since.getTime() + HOUR + DAY) });
  expect(stepAt({ what, dueAt: early }, late)).toEqual({ what, turn: 'support', dueAt: early });
});

test('a row that waits for somebody else becomes that of support when its own date is over, and has none of the list', () => {
  const wait: RowStep = { what: '等顧客退回', turn: 'buyer', about: '約 14 個工作天' };
  expect(stepAt(wait, late)).toEqual({ ...wait, dueAt: null });
  expect(stepAt({ ...wait, dueAt: early }, early)).toEqual({ ...wait, dueAt: early });
  expect(stepAt({ ...wait, dueAt: early }, late)).toEqual({ what: '等顧客退回；逾期未完成，請查明', turn: 'support', dueAt: early });
});
