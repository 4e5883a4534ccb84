import type { ProductDetail, ReviewListAnswer, ReviewView } from '@nordhaut/contracts';
import { expect, it } from 'vitest';
import { productLd } from './product-ld.ts';

it('dates a review as the page does, by the day in Taipei', () => {
  const product = { nameZh: '修護精華液', images: [], prices: { ORIGIN: 1_680 }, slug: 'repair-essence' } as unknown as ProductDetail;
  const review = { source: 'MEMBER', stars: 5, name: '王○明', createdAt: '2026-11-27T18:00:00.000Z' } as ReviewView;
  const totals = { average: 5, count: 1, breakdown: [0, 0, 0, 0, 1] };
  const seen = productLd(product, { totals, reviews: [review] } as unknown as ReviewListAnswer, '', 'Nordhaut');
  expect(seen).toMatchObject({ review: [{ datePublished: '2026-11-28' }] });
});
