import { expect, test } from 'vitest';
import { withUnits } from './units.ts';

test('a number keeps its unit in its line, and other spaces stay', () => {
  expect(withUnits('開封後請在 4 個月內用完，前 1,000 位')).toBe('開封後請在 4\u00a0個月內用完，前 1,000\u00a0位');
  expect(withUnits('滿 NT$1,000 免運，05 (15 ml)')).toBe('滿 NT$1,000\u00a0免運，05 (15 ml)');
});
