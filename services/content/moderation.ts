import type pg from 'pg';

/** `by`: the id of the member of the staff; `reason`: for the staff, never shown to visitors */
export type Hiding = { reviewId: string; by: string; reason: string; at: Date };

/**
 * Hides a review from every page, from the average and from its address; its images are no longer served. It stays hidden when
 * its author changes it (decisions.md 102). A second hiding changes nothing: the first one's reason stays.
 * @returns false where there is no such review that is shown
 */
export async function hideReview(pool: Pick<pg.Pool, 'query'>, { reviewId, by, reason, at }: Hiding): Promise<boolean> {
  if (reason.trim() === '') throw new RangeError('hiding a review needs a reason');
  const { rowCount } = await pool.query({
    name: 'review-hide',
    text: 'update reviews set hidden_at = $2, hidden_by = $3, hidden_reason = $4 where comment_id = $1 and hidden_at is null',
    values: [reviewId, at, by, reason.trim()],
  });
  return rowCount === 1;
}

/** Shows a hidden review again. @returns false where there is no such hidden review */
export async function showReview(pool: Pick<pg.Pool, 'query'>, reviewId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'review-show',
    text: 'update reviews set hidden_at = null, hidden_by = null, hidden_reason = null where comment_id = $1 and hidden_at is not null',
    values: [reviewId],
  });
  return rowCount === 1;
}
