import type pg from 'pg';

/** s after its last sign that a page no longer has the order open; the page calls every second */
const GONE_AFTER = 3;

export type Present = { staffId: string; editing: boolean };
/** `page`: the id of one open page; a person may have several of an order */
type Sign = { page: string; editing: boolean; leaving: boolean };

/** Who has which order open. It is worth nothing after a crash, so the table is not logged. */
export const presence = (pool: Pick<pg.Pool, 'query'>, clock: () => Date) => ({
  /** Signs a page in or out, and returns the other people. Somebody is there with any page, and edits with any page. */
  async sign(orderNo: string, staffId: string, { page, editing, leaving }: Sign): Promise<Present[]> {
    const now = clock();
    const since = new Date(now.getTime() - GONE_AFTER * 1000);
    await pool.query(
      leaving
        ? 'delete from support_open_pages where order_no = $1 and staff_id = $2 and page = $3'
        : `with gone as (
             delete from support_open_pages where (order_no, staff_id, page) in (
               select order_no, staff_id, page from support_open_pages
               where seen_at < $4::timestamptz - interval '1 minute' and (order_no, staff_id, page) <> ($1, $2, $3::uuid)
               for update skip locked))
           insert into support_open_pages (order_no, staff_id, page, seen_at, editing) values ($1, $2, $3, $4, $5)
           on conflict (order_no, staff_id, page) do update set seen_at = $4, editing = $5`,
      leaving ? [orderNo, staffId, page] : [orderNo, staffId, page, now, editing],
    );
    const { rows } = await pool.query<Present>(
      `select staff_id as "staffId", bool_or(editing) as editing from support_open_pages
       where order_no = $1 and staff_id <> $2 and seen_at >= $3 group by staff_id order by staff_id`,
      [orderNo, staffId, since],
    );
    return rows;
  },
});
export type Presence = ReturnType<typeof presence>;
