import type { SeedProduct } from '../data/seed-product.ts';

/** `hero`: the product; `cutout`: the same without background; `texture`: the content; `carton`: with its box; `order`: its place among 01 to 08. */
export type SceneKind = 'hero' | 'cutout' | 'texture' | 'carton' | 'order';
export type GalleryImage = {
  /** path under /img/product/ without width and extension */
  name: string;
  scene: SceneKind;
  /** alternative text; only images of the page's detail section have it */
  alt?: string;
};

/** Whether a product's first picture has a cut-out, `{image}-cutout`, for the front page. */
export const hasCutout = ({ price, launched }: SeedProduct): boolean => price[0] > 0 && launched !== '';

/** The pictures of a product; lists show the first one. */
export function galleryOf(product: SeedProduct): GalleryImage[] {
  const hero: GalleryImage = { name: product.image, scene: 'hero' };
  const isSample = product.price[0] === 0;
  if (isSample || product.type === 'SET' || product.ingredients.length < 2 || product.launched === '') return [hero];
  const texture: GalleryImage = { name: `${product.image}-texture`, scene: 'texture', alt: `${product.nameZh}的質地` };
  if (product.sort >= 120) return [hero, texture];
  const carton: GalleryImage = { name: `${product.image}-carton`, scene: 'carton' };
  if (!product.number) return [hero, texture, carton];
  return [
    hero,
    texture,
    carton,
    { name: `${product.image}-order`, scene: 'order', alt: `${product.nameZh}是第 ${product.number} 號，依號碼由小到大使用` },
  ];
}
