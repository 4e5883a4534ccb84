import type { SeedProduct } from '../data/seed-product.ts';

/** `hero`: the product; `cutout`: the same without background; `texture`: the content; `carton`: with its box; `order`: its place among 01 to 08. */
export type SceneKind = 'hero' | 'cutout' | 'texture' | 'carton' | 'order';
export type GalleryImage = {
  /** path under /img/product/ without width and extension */
  name: string;
  scene: SceneKind;
};

/** Whether a product's first picture has a cut-out, `{image}-cutout`, for the pages of the skin types. */
export const hasCutout = ({ price, launched }: SeedProduct): boolean => price[0] > 0 && launched !== '';

/** The pictures of a product; lists show the first one. */
export function galleryOf(product: SeedProduct): GalleryImage[] {
  const hero: GalleryImage = { name: product.image, scene: 'hero' };
  const isSample = product.price[0] === 0;
  if (isSample || product.type === 'SET' || product.ingredients.length < 2 || product.launched === '') return [hero];
  const texture: GalleryImage = { name: `${product.image}-texture`, scene: 'texture' };
  if (product.sort >= 120) return [hero, texture];
  const carton: GalleryImage = { name: `${product.image}-carton`, scene: 'carton' };
  if (!product.number) return [hero, texture, carton];
  return [hero, texture, carton, { name: `${product.image}-order`, scene: 'order' }];
}

/** A travel size shows what the same care in the full size shows. */
const FULL_SIZE: Readonly<Record<string, string>> = {
  'travel-cleanser': 'gentle-cleanser',
  'travel-toner': 'balancing-toner',
};

/** Whether a product has a picture of its content across its page: a travel size shows that of the full size. */
export const hasBand = (product: SeedProduct): boolean => !(product.image in FULL_SIZE) && bandOf(product) !== undefined;

/** The products whose content fills one column of the list, where a row has a place left (web, catalogue/stills.ts). */
const TALL: readonly string[] = [
  'gentle-cleanser',
  'soothing-gel',
  'repair-essence',
  'moisturising-cream',
  'hand-cream',
  'firming-essence',
  'clarifying-essence',
  'overnight-mask',
];
export const hasTall = ({ image }: SeedProduct): boolean => TALL.includes(image);

/** The picture across the page of a product that has a content to show: a path without width and extension, and what it shows. */
export function bandOf(product: SeedProduct): { path: string; alt: string } | undefined {
  if (!galleryOf(product).some(({ scene }) => scene === 'texture')) return undefined;
  return { path: `/img/product/${FULL_SIZE[product.image] ?? product.image}-band`, alt: `${product.nameZh}的質地` };
}
