import { expect, test } from 'vitest';
import { assuredLines } from './detail-texts.ts';

const arrival = { from: '2026-12-04', to: '2026-12-10' };
const product = { available: true, characters: [], samples: [{ sizes: [5] }] };

test('a product that can be bought says when it arrives, how long it can be tried, and what comes with it', () => {
  expect(assuredLines(product, arrival)).toEqual(['預計 12/4–12/10 到貨', '七天鑑賞期', '附 5 ml 試用品']);
  const set = { ...product, characters: ['七天無條件退貨'], samples: [{ sizes: [5] }, { sizes: [10] }] };
  expect(assuredLines(set, arrival)).toEqual(['預計 12/4–12/10 到貨', '七天無條件退貨', '附 2 份試用品']);
});

test('a product that is sold out does not arrive', () =>
  expect(assuredLines({ ...product, available: false }, arrival)).toEqual(['七天鑑賞期', '附 5 ml 試用品']));
