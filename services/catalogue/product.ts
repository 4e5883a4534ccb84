import type { CareStep, ProductFeature, ProductType } from '@nordhaut/contracts';

/** NT$ integers; null where the product has no price in that tier. */
export type TierPrices = { ORIGIN: number; MEMBER: number; ADDITIONAL: number | null };

/**
 * Whether a product is on sale, from `product_is_launched` (decisions.md #2: `'1'` is on sale, anything else is not).
 * `'0'` is listed as out of stock, without a page (spec/1 §2, spec/3 §3); every other value is shown nowhere:
 * withdrawn products, and trial samples, which only come with another product.
 */
export type Standing = 'on-sale' | 'out-of-stock' | 'hidden';

export type FlowEntry = { product: number | 'self'; must: boolean | null };
export type DetailImage = { image: string; alt: string; link: string | null };

/** A product, read from the raw fields of spec/1-catalogue-and-content §3. */
export type Product = {
  id: number;
  uid: string;
  /** the conversion interface's own id (`product_capi_uid`) */
  capiUid: string;
  slug: string;
  type: ProductType;
  number: string | null;
  step: CareStep;
  nameZh: string;
  nameEn: string;
  subTitle: string;
  summary: string;
  description: string;
  characters: string[];
  function: string;
  usage: string;
  texture: string;
  scent: string;
  /** months for which it can be used once opened; null for what does not spoil */
  openMonths: number | null;
  /** ml, the first one is the default */
  sizes: number[];
  prices: TierPrices;
  images: string[];
  detailImages: DetailImage[];
  features: ProductFeature[];
  skinTypes: string[];
  /** sanitised HTML */
  ingredients: string;
  setItems: number[];
  /** uid of the trial product that comes with it */
  sampleUid: string | null;
  flow: FlowEntry[];
  standing: Standing;
  isHotSale: boolean;
  isAdditional: boolean;
  sortIndex: number;
  /** when the row last got other values */
  changedAt: Date;
};

/** The address of a product: its English name in lower case with spaces as hyphens (spec/1 §2), unless it has one of its own. */
export function slugOf(nameEn: string, own?: string | null): string {
  return own || nameEn.trim().toLowerCase().replace(/\s+/g, '-');
}
