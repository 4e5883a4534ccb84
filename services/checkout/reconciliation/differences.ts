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
  {
    name: 'checkout/004-carrier-differences',
    expand: true,
    sql: `
      alter table money_differences add column book text not null default 'card' check (book in ('card', 'carrier'));
      alter table money_differences drop constraint money_differences_kind_check;
      alter table money_differences add constraint money_differences_kind_check
        check (kind in ('missing-in-shop', 'missing-at-processor', 'other-amount', 'not-paid-out'));
      create table reconciled_parcel_days (
        day date primary key,
        reconciled_at timestamptz not null,
        charges integer not null,
        differences integer not null
      )`,
  },
];

/** Whose books are compared with the shop's. */
export type Book = 'card' | 'carrier';
/** the days that were compared; \`charges\`: charges or parcels */
const DAYS: Readonly<Record<Book, string>> = { card: 'reconciled_days', carrier: 'reconciled_parcel_days' };

/** `recTradeId`: the processor's number of the charge, or the carrier's trade number */
type Named = { orderNo: string; recTradeId: string };
export type ListedDifference = Difference & Named & { book: Book; since: Date };

/** What differs between the shop's books and the others. All writes may be repeated. */
export const differenceStore = (pool: Pick<pg.Pool, 'query'>, book: Book) => ({
  /** Records what a comparison found. What differs again after it was resolved has a new date. @returns whether it differs */
  async compared({ orderNo, recTradeId }: Named, difference: Difference | undefined, now: Date): Promise<boolean> {
    if (!difference) {
      await resolved(pool, recTradeId, now);
      return false;
    }
    const { kind, shop, processor } = difference;
    await pool.query(
      `insert into money_differences as known (rec_trade_id, order_no, kind, shop, processor, since, checked_at, book)
       values ($1, $2, $3, $4, $5, $6, $6, $7)
       on conflict (rec_trade_id) do update set order_no = $2, kind = $3, shop = $4, processor = $5, checked_at = $6, resolved_at = null,
         since = case when known.resolved_at is null then known.since else $6 end`,
      [recTradeId, orderNo, kind, shop, processor, now, book],
    );
    return true;
  },
  /** Those since later than `after`, oldest first. */
  async open({
    after = new Date(0),
    limit,
    only,
  }: {
    after?: Date;
    limit: number;
    only?: string | undefined;
  }): Promise<ListedDifference[]> {
    const { rows } = await pool.query<ListedDifference>(
      `select rec_trade_id as "recTradeId", order_no as "orderNo", kind, shop, processor, book, since
       from money_differences where resolved_at is null and book = $2 and since > $3 and ($4::text is null or order_no = $4) order by since, rec_trade_id limit $1`,
      [limit, book, after, only ?? null],
    );
    return rows;
  },
  async isReconciled(day: string): Promise<boolean> {
    return (await pool.query(`select from ${DAYS[book]} where day = $1`, [day])).rowCount === 1;
  },
  async reconciled(day: string, now: Date, { compared, differences }: { compared: number; differences: number }): Promise<void> {
    await pool.query(
      `insert into ${DAYS[book]} (day, reconciled_at, charges, differences) values ($1, $2, $3, $4)
       on conflict (day) do update set reconciled_at = $2, charges = $3, differences = $4`,
      [day, now, compared, differences],
    );
  },
});
export type DifferenceStore = ReturnType<typeof differenceStore>;

async function resolved(pool: Pick<pg.Pool, 'query'>, recTradeId: string, now: Date): Promise<void> {
  await pool.query('update money_differences set resolved_at = $2, checked_at = $2 where rec_trade_id = $1 and resolved_at is null', [
    recTradeId,
    now,
  ]);
}
