import type { CareStep, ProductFeature } from '@nordhaut/contracts';

/** One line of an ingredient list: INCI name, Chinese name, what it is there for. */
export type Ingredient = readonly [inci: string, zh: string, purpose: string];

/** A product as the seed data writes it down; `toRow` turns it into the raw fields of spec/1 §3. */
export type SeedProduct = {
  id: number;
  uid: string;
  /** address, where it is not the English name */
  slug?: string;
  type: 'PRODUCT' | 'SET';
  number?: string;
  step: CareStep;
  nameZh: string;
  nameEn: string;
  subTitle: string;
  summary: string;
  /** paragraphs */
  description: readonly string[];
  characters: readonly string[];
  function: string;
  /** how it is used, what it feels like, and what it smells of */
  usage: string;
  texture: string;
  scent: string;
  /** months for which it can be used once opened (spec/1 §5); null for what does not spoil */
  openMonths: number | null;
  sizes: readonly number[];
  /** NT$ [ORIGIN, MEMBER, ADDITIONAL] */
  price: readonly [origin: number, member: number, additional?: number];
  /** file name of its images; the gallery is made from it by `kind` */
  image: string;
  features: readonly ProductFeature[];
  skinTypes: readonly string[];
  ingredients: readonly Ingredient[];
  setItems?: readonly number[];
  sample?: string;
  /** comma list of spec/1 §3: `self`, `+id` required, `-id` optional, `id` plain */
  flow?: string;
  /** raw `product_is_launched`; on sale unless said otherwise */
  launched?: string;
  hot?: boolean;
  sort: number;
};
