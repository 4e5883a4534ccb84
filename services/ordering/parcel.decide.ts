import type { DeliverySubtype } from '@nordhaut/contracts';
import { DEFAULT_CODE, isFinal, supersedes } from '@nordhaut/logistics';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import { noted } from './return.decide.ts';
import type { Order } from './order.ts';
import type { OrderEvent, ReportSource, StoreProblemReported } from './order-events.ts';
import { orderNoOfShipment } from './shipment-number.ts';

/**
 * A report of a carrier or of support about a parcel. `carrierAt`: the carrier's own time (ISO); null where the report
 * has none, as the answer to a query. `at`: the report's arrival.
 */
export type ReportParcelStatus = {
  type: 'ReportParcelStatus';
  at: string;
  tradeNo: string;
  /** the carrier's own number; null for support */
  logisticsId: string | null;
  subtype: DeliverySubtype;
  code: string;
  carrierAt: string | null;
  source: ReportSource;
  /** of support: why */
  note?: string;
};

/** ms for which the answer to a query may lag behind the carrier's callbacks */
const POLL_LAG = 10 * 60_000;

/** ms that a carrier's time may be ahead of the shop's clock. A later time is an error, and the time of arrival counts. */
const MOST_AHEAD = 24 * 3_600_000;

const time = (report: { at: string }): number => Date.parse(report.at);

/** Whether the command repeats a recorded report: a repeated callback, or a poll without a new state (decisions.md 16). */
function isNoReport({ code, carrierAt, source, at }: ReportParcelStatus, { parcel }: Order): boolean {
  if (!parcel) return false;
  const same = parcel.reports.filter((report) => report.code === code);
  if (source !== 'poll') return same.some((report) => report.at === carrierAt);
  // The poll may repeat the parcel's state or the carrier's newest report. These two differ where support set the state,
  // where the code is unknown and where the parcel is finished.
  const carriers = parcel.reports.filter((report) => report.source !== 'support').toSorted((a, b) => time(a) - time(b));
  if (code === parcel.code || code === carriers.at(-1)?.code) return true;
  return same.length > 0 && Date.parse(at) - Math.max(...parcel.reports.map(time)) < POLL_LAG;
}

/**
 * The carrier took the parcel of a cancelled order after the looks for it had ended (infra/decisions/023). Its report is the first that the
 * shop knows of the parcel, so it also records the parcel. Then the process stops it, and support has it in its lists.
 */
function takenLate(command: ReportParcelStatus, order: Order): Decision<OrderEvent> | undefined {
  const { source, tradeNo, logisticsId, subtype } = command;
  const isFirst = order.shipment === null && isShipmentOf(order, tradeNo) && subtype === order.terms.delivery.subtype;
  if (!isFirst || source === 'support' || !logisticsId || !order.cancelled || order.recall !== 'NEVER_CREATED') return undefined;
  const at = timeOf(command).at;
  const numbers = { tradeNo, logisticsId, bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' };
  const state = { code: DEFAULT_CODE, at };
  const created: OrderEvent = { type: 'ShipmentCreated', data: { ...numbers, subtype, ...state } };
  const parcel = { ...state, finished: false, reports: [{ ...state, timed: false, source: 'callback' as const }] };
  const reported = reportParcelStatus(command, { ...order, shipment: numbers, parcel });
  return reported.ok ? accept(created, ...reported.events) : reported;
}

/** The number of any shipment of the order, and not its own number, which only older shipments have. */
const isShipmentOf = ({ terms: { orderNo } }: Order, tradeNo: string): boolean =>
  tradeNo !== orderNo && orderNoOfShipment(tradeNo) === orderNo;

/** The carrier's time of a report, unless it is an error. Then the time of arrival counts. */
function timeOf({ carrierAt, at }: ReportParcelStatus): { isTimed: boolean; at: string } {
  const isTimed = carrierAt !== null && Date.parse(carrierAt) - Date.parse(at) <= MOST_AHEAD;
  return { isTimed, at: isTimed ? carrierAt : at };
}

export function reportParcelStatus(command: ReportParcelStatus, order: Order): Decision<OrderEvent> {
  const late = takenLate(command, order);
  if (late) return late;
  const { code, source, subtype } = command;
  const { shipment, parcel, terms } = order;
  const tradeNo = shipment?.tradeNo ?? (source === 'support' ? terms.orderNo : undefined);
  // Support has no number of the carrier. A carrier's report must have both numbers of the parcel.
  const isOther = source !== 'support' && (!shipment?.logisticsId || shipment.logisticsId !== command.logisticsId);
  if (isOther || tradeNo !== command.tradeNo || subtype !== terms.delivery.subtype)
    return reject(404, 'PARCEL_UNKNOWN', messages.parcelUnknown);
  if (isNoReport(command, order)) return accept();

  const { isTimed, at } = timeOf(command);
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
      timed: isTimed,
      current,
      finished: isFinal(subtype, current || !parcel ? code : parcel.code),
    },
    ...(order.forgotten?.support ? {} : noted(order, command.note)),
  });
}

export type ReportStoreProblem = { type: 'ReportStoreProblem'; storeId: string } & StoreProblemReported['data'];

/**
 * The carrier repeats a notice for days. One status of one store is recorded once, and once more where support chose that store again after
 * the notice: then the store is closed a second time, and the buyer needs another one.
 */
export function reportStoreProblem({ type: _, storeId, ...data }: ReportStoreProblem, order: Order): Decision<OrderEvent> {
  const isToStore = order.terms.delivery.type === 'CVS';
  if (!isToStore || order.shipment?.logisticsId !== data.logisticsId) return reject(404, 'PARCEL_UNKNOWN', messages.parcelUnknown);
  // The store is empty in an event of an earlier release, and after the buyer was forgotten.
  const { store, problemStores: stores = [] } = order.personal.contact ?? {};
  const isChosenStore = data.side === 'pickup' && order.storeChange?.state === 'DONE' && store?.id === storeId;
  const chosenAt = isChosenStore ? (order.storeChange?.revision ?? -1) : -1;
  const isKnown = order.storeProblems?.some(
    ({ side, status, revision }, index) =>
      revision > chosenAt && side === data.side && status === data.status && (stores[index] || storeId) === storeId,
  );
  if (isKnown) return accept();
  return accept<OrderEvent>({ type: 'StoreProblemReported', data, subject: order.subject, personal: { contact: { storeId } } });
}
