import type pg from 'pg';

/** `hidden`: it was hidden, and its author changed it afterwards. `since`: when the author wrote or changed it. */
type NewReview = { reviewId: string; productId: number; stars: number; hidden: boolean; since: Date };

/**
 * Members' reviews with something to read or to see, in the order in which they were written or changed. A review that was hidden
 * is among them once its author has changed it. The demonstration's reviews have no member. A review leaves after 60 days, also
 * where nobody looked at it: the list is read whole, so it must not grow with the age of the shop. The page of reviews has all.
 */
export const newReviews =
  (pool: Pick<pg.Pool, 'query'>) =>
  async ({ after, before, limit }: { after: Date; before: Date; limit: number }): Promise<NewReview[]> => {
    const { rows } = await pool.query<NewReview>({
      name: 'reviews-new',
      text: `select r.comment_id as "reviewId", r.product_id as "productId", r.comment_stars as stars, r.hidden_at is not null as hidden,
               r.changed_at as since
             from reviews r
             where r.member_id is not null and (r.hidden_at is null or r.changed_at > r.hidden_at) and r.changed_at <= $1
               and r.changed_at > greatest($1::timestamptz - interval '60 days', $3::timestamptz)
               and (r.comment_title <> '' or r.comment_content <> ''
                 or exists (select from review_images i where i.comment_id = r.comment_id))
             order by r.changed_at, r.comment_id limit $2`,
      values: [before, limit, after],
    });
    return rows;
  };
