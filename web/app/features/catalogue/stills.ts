import type { CareStep } from '@nordhaut/contracts';

/** The still life that fills the last row of a care step's products, and of the sets. */
export const STILLS: Readonly<Record<CareStep | 'sets', string>> = {
  cleanse: 'gentle-cleanser-band',
  hydrate: 'soothing-gel-band',
  func: 'repair-essence-band',
  lock: 'moisturising-cream-band',
  hand: 'hand-cream-band',
  sets: 'firming-essence-band',
};
