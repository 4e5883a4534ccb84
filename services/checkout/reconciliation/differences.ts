import type { Migration } from '@nordhaut/platform/database';
import type pg from 'pg';
import type { Difference } from './compare.ts';

/** A row stays after it is resolved: it says what differed and until when. */
export const differencesMigrations: Migration[] = [
  {
    name: 'checkout/003-money-differences',
    expand: true,
    sql: `
      create table money_differences (
        rec_trade_id text primary key,
        order_no text not null,
        kind text not null check (kind in ('missing-in-shop', 'missing-at-processor', 'other-amount')),
        -- NT$ that the bank holds, by the shop's and by the processor's books
        shop integer not null,
        processor integer not null,
        since timestamptz not null,
        checked_at timestamptz not null,
        resolved_at timestamptz
      );
      create index on money_differences (since) where resolved_at is null;
      create table reconciled_days (
        day date primary key,
        reconciled_at timestamptz not null,
        charges integer not null,
        differences integer not null
      )`,
  },
];

export type ListedDifference = Difference & { orderNo: string; recTradeId: string; since: Date };

/** What differs between the shop's books and the card processor's. All writes may be repeated. */
export const differenceStore = (pool: Pick<pg.Pool, 'query'>) => ({
  /** A charge that differs again after it was resolved has a new date. */
  async found({ orderNo, recTradeId, kind, shop, processor }: Omit<ListedDifference, 'since'>, now: Date): Promise<void> {
    await pool.query(
      `insert into money_differences as known (rec_trade_id, order_no, kind, shop, processor, since, checked_at)
       values ($1, $2, $3, $4, $5, $6, $6)
       on conflict (rec_trade_id) do update set order_no = $2, kind = $3, shop = $4, processor = $5, checked_at = $6, resolved_at = null,
         since = case when known.resolved_at is null then known.since else $6 end`,
      [recTradeId, orderNo, kind, shop, processor, now],
    );
  },
  async resolved(recTradeId: string, now: Date): Promise<void> {
    await pool.query('update money_differences set resolved_at = $2, checked_at = $2 where rec_trade_id = $1 and resolved_at is null', [
      recTradeId,
      now,
    ]);
  },
  /** Oldest first. */
  async open({ limit }: { limit: number }): Promise<ListedDifference[]> {
    const { rows } = await pool.query<ListedDifference>(
      `select rec_trade_id as "recTradeId", order_no as "orderNo", kind, shop, processor, since
       from money_differences where resolved_at is null order by since, rec_trade_id limit $1`,
      [limit],
    );
    return rows;
  },
  async isReconciled(day: string): Promise<boolean> {
    return (await pool.query('select from reconciled_days where day = $1', [day])).rowCount === 1;
  },
  async reconciled(day: string, now: Date, { charges, differences }: { charges: number; differences: number }): Promise<void> {
    await pool.query(
      `insert into reconciled_days (day, reconciled_at, charges, differences) values ($1, $2, $3, $4)
       on conflict (day) do update set reconciled_at = $2, charges = $3, differences = $4`,
      [day, now, charges, differences],
    );
  },
});
