import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { LayoutSlide, type Slide, slidePairs } from './layout-slide.tsx';

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

test('the link of a slide has the category under which a click is counted', () => {
  const html = (category: string): string => {
    const desk = { ...slide('a'), link: '/event/autumn', category };
    const element = createElement(LayoutSlide, { slide: { desk, phone: desk }, pictured: true });
    return renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, element));
  };
  expect(html('campaign')).toContain('data-category="campaign"');
  expect(html('')).not.toContain('data-category');
});
