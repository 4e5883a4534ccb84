import type { ProductDetail } from '@nordhaut/contracts';
import { imageUrl } from '../../ui/picture.tsx';

/** schema.org Product with its Offer. `publicUrl`: origin without a trailing slash. */
export function productLd(product: ProductDetail, publicUrl: string, brand: string): object {
  const { nameZh, nameEn, summary, images, prices, available, productId, slug } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: nameZh,
    alternateName: nameEn,
    description: summary,
    sku: String(productId),
    image: images.map((image) => publicUrl + imageUrl(image, 1280)),
    brand: { '@type': 'Brand', name: brand },
    offers: {
      '@type': 'Offer',
      url: `${publicUrl}/product/${encodeURIComponent(slug)}`,
      priceCurrency: 'TWD',
      price: prices.ORIGIN,
      availability: available ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    },
  };
}
