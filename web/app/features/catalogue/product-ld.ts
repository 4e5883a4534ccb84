import { dayOf, type ProductDetail, RETURN_DAYS, type ReviewListAnswer, shippingFee } from '@nordhaut/contracts';
import type { MerchantReturnPolicy, OfferShippingDetails, Product, WithContext } from 'schema-dts';
import { imageFile } from '../../ui/picture.tsx';

/** The home delivery of one piece within Taiwan. How long it takes differs on the islands, so it is not here. */
const shippingOf = (price: number): OfferShippingDetails => ({
  '@type': 'OfferShippingDetails',
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'TW' },
  shippingRate: { '@type': 'MonetaryAmount', value: shippingFee(price, 'HOME'), currency: 'TWD' },
});

/** The return by law (decisions.md 41). */
const returnPolicy = (publicUrl: string): MerchantReturnPolicy => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'TW',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: RETURN_DAYS,
  returnFees: 'https://schema.org/FreeReturn',
  refundType: 'https://schema.org/FullRefund',
  merchantReturnLink: `${publicUrl}/help/return-order`,
});

/**
 * schema.org Product with its Offer, its rating and its first reviews. The rating is the one that the page shows: of members'
 * own reviews (decisions.md 103). `publicUrl`: origin without a trailing slash.
 */
export function productLd(
  product: ProductDetail,
  { totals, reviews }: ReviewListAnswer,
  publicUrl: string,
  brand: string,
): WithContext<Product> {
  const { nameZh, nameEn, summary, images, prices, available, productId, slug } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: nameZh,
    alternateName: nameEn,
    description: summary,
    sku: String(productId),
    image: images.map((image) => publicUrl + imageFile(image, '1280.png')),
    brand: { '@type': 'Brand', name: brand },
    ...(totals.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: totals.average,
        reviewCount: totals.count,
        bestRating: 5,
        worstRating: 1,
      },
      review: reviews
        .filter(({ source }) => source === 'MEMBER')
        .map(({ stars, title, content, name, createdAt }) => ({
          '@type': 'Review',
          reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5 },
          author: { '@type': 'Person', name },
          datePublished: dayOf(createdAt),
          ...(title && { name: title }),
          ...(content && { reviewBody: content }),
        })),
    }),
    offers: {
      '@type': 'Offer',
      url: `${publicUrl}/product/${encodeURIComponent(slug)}`,
      priceCurrency: 'TWD',
      price: prices.ORIGIN,
      availability: available ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: shippingOf(prices.ORIGIN),
      hasMerchantReturnPolicy: returnPolicy(publicUrl),
    },
  };
}
