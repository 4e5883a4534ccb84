import { NUMBERED_FIRST } from './numbered-care.ts';
import { NUMBERED_SECOND } from './numbered-rich.ts';
import { OTHER_CARE } from './hand-and-tattoo.ts';
import type { SeedProduct } from './seed-product.ts';

/** ml of each trial pack: 10 for what is used by the palm, 5 for what is used by the drop (spec/1 §9). */
const SAMPLE_ML: Record<number, number> = { 5: 10, 9: 10 };
/** Samples have ids of their own, 100 above the product they belong to. */
const SAMPLE_ID_OFFSET = 100;

/** The seven-day trial packs. Not sold alone: `launched` is empty, they only come with their product. */
export const SAMPLES: readonly SeedProduct[] = [...NUMBERED_FIRST, ...NUMBERED_SECOND, ...OTHER_CARE].flatMap((whole) => {
  if (!whole.sample) return [];
  const ml = SAMPLE_ML[whole.id] ?? 5;
  return [{
    id: whole.id + SAMPLE_ID_OFFSET, uid: whole.sample, type: 'PRODUCT', step: whole.step,
    nameZh: `${whole.nameZh} 七天試用品`, nameEn: `${whole.nameEn} Trial`,
    subTitle: `${ml} ml，先試再開正品`, summary: `隨 ${whole.nameZh} 附上的試用品，約七天份量。先用試用品，不合適時，正品未拆封可於七天內退回。`,
    description: [`${whole.nameZh} 的七天試用品，配方與正品相同。`], characters: ['七天份量', '與正品相同配方'],
    function: whole.function, usage: whole.usage, texture: whole.texture, scent: whole.scent, openMonths: whole.openMonths, sizes: [ml], price: [0, 0], image: `${whole.image}-trial`,
    features: whole.features, skinTypes: whole.skinTypes, ingredients: whole.ingredients, launched: '', sort: 1000 + whole.sort,
  } satisfies SeedProduct];
});
