import { expect, it } from 'vitest';
import { endedReturn } from './words.ts';

it('a return that ended says whether the goods were exchanged, never came back, or were not to come', () => {
  const goods = { requestedAt: '2026-11-02T04:00:00.000Z', reason: 'CHANGED_MIND', receivedAt: null, due: null } as const;
  expect(endedReturn({ ...goods, receivedAt: '2026-11-09T04:00:00.000Z' })).toBe('已換貨');
  expect(endedReturn({ ...goods, rejected: 'NOT_RECEIVED_BACK' })).toBe('結束：未收到退回商品');
  expect(endedReturn({ ...goods, rejected: 'OPENED_GOODS' })).toBe('未通過或已取消');
  expect(endedReturn(goods)).toBe('未通過或已取消');
});
