import type { Order } from './order.ts';
import { PROCESS_CANCEL_REASONS } from './order-events.ts';

/** Whether the warehouse may have begun with the parcel: it is paid, by credit or by its origin too, or paid on delivery. */
const wasToBeSent = ({ terms, payment }: Order): boolean => terms.payment === 'COD' || terms.total === 0 || payment.paid > 0;

/**
 * The step after which the parcel of a cancelled order is not sent. `stop`: the parcel is known and was not stopped yet, or it is
 * packed for abroad without any record. `look`: query the carrier, because a process may have created a parcel and died before it
 * recorded it.
 */
export function needsRecall(order: Order): 'stop' | 'look' | undefined {
  const { cancelled, recall, shipment, shipmentRejected, terms } = order;
  if (!cancelled) return undefined;
  if (shipment) return recall === null || recall === 'NEVER_CREATED' ? 'stop' : undefined;
  const isOfProcess = PROCESS_CANCEL_REASONS.some((reason) => reason === cancelled);
  if (recall !== null || isOfProcess || shipmentRejected || !wasToBeSent(order)) return undefined;
  return terms.delivery.type === 'INTERNATIONAL' ? 'stop' : 'look';
}
