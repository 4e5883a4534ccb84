import type { OuterKeys } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import { openReason, sealReason } from './hiding-reasons.ts';

/** `by`: the id of the member of the staff; `reason`: for the staff, never shown to visitors, and sealed */
type Hiding = { reviewId: string; by: string; reason: string; at: Date };

/**
 * Hides a review from every page, from the average and from its address; its images are no longer served. It stays hidden when
 * its author changes it (decisions.md 102). A second hiding changes nothing: the first one's reason stays.
 * @returns false where there is no such review that is shown
 */
export async function hideReview(pool: Pick<pg.Pool, 'query'>, outer: OuterKeys, { reviewId, by, reason, at }: Hiding): Promise<boolean> {
  if (reason.trim() === '') throw new RangeError('hiding a review needs a reason');
  const { rowCount } = await pool.query({
    name: 'review-hide',
    text: `update reviews set hidden_at = $2, hidden_by = $3, hidden_reason = null, hidden_sealed = $4, outer_key = $5
           where comment_id = $1 and hidden_at is null`,
    values: [reviewId, at, by, sealReason(outer, reviewId, reason.trim()), outer.current],
  });
  return rowCount === 1;
}

/** Shows a hidden review again. @returns false where there is no such hidden review */
export async function showReview(pool: Pick<pg.Pool, 'query'>, reviewId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'review-show',
    text: `update reviews set hidden_at = null, hidden_by = null, hidden_reason = null, hidden_sealed = null, outer_key = null
           where comment_id = $1 and hidden_at is not null`,
    values: [reviewId],
  });
  return rowCount === 1;
}

const PAGE = 30;

export type ModeratedRow = {
  reviewId: string;
  productId: number;
  stars: number;
  title: string;
  content: string;
  name: string;
  images: string[];
  createdAt: Date;
  hiddenAt: Date | null;
  hiddenBy: string | null;
  /** empty where the review is shown */
  hiddenReason: string;
};

/** A page of reviews for the staff, the newest first. `reviewId`: only this one, whatever its state. */
export async function moderatedReviews(
  pool: Pick<pg.Pool, 'query'>,
  outer: OuterKeys,
  { hidden, reviewId, after }: { hidden: boolean; reviewId?: string | undefined; after?: { at: Date; reviewId: string } | undefined },
): Promise<{ rows: ModeratedRow[]; hasMore: boolean }> {
  const { rows } = await pool.query<ModeratedRow & { clearReason: string | null; sealed: Buffer | null; outerKey: string | null }>({
    name: 'reviews-moderated',
    text: `select r.comment_id as "reviewId", r.product_id as "productId", r.comment_stars as stars, r.comment_title as title,
             r.comment_content as content, r.comment_user_name as name,
             array(select i.image_name from review_images i where i.comment_id = r.comment_id order by i.place) as images,
             r.comment_create_at as "createdAt", r.hidden_at as "hiddenAt", r.hidden_by as "hiddenBy", r.hidden_reason as "clearReason",
             r.hidden_sealed as sealed, r.outer_key as "outerKey"
           from reviews r
           where case when $2::text is null then (r.hidden_at is not null) = $1 else r.comment_id = $2 end
             and ($3::timestamptz is null or (r.comment_create_at, r.comment_id) < ($3, $4))
           order by r.comment_create_at desc, r.comment_id desc limit ${PAGE + 1}`,
    values: [hidden, reviewId ?? null, after?.at ?? null, after?.reviewId ?? null],
  });
  const page = rows.slice(0, PAGE).map(({ clearReason, sealed, outerKey, ...row }) => ({
    ...row,
    hiddenReason: clearReason ?? openReason(outer, row.reviewId, sealed, outerKey),
  }));
  return { rows: page, hasMore: rows.length > PAGE };
}
