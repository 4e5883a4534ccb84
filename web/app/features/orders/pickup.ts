import type { OrderAnswer, ParcelStage } from '@nordhaut/contracts';

/** Stages in which a parcel to a store is on its way there, or waits there. */
const TO_BE_COLLECTED: readonly ParcelStage[] = ['preparing', 'shipped', 'in-transit', 'at-store'];

/** Whether the buyer still has to collect the parcel at a store. */
export const isToBeCollected = ({ delivery, facts }: Pick<OrderAnswer['order'], 'delivery' | 'facts'>): boolean =>
  delivery.store !== null && facts.parcel !== null && TO_BE_COLLECTED.includes(facts.parcel.stage);
