import type { OuterKeys, SealedTable } from '@nordhaut/platform/envelope';
import type pg from 'pg';

const nameOf = (reviewId: string): string => `review/${reviewId}`;

/** Why a review was hidden: the staff types it, so an outer key encrypts it. */
export const hidingReasons: SealedTable = {
  table: 'reviews',
  key: ['comment_id'],
  column: 'hidden_sealed',
  nameOf: ({ comment_id: reviewId = '' }) => nameOf(reviewId),
};

export const sealReason = (outer: OuterKeys, reviewId: string, reason: string): Buffer => outer.wrap(Buffer.from(reason), nameOf(reviewId));

/** Empty where there is no reason, or where its outer key was retired. */
export const openReason = (outer: OuterKeys, reviewId: string, sealed: Buffer | null, key: string | null): string =>
  sealed === null || key === null || !outer.ids.includes(key) ? '' : outer.unwrap(sealed, key, nameOf(reviewId)).toString();

/** Seals reasons of an earlier release, which are in clear. @returns whether there may be more */
export async function sealClearReasons(pool: Pick<pg.Pool, 'query'>, outer: OuterKeys, batch: number): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; reason: string }>(
    `select comment_id as id, hidden_reason as reason from reviews where hidden_reason is not null limit ${batch}`,
  );
  for (const { id, reason } of rows)
    await pool.query({
      name: 'review-seal-reason',
      text: `update reviews set hidden_reason = null, hidden_sealed = $3, outer_key = $4 where comment_id = $1 and hidden_reason = $2`,
      values: [id, reason, sealReason(outer, id, reason), outer.current],
    });
  return rows.length === batch;
}
