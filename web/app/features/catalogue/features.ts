import type { CareStep, ProductFeature } from '@nordhaut/contracts';

/** The filters of the list in the order of its menu (spec/1-catalogue-and-content §2). */
export const FEATURES: readonly { key: ProductFeature; label: string; about: string }[] = [
  { key: 'dryness', label: '乾燥缺水', about: '洗後緊繃、妝容浮粉，從補水與鎖水做起。' },
  { key: 'dullness-uneven-texture', label: '暗沉與膚色不均', about: '讓膚色回到均勻透亮的狀態。' },
  { key: 'wrinkles-fine-lines', label: '細紋與皺紋', about: '補足脂質與水分，讓乾燥細紋看起來較淡。' },
  { key: 'acne-blemishes', label: '出油與粉刺', about: '清潔不過度，溫和調理。' },
  { key: 'enlarged-pores', label: '毛孔粗大', about: '調理油脂與老廢角質，使膚觸細緻。' },
  { key: 'hand-dry', label: '手部乾燥', about: '常洗手的人，也能有柔軟的雙手。' },
  { key: 'all-skin-types', label: '所有膚質', about: '不確定膚質時，從這裡開始。' },
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
