import type { OrderFacts, OrderPhase, ParcelStage, PickupFacts } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { isToBeCollected } from './pickup.ts';

const pickup: PickupFacts = { code: null, validationNo: null, store: null, deadline: null };
const facts = (stage: ParcelStage | undefined, pickup: PickupFacts | null, phase: OrderPhase = 'on-its-way'): OrderFacts =>
  ({ phase, parcel: stage === undefined ? null : { code: '300', label: '', stage, at: '' }, pickup }) as unknown as OrderFacts;

test('must be collected while the parcel is in transit to a store or waits there', () => {
  const atStore = (stage: ParcelStage | undefined) => isToBeCollected({ facts: facts(stage, pickup) });
  for (const stage of ['preparing', 'shipped', 'in-transit', 'at-store'] as const) expect(atStore(stage), stage).toBe(true);
  for (const stage of [undefined, 'delivered', 'returning', 'cancelled', 'problem'] as const) expect(atStore(stage), stage).toBe(false);
  expect(isToBeCollected({ facts: facts('preparing', null) })).toBe(false);
});

test('nobody has to collect the parcel of an order that is over, also where the carrier still has its number', () => {
  const inPhase = (phase: OrderPhase) => isToBeCollected({ facts: facts('preparing', pickup, phase) });
  for (const phase of ['payment-failed', 'cancelled', 'not-collected', 'refunded'] as const) expect(inPhase(phase), phase).toBe(false);
  // A return that was asked for before the delivery stops no parcel.
  for (const phase of ['preparing', 'return-requested', 'returning'] as const) expect(inPhase(phase), phase).toBe(true);
});
