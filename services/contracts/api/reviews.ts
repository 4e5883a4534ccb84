import * as z from 'zod/mini';
import {
  AGE_GROUPS,
  REVIEW_BODY_LIMIT,
  REVIEW_IMAGES_LIMIT,
  REVIEW_SKIN_TYPES,
  REVIEW_SORTINGS,
  REVIEW_SOURCES,
  REVIEW_TITLE_LIMIT,
} from '../content-vocabulary.ts';
import { GENDERS } from '../vocabulary.ts';
import { PageNumber } from './content.ts';

/** Reviews (spec/1-catalogue-and-content §2, §5). */
export const ReviewProduct = z.object({
  productId: z.int(),
  slug: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  /** below `/img/product/`; '' for none */
  image: z.string(),
  /** whether it can be bought; only then pages link to it */
  available: z.boolean(),
});

export const ReviewView = z.object({
  reviewId: z.string(),
  product: ReviewProduct,
  stars: z.int(),
  title: z.string(),
  content: z.string(),
  /** `src`: the address of the picture, without a choice of widths */
  images: z.array(z.object({ src: z.string(), width: z.int(), height: z.int(), alt: z.string() })),
  gender: z.nullable(z.enum(GENDERS)),
  ageGroup: z.nullable(z.enum(AGE_GROUPS)),
  skinType: z.nullable(z.enum(REVIEW_SKIN_TYPES)),
  /** masked: `王○明` or `王○○` */
  name: z.string(),
  source: z.enum(REVIEW_SOURCES),
  sourceUrl: z.nullable(z.string()),
  /** 已購買 */
  bought: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type ReviewView = z.infer<typeof ReviewView>;

/** Of members' own reviews (decisions.md 103). `average` has two decimals; 0 without a review. */
export const ReviewTotals = z.object({
  average: z.number(),
  count: z.int(),
  /** how many have 1, 2, 3, 4 and 5 stars */
  breakdown: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
});
export type ReviewTotals = z.infer<typeof ReviewTotals>;

/** `GET /api/content/reviews/products`: every product that is on sale, in the shop's order. */
export const ReviewedProductsAnswer = z.object({
  products: z.array(z.object({ product: ReviewProduct, totals: ReviewTotals })),
});

/** `product` is the product's slug. An unknown product and a page after the last one answer 404, an unknown value 400. */
export const ReviewListQuery = z.strictObject({
  product: z.string().check(z.minLength(1), z.maxLength(200)),
  score: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
  gender: z.optional(z.enum(GENDERS)),
  age: z.optional(z.enum(AGE_GROUPS)),
  skin: z.optional(z.enum(REVIEW_SKIN_TYPES)),
  sort: z._default(z.enum(REVIEW_SORTINGS), 'stars-desc'),
  page: PageNumber,
});
export type ReviewListQuery = z.infer<typeof ReviewListQuery>;
export const ReviewListAnswer = z.object({
  product: ReviewProduct,
  totals: ReviewTotals,
  reviews: z.array(ReviewView),
  page: z.int(),
  pages: z.int(),
  /** reviews that the filters leave */
  total: z.int(),
});
export type ReviewListAnswer = z.infer<typeof ReviewListAnswer>;
export const ReviewAnswer = z.object({ review: ReviewView });

/** `GET /api/content/reviews/own?productId=`: the signed-in member's review, and what the form has to ask. */
export const OwnReviewQuery = z.strictObject({ productId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) });
export const OwnReviewAnswer = z.object({
  review: z.nullable(ReviewView),
  /** file names of its own uploaded images, to keep them when it is changed */
  fileNames: z.array(z.string()),
  firstNameOnly: z.boolean(),
  asks: z.object({ gender: z.boolean(), age: z.boolean() }),
});

/** A name that `POST /api/upload/comment/` gave. */
export const ReviewImageName = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}\.webp$/));

/**
 * `POST /api/content/reviews`: the member's review of a product. A second one replaces the first. Gender and age group count
 * only where the member's profile lacks them. `images`: file names; images of the review that are not named are deleted.
 */
export const ReviewRequest = z.object({
  productId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  stars: z.int(),
  title: z.string().check(z.maxLength(REVIEW_TITLE_LIMIT * 4)),
  content: z.string().check(z.maxLength(REVIEW_BODY_LIMIT * 4)),
  images: z._default(z.array(ReviewImageName).check(z.maxLength(REVIEW_IMAGES_LIMIT)), []),
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  ageGroup: z.optional(z.nullable(z.enum(AGE_GROUPS))),
  skinType: z.optional(z.nullable(z.enum(REVIEW_SKIN_TYPES))),
  firstNameOnly: z._default(z.boolean(), false),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;
export const ReviewSent = z.object({ state: z.literal(200), message: z.string(), review: ReviewView });

/** `POST /api/upload/comment/`, multipart: `file[]` up to five times, and `commentId` where the review exists. */
export const UploadedImages = z.object({ state: z.literal(200), fileNames: z.array(z.string()) });
