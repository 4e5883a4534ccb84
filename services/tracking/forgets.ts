import type { Forgets } from '@nordhaut/platform/forgetting';
import { openContext } from './browser-context.ts';
import { CONSENT_DAYS } from './consents.ts';

const BATCH = 1_000;
const DAY = 86_400_000;
/** days after which a noted order that never began is deleted */
const UNUSED_DAYS = 7;

/** The reports of an order end with its contact. Decisions and noted purchases end after 12 months (decisions.md 82). */
export const trackingForgetting: Forgets = {
  keeps: [
    {
      name: 'purchase-reports',
      title: '經您同意回報的購買紀錄',
      ends: { kind: 'forgotten', purposes: ['contact'] },
      async read({ pool, outer }, { streams }) {
        const { rows } = await pool.query<{ id: string; given: string[]; sealed: Buffer; outer_key: string; noted_at: Date }>(
          'select id, given, sealed, outer_key, noted_at from tracked_purchases where stream = any($1::text[]) order by noted_at',
          [streams],
        );
        return rows.map(({ id, given, noted_at, ...row }) => ({
          at: noted_at.toISOString(),
          label: '購買',
          values: { 同意項目: given, ...openContext(outer, id, row) },
        }));
      },
    },
  ],
  async erase({ pool }, { stream, data: { purposes } }) {
    if (purposes.includes('contact')) await pool.query('delete from tracked_purchases where stream = $1', [stream]);
  },

  async finish({ pool, clock }) {
    const now = clock().getTime();
    const [over, unused] = [new Date(now - CONSENT_DAYS * DAY), new Date(now - UNUSED_DAYS * DAY)];
    const consents = await pool.query(`delete from consents where id in (select id from consents where changed_at <= $1 limit ${BATCH})`, [
      over,
    ]);
    const purchases = await pool.query(
      `delete from tracked_purchases where id in
         (select id from tracked_purchases where noted_at <= $1 or (noted_at <= $2 and stream is null) limit ${BATCH})`,
      [over, unused],
    );
    return consents.rowCount === BATCH || purchases.rowCount === BATCH;
  },
};
