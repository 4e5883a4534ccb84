import type { OrderAnswer, ParcelStage } from '@nordhaut/contracts';

/** The stages of a parcel that is in transit to a store or waits there. */
const TO_BE_COLLECTED: readonly ParcelStage[] = ['preparing', 'shipped', 'in-transit', 'at-store'];

/** Whether the buyer must still collect the parcel at a store. */
export const isToBeCollected = ({ facts }: Pick<OrderAnswer['order'], 'facts'>): boolean =>
  facts.pickup !== null && facts.parcel !== null && TO_BE_COLLECTED.includes(facts.parcel.stage);
