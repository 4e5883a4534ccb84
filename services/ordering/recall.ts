import type { Order } from './order.ts';
import { PROCESS_CANCEL_REASONS } from './order-events.ts';

/**
 * What a cancelled order needs so that its parcel is not sent. `stop`: a parcel is known, and it was not stopped yet.
 * `look`: a parcel may have been created by a process that died before it recorded it, so the carrier has to be asked.
 */
export function needsRecall(order: Order): 'stop' | 'look' | undefined {
  const { cancelled, recall, shipment, shipmentRejected, terms, payment } = order;
  if (!cancelled) return undefined;
  if (shipment) return recall === null || recall === 'NEVER_CREATED' ? 'stop' : undefined;
  const isOfProcess = PROCESS_CANCEL_REASONS.some((reason) => reason === cancelled);
  const wasToBeShipped = terms.delivery.type !== 'INTERNATIONAL' && (terms.payment === 'COD' || payment.paid > 0);
  return recall === null && !isOfProcess && !shipmentRejected && wasToBeShipped ? 'look' : undefined;
}
