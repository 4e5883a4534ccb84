import { expect, test } from 'vitest';
import { sentenceOf } from './sentences.ts';

test('a return that pays back less than the order cost says what was deducted', () => {
  const received = (due: number) => ({ type: 'ReturnReceived', data: { at: '2026-01-01T00:00:00.000Z', reason: 'COMPLETE', due } });
  expect(sentenceOf(received(880), new Map(), 1_000)).toMatch(/^收到退回商品，應退 NT\$880（訂單金額 NT\$1,000，扣除 NT\$120：/);
  expect(sentenceOf(received(1_000), new Map(), 1_000)).toBe('收到退回商品，應退 NT$1,000');
});
