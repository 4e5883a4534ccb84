import type { Order } from './order-state.ts';
import type { CancellationReason } from './order-events.ts';

/** Whether the warehouse may have begun with the parcel: it is paid, by credit or by its origin too, or paid on delivery. */
const wasToBeSent = ({ terms, payment }: Order): boolean => terms.payment === 'COD' || terms.total === 0 || payment.paid > 0;

/** Cancellations in the same append as the payment, or before it: no process saw an order that it had to send. */
const NEVER_SENT: ReadonlySet<string> = new Set<CancellationReason>(['PAYMENT_TOO_LATE', 'REFUNDED_AT_PROCESSOR']);

/**
 * The step after which the parcel of a cancelled order is not sent. `stop`: the parcel is known and was not stopped yet, or it is
 * packed for abroad without any record. `look`: query the carrier, because a process may have created a parcel and died before it
 * recorded it. After a refusal, the carrier may still take an earlier request whose answer was lost.
 */
export function needsRecall(order: Order): 'stop' | 'look' | undefined {
  const { cancelled, recall, shipment, shipmentRejected, terms } = order;
  if (!cancelled) return undefined;
  if (shipment) return recall === null || recall === 'NEVER_CREATED' ? 'stop' : undefined;
  if (recall !== null || NEVER_SENT.has(cancelled) || !wasToBeSent(order)) return undefined;
  if (terms.delivery.type !== 'INTERNATIONAL') return 'look';
  return shipmentRejected ? undefined : 'stop';
}
