import type { OrderFacts, ParcelStage } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { isToBeCollected } from './pickup.ts';

const store = { id: '131386', chain: '7-ELEVEN', name: '建盛門市', address: '' };
const facts = (stage: ParcelStage | undefined): OrderFacts =>
  ({ parcel: stage === undefined ? null : { code: '300', label: '', stage, at: '' } }) as unknown as OrderFacts;

test('must be collected while the parcel is in transit to a store or waits there', () => {
  const atStore = (stage: ParcelStage | undefined) =>
    isToBeCollected({ delivery: { type: 'CVS', subtype: 'UNIMARTC2C', store }, facts: facts(stage) });
  for (const stage of ['preparing', 'shipped', 'in-transit', 'at-store'] as const) expect(atStore(stage), stage).toBe(true);
  for (const stage of [undefined, 'delivered', 'returning', 'cancelled', 'problem'] as const) expect(atStore(stage), stage).toBe(false);
  expect(isToBeCollected({ delivery: { type: 'HOME', subtype: 'TCAT', store: null }, facts: facts('preparing') })).toBe(false);
});
