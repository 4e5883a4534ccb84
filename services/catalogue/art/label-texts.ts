import type { SeedProduct } from '../data/seed-product.ts';

/** Texts of a label. */
export type LabelTexts = { mark: string; zh: string; en: string; size: string };

/** Characters that are on every label. */
export const LATIN_ON_LABELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,-–·&';

/** Products without a number have one character in its place. */
const MARKS: Record<number, string> = { 13: '手', 14: '紋', 15: '夜', 2: '油', 31: '01', 32: '02', 33: '棉', 34: '07' };
const SAMPLE_OFFSET = 100;

export function labelOf(product: SeedProduct): LabelTexts {
  const [ml] = product.sizes;
  return {
    mark: product.number ?? MARKS[product.id] ?? numberOfWhole(product) ?? MARKS[product.id - SAMPLE_OFFSET] ?? '',
    zh: product.nameZh.replace(/ 七天試用品$/, ''),
    en: product.nameEn.replace(/ Trial$/, '').toUpperCase(),
    size: ml === undefined ? '' : `${ml} ml`,
  };
}

/** A trial pack has the number of its product, which is part of its uid (`NH03RE005S`). */
function numberOfWhole({ uid }: SeedProduct): string | undefined {
  return /^NH(0\d)/.exec(uid)?.[1];
}

export function* labelTexts(product: SeedProduct): Generator<string> {
  yield* Object.values(labelOf(product));
}
