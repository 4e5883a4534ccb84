import type { Order } from './order.ts';
import { PROCESS_CANCEL_REASONS } from './order-events.ts';

/**
 * The step after which the parcel of a cancelled order is not sent. `stop`: the parcel is known and was not stopped yet.
 * `look`: query the carrier, because a process may have created a parcel and died before it recorded it.
 */
export function needsRecall(order: Order): 'stop' | 'look' | undefined {
  const { cancelled, recall, shipment, shipmentRejected, terms, payment } = order;
  if (!cancelled) return undefined;
  if (shipment) return recall === null || recall === 'NEVER_CREATED' ? 'stop' : undefined;
  const isOfProcess = PROCESS_CANCEL_REASONS.some((reason) => reason === cancelled);
  const wasToBeShipped = terms.delivery.type !== 'INTERNATIONAL' && (terms.payment === 'COD' || payment.paid > 0);
  return recall === null && !isOfProcess && !shipmentRejected && wasToBeShipped ? 'look' : undefined;
}
