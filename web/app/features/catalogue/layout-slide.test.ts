import { expect, test } from 'vitest';
import { type Slide, slidePairs } from './layout-slide.tsx';

const slide = (img: string): Slide => ({ img, link: null, alt: '', category: 'brand', title: '', text: '' });

test('slides of both layouts are paired by place, and a single one serves both', () => {
  const [a, b, c] = [slide('a'), slide('b'), slide('c')];
  expect(slidePairs([a, b], [c])).toEqual([
    { desk: a, phone: c },
    { desk: b, phone: b },
  ]);
  expect(slidePairs(undefined, [c])).toEqual([{ desk: c, phone: c }]);
  expect(slidePairs()).toEqual([]);
});
