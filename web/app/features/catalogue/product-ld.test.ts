import type { ProductDetail, ReviewListAnswer, ReviewView } from '@nordhaut/contracts';
import { expect, it } from 'vitest';
import { productLd } from './product-ld.ts';

const review = { source: 'MEMBER', stars: 5, name: '王○明', createdAt: '2026-11-27T18:00:00.000Z' } as ReviewView;
const totals = { average: 5, count: 1, breakdown: [0, 0, 0, 0, 1] };

function seen(price: number) {
  const product = { nameZh: '修護精華液', images: [], prices: { ORIGIN: price }, slug: 'repair-essence' } as unknown as ProductDetail;
  return productLd(product, { totals, reviews: [review] } as unknown as ReviewListAnswer, 'https://shop.example', 'Nordhaut');
}

it('dates a review as the page does, by the day in Taipei', () => {
  expect(seen(1_680)).toMatchObject({ review: [{ datePublished: '2026-11-28' }] });
});

it.each([
  [999, 120],
  [1_000, 0],
])('says that one piece of NT$%i is sent for NT$%i, and comes back free of charge within seven days', (price, fee) => {
  expect(seen(price)).toMatchObject({
    offers: {
      price,
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: { shippingDestination: { addressCountry: 'TW' }, shippingRate: { value: fee, currency: 'TWD' } },
      hasMerchantReturnPolicy: {
        applicableCountry: 'TW',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 7,
        returnFees: 'https://schema.org/FreeReturn',
        merchantReturnLink: 'https://shop.example/help/return-order',
      },
    },
  });
});
