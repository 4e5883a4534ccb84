import {
  ageGroupOf,
  contentMessages as messages,
  OwnReviewAnswer,
  OwnReviewQuery,
  ReviewAnswer,
  ReviewedProductsAnswer,
  reviewFault,
  ReviewListAnswer,
  ReviewListQuery,
  ReviewRequest,
  REVIEWS_PER_PAGE,
  ReviewSent,
} from '@nordhaut/contracts';
import { PUBLIC_ANSWER, publicAnswer, refuse, Rejected, type Routes, tagOf } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { ageAt } from './days.ts';
import { reviewName } from './display-name.ts';
import { pageOf } from './paging.ts';
import { type Products, reviewProduct, type Reviews } from './review-views.ts';
import { shownText } from './shown-text.ts';
import { writeReview } from './write-review.ts';

/** Seconds for which a shared cache keeps reviews: the time until others see a new one. */
const SHARED_CACHE = 15;

/** What a review needs of its author. */
export type Author = { memberId: string; name: string; gender: 'MALE' | 'FEMALE' | 'OTHERS' | null; birthday: string | null };

export type ReviewDeps = {
  pool: pg.Pool;
  reviews: Reviews;
  products: Products;
  /** The signed-in member. @throws Rejected 401 */
  authorOf: (request: FastifyRequest) => Promise<Author>;
};

const about = (summary: string) => ({ summary, tags: ['reviews'] });

/** Reading and writing reviews (spec/1-catalogue-and-content §2, §5). */
export const reviewRoutes =
  ({ pool, reviews, products, authorOf }: ReviewDeps): Routes =>
  (app) => {
    const config = PUBLIC_ANSWER;

    app.get(
      '/api/content/reviews/products',
      { config, schema: { response: { 200: ReviewedProductsAnswer }, ...about('Products with their average and number of reviews') } },
      async (request, reply) => {
        const totals = await reviews.totals();
        const body = { products: products.list().map((card) => ({ product: reviewProduct(card), totals: totals(card.productId) })) };
        return publicAnswer(request, reply, { body, tag: tagOf(body) }, SHARED_CACHE);
      },
    );

    app.get(
      '/api/content/reviews',
      {
        config,
        schema: { querystring: ReviewListQuery, response: { 200: ReviewListAnswer }, ...about('The reviews of a product, five to a page') },
      },
      async (request, reply) => {
        const { product: slug, sort, page, ...filters } = request.query;
        const card = products.list().find((one) => one.slug === slug);
        if (!card) return refuse(404, 'PRODUCT_NOT_FOUND', messages.pageNotFound);
        const [total, totals] = await Promise.all([reviews.count(card.productId, filters), reviews.totalsOf(card.productId)]);
        const { from, ...paging } = pageOf(page, total, REVIEWS_PER_PAGE);
        const shown = total === 0 ? [] : await reviews.page(card.productId, filters, sort, from);
        const body = { product: reviewProduct(card), totals, reviews: shown, ...paging };
        return publicAnswer(request, reply, { body, tag: tagOf(body) }, SHARED_CACHE);
      },
    );

    app.get(
      '/api/content/reviews/own',
      {
        config: { access: 'member' },
        schema: { querystring: OwnReviewQuery, response: { 200: OwnReviewAnswer }, ...about("The member's own review of a product") },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const { memberId, gender, birthday } = await authorOf(request);
        const own = await reviews.own(memberId, request.query.productId);
        return {
          review: own?.view ?? null,
          fileNames: own?.fileNames ?? [],
          firstNameOnly: own?.firstNameOnly ?? false,
          asks: { gender: gender === null, age: birthday === null },
        };
      },
    );

    app.get(
      '/api/content/reviews/:reviewId',
      {
        config,
        schema: {
          params: z.object({ reviewId: z.string().check(z.maxLength(200)) }),
          response: { 200: ReviewAnswer },
          ...about('One review'),
        },
      },
      async (request, reply) => {
        const review = await reviews.byId(request.params.reviewId);
        if (!review) return refuse(404, 'REVIEW_NOT_FOUND', messages.reviewNotFound);
        const body = { review };
        return publicAnswer(request, reply, { body, tag: tagOf(body) }, SHARED_CACHE);
      },
    );

    app.post(
      '/api/content/reviews',
      {
        config: { access: 'member' },
        schema: { body: ReviewRequest, response: { 200: ReviewSent }, ...about('Write or change the own review of a product') },
      },
      async (request) => {
        const { body } = request;
        const author = await authorOf(request);
        const { memberId } = author;
        const { now, commandId } = request.context();
        const card = products.byId(body.productId);
        if (!card || !products.list().some(({ productId }) => productId === body.productId))
          return refuse(404, 'PRODUCT_NOT_FOUND', messages.pageNotFound);
        const fault = reviewFault(body);
        if (fault) return refuse(400, fault.field === 'stars' ? 'REVIEW_NOT_RATED' : 'REVIEW_TOO_LONG', fault.message);
        const written = await writeReview(pool, {
          ...body,
          title: oneLine(shownText(body.title)),
          content: shownText(body.content),
          images: [...new Set(body.images)],
          reviewId: commandId,
          memberId,
          gender: author.gender ?? body.gender ?? null,
          ageGroup: author.birthday === null ? (body.ageGroup ?? null) : ageGroupOf(ageAt(author.birthday, now)),
          skinType: body.skinType ?? null,
          name: reviewName(author.name, body.firstNameOnly),
          at: now,
        });
        if (written === 'image unknown') return refuse(409, 'IMAGE_UNKNOWN', messages.imageUnknown);
        // The account may have been closed meanwhile, and the forgetting may have run before this review was there. Where the account cannot
        // be read, the review stays: it may be an old one that was changed, and one that the staff hid.
        await authorOf(request).catch(async (error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          await pool.query('delete from reviews where comment_id = $1 and member_id = $2', [written.reviewId, memberId]);
          throw error;
        });
        const own = await reviews.own(memberId, body.productId);
        if (!own) return refuse(404, 'REVIEW_NOT_FOUND', messages.reviewNotFound);
        return { state: 200 as const, message: messages.reviewSent, review: own.view };
      },
    );
  };

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
