import type pg from 'pg';

/** The key of these marks in the table of the work lists. */
const LIST = 'packed';
const DAY = 86_400_000;

export type Marked = { orderNo: string; readyAt: Date };

/**
 * Which parcels somebody has packed. The carrier reports them hours later, so without the mark they would be in the next list of the day.
 * A mark holds for the time since which the parcel was ready: after a hold it is packed anew.
 */
export const packedParcels = (pool: Pick<pg.Pool, 'query'>, clock: () => Date) => ({
  async mark(parcels: readonly Marked[], staffId: string): Promise<void> {
    await pool.query(
      `insert into support_work as known (list, order_no, staff_id, taken_at, since, done_at)
       select $1, order_no, $2, $3, max(since), $3 from unnest($4::text[], $5::timestamptz[]) as one (order_no, since) group by order_no
       on conflict (list, order_no) do update set staff_id = $2, taken_at = $3, done_at = $3, since = excluded.since
         where known.since < excluded.since`,
      [LIST, staffId, clock(), parcels.map(({ orderNo }) => orderNo), parcels.map(({ readyAt }) => readyAt)],
    );
  },
  async unmark(parcels: readonly Marked[]): Promise<void> {
    await pool.query('delete from support_work where list = $1 and order_no = any($2)', [LIST, parcels.map(({ orderNo }) => orderNo)]);
  },
  /**
   * Ends the marks of all parcels but these. A mark younger than 24 hours stays: the caller may have read the list before the parcel was in it, a
   * moment ago, or from a read model that is behind.
   */
  async keep(orderNos: readonly string[]): Promise<void> {
    const before = new Date(clock().getTime() - DAY);
    await pool.query('delete from support_work where list = $1 and order_no <> all($2) and done_at < $3', [LIST, orderNos, before]);
  },
  /** Those of them that are packed. */
  async among(parcels: readonly Marked[]): Promise<ReadonlySet<string>> {
    const { rows } = await pool.query<{ order_no: string; since: Date }>(
      'select order_no, since from support_work where list = $1 and order_no = any($2)',
      [LIST, parcels.map(({ orderNo }) => orderNo)],
    );
    const since = new Map(rows.map((row) => [row.order_no, row.since]));
    return new Set(parcels.filter(({ orderNo, readyAt }) => (since.get(orderNo) ?? 0) >= readyAt).map(({ orderNo }) => orderNo));
  },
});
export type PackedParcels = ReturnType<typeof packedParcels>;
