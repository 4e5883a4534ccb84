import { ADDITIONAL } from './additional.ts';
import { OTHER_CARE } from './hand-and-tattoo.ts';
import { NUMBERED_FIRST } from './numbered-care.ts';
import { NUMBERED_SECOND } from './numbered-rich.ts';
import { SAMPLES } from './samples.ts';
import type { SeedProduct } from './seed-product.ts';
import { SETS } from './sets.ts';
import { TRAVEL } from './travel.ts';

/** All products, unordered. Ids and uids are stable, because orders refer to them. */
export const SEED_PRODUCTS: readonly SeedProduct[] = [...NUMBERED_FIRST, ...NUMBERED_SECOND, ...OTHER_CARE, ...SETS, ...ADDITIONAL, ...TRAVEL, ...SAMPLES];
