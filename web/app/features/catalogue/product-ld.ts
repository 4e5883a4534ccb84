import { dayOf, type ProductDetail, type ReviewListAnswer } from '@nordhaut/contracts';
import type { Product, WithContext } from 'schema-dts';
import { imageFile } from '../../ui/picture.tsx';

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
    },
  };
}
