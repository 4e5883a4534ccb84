import type pg from 'pg';

/** s after its last sign that somebody no longer has the order open; the page calls every second */
const GONE_AFTER = 3;

export type Present = { staffId: string; editing: boolean };

/** Who has which order open. It is worth nothing after a crash, so the table is not logged. */
export const presence = (pool: Pick<pg.Pool, 'query'>, clock: () => Date) => ({
  /** Signs in or out, and returns the others. */
  async sign(orderNo: string, staffId: string, { editing, leaving }: { editing: boolean; leaving: boolean }): Promise<Present[]> {
    const now = clock();
    const since = new Date(now.getTime() - GONE_AFTER * 1000);
    await pool.query(
      leaving
        ? 'delete from support_presence where order_no = $1 and staff_id = $2'
        : `with gone as (
             delete from support_presence where (order_no, staff_id) in (
               select order_no, staff_id from support_presence
               where seen_at < $3::timestamptz - interval '1 minute' and (order_no, staff_id) <> ($1, $2) for update skip locked))
           insert into support_presence (order_no, staff_id, seen_at, editing) values ($1, $2, $3, $4)
           on conflict (order_no, staff_id) do update set seen_at = $3, editing = $4`,
      leaving ? [orderNo, staffId] : [orderNo, staffId, now, editing],
    );
    const { rows } = await pool.query<{ staff_id: string; editing: boolean }>(
      'select staff_id, editing from support_presence where order_no = $1 and staff_id <> $2 and seen_at >= $3 order by staff_id',
      [orderNo, staffId, since],
    );
    return rows.map(({ staff_id, editing: isEditing }) => ({ staffId: staff_id, editing: isEditing }));
  },
});
export type Presence = ReturnType<typeof presence>;
