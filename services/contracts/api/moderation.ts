import * as z from 'zod/mini';

/** `POST /api/support/reviews/{reviewId}/hide`; `reason` is for the staff only. */
export const HideReviewRequest = z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) });
export const ModerationAnswer = z.object({ state: z.literal(200) });

/** `GET /api/support/reviews`: the newest first. `reviewId`: one review only, as its own page names it. */
export const ModeratedQuery = z.strictObject({
  state: z._default(z.enum(['shown', 'hidden']), 'shown'),
  reviewId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** `next` of the page before */
  after: z.optional(z.string().check(z.regex(/^[0-9]{1,16}~.{1,200}$/u))),
});
export const ModeratedReview = z.object({
  reviewId: z.string(),
  product: z.string(),
  stars: z.int(),
  title: z.string(),
  content: z.string(),
  /** as visitors see it */
  name: z.string(),
  images: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** null: it is shown */
  hidden: z.nullable(z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() })),
});
export type ModeratedReview = z.infer<typeof ModeratedReview>;
export const ModeratedReviews = z.object({ reviews: z.array(ModeratedReview), next: z.nullable(z.string()) });
export type ModeratedReviews = z.infer<typeof ModeratedReviews>;
