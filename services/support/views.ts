import type { KeyObject } from 'node:crypto';
import { sealValue } from '@nordhaut/accounts';
import type pg from 'pg';

export type ViewAction = 'VIEW' | 'REVEAL' | 'SEARCH' | 'EXPORT' | 'ASK_CARRIER' | 'RESEND' | 'MUTE';
export type View = { staffId: string; action: ViewAction; orderNo?: string; reason?: string; requestId: string };
export type ViewLog = ReturnType<typeof viewLog>;

/** ms in which further looks at one order by the same person are one view: each step through its history is a look */
const ONE_VIEW_MS = 3_600_000;

/**
 * Who saw which order's data, and why. It is no part of the order's history. Rows stay for five years, and the table
 * refuses changes (`tables.ts`). It is written before the data is answered, so no answer lacks its row.
 */
export function viewLog({ pool, key, clock }: { pool: Pick<pg.Pool, 'query'>; key: KeyObject; clock: () => Date }) {
  return async ({ staffId, action, orderNo, reason, requestId }: View): Promise<void> => {
    const now = clock();
    const sealed = reason === undefined ? null : sealValue(key, `view/${staffId}/${orderNo ?? ''}`, { reason });
    await pool.query(
      `insert into support_views (at, staff_id, action, order_no, reason, request_id)
       select $1::timestamptz, $2::text, $3::text, $4::text, $5::bytea, $6
       where $3 <> 'VIEW' or not exists (
         select from support_views where staff_id = $2 and order_no = $4 and action = 'VIEW' and at > $7)`,
      [now, staffId, action, orderNo ?? null, sealed, requestId, new Date(now.getTime() - ONE_VIEW_MS)],
    );
  };
}
