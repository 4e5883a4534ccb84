import type { Purpose } from '@nordhaut/platform/decider';
import type pg from 'pg';
import type { EndedAccount } from '@nordhaut/platform/forgetting';
import type { KeepingTable } from './keeping-table.ts';
import { endOfTaipeiYear, taipeiYear } from './taipei-days.ts';

/** `memberId`: of the order's owner; null: a guest's order */
export type DueOrder = {
  orderNo: string;
  memberId: string | null;
  revision: number;
  overAt: Date;
  purposes: Purpose[];
  at: Date;
  asked: boolean;
};
type Page = { limit?: number; last?: Pick<DueOrder, 'overAt' | 'orderNo'> | undefined };

const DAY = 86_400_000;
const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);

type Row = {
  order_no: string;
  member_id: string | null;
  revision: number;
  over_at: Date;
  free_from: Date | null;
  asked: boolean;
  contact: boolean;
  invoice: boolean;
  support: boolean;
};

/**
 * The orders whose data is due at `now`, from the read model: an index for each purpose and one for requests, so the query
 * does not read the orders that are not due. Each index gives its first `limit` orders, so a batch costs the same however
 * many orders are due. The contact of members' orders is due by `contactsOfEnded`.
 */
export async function dueOrders(
  pool: Pick<pg.Pool, 'query'>,
  now: Date,
  table: KeepingTable,
  { limit, last }: Page = {},
): Promise<DueOrder[]> {
  // The books of `invoiceYears` years ago were closed at the end of that year.
  const closed = new Date(endOfTaipeiYear(taipeiYear(now.toISOString()) - table.invoiceYears - 1));
  const { rows } = await pool.query<Row>(
    `select order_no, member_id, revision, over_at, free_from, erasure_due is not null as asked,
       keeps_contact and member_id is null and over_at <= $2 as contact, keeps_support and over_at <= $3 as support, keeps_invoice and over_at <= $4 as invoice
     from orders
     where order_no in (
       ${[
         'keeps_contact and member_id is null and over_at <= $2',
         'keeps_support and over_at <= $3',
         'keeps_invoice and over_at <= $4',
         'erasure_due is not null and over_at is not null',
       ]
         .map(
           (due) =>
             `(select order_no from orders where ${due} and (free_from is null or free_from < $1)
               and (over_at, order_no) > ($6::timestamptz, $7) order by over_at, order_no limit $5)`,
         )
         .join(' union ')}
     )
     order by over_at, order_no limit $5`,
    [
      now,
      before(now, table.contactDays),
      before(now, table.supportDays),
      closed,
      limit ?? null,
      last?.overAt ?? '-infinity',
      last?.orderNo ?? '',
    ],
  );
  return rows.map((row): DueOrder => {
    const purposes = (['contact', 'invoice', 'support'] as const).filter((purpose) => row[purpose]);
    const after = (days: number): number => row.over_at.getTime() + days * DAY;
    const times = purposes.map((purpose) =>
      purpose === 'invoice'
        ? Date.parse(endOfTaipeiYear(taipeiYear(row.over_at.toISOString()) + table.invoiceYears))
        : after(purpose === 'contact' ? table.contactDays : table.supportDays),
    );
    const at = row.asked ? row.over_at.getTime() : Math.min(...times);
    return {
      orderNo: row.order_no,
      memberId: row.member_id,
      revision: row.revision,
      overAt: row.over_at,
      purposes,
      asked: row.asked,
      at: new Date(Math.max(at, row.free_from?.getTime() ?? 0)),
    };
  });
}

/**
 * The orders of these accounts whose contact is due at `now`. An index finds them by their owner, so the query reads no order of an account
 * that is open, and none that was forgotten.
 */
export async function contactsOfEnded(
  pool: Pick<pg.Pool, 'query'>,
  now: Date,
  { contactDays }: KeepingTable,
  accounts: readonly EndedAccount[],
  { limit, last }: Page = {},
): Promise<DueOrder[]> {
  const { rows } = await pool.query<Omit<Row, 'contact' | 'invoice' | 'support'> & { member_id: string; ended_at: Date }>(
    `select o.*, ended_at from unnest($3::text[], $4::timestamptz[]) account (id, ended_at) cross join lateral (
       select order_no, member_id, revision, over_at, free_from, erasure_due is not null as asked from orders
       where member_id = account.id and keeps_contact and over_at <= $2 and (free_from is null or free_from < $1)
         and (over_at, order_no) > ($6::timestamptz, $7) order by over_at, order_no limit $5
     ) o order by over_at, order_no limit $5`,
    [
      now,
      before(now, contactDays),
      accounts.map(({ memberId }) => memberId),
      accounts.map(({ endedAt }) => endedAt),
      limit ?? null,
      last?.overAt ?? '-infinity',
      last?.orderNo ?? '',
    ],
  );
  return rows.map(
    (row): DueOrder => ({
      orderNo: row.order_no,
      memberId: row.member_id,
      revision: row.revision,
      overAt: row.over_at,
      purposes: ['contact'],
      asked: row.asked,
      at: new Date(Math.max(row.over_at.getTime() + contactDays * DAY, row.ended_at.getTime(), row.free_from?.getTime() ?? 0)),
    }),
  );
}

/**
 * The owners after `last` whose orders have a contact, by id. The index is asked for one owner after the other, so the query reads one
 * entry of each, however many orders they have.
 */
export async function ownersWithContact(pool: Pick<pg.Pool, 'query'>, { last, most }: { last: string; most: number }): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with recursive owner (id, place) as (
       select (select min(member_id) from orders where keeps_contact and member_id is not null and member_id > $1), 1
       union all
       select (select min(member_id) from orders where keeps_contact and member_id is not null and member_id > owner.id), place + 1
       from owner where owner.id is not null and place < $2
     ) select id from owner where id is not null order by id`,
    [last, most],
  );
  return rows.map(({ id }) => id);
}

/**
 * Orders that are not over: those with a request that waits, and those that have been open for longer than the table keeps
 * the data of a finished order. Support has to end the latter.
 */
export async function openForLong(
  pool: Pick<pg.Pool, 'query'>,
  now: Date,
  { contactDays }: KeepingTable,
): Promise<{ orderNo: string; since: Date; dueBy: Date | null }[]> {
  const { rows } = await pool.query<{ orderNo: string; since: Date; dueBy: Date | null }>(
    `select order_no as "orderNo", touched_at as since, erasure_due as "dueBy" from orders
     where over_at is null and (erasure_due is not null or (keeps_contact and touched_at <= $1)) order by touched_at limit 100`,
    [before(now, contactDays)],
  );
  return rows;
}
