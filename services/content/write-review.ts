import { createHash } from 'node:crypto';
import type { AgeGroup, Gender, ReviewRequest } from '@nordhaut/contracts';
import { inTransaction } from '@nordhaut/platform/database';
import type pg from 'pg';

export type NewReview = Pick<ReviewRequest, 'productId' | 'stars' | 'title' | 'content' | 'images'> & {
  /** for a first review of the product */
  reviewId: string;
  memberId: string;
  gender: Gender | null;
  ageGroup: AgeGroup | null;
  skinType: ReviewRequest['skinType'] | null;
  firstNameOnly: boolean;
  /** masked */
  name: string;
  at: Date;
};

/** ms for which an uploaded image waits for its review (decisions.md 102) */
export const IMAGE_WAITS_MS = 30 * 60_000;

/**
 * Writes the member's review of the product, or changes it; its images are those that it names, in their order.
 * @returns the review's id, or `image unknown` where an image is somebody else's, or too old
 */
export async function writeReview(pool: pg.Pool, review: NewReview): Promise<{ reviewId: string } | 'image unknown'> {
  try {
    return await inTransaction(pool, (client) => write(client, review));
  } catch (error) {
    if (error instanceof ImageUnknown) return 'image unknown';
    throw error;
  }
}

/** Rolls back what was written of the review. */
class ImageUnknown extends Error {}

const beside = (name: string, reviewId: string): string =>
  `${createHash('sha256').update(name).update('\0').update(reviewId).digest('base64url').slice(0, 32)}.webp`;

/**
 * The names under which the review has these images. A picture that the member uploaded again, and that another review of the member
 * shows, gets a copy that waits for this review: each review keeps and drops its own. The review's row must be locked.
 */
export async function namesFor(
  client: pg.PoolClient,
  { reviewId, memberId, names, after }: { reviewId: string; memberId: string; names: readonly string[]; after: Date },
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>({
    name: 'review-images-copy',
    text: `with held as (
             select i.*, n.copy from unnest($2::text[], $3::text[]) as n (name, copy) join review_images i on i.image_name = n.name
             where i.member_id = $4 and i.comment_id <> $1 and i.uploaded_at > $5),
           copied as (
             insert into review_images (image_name, member_id, bytes, width, height, uploaded_at)
             select copy, member_id, bytes, width, height, uploaded_at from held on conflict do nothing)
           select image_name as name from held`,
    values: [reviewId, [...names], names.map((name) => beside(name, reviewId)), memberId, after],
  });
  const held = new Set(rows.map(({ name }) => name));
  return [...new Set(names.map((name) => (held.has(name) ? beside(name, reviewId) : name)))];
}

/** @throws ImageUnknown */
async function write(client: pg.PoolClient, review: NewReview): Promise<{ reviewId: string }> {
  const { productId, memberId, stars, title, content, gender, ageGroup, skinType, firstNameOnly, name, at } = review;
  // The row's lock makes two changes of one review follow each other. A hidden review stays hidden, and its first time stays.
  const { rows } = await client.query<{ reviewId: string }>({
    name: 'review-write',
    text: `insert into reviews as r (comment_id, product_id, member_id, comment_stars, comment_title, comment_content, comment_gender,
             comment_age_range, comment_skin_type, comment_only_show_firstname, comment_user_name, comment_create_at, changed_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
           on conflict (member_id, product_id) do update set comment_stars = excluded.comment_stars,
             comment_title = excluded.comment_title, comment_content = excluded.comment_content,
             comment_gender = excluded.comment_gender, comment_age_range = excluded.comment_age_range,
             comment_skin_type = excluded.comment_skin_type, comment_only_show_firstname = excluded.comment_only_show_firstname,
             comment_user_name = excluded.comment_user_name, changed_at = excluded.changed_at
           returning comment_id as "reviewId"`,
    values: [review.reviewId, productId, memberId, stars, title, content, gender, ageGroup, skinType, firstNameOnly, name, at],
  });
  const reviewId = rows[0]?.reviewId ?? '';
  const after = new Date(at.getTime() - IMAGE_WAITS_MS);
  const images = await namesFor(client, { reviewId, memberId, names: review.images, after });
  const { rowCount } = await client.query({
    name: 'review-images-take',
    text: `update review_images i set comment_id = $1, place = n.place
           from unnest($2::text[]) with ordinality as n (name, place)
           where i.image_name = n.name and i.member_id = $3 and (i.comment_id = $1 or (i.comment_id is null and i.uploaded_at > $4))`,
    values: [reviewId, images, memberId, after],
  });
  if (rowCount !== images.length) throw new ImageUnknown();
  await client.query('delete from review_images where comment_id = $1 and image_name <> all($2::text[])', [reviewId, images]);
  return { reviewId };
}
