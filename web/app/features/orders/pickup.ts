import type { OrderAnswer, OrderPhase, ParcelStage } from '@nordhaut/contracts';

/** The stages of a parcel that is in transit to a store or waits there. */
const TO_BE_COLLECTED: readonly ParcelStage[] = ['preparing', 'shipped', 'in-transit', 'at-store'];

/** The phases of an order whose parcel nobody has to collect, wherever it is: the order was cancelled, or paid back. */
const OVER: readonly OrderPhase[] = ['payment-failed', 'cancelled', 'not-collected', 'refunded'];

/** Whether the buyer must still collect the parcel at a store. */
export const isToBeCollected = ({ facts }: Pick<OrderAnswer['order'], 'facts'>): boolean =>
  facts.pickup !== null && facts.parcel !== null && !OVER.includes(facts.phase) && TO_BE_COLLECTED.includes(facts.parcel.stage);
