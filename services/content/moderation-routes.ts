import { contentMessages as messages, HideReviewRequest, ModerationAnswer } from '@nordhaut/contracts';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type pg from 'pg';
import * as z from 'zod/mini';
import { hideReview, showReview } from './moderation.ts';

const Params = z.object({ reviewId: z.string().check(z.maxLength(200)) });
const config = { access: 'support', right: 'act' } as const;

/** Hiding a review, and showing it again (decisions.md 102). Who did it, when and why stay with the review. */
export const moderationRoutes =
  (pool: Pick<pg.Pool, 'query'>): Routes =>
  (app) => {
    app.post(
      '/api/support/reviews/:reviewId/hide',
      {
        config,
        schema: {
          params: Params,
          body: HideReviewRequest,
          response: { 200: ModerationAnswer },
          summary: 'Hide a review, with the reason',
          tags: ['support'],
        },
      },
      async (request) => {
        const { reviewId } = request.params;
        const { actor, now } = request.context();
        const done = await hideReview(pool, { reviewId, by: actor.id, reason: request.body.reason, at: now });
        return done ? { state: 200 as const } : refuse(404, 'REVIEW_NOT_FOUND', messages.reviewNotFound);
      },
    );

    app.post(
      '/api/support/reviews/:reviewId/show',
      { config, schema: { params: Params, response: { 200: ModerationAnswer }, summary: 'Show a hidden review again', tags: ['support'] } },
      async (request) =>
        (await showReview(pool, request.params.reviewId))
          ? { state: 200 as const }
          : refuse(404, 'REVIEW_NOT_FOUND', messages.reviewNotFound),
    );
  };
