import type { Carrier } from '@nordhaut/logistics';
import type { EndedParcels, Order } from '@nordhaut/ordering';
import { sleep, type TokenBucket } from '@nordhaut/platform/timing';
import type pg from 'pg';
import { cashDifference, type CarrierBooks, NO_PARCEL } from './compare.ts';
import { BooksMissing, daily, DAY, examineEach, rangeOf, readable, type Reconciled, type Reconciliation, STOPPED } from './days.ts';
import { differenceStore } from './differences.ts';

/** A parcel is compared when it has ended, and again a month later: by then the carrier has paid out what it collected. */
const AGES = [0, 29];
/** ms from the delivery until the carrier must have paid out */
const PAID_OUT = 28 * DAY;

export type ParcelsOptions = {
  pool: pg.Pool;
  parcels: EndedParcels;
  carrier: Pick<Carrier, 'query'>;
  /** the order by its own events; null: there is none */
  load(orderNo: string): Promise<Order | null>;
  clock: () => Date;
  /** Resolves when the carrier may be asked again, or when `lost` fires. Missing: at once. */
  turn?: (lost?: AbortSignal) => Promise<void>;
};

/** A `turn` that takes a token for each question. */
export const turnsOf =
  (questions: Pick<TokenBucket, 'take'>): NonNullable<ParcelsOptions['turn']> =>
  (lost) =>
    sleep(questions.take(), lost, { ref: false });

/**
 * Compares the cash that the carriers collected with the money of the orders. A carrier has no list of a day, so each parcel
 * that ended is asked for. The read model only chooses them: the order's own events decide (infra/decisions/102).
 */
export function parcelReconciliation({ pool, parcels, carrier, load, clock, turn }: ParcelsOptions): Reconciliation {
  const store = differenceStore(pool, 'carrier');

  async function booksOf({ terms, shipment }: Order): Promise<CarrierBooks> {
    const { subtype } = terms.delivery;
    if (!shipment || subtype === 'INTERNATIONAL') return NO_PARCEL;
    const found = await carrier.query({ subtype, tradeNo: shipment.tradeNo });
    if (found.kind === 'status') return found;
    if (found.kind === 'none') return NO_PARCEL;
    throw new BooksMissing(found.kind === 'throttled' ? 'too many requests' : found.reason);
  }

  /** @returns whether the parcel differs */
  async function examine({ orderNo }: { orderNo: string }, lost?: AbortSignal): Promise<boolean> {
    await turn?.(lost);
    if (lost?.aborted) throw new BooksMissing(STOPPED);
    const order = await readable(load(orderNo));
    if (order === null || order === 'unreadable') return false;
    const now = clock();
    const isDue = order.receivedAt !== null && now.getTime() - Date.parse(order.receivedAt) >= PAID_OUT;
    const recTradeId = order.shipment?.tradeNo ?? orderNo;
    return store.compared({ orderNo, recTradeId }, cashDifference(order, await booksOf(order), isDue), now);
  }

  async function run(day: string, lost?: AbortSignal): Promise<Reconciled> {
    const orderNos = new Set<string>();
    for (const age of AGES) for (const orderNo of await parcels.between(rangeOf(day, age))) orderNos.add(orderNo);
    const differences = await examineEach(orderNos, (orderNo) => examine({ orderNo }, lost), lost);
    const outcome = { compared: orderNos.size, differences };
    await store.reconciled(day, clock(), outcome);
    return outcome;
  }

  return daily({ store, clock, run, examine });
}
