import type { ProductFeature } from './vocabulary.ts';

/** The filters of the list in the order of its menu (spec/1-catalogue-and-content §2). The search finds their labels as well. */
export const FEATURES: readonly { key: ProductFeature; label: string }[] = [
  { key: 'dryness', label: '乾燥缺水' },
  { key: 'dullness-uneven-texture', label: '暗沉與膚色不均' },
  { key: 'wrinkles-fine-lines', label: '細紋與皺紋' },
  { key: 'acne-blemishes', label: '出油與粉刺' },
  { key: 'enlarged-pores', label: '毛孔粗大' },
  { key: 'hand-dry', label: '手部乾燥' },
  { key: 'all-skin-types', label: '所有膚質' },
];
