import type { DisplayStatus, OrderAnswer, OrderStatusMessage } from '@nordhaut/contracts';

/** `reconnecting`: the order is asked for now and then meanwhile; `offline`: the device has no network. */
export type LiveConnection = 'connecting' | 'connected' | 'reconnecting' | 'offline';

export type LiveOrder = {
  answer: OrderAnswer;
  connection: LiveConnection;
  /** ms since the epoch: when this was last known to be the newest; undefined before the first contact */
  updatedAt: number | undefined;
  /** the newest change since following began, for the one who has to say it */
  change: { revision: number; status: DisplayStatus } | undefined;
};

/** An order's answer after a pushed status. A revision that is known already changes nothing: pushes may repeat. */
export function afterMessage(answer: OrderAnswer, message: OrderStatusMessage): OrderAnswer {
  const { orderNo, revision, position, status, at, facts, entry } = message;
  if (orderNo !== answer.order.orderNo || revision <= answer.revision) return answer;
  return {
    ...answer,
    order: { ...answer.order, facts },
    displayStatus: status,
    timeline: entry ? [...answer.timeline, { ...entry, at, revision }] : answer.timeline,
    revision,
    position,
  };
}

/**
 * Two looks at one order, taken at different times and by different ways: the newer wins. At the same revision the
 * look-up wins, since it may know more (personal data after a proof, the tracking number).
 */
export const newer = (known: OrderAnswer, fresh: OrderAnswer): OrderAnswer => (fresh.revision >= known.revision ? fresh : known);
