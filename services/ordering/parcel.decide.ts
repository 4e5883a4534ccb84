import type { DeliverySubtype } from '@nordhaut/contracts';
import { isFinal, supersedes } from '@nordhaut/logistics';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import type { Order } from './order.ts';
import type { OrderEvent, ReportSource, StoreProblemReported } from './order-events.ts';

/**
 * What a carrier or support says about a parcel. `carrierAt`: the carrier's own time (ISO), or null where it
 * told the state alone, as the answer to a query does; `at` is now.
 */
export type ReportParcelStatus = {
  type: 'ReportParcelStatus';
  at: string;
  tradeNo: string;
  /** the carrier's own number; null where support speaks */
  logisticsId: string | null;
  subtype: DeliverySubtype;
  code: string;
  carrierAt: string | null;
  source: ReportSource;
};

/** ms for which a poll may still answer with the state before the present one */
const POLL_LAG = 10 * 60_000;

/** A callback and a poll that say the same are one event. */
function isKnown(command: ReportParcelStatus, order: Order): boolean {
  const { parcel } = order;
  if (!parcel) return false;
  const same = parcel.reports.filter((report) => report.code === command.code);
  // A poll cannot say when. What the carrier said last is no news, whatever was shown of it or decided since; and a
  // state that was there before may be what the parcel came from, unless that is long ago.
  if (command.carrierAt === null) {
    const last = parcel.reports.findLast(({ source }) => source !== 'support');
    if (last?.code === command.code || parcel.code === command.code) return true;
    return same.length > 0 && Date.parse(command.at) - Date.parse(parcel.at) < POLL_LAG;
  }
  // A poll learned of it later than it came to be: the callback about that is the same report.
  const { carrierAt } = command;
  return same.some(({ at, timed }) => at === carrierAt || (!timed && (parcel.code === command.code || at >= carrierAt)));
}

export function reportParcelStatus(command: ReportParcelStatus, order: Order): Decision<OrderEvent> {
  const { code, source, subtype } = command;
  const { shipment, parcel, terms } = order;
  const tradeNo = shipment?.tradeNo ?? (source === 'support' ? terms.orderNo : undefined);
  const isOther = command.logisticsId !== null && shipment !== null && shipment.logisticsId !== command.logisticsId;
  if (isOther || tradeNo !== command.tradeNo || subtype !== terms.delivery.subtype)
    return reject(404, 'PARCEL_UNKNOWN', messages.parcelUnknown);
  if (isKnown(command, order)) return accept();

  const at = command.carrierAt ?? command.at;
  const current = supersedes(subtype, parcel ?? undefined, { code, at });
  return accept<OrderEvent>({
    type: 'ParcelStatusReported',
    data: {
      at,
      tradeNo,
      logisticsId: shipment?.logisticsId ?? '',
      subtype,
      code,
      source,
      timed: command.carrierAt !== null,
      current,
      finished: isFinal(subtype, current || !parcel ? code : parcel.code),
    },
  });
}

export type ReportStoreProblem = { type: 'ReportStoreProblem' } & StoreProblemReported['data'];

/** The carrier repeats itself for days: the same word about the same store is told once. */
export function reportStoreProblem({ type: _, ...data }: ReportStoreProblem, order: Order): Decision<OrderEvent> {
  if (order.shipment?.logisticsId !== data.logisticsId) return reject(404, 'PARCEL_UNKNOWN', messages.parcelUnknown);
  const isKnown = order.storeProblems?.some(
    ({ side, status, storeId }) => side === data.side && status === data.status && storeId === data.storeId,
  );
  return isKnown ? accept() : accept<OrderEvent>({ type: 'StoreProblemReported', data });
}
