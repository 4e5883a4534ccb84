import type { CareStep, ProductCard } from '@nordhaut/contracts';

/** The product whose content fills the last row of a care step's products (`RowStill`) if the last product has none. */
export const STILLS: Readonly<Record<CareStep, string>> = {
  cleanse: 'gentle-cleanser',
  hydrate: 'soothing-gel',
  func: 'repair-essence',
  lock: 'moisturising-cream',
  hand: 'hand-cream',
};

/** The content that belongs to a product, by its first picture; of a set: of one of its items. */
const CONTENT_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.values(STILLS), 'firming-essence', 'clarifying-essence', 'overnight-mask'].map((image) => [image, image]),
  ),
  'travel-cleanser': 'gentle-cleanser',
  'daily-basics-set': 'moisturising-cream',
  'sensitive-care-set': 'repair-essence',
  'radiance-set': 'firming-essence',
  'overnight-set': 'repair-essence',
};

/** The content of the last product of a grid, because the still life stands beside that product; undefined if none is painted. */
export const stillBeside = (products: readonly Pick<ProductCard, 'images'>[]): string | undefined =>
  CONTENT_OF[products.at(-1)?.images[0] ?? ''];
