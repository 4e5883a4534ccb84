import type { CareStep } from '@nordhaut/contracts';

/** The still life that fills the last row of a care step's products, and of the sets: a wide one where the row has one product. */
export const STILLS: Readonly<Record<CareStep | 'sets', string>> = {
  cleanse: 'gentle-cleanser-texture',
  hydrate: 'soothing-gel-band',
  func: 'repair-essence-texture',
  lock: 'moisturising-cream-texture',
  hand: 'hand-cream-band',
  sets: 'firming-essence-texture',
};
