import type pg from 'pg';
import { workListsOfOrders, workListsOfSupport } from './lists.ts';
import { DAY, type ListedRow, type Step, stepOf, type WorkList, type WorkSources } from './work-list.ts';

/** rows of a list at most; a list that is longer needs more people first */
const MOST = 500;
/** rows of a list that wait for somebody else, at most */
const MOST_WAITING = 500;
/** rows of a list that are read for its open ones at most, unless they are done by hand */
const MOST_READ = 4_000;
/** ms; a row may get into its source so long after its `since`, for example when a read model waited for an event */
const LATE = 60 * DAY;
/** ms by which the reading must get shorter to be worth a write */
const WORTH = DAY;
const EVER = new Date(0);

export type DeskRow = Omit<ListedRow, keyof Step> & Step & { staffId: string | null };
/** A row of an order, and its list. `isDone`: somebody marked it as done, and its source still has it. */
export type OrderTask = DeskRow & { list: Pick<WorkList, 'key' | 'title'>; isDone: boolean };
type Owner = { item: string; staff_id: string; since: Date; done_at: Date | null };

type SteppedRow = Omit<ListedRow, keyof Step> & Step;

/** One row for each item: what all of its rows say, since the newest of them. Support's step comes first, and the nearest date counts. */
function onePerItem(list: WorkList, rows: readonly ListedRow[], now: Date): SteppedRow[] {
  const merged = new Map<string, SteppedRow>();
  for (const listed of rows) {
    const row = { ...listed, ...stepOf(list, listed, now) };
    const before = merged.get(row.item);
    merged.set(row.item, before ? both(before, row) : row);
  }
  return [...merged.values()];
}

function both(one: SteppedRow, other: SteppedRow): SteppedRow {
  const [first, second] = other.turn === 'support' && one.turn !== 'support' ? [other, one] : [one, other];
  const dates = [one.dueAt, other.dueAt].flatMap((dueAt) => dueAt?.getTime() ?? []);
  const what = first.what === second.what ? first.what : `${first.what}；${second.what}`;
  return { ...other, what, turn: first.turn, dueAt: dates.length > 0 ? new Date(Math.min(...dates)) : null };
}

const isOurs = ({ turn }: Pick<Step, 'turn'>): boolean => turn === 'support';

/** The work lists with who took which row. The column `order_no` has the item of any list, of orders or not. */
export function workDesk(pool: Pick<pg.Pool, 'query'>, sources: WorkSources, clock: () => Date) {
  const find = (key: string): WorkList | undefined => workListsOfSupport.find((list) => list.key === key);
  /** how many rows of a list were read last time */
  const read = new Map<string, number>();
  /** the instant up to which all rows of a list are done; other processes may know a later one, which only saves reading */
  const done = new Map<string, Date>();

  /** Rows that are done, and open ones. */
  async function withOwners(list: WorkList, listed: readonly ListedRow[]): Promise<(DeskRow & { isDone: boolean })[]> {
    const rows = onePerItem(list, listed, clock());
    const { rows: owners } = await pool.query<Owner>(
      'select order_no as item, staff_id, since, done_at from support_work where list = $1 and order_no = any($2)',
      [list.key, rows.map(({ item }) => item)],
    );
    const owned = new Map(owners.map((owner) => [owner.item, owner]));
    const former = await sources.formerStaff([...new Set(owners.map(({ staff_id: id }) => id))]);
    return rows.map((row) => {
      const owner = owned.get(row.item);
      // Of several mails of an item the newest may leave the list; who took the row has the rest of it.
      const isThis = owner !== undefined && owner.since >= row.since;
      const isDone = isThis && owner.done_at !== null;
      // Nobody else could ever take the row of somebody who left.
      const isOwned = isThis && (isDone || !former.has(owner.staff_id));
      return { ...row, staffId: isOwned ? owner.staff_id : null, isDone };
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

  const beforeOf = ({ after = 0 }: WorkList): Date => new Date(clock().getTime() - after);

  /** Rows that are done stay in their source, so more are read until enough of them are open. Rows of support come first. */
  async function rows(list: WorkList): Promise<DeskRow[]> {
    const before = beforeOf(list);
    const after = await doneUntil(list);
    for (let limit = read.get(list.key) ?? MOST; ; limit *= 2) {
      const listed = await list.rows(sources, { after, before, limit });
      if (listed.length === 0) return [];
      const open = (await withOwners(list, listed)).filter(({ isDone }) => !isDone);
      const ours = open.filter(isOurs);
      const isAll = listed.length < limit || (!list.byHand && limit >= MOST_READ);
      if (ours.length < MOST && !isAll) continue;
      read.set(list.key, limit);
      await skipDone(list, listed, open, after);
      return [...ours.slice(0, MOST), ...open.filter((row) => !isOurs(row)).slice(0, MOST_WAITING)];
    }
  }

  /** The rows of one order, as the lists have them. */
  async function tasksOf(orderNo: string): Promise<OrderTask[]> {
    const found = workListsOfOrders.map(async (list): Promise<OrderTask[]> => {
      const before = beforeOf(list);
      const listed = await list.rows(sources, { after: await doneUntil(list), before, limit: MOST, only: orderNo });
      if (listed.length === 0) return [];
      const { key, title } = list;
      return (await withOwners(list, listed)).map((row) => ({ ...row, list: { key, title } }));
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
          const ours = open.filter(isOurs);
          const now = clock();
          return {
            key: list.key,
            title: list.title,
            byHand: list.byHand,
            count: ours.length,
            waiting: open.length - ours.length,
            overdue: ours.filter(({ dueAt }) => dueAt !== null && dueAt < now).length,
          };
        }),
      ),
    /**
     * Takes a row, or marks it as done, in one statement: of two people at once one has it. A row that a person took is
     * free again for others when the item comes back into the list, which is later than `since`, and when the person left.
     * @returns false: somebody else has it, or it is done
     */
    async take(list: string, item: string, since: Date, staffId: string, done: boolean): Promise<boolean> {
      const { rows: owners } = await pool.query<{ staff_id: string }>(
        'select staff_id from support_work where list = $1 and order_no = $2',
        [list, item],
      );
      const former = await sources.formerStaff(owners.map(({ staff_id: id }) => id));
      const { rowCount } = await pool.query(
        `insert into support_work as work (list, order_no, staff_id, taken_at, since, done_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (list, order_no) do update set staff_id = $3, taken_at = $4, since = greatest(work.since, $5), done_at = $6
           where work.since < $5 or (work.done_at is null and (work.staff_id = $3 or work.staff_id = any($7::text[])))`,
        [list, item, staffId, clock(), since, done ? clock() : null, [...former]],
      );
      return rowCount === 1;
    },
    /** Of a row that is done, it gives nothing back: a page that was loaded before does not undo the mark. */
    async giveBack(list: string, item: string, since: Date, staffId: string): Promise<void> {
      await pool.query('delete from support_work where list = $1 and order_no = $2 and since >= $3 and staff_id = $4 and done_at is null', [
        list,
        item,
        since,
        staffId,
      ]);
    },
  };
}
export type WorkDesk = ReturnType<typeof workDesk>;
