import type { SeedProduct } from '../data/seed-product.ts';
import type { Look } from './vessels.ts';

const LOOKS: Record<number, Look> = {
  5: { vessel: 'pump' },
  9: { vessel: 'bottle' },
  3: { vessel: 'dropper' },
  4: { vessel: 'tube' },
  7: { vessel: 'dropper', slim: true },
  8: { vessel: 'dropper' },
  11: { vessel: 'jar' },
  12: { vessel: 'jar', amber: true },
  13: { vessel: 'tube', slim: true },
  14: { vessel: 'tube' },
  15: { vessel: 'jar' },
  2: { vessel: 'bottle' },
  31: { vessel: 'flip' },
  32: { vessel: 'flip' },
  33: { vessel: 'box' },
  34: { vessel: 'jar' },
};

/** The vessel of each product; a trial is a sachet. */
export const lookOf = ({ id }: Pick<SeedProduct, 'id'>): Look => LOOKS[id] ?? { vessel: 'sachet' };
