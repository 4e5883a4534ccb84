import { expect, it } from 'vitest';
import { productFeed } from './product-feed.ts';

const product = {
  contentId: 'care-01',
  slug: '紋身舒緩凝膠',
  nameZh: '潔膚 & <柔>',
  summary: '摘要\u000b。',
  description: `說明 </g:description> ${'長'.repeat(6_000)}`,
  images: ['one', 'two'],
  prices: { ORIGIN: 880, MEMBER: 780, ADDITIONAL: null },
};

it('has the address, the pictures, the public price and the fee of each product, and spoils no XML', () => {
  const xml = productFeed([product, { ...product, prices: { ...product.prices, ORIGIN: 1_000 } }], 'https://shop.example', '北膚');
  const of = (name: string) => [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);
  expect(of('g:id')).toEqual(['care-01', 'care-01']);
  expect(of('g:title')[0]).toBe('潔膚 &amp; &lt;柔&gt;');
  expect(of('g:link')[0]).toBe(`https://shop.example/product/${encodeURIComponent('紋身舒緩凝膠')}`);
  expect(of('g:image_link')[0]).toBe('https://shop.example/img/product/one-1280.png');
  expect(of('g:additional_image_link')[0]).toBe('https://shop.example/img/product/two-1280.png');
  expect(of('g:price')).toEqual(['880 TWD', '120 TWD', '1000 TWD', '0 TWD']);
  expect(xml).not.toContain('780');
  expect(of('g:description')[0]).toMatch(/^摘要。\n說明 &lt;\/g:description&gt; 長+$/);
  expect(of('g:description')[0]?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toHaveLength(4_999);
});

it('is a feed without items where nothing can be bought', () => {
  expect(productFeed([], 'https://shop.example', '北膚')).toContain('<link>https://shop.example/</link>');
});
