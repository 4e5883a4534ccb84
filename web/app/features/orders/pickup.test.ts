import type { OrderFacts, ParcelStage, PickupFacts } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { isToBeCollected } from './pickup.ts';

const pickup: PickupFacts = { code: null, validationNo: null, store: null, deadline: null };
const facts = (stage: ParcelStage | undefined, pickup: PickupFacts | null): OrderFacts =>
  ({ parcel: stage === undefined ? null : { code: '300', label: '', stage, at: '' }, pickup }) as unknown as OrderFacts;

test('must be collected while the parcel is in transit to a store or waits there', () => {
  const atStore = (stage: ParcelStage | undefined) => isToBeCollected({ facts: facts(stage, pickup) });
  for (const stage of ['preparing', 'shipped', 'in-transit', 'at-store'] as const) expect(atStore(stage), stage).toBe(true);
  for (const stage of [undefined, 'delivered', 'returning', 'cancelled', 'problem'] as const) expect(atStore(stage), stage).toBe(false);
  expect(isToBeCollected({ facts: facts('preparing', null) })).toBe(false);
});
