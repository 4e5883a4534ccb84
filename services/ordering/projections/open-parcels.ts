import { CARRIER_SUBTYPES, type CarrierSubtype, type PollSource } from '@nordhaut/logistics';
import { rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { ParcelStatusReported, ShipmentCreated } from '../order-events.ts';
import { ORDER_CATEGORY, orderNoOf } from '../stream.ts';

/** Parcels on which the carrier may still report. The poller queries them; a store notice finds its order by `logistics_id`. */
export type OpenParcelRow = {
  order_no: string;
  trade_no: string;
  logistics_id: string;
  subtype: string;
  code: string;
  created_at: string;
  /** when the parcel got its present code */
  changed_at: string;
};

type ParcelEvent = ShipmentCreated | ParcelStatusReported;

export const openParcelsProjection = rowProjection<OpenParcelRow, ParcelEvent>({
  name: 'open_parcels',
  version: 3,
  filter: { categories: [ORDER_CATEGORY], types: ['ShipmentCreated', 'ParcelStatusReported'] },
  personal: false,
  relaxed: true,
  key: 'trade_no',
  createTable: (table) => `
    create table ${table} (
      trade_no text primary key,
      order_no text not null,
      logistics_id text not null,
      subtype text not null,
      code text not null,
      created_at timestamptz not null,
      changed_at timestamptz not null
    );
    create index on ${table} (logistics_id)`,
  keyOf: ({ data }) => data.tradeNo,
  apply(row, event) {
    const order_no = orderNoOf(event.stream);
    if (event.type === 'ShipmentCreated') {
      const { tradeNo, logisticsId, subtype, code, at } = event.data;
      return { order_no, trade_no: tradeNo, logistics_id: logisticsId, subtype, code, created_at: at, changed_at: at };
    }
    const { tradeNo, logisticsId, subtype, code, at, current, finished } = event.data;
    // A carrier's parcel always has the carrier's own number. A report without one is support's (decisions.md 17).
    if (finished || logisticsId === '') return undefined;
    if (!current) return row;
    // A correction reopens a finished parcel, so its row may have to be made again.
    return { order_no, trade_no: tradeNo, logistics_id: logisticsId, subtype, code, created_at: row?.created_at ?? at, changed_at: at };
  },
});

/** The order whose open parcel has this number of the carrier. */
export async function orderNoOfParcel(pool: pg.Pool, logisticsId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ order_no: string }>({
    name: 'order-of-parcel',
    text: 'select order_no from open_parcels where logistics_id = $1',
    values: [logisticsId],
  });
  return rows[0]?.order_no;
}

const NEVER = new Date('9999-01-01T00:00:00Z');
/** ms after which the poll time of a parcel that is no longer open is deleted */
const POLLS_KEPT = 90 * 24 * 3600_000;
/** ms between two looks for such times: a look reads the whole table, which has a row for each parcel of 90 days */
const LOOKS_EVERY = 3600_000;

type DueRow = { trade_no: string; subtype: CarrierSubtype; code: string; created_at: Date; changed_at: Date; failures: number };

/**
 * The open parcels with the time of their next poll, for the poller of logistics. Logistics decides the times. Only this
 * function uses the table `parcel_polls`, because one query joins it with the read model; an old migration of logistics
 * creates it.
 * @param firstMs ms from a parcel's creation to its first poll, and from a callback to the poll after it
 */
export function pollSource(pool: pg.Pool, firstMs: number): PollSource {
  let lookedAt = -Infinity;
  return {
    async due(now, limit) {
      // A new state by callback brings the next poll forward, because a parcel that moved soon moves again.
      // A newer release may have a carrier that this one cannot ask. Its parcels wait, or they would fail every round of polls.
      const { rows } = await pool.query<DueRow>(
        `select trade_no, subtype, code, created_at, changed_at, failures from (
         select p.trade_no, p.subtype, p.code, p.created_at, p.changed_at, coalesce(q.failures, 0) as failures,
           case
             when q.trade_no is null then p.created_at + make_interval(secs => $3)
             when p.changed_at > q.last_polled_at then least(q.next_due_at, p.changed_at + make_interval(secs => $3))
             else q.next_due_at
           end as due_at
         from open_parcels p left join parcel_polls q on q.trade_no = p.trade_no
         where p.subtype = any($4::text[])
       ) parcel
       where due_at <= $1 order by due_at limit $2`,
        [now, limit, firstMs / 1000, CARRIER_SUBTYPES],
      );
      return rows.map((row) => ({
        tradeNo: row.trade_no,
        subtype: row.subtype,
        code: row.code,
        createdAt: row.created_at,
        changedAt: row.changed_at,
        failures: row.failures,
      }));
    },

    async polled(polls) {
      const [first] = polls;
      if (!first) return;
      await pool.query(
        `insert into parcel_polls (trade_no, next_due_at, last_polled_at, failures)
       select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::integer[])
       on conflict (trade_no) do update
         set next_due_at = excluded.next_due_at, last_polled_at = excluded.last_polled_at, failures = excluded.failures`,
        [
          polls.map(({ tradeNo }) => tradeNo),
          polls.map(({ nextDueAt }) => nextDueAt ?? NEVER),
          polls.map(({ polledAt }) => polledAt),
          polls.map(({ failures }) => failures),
        ],
      );
      const now = first.polledAt.getTime();
      if (now - lookedAt < LOOKS_EVERY) return;
      lookedAt = now;
      await pool.query('delete from parcel_polls where last_polled_at < $1', [new Date(now - POLLS_KEPT)]);
    },
  };
}
