import { type ProductDetail, shippingFee } from '@nordhaut/contracts';
import { imageFile } from '../../ui/picture.tsx';

/** characters that the receivers take at most */
const TITLE = 150;
const DESCRIPTION = 5_000;
/** pictures beside the main one that the receivers take at most */
const MORE_PICTURES = 10;

/** What XML 1.0 cannot contain: an editor may have pasted it into a text, and it would spoil the whole feed. */
// oxlint-disable-next-line no-control-regex -- these are the characters
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, '')
    .replaceAll(/[&<>]/g, (sign) => NAMES[sign] ?? sign);

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;
const amount = (price: number): string => `${price} TWD`;
const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

type Listed = Pick<ProductDetail, 'contentId' | 'slug' | 'nameZh' | 'summary' | 'description' | 'images' | 'prices'>;

function item({ contentId, slug, nameZh, summary, description, images, prices: { ORIGIN: price } }: Listed, url: string, brand: string) {
  const [main, ...more] = images.map((image) => url + imageFile(image, '1280.png'));
  return [
    element('g:id', contentId),
    element('g:title', cut(nameZh, TITLE)),
    element('g:description', cut(`${summary}\n${description}`, DESCRIPTION)),
    element('g:link', `${url}/product/${encodeURIComponent(slug)}`),
    ...(main ? [element('g:image_link', main)] : []),
    ...more.slice(0, MORE_PICTURES).map((image) => element('g:additional_image_link', image)),
    element('g:availability', 'in_stock'),
    element('g:price', amount(price)),
    element('g:condition', 'new'),
    element('g:brand', brand),
    `<g:shipping>${element('g:country', 'TW')}${element('g:price', amount(shippingFee(price, 'HOME')))}</g:shipping>`,
  ].join('');
}

/**
 * RSS 2.0 with the fields of Google Merchant Center, which Meta's catalogue reads too (infra/decisions/123). A product has the id that
 * the reports to Meta give it, and the price that every visitor pays. `url`: origin without a trailing slash.
 */
export const productFeed = (products: readonly Listed[], url: string, brand: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', brand)}
${element('link', `${url}/`)}
${element('description', brand)}
${products.map((product) => `<item>${item(product, url, brand)}</item>`).join('\n')}
</channel>
</rss>
`;
