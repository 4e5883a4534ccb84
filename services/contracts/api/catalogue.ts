import * as z from 'zod/mini';
import { CARE_STEPS, PRODUCT_FEATURES, PRODUCT_TYPES } from '../vocabulary.ts';

/** NT$ integers. `ADDITIONAL` is null where the product is not an additional-purchase item. */
export const Prices = z.object({ ORIGIN: z.int(), MEMBER: z.int(), ADDITIONAL: z.nullable(z.int()) });

/** A product in lists, carts and the order flow. */
export const ProductCard = z.object({
  productId: z.int(),
  slug: z.string(),
  type: z.enum(PRODUCT_TYPES),
  /** "01" to "08" for the numbered products, in the brand's order of use; null for the others */
  number: z.nullable(z.string()),
  step: z.enum(CARE_STEPS),
  nameZh: z.string(),
  nameEn: z.string(),
  subTitle: z.string(),
  summary: z.string(),
  /** ml; the first one is the default; empty for sets */
  sizes: z.array(z.int()),
  prices: Prices,
  /** Paths under /img/product/ without extension; `.avif`, `.webp` and `.png` exist in widths 320, 640, 1280 as `{path}-{width}.{ext}` */
  images: z.array(z.string()),
  features: z.array(z.enum(PRODUCT_FEATURES)),
  isHotSale: z.boolean(),
  isAdditional: z.boolean(),
  /** of a set: NT$ that it costs less than its items one by one, in each tier; absent where it costs as much */
  saves: z.optional(z.object({ ORIGIN: z.int(), MEMBER: z.int() })),
  /** on sale and, for a set, every item on sale (decisions.md 2) */
  available: z.boolean(),
});
export type ProductCard = z.infer<typeof ProductCard>;

export const FlowStep = z.object({
  product: ProductCard,
  /** true 必須, false 非必須, null no badge */
  must: z.nullable(z.boolean()),
  isSelf: z.boolean(),
});

export const ProductDetail = z.extend(ProductCard, {
  /** its id in reports to advertising and in the feed of products */
  contentId: z.string(),
  description: z.string(),
  characters: z.array(z.string()),
  function: z.string(),
  usage: z.string(),
  texture: z.string(),
  scent: z.string(),
  /** months for which it can be used once opened; null for what does not spoil */
  openMonths: z.nullable(z.int()),
  skinTypes: z.array(z.string()),
  /** sanitised HTML */
  ingredients: z.string(),
  /** Across the page of the product. `image`: like `images`, or a path from the root, such as `/img/content/band/hand-cream` */
  detailImages: z.array(z.object({ image: z.string(), alt: z.string(), link: z.nullable(z.string()) })),
  setItems: z.array(ProductCard),
  /** free trial products: the product's own, or those of a set's products */
  samples: z.array(ProductCard),
  flow: z.array(FlowStep),
  related: z.array(ProductCard),
  /** ISO UTC: when the shop last changed the product */
  changedAt: z.iso.datetime(),
});
export type ProductDetail = z.infer<typeof ProductDetail>;

export const ProductListQuery = z.object({ feature: z.optional(z.enum(PRODUCT_FEATURES)) });
export const ProductListAnswer = z.object({ products: z.array(ProductCard) });
export const ProductDetailAnswer = z.object({ product: ProductDetail });
