import type pg from 'pg';
import { workListsOfOrders, workListsOfSupport } from './lists.ts';
import { DAY, type ListedRow, type WorkList, type WorkSources } from './work-list.ts';

/** rows of a list at most; a list that is longer needs more people first */
const MOST = 500;
/** ms; a row may get into its source so long after its `since`, for example when a read model waited for an event */
const LATE = 60 * DAY;
/** ms by which the reading must get shorter to be worth a write */
const WORTH = DAY;
const EVER = new Date(0);

export type DeskRow = ListedRow & { dueAt: Date; staffId: string | null };
/** An open row of an order, and its list. */
export type OrderTask = DeskRow & { list: Pick<WorkList, 'key' | 'title'> };
type Owner = { item: string; staff_id: string; since: Date; done_at: Date | null };

/** One row for each item: what all of its rows say, since the newest of them. */
function onePerItem(rows: readonly ListedRow[]): ListedRow[] {
  const merged = new Map<string, ListedRow>();
  for (const row of rows) {
    const before = merged.get(row.item);
    merged.set(row.item, before ? { ...row, what: `${before.what}；${row.what}` } : row);
  }
  return [...merged.values()];
}

/** The work lists with who took which row. The column `order_no` has the item of any list, of orders or not. */
export function workDesk(pool: Pick<pg.Pool, 'query'>, sources: WorkSources, clock: () => Date) {
  const find = (key: string): WorkList | undefined => workListsOfSupport.find((list) => list.key === key);
  /** how many rows of a list were read last time */
  const read = new Map<string, number>();
  /** the instant up to which all rows of a list are done; other processes may know a later one, which only saves reading */
  const done = new Map<string, Date>();

  async function openOnes(list: WorkList, listed: readonly ListedRow[]): Promise<DeskRow[]> {
    const { rows: owners } = await pool.query<Owner>(
      'select order_no as item, staff_id, since, done_at from support_work where list = $1 and order_no = any($2)',
      [list.key, listed.map(({ item }) => item)],
    );
    const owned = new Map(owners.map((owner) => [owner.item, owner]));
    return listed.flatMap((row) => {
      const owner = owned.get(row.item);
      // Of several mails of an item the newest may leave the list; who took the row has the rest of it.
      const isThis = owner !== undefined && owner.since >= row.since;
      if (isThis && owner.done_at) return [];
      const dueAt = new Date(row.since.getTime() + list.after + list.dueWithin);
      return [{ ...row, dueAt, staffId: isThis ? owner.staff_id : null }];
    });
  }

  async function doneUntil({ key, byHand }: WorkList): Promise<Date> {
    if (!byHand) return EVER;
    const known = done.get(key);
    if (known) return known;
    const { rows: kept } = await pool.query<{ until: Date }>('select until from support_work_done where list = $1', [key]);
    const until = kept[0]?.until ?? EVER;
    done.set(key, until);
    return until;
  }

  /** All rows up to the first open one are done. They are not read again, or the page would get slower with the age of the shop. */
  async function skipDone({ key, byHand }: WorkList, listed: readonly ListedRow[], open: readonly DeskRow[], after: Date): Promise<void> {
    if (!byHand) return;
    const isOpen = new Set(open.map(({ item }) => item));
    const first = listed.find(({ item }) => isOpen.has(item))?.since.getTime() ?? Infinity;
    const until = new Date(Math.min(first - 1, clock().getTime() - LATE));
    if (until.getTime() - after.getTime() < WORTH) return;
    await pool.query(
      `insert into support_work_done as known (list, until) values ($1, $2)
       on conflict (list) do update set until = greatest(known.until, $2)`,
      [key, until],
    );
    done.set(key, until);
    read.delete(key);
  }

  /** Rows that are done stay in their source, so more are read until enough of them are open. */
  async function rows(list: WorkList): Promise<DeskRow[]> {
    const before = new Date(clock().getTime() - list.after);
    const after = await doneUntil(list);
    for (let limit = read.get(list.key) ?? MOST; ; limit *= 2) {
      const listed = await list.rows(sources, { after, before, limit });
      if (listed.length === 0) return [];
      const open = await openOnes(list, onePerItem(listed));
      if (open.length < MOST && listed.length === limit) continue;
      read.set(list.key, limit);
      await skipDone(list, listed, open, after);
      return open.slice(0, MOST);
    }
  }

  /** The open rows of one order, as the lists have them. */
  async function tasksOf(orderNo: string): Promise<OrderTask[]> {
    const found = workListsOfOrders.map(async (list): Promise<OrderTask[]> => {
      const before = new Date(clock().getTime() - list.after);
      const listed = await list.rows(sources, { after: await doneUntil(list), before, limit: MOST, only: orderNo });
      if (listed.length === 0) return [];
      const { key, title } = list;
      return (await openOnes(list, onePerItem(listed))).map((row) => ({ ...row, list: { key, title } }));
    });
    return (await Promise.all(found)).flat();
  }

  return {
    find,
    rows,
    tasksOf,
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
     * free again for others when the item comes back into the list, which is later than `since`.
     * @returns false: somebody else has it
     */
    async take(list: string, item: string, since: Date, staffId: string, done: boolean): Promise<boolean> {
      const { rowCount } = await pool.query(
        `insert into support_work as work (list, order_no, staff_id, taken_at, since, done_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (list, order_no) do update set staff_id = $3, taken_at = $4, since = greatest(work.since, $5), done_at = $6
           where work.since < $5 or work.staff_id = $3`,
        [list, item, staffId, clock(), since, done ? clock() : null],
      );
      return rowCount === 1;
    },
    async giveBack(list: string, item: string, since: Date, staffId: string): Promise<void> {
      await pool.query('delete from support_work where list = $1 and order_no = $2 and since >= $3 and staff_id = $4', [
        list,
        item,
        since,
        staffId,
      ]);
    },
  };
}
export type WorkDesk = ReturnType<typeof workDesk>;
