import type { ProductFeature } from '@nordhaut/contracts';

/** A sentence about each filter. Only loaders import this file, so that no script contains the texts. */
export const ABOUT_FEATURE: Readonly<Record<ProductFeature, string>> = {
  dryness: '洗後緊繃、妝容浮粉，從補水與鎖水做起。',
  'dullness-uneven-texture': '讓膚色回到均勻透亮的狀態。',
  'wrinkles-fine-lines': '補足脂質與水分，讓乾燥細紋看起來較淡。',
  'acne-blemishes': '清潔不過度，溫和調理。',
  'enlarged-pores': '調理油脂與老廢角質，使膚觸細緻。',
  'hand-dry': '常洗手的人，也能有柔軟的雙手。',
  'all-skin-types': '不確定膚質時，從這裡開始。',
};
