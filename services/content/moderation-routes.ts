import { contentMessages as messages } from '@nordhaut/contracts';
import { HideReviewRequest, ModeratedQuery, type ModeratedReview, ModeratedReviews, ModerationAnswer } from '@nordhaut/contracts/support';
import type { OuterKeys } from '@nordhaut/platform/envelope';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { hideReview, moderatedReviews, type ModeratedRow, showReview } from './moderation.ts';

const Params = z.object({ reviewId: z.string().check(z.maxLength(200)) });
const config = { access: 'support', right: 'act' } as const;

export type ModerationHttp = {
  pool: Pick<pg.Pool, 'query'>;
  outer: OuterKeys;
  productName(productId: number): string;
  staffName(staffId: string): Promise<string>;
  /** the log of what the staff does: who and why */
  log(request: FastifyRequest, view: { action: 'HIDE_REVIEW' | 'SHOW_REVIEW'; reason: string }): Promise<void>;
};

const cursorOf = ({ createdAt, reviewId }: ModeratedRow): string => `${createdAt.getTime()}~${reviewId}`;
function readCursor(cursor: string): { at: Date; reviewId: string } {
  const split = cursor.indexOf('~');
  const at = new Date(Number(cursor.slice(0, split)));
  return Number.isNaN(at.getTime()) ? refuse(400, 'VALIDATION_FAILED', messages.pageNotFound) : { at, reviewId: cursor.slice(split + 1) };
}

/**
 * The reviews for the staff, hiding one, and showing it again (decisions.md 102). Who hid it, when and why stay with the review until
 * it is shown again, and in the log.
 */
export const moderationRoutes =
  ({ pool, outer, productName, staffName, log }: ModerationHttp): Routes =>
  (app) => {
    const shown = async (row: ModeratedRow): Promise<ModeratedReview> => ({
      reviewId: row.reviewId,
      product: productName(row.productId),
      stars: row.stars,
      title: row.title,
      content: row.content,
      name: row.name,
      images: row.images,
      createdAt: row.createdAt.toISOString(),
      hidden: row.hiddenAt && {
        at: row.hiddenAt.toISOString(),
        by: await staffName(row.hiddenBy ?? ''),
        reason: row.hiddenReason,
      },
    });
    app.get(
      '/api/support/reviews',
      {
        config: { access: 'support', right: 'view' },
        schema: {
          querystring: ModeratedQuery,
          response: { 200: ModeratedReviews },
          summary: 'Reviews, the newest first, with who hid them and why',
          tags: ['support'],
        },
      },
      async (request) => {
        const { state, reviewId, after } = request.query;
        const page = { hidden: state === 'hidden', reviewId, after: after === undefined ? undefined : readCursor(after) };
        const { rows, hasMore } = await moderatedReviews(pool, outer, page);
        const last = rows.at(-1);
        return { reviews: await Promise.all(rows.map(shown)), next: hasMore && last ? cursorOf(last) : null };
      },
    );

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
        const { reason } = request.body;
        const { actor, now } = request.context();
        await log(request, { action: 'HIDE_REVIEW', reason: `${reviewId}：${reason}` });
        const done = await hideReview(pool, outer, { reviewId, by: actor.id, reason, at: now });
        return done ? { state: 200 as const } : refuse(404, 'REVIEW_NOT_FOUND', messages.reviewNotFound);
      },
    );

    app.post(
      '/api/support/reviews/:reviewId/show',
      { config, schema: { params: Params, response: { 200: ModerationAnswer }, summary: 'Show a hidden review again', tags: ['support'] } },
      async (request) => {
        const { reviewId } = request.params;
        await log(request, { action: 'SHOW_REVIEW', reason: reviewId });
        return (await showReview(pool, reviewId)) ? { state: 200 as const } : refuse(404, 'REVIEW_NOT_FOUND', messages.reviewNotFound);
      },
    );
  };
