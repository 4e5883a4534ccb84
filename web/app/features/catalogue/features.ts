import type { CareStep, ProductFeature } from '@nordhaut/contracts';

/** The filters of the list in the order of its menu (spec/1-catalogue-and-content §2). */
export const FEATURES: readonly { key: ProductFeature; label: string }[] = [
  { key: 'dryness', label: '乾燥缺水' },
  { key: 'dullness-uneven-texture', label: '暗沉與膚色不均' },
  { key: 'wrinkles-fine-lines', label: '細紋與皺紋' },
  { key: 'acne-blemishes', label: '出油與粉刺' },
  { key: 'enlarged-pores', label: '毛孔粗大' },
  { key: 'hand-dry', label: '手部乾燥' },
  { key: 'all-skin-types', label: '所有膚質' },
];

export const featurePath = (feature: ProductFeature): string => `/product?feature=${feature}`;

export const featureOf = (text: string | null): (typeof FEATURES)[number] | undefined => FEATURES.find(({ key }) => key === text);

export const STEP_LABELS: Record<CareStep, string> = {
  cleanse: '潔淨',
  hydrate: '補水',
  func: '功能保養',
  lock: '鎖水滋養',
  hand: '手部保養',
};
