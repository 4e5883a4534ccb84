import type { SkinTypePage } from '@nordhaut/contracts';
import { COMBINATION } from './data/combination.ts';
import { DRY } from './data/dry.ts';
import { FRAGILE } from './data/fragile.ts';
import type { SkinDefinition } from './data/form.ts';
import { SENSITIVE } from './data/sensitive.ts';

/** The pages `/skin-type/{type}`. Only loaders import this file, so that no script contains the texts. */
export const SKIN_TYPES: Readonly<Record<SkinTypePage, SkinDefinition>> = {
  sensitive: SENSITIVE,
  dry: DRY,
  combination: COMBINATION,
  fragile: FRAGILE,
};

export const skinTypeOf = (text: string | undefined): SkinDefinition | undefined =>
  Object.values(SKIN_TYPES).find(({ type }) => type === text);
