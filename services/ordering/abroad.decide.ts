import { isNotCollected, supersedes } from '@nordhaut/logistics';
import { reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import type { OrderEvent } from './order-events.ts';
import type { Order } from './order-state.ts';
import { reportParcelStatus } from './parcel.decide.ts';
import { needsRecall } from './recall.ts';

/** Support records the state of a parcel abroad, which has no carrier in the tables (decisions.md 17). */
export type ReportAbroad = { type: 'ReportAbroad'; at: string; code: string; note: string };

/** The shop's own code of a parcel abroad that nobody collected. */
export const NOT_COLLECTED_ABROAD = '40000';

/**
 * "Not collected" makes the shop owe everything. So it is no word about goods that the buyer got, or that came back: a return
 * pays for those, by its scales.
 */
export function reportAbroad({ at, code, note }: ReportAbroad, order: Order): Decision<OrderEvent> {
  const { parcel, payment, shipment, terms, cancelled, recall, receivedAt } = order;
  const { subtype } = terms.delivery;
  if (subtype !== 'INTERNATIONAL') return reject(409, 'PARCEL_UNKNOWN', messages.notAbroad);
  // A cancelled parcel that was to be sent may leave all the same, and the refund says nothing of it.
  // Money that went back as goodwill meanwhile does not end the parcel's way.
  const isSent = cancelled ? recall !== null || needsRecall(order) !== undefined : payment.status === 'SUCCESS' || parcel !== null;
  if (!isSent) return reject(409, 'PARCEL_UNKNOWN', messages.nothingToSend);
  if (isNotCollected(subtype, code) && (receivedAt !== null || order.return?.receivedAt))
    return reject(409, 'PARCEL_UNKNOWN', messages.abroadReceived);
  if (parcel?.code === code || !supersedes(subtype, parcel ?? undefined, { code, at }))
    return reject(409, 'PARCEL_UNKNOWN', messages.parcelIsThere);
  const tradeNo = shipment?.tradeNo ?? terms.orderNo;
  const report = { tradeNo, logisticsId: null, subtype, code, carrierAt: null, source: 'support' } as const;
  return reportParcelStatus({ type: 'ReportParcelStatus', at, ...report, note }, order);
}
