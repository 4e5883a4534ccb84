import type pg from 'pg';
import { workListsOfSupport } from './lists.ts';
import type { ListedRow, WorkList, WorkSources } from './work-list.ts';

/** rows of a list at most; a list that is longer needs more people first */
const MOST = 500;

export type DeskRow = ListedRow & { dueAt: Date; staffId: string | null };
type Owner = { order_no: string; staff_id: string; since: Date; done_at: Date | null };

/** The work lists with who took which row. */
export function workDesk(pool: Pick<pg.Pool, 'query'>, sources: WorkSources, clock: () => Date) {
  const find = (key: string): WorkList | undefined => workListsOfSupport.find((list) => list.key === key);

  async function rows(list: WorkList): Promise<DeskRow[]> {
    const before = new Date(clock().getTime() - list.after);
    const listed = await list.rows(sources, { before, limit: MOST });
    if (listed.length === 0) return [];
    const { rows: owners } = await pool.query<Owner>(
      'select order_no, staff_id, since, done_at from support_work where list = $1 and order_no = any($2)',
      [list.key, listed.map(({ orderNo }) => orderNo)],
    );
    const owned = new Map(owners.map((owner) => [owner.order_no, owner]));
    return listed.flatMap((row) => {
      const owner = owned.get(row.orderNo);
      const isThis = owner?.since.getTime() === row.since.getTime();
      if (isThis && owner.done_at) return [];
      const dueAt = new Date(row.since.getTime() + list.after + list.dueWithin);
      return [{ ...row, dueAt, staffId: isThis ? owner.staff_id : null }];
    });
  }

  return {
    find,
    rows,
    counts: () =>
      Promise.all(
        workListsOfSupport.map(async (list) => {
          const open = await rows(list);
          const now = clock();
          return {
            key: list.key,
            title: list.title,
            byHand: list.byHand,
            count: open.length,
            overdue: open.filter(({ dueAt }) => dueAt < now).length,
          };
        }),
      ),
    /**
     * Takes a row, or marks it as done, in one statement: of two people at once one has it. A row that a person took is
     * free again for others when the order comes back into the list.
     * @returns false: somebody else has it
     */
    async take(list: string, orderNo: string, since: Date, staffId: string, done: boolean): Promise<boolean> {
      const { rowCount } = await pool.query(
        `insert into support_work as work (list, order_no, staff_id, taken_at, since, done_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (list, order_no) do update set staff_id = $3, taken_at = $4, since = $5, done_at = $6
           where work.since < $5 or (work.staff_id = $3 and work.since = $5)`,
        [list, orderNo, staffId, clock(), since, done ? clock() : null],
      );
      return rowCount === 1;
    },
    async giveBack(list: string, orderNo: string, since: Date, staffId: string): Promise<void> {
      await pool.query('delete from support_work where list = $1 and order_no = $2 and since = $3 and staff_id = $4', [
        list,
        orderNo,
        since,
        staffId,
      ]);
    },
  };
}
export type WorkDesk = ReturnType<typeof workDesk>;
