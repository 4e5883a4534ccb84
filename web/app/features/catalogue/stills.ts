import type { CareStep } from '@nordhaut/contracts';

/** The product whose content fills the last row of a care step's products, and of the sets (`RowStill`). */
export const STILLS: Readonly<Record<CareStep | 'sets', string>> = {
  cleanse: 'gentle-cleanser',
  hydrate: 'soothing-gel',
  func: 'repair-essence',
  lock: 'moisturising-cream',
  hand: 'hand-cream',
  sets: 'firming-essence',
};
