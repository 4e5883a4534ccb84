import { type CareStep, FEATURES, type ProductFeature } from '@nordhaut/contracts';

export const featurePath = (feature: ProductFeature): string => `/product?feature=${feature}`;

export const featureOf = (text: string | null): (typeof FEATURES)[number] | undefined => FEATURES.find(({ key }) => key === text);

export const STEP_LABELS: Record<CareStep, string> = {
  cleanse: '潔淨',
  hydrate: '補水',
  func: '功能保養',
  lock: '鎖水滋養',
  hand: '手部保養',
};
