import { dayOf } from '@nordhaut/contracts';
import { type CardCharge, type CardCharges, heldOfCharge, type Order } from '@nordhaut/ordering';
import type { CardProcessor, PaymentRecord } from '@nordhaut/payments';
import { UnreadableHistory } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import { differenceOf, heldAt } from './compare.ts';
import { differenceStore } from './differences.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A day is compared with its own statement, and again when its charges are a week and a month old: refunds come later. */
const AGES = [0, 6, 29];
/** days for which a missed run is made up */
const MADE_UP = 7;
/** ms after midnight: the last charges of the day have ended */
const SETTLED = HOUR;
/** open differences that one run looks at again */
const MOST_OPEN = 1_000;

export type ReconcileOptions = {
  pool: pg.Pool;
  charges: CardCharges;
  processor: Pick<CardProcessor, 'find' | 'statement'>;
  /** the order by its own events; null: there is none */
  load(orderNo: string): Promise<Order | null>;
  clock: () => Date;
};
type Asked = { orderNo: string; recTradeId: string };
export type Reconciled = { charges: number; differences: number };

/** The processor did not answer. The day is compared again by the next run. */
export class StatementMissing extends Error {}

const rangeOf = (day: string, age: number) => {
  const from = new Date(Date.parse(`${day}T00:00:00+08:00`) - age * DAY);
  return { from, to: new Date(from.getTime() + DAY) };
};

/**
 * Compares the card processor's records with the money of the orders. The read model and the statement only choose which
 * charges to look at: a difference is recorded where the order's own events and the processor's newest record differ, so a
 * read model that is behind leaves no false row. A refund under way leaves one until the next look, within an hour. All
 * writes may be repeated, in any process.
 */
export function reconciliation({ pool, charges, processor, load, clock }: ReconcileOptions) {
  const store = differenceStore(pool);

  async function statementOf(range: { from: Date; to: Date }): Promise<readonly PaymentRecord[]> {
    const statement = await processor.statement(range);
    if (statement.kind === 'unknown') throw new StatementMissing(statement.reason);
    return statement.records;
  }

  /** @returns whether the charge differs. An order that cannot be read is listed with the poison events, and stays as it is here. */
  async function examine({ orderNo, recTradeId }: Asked): Promise<boolean> {
    const found = await processor.find({ recTradeId });
    if (found.kind === 'unknown') throw new StatementMissing(found.reason);
    const record = found.kind === 'found' ? found.record : undefined;
    const order = await load(orderNo).catch((error: unknown) => {
      if (error instanceof UnreadableHistory) return 'unreadable' as const;
      throw error;
    });
    if (order === 'unreadable') return false;
    const difference = differenceOf(order ? heldOfCharge(order, recTradeId) : undefined, record);
    if (difference) await store.found({ orderNo, recTradeId, ...difference }, clock());
    else await store.resolved(recTradeId, clock());
    return difference !== undefined;
  }

  /** @throws StatementMissing */
  async function run(day: string): Promise<Reconciled> {
    const records: PaymentRecord[] = [];
    for (const age of AGES) records.push(...(await statementOf(rangeOf(day, age))));
    const changed = await charges.changed(rangeOf(day, 0));
    const listed = new Map(records.map((record) => [record.recTradeId, record]));
    const own = new Map([...changed, ...(await charges.of([...listed.keys()]))].map((charge) => [charge.recTradeId, charge]));
    const asked = new Map<string, Asked>();
    for (const charge of own.values()) if (!agree(charge, listed.get(charge.recTradeId))) asked.set(charge.recTradeId, charge);
    for (const record of listed.values()) if (heldAt(record) > 0 && !own.has(record.recTradeId)) asked.set(record.recTradeId, record);
    let differences = 0;
    for (const one of asked.values()) if (await examine(one)) differences++;
    const outcome = { charges: new Set([...own.keys(), ...listed.keys()]).size, differences };
    await store.reconciled(day, clock(), outcome);
    return outcome;
  }

  /** Looks at the open differences again: a refund that was under way has ended meanwhile. @throws StatementMissing */
  async function recheck(): Promise<void> {
    for (const one of await store.open({ limit: MOST_OPEN })) await examine(one);
  }

  return {
    run,
    recheck,
    open: store.open,
    /** Looks at the open differences, then compares the days that have ended and were not compared yet, the oldest first. @throws StatementMissing */
    async runDue(): Promise<(Reconciled & { day: string })[]> {
      await recheck();
      const last = clock().getTime() - SETTLED;
      const done: (Reconciled & { day: string })[] = [];
      for (let back = MADE_UP; back >= 1; back--) {
        const day = dayOf(new Date(last - back * DAY).toISOString());
        if (!(await store.isReconciled(day))) done.push({ day, ...(await run(day)) });
      }
      return done;
    },
  };
}
export type Reconciliation = ReturnType<typeof reconciliation>;

const agree = ({ held }: CardCharge, record: PaymentRecord | undefined): boolean => record !== undefined && heldAt(record) === held;
