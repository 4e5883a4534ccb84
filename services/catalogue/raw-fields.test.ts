import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detailImages, flow, integers, list, pipeList, prices, standing } from './raw-fields.ts';

describe('raw fields of spec/1 §3', () => {
  it('reads pipe lists and drops blanks', () => {
    expect(pipeList('a| b ||c|')).toEqual(['a', 'b', 'c']);
    expect(pipeList(null)).toEqual([]);
    expect(pipeList(['a', 'b'])).toEqual(['a', 'b']);
  });

  it('reads whole numbers from an array, JSON text or a comma list, and drops other values', () => {
    expect(integers([150, '200'])).toEqual([150, 200]);
    expect(integers('[5, 9]')).toEqual([5, 9]);
    expect(integers('5, 9,x,-3,1.5,1e3,0x10')).toEqual([5, 9]);
  });

  it('only 1 means on sale (decisions.md #2)', () => {
    expect(['1', 1, '0', 0, '', '2', true, null, undefined].map(standing)).toEqual([
      'on-sale',
      'on-sale',
      'out-of-stock',
      'out-of-stock',
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'hidden',
    ]);
  });

  it('reads prices as whole NT$ and refuses a product without an original price', () => {
    expect(prices({ ORIGIN: 1680, MEMBER: '1480' })).toEqual({ ORIGIN: 1680, MEMBER: 1480, ADDITIONAL: null });
    expect(prices('{"ORIGIN":"580","MEMBER":500,"ADDITIONAL":390}')).toEqual({ ORIGIN: 580, MEMBER: 500, ADDITIONAL: 390 });
    for (const bad of [null, '', '{', {}, { ORIGIN: -1 }, { ORIGIN: 1.5 }, { ORIGIN: '1,680' }, { ORIGIN: Number.NaN }])
      expect(prices(bad)).toBeUndefined();
  });

  it('reads both shapes of the flow to the same entries (decisions.md #3)', () => {
    const expected = [
      { product: 5, must: true },
      { product: 'self', must: null },
      { product: 3, must: false },
      { product: 11, must: null },
    ];
    expect(flow('+5,self,-3,11')).toEqual(expected);
    const objects = [{ product_id: 5, must: true }, { product_id: 'self', must: null }, { product_id: '3', must: '0' }, { product_id: 11 }];
    expect(flow(objects)).toEqual(expected);
    expect(flow(JSON.stringify(objects))).toEqual(expected);
    const asked = (must: unknown): unknown => flow([{ product_id: 5, must }])[0]?.must;
    expect([true, 1, '1', 'true'].map(asked)).toEqual([true, true, true, true]);
    expect([false, 0, '0', 'false'].map(asked)).toEqual([false, false, false, false]);
    expect([null, 'yes'].map(asked)).toEqual([null, null]);
    expect(flow('x,+,-,,self')).toEqual([{ product: 'self', must: null }]);
  });

  it('keeps the link of a detail image only to https or to the shop', () => {
    const links = detailImages(
      ['a', 'b|/event/summer', 'c|https://example.org|瓶口', 'd|javascript:alert(1)', 'e|//evil.example'],
      (n) => `圖 ${n}`,
    );
    expect(links.map(({ link }) => link)).toEqual([null, '/event/summer', 'https://example.org', null, null]);
    expect(links.map(({ alt }) => alt)).toEqual(['圖 1', '圖 2', '瓶口', '圖 4', '圖 5']);
    // A browser reads a backslash as a slash, and skips a tab: both lead to another host.
    for (const path of ['/\\evil.example', '/\t/evil.example']) expect(detailImages([`a|${path}`], () => '')[0]?.link, path).toBeNull();
  });

  it('does not throw for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (raw) => {
        for (const read of [pipeList, list, integers, prices, standing, flow]) read(raw);
        detailImages(raw, String);
      }),
    );
  });
});
