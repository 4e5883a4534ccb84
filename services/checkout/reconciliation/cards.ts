import { type CardCharge, type CardCharges, heldOfCharge, type Order } from '@nordhaut/ordering';
import type { CardProcessor, PaymentRecord } from '@nordhaut/payments';
import type pg from 'pg';
import { differenceOf, heldAt } from './compare.ts';
import { BooksMissing, daily, examineEach, rangeOf, readable, type Reconciled, type Reconciliation } from './days.ts';
import { differenceStore } from './differences.ts';

/** A day is compared with its own statement, and again when its charges are a week and a month old: refunds come later. */
const AGES = [0, 6, 29];

export type CardsOptions = {
  pool: pg.Pool;
  charges: CardCharges;
  processor: Pick<CardProcessor, 'find' | 'statement'>;
  /** the order by its own events; null: there is none */
  load(orderNo: string): Promise<Order | null>;
  clock: () => Date;
};
type Asked = { orderNo: string; recTradeId: string };

/**
 * Compares the card processor's records with the money of the orders. The read model and the statement only choose which
 * charges to look at: a difference is recorded where the order's own events and the processor's newest record differ, so a
 * read model that is behind leaves no false row. A refund under way leaves one until the next look, within an hour. All
 * writes may be repeated, in any process.
 */
export function cardReconciliation({ pool, charges, processor, load, clock }: CardsOptions): Reconciliation {
  const store = differenceStore(pool, 'card');

  async function statementOf(range: { from: Date; to: Date }): Promise<readonly PaymentRecord[]> {
    const statement = await processor.statement(range);
    if (statement.kind === 'unknown') throw new BooksMissing(statement.reason);
    return statement.records;
  }

  /** @returns whether the charge differs */
  async function examine({ orderNo, recTradeId }: Asked): Promise<boolean> {
    const found = await processor.find({ recTradeId });
    if (found.kind === 'unknown') throw new BooksMissing(found.reason);
    const record = found.kind === 'found' ? found.record : undefined;
    const order = await readable(load(orderNo));
    if (order === 'unreadable') return false;
    return store.compared({ orderNo, recTradeId }, differenceOf(order ? heldOfCharge(order, recTradeId) : undefined, record), clock());
  }

  async function run(day: string, lost?: AbortSignal): Promise<Reconciled> {
    const records: PaymentRecord[] = [];
    for (const age of AGES) records.push(...(await statementOf(rangeOf(day, age))));
    const changed = await charges.changed(rangeOf(day, 0));
    const listed = new Map(records.map((record) => [record.recTradeId, record]));
    const own = new Map([...changed, ...(await charges.of([...listed.keys()]))].map((charge) => [charge.recTradeId, charge]));
    const asked = new Map<string, Asked>();
    for (const charge of own.values()) if (!agree(charge, listed.get(charge.recTradeId))) asked.set(charge.recTradeId, charge);
    for (const record of listed.values()) if (heldAt(record) > 0 && !own.has(record.recTradeId)) asked.set(record.recTradeId, record);
    const differences = await examineEach(asked.values(), examine, lost);
    const outcome = { compared: new Set([...own.keys(), ...listed.keys()]).size, differences };
    await store.reconciled(day, clock(), outcome);
    return outcome;
  }

  return daily({ store, clock, run, examine });
}

const agree = ({ held }: CardCharge, record: PaymentRecord | undefined): boolean => record !== undefined && heldAt(record) === held;
