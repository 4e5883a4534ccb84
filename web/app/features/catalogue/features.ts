import { type CareStep, FEATURE_LABELS, type ProductFeature } from '@nordhaut/contracts';

const ORDER = [
  'dryness',
  'dullness-uneven-texture',
  'wrinkles-fine-lines',
  'acne-blemishes',
  'enlarged-pores',
  'hand-dry',
  'all-skin-types',
] as const satisfies readonly ProductFeature[];

/** The filters of the list in the order of its menu (spec/1-catalogue-and-content §2). */
export const FEATURES = ORDER.map((key) => ({ key, label: FEATURE_LABELS[key] }));

export const featurePath = (feature: ProductFeature): string => `/product?feature=${feature}`;

export const featureOf = (text: string | null): (typeof FEATURES)[number] | undefined => FEATURES.find(({ key }) => key === text);

export const STEP_LABELS: Record<CareStep, string> = {
  cleanse: '潔淨',
  hydrate: '補水',
  func: '功能保養',
  lock: '鎖水滋養',
  hand: '手部保養',
};
