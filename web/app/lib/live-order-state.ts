import type { DisplayStatus, OrderAnswer, OrderStatusMessage, PickupFacts } from '@nordhaut/contracts';

/** `reconnecting`: the order is polled meanwhile; `offline`: the device has no network. */
export type LiveConnection = 'connecting' | 'connected' | 'reconnecting' | 'offline';

export type LiveOrder = {
  answer: OrderAnswer;
  connection: LiveConnection;
  /** ms since the epoch of the last answer; undefined before the first one */
  updatedAt: number | undefined;
  /** the newest change of the status or its steps since the start, for the announcement */
  change: { revision: number; status: DisplayStatus } | undefined;
};

export const EMAIL_CORRECTED = 'EMAIL_CORRECTED';

/** The order after a status message. A known revision changes nothing, because messages may repeat. */
export function afterMessage(answer: OrderAnswer, message: OrderStatusMessage): OrderAnswer {
  const { orderNo, revision, position, status, at, facts, entry } = message;
  const { recipient } = answer.order;
  if (orderNo !== answer.order.orderNo || revision <= answer.revision) return answer;
  return {
    ...answer,
    order: {
      ...answer.order,
      facts: { ...facts, pickup: pickupAfter(answer.order.facts.pickup, facts.pickup) },
      // No message has the corrected address, and the known one is the wrong one. The look-up answers it.
      recipient: entry?.code === EMAIL_CORRECTED ? { ...recipient, email: '' } : recipient,
    },
    displayStatus: status,
    timeline: entry ? [...answer.timeline, { ...entry, at, revision }] : answer.timeline,
    revision,
    position,
  };
}

/** A message has only the deadline; the codes and the store stay as the look-up answered them. */
const pickupAfter = (known: PickupFacts | null, told: PickupFacts | null): PickupFacts | null =>
  known && told ? { ...known, deadline: told.deadline } : told;

/**
 * The newer of two answers about one order. At the same revision the look-up wins, because it may have more data
 * (personal data after a proof, the tracking number).
 */
export const newer = (known: OrderAnswer, fresh: OrderAnswer): OrderAnswer => (fresh.revision >= known.revision ? fresh : known);
