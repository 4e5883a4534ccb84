import { expect, test } from 'vitest';
import { rankScore } from './rank-test.ts';

const upTo = (count: number, more = 0): number[] => Array.from({ length: count }, (_, index) => index + more);

test('two samples that do not overlap are as far apart as can be', () => {
  // U = 0, mean 200, variance 20 · 20 · 41 / 12
  expect(rankScore(upTo(20), upTo(20, 100))).toBeCloseTo(-200 / Math.sqrt((400 * 41) / 12), 10);
  expect(rankScore(upTo(20, 100), upTo(20))).toBeCloseTo(200 / Math.sqrt((400 * 41) / 12), 10);
});

test('samples of the same values are alike, ties or not', () => {
  expect(rankScore(upTo(30), upTo(30))).toBe(0);
  expect(rankScore(upTo(30).fill(5), upTo(40).fill(5))).toBe(0);
});

test('ties narrow the spread', () => {
  // Ranks of [1, 1, 2] and [1, 2, 2]: 2, 2, 5 and 2, 5, 5; U = 3, mean 4.5, variance 9/12 · (7 − 48/30)
  expect(rankScore([1, 1, 2], [1, 2, 2])).toBeCloseTo(-1.5 / Math.sqrt((9 / 12) * (7 - 48 / 30)), 10);
});
