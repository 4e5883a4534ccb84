import { createKysely } from '@nordhaut/platform/database';
import { sql } from 'kysely';
import type pg from 'pg';
import type { CarrierSubtype } from '../carrier.ts';
import type { LogisticsTables } from '../tables.ts';
import { FIRST_QUESTION } from './next-due.ts';
import type { DueParcel, PollSource } from './source.ts';

const NEVER = new Date('9999-01-01T00:00:00Z');
/** ms after which the row of a parcel that is no longer open is thrown away */
const KEPT = 90 * 24 * 3600_000;

type Row = { trade_no: string; subtype: CarrierSubtype; code: string; created_at: Date; changed_at: Date; failures: number | null };

/** The open parcels of the read model, with the poller's own appointments. `pace`: see `PARCEL_POLL_PACE`. */
export function createPollSource({ pool, pace }: { pool: pg.Pool; pace: number }): PollSource {
  const db = createKysely<LogisticsTables>(pool);
  const first = sql`make_interval(secs => ${(FIRST_QUESTION * pace) / 1000})`;
  return {
    async due(now, limit) {
      // A state that came by callback after the last question brings the next one forward: what moved moves again.
      const { rows } = await sql<Row>`
        select * from (
          select p.trade_no, p.subtype, p.code, p.created_at, p.changed_at, q.failures,
            case
              when q.trade_no is null then p.created_at + ${first}
              when p.changed_at > q.last_polled_at then least(q.next_due_at, p.changed_at + ${first})
              else q.next_due_at
            end as due_at
          from open_parcels p left join parcel_polls q on q.trade_no = p.trade_no
          where p.subtype <> 'INTERNATIONAL'
        ) parcel
        where due_at <= ${now}
        order by due_at
        limit ${limit}`.execute(db);
      return rows.map(
        (row): DueParcel => ({
          tradeNo: row.trade_no,
          subtype: row.subtype,
          code: row.code,
          createdAt: row.created_at,
          changedAt: row.changed_at,
          failures: row.failures ?? 0,
        }),
      );
    },
    async polled(outcomes) {
      const [first] = outcomes;
      if (first === undefined) return;
      await db
        .insertInto('parcel_polls')
        .values(
          outcomes.map(({ tradeNo, polledAt, nextDueAt, failures }) => ({
            trade_no: tradeNo,
            next_due_at: nextDueAt ?? NEVER,
            last_polled_at: polledAt,
            failures,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('trade_no').doUpdateSet((row) => ({
            next_due_at: row.ref('excluded.next_due_at'),
            last_polled_at: row.ref('excluded.last_polled_at'),
            failures: row.ref('excluded.failures'),
          })),
        )
        .execute();
      await db
        .deleteFrom('parcel_polls')
        .where('last_polled_at', '<', new Date(first.polledAt.getTime() - KEPT))
        .execute();
    },
  };
}
