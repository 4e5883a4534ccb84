import type { Gender, AgeGroup, ReviewListQuery, ReviewSkinType, ReviewSource, ReviewTotals } from '@nordhaut/contracts';
import { REVIEWS_PER_PAGE } from '@nordhaut/contracts';
import type pg from 'pg';

/** A review as it is stored. `boughtByDemo` counts only where `memberId` is null. */
export type StoredReview = {
  reviewId: string;
  productId: number;
  memberId: string | null;
  stars: number;
  title: string;
  content: string;
  gender: Gender | null;
  ageGroup: AgeGroup | null;
  skinType: ReviewSkinType | null;
  firstNameOnly: boolean;
  name: string;
  source: ReviewSource;
  sourceUrl: string | null;
  pictures: { image: string; alt: string }[];
  boughtByDemo: boolean;
  createdAt: Date;
  images: { name: string; width: number; height: number }[];
};

const COLUMNS = `r.comment_id as "reviewId", r.product_id as "productId", r.member_id as "memberId", r.comment_stars as stars,
  r.comment_title as title, r.comment_content as content, r.comment_gender as gender, r.comment_age_range as "ageGroup",
  r.comment_skin_type as "skinType", r.comment_only_show_firstname as "firstNameOnly", r.comment_user_name as name,
  r.comment_source as source, r.comment_source_url as "sourceUrl", r.comment_pictures as pictures, r.bought as "boughtByDemo",
  r.comment_create_at as "createdAt",
  coalesce((select json_agg(json_build_object('name', i.image_name, 'width', i.width, 'height', i.height) order by i.place)
    from review_images i where i.comment_id = r.comment_id), '[]'::json) as images`;

/** Each order is total, so that a review is on one page only. */
const ORDERS = {
  'stars-desc': 'comment_stars desc, comment_create_at desc, comment_id',
  'stars-asc': 'comment_stars, comment_create_at desc, comment_id',
  newest: 'comment_create_at desc, comment_id',
} as const;

const FILTERS = `product_id = $1 and listed and ($2::smallint is null or comment_stars = $2) and ($3::text is null or comment_gender = $3)
  and ($4::text is null or comment_age_range = $4) and ($5::text is null or comment_skin_type = $5)`;

type Filters = Pick<ReviewListQuery, 'score' | 'gender' | 'age' | 'skin'>;
const valuesOf = (productId: number, { score, gender, age, skin }: Filters) => [
  productId,
  score ?? null,
  gender ?? null,
  age ?? null,
  skin ?? null,
];

const NONE: ReviewTotals = { average: 0, count: 0, breakdown: [0, 0, 0, 0, 0] };

/** Average of the counts of 1 to 5 stars, rounded to two decimals. */
export function totalsOf(breakdown: ReviewTotals['breakdown']): ReviewTotals {
  const count = breakdown.reduce((sum, n) => sum + n, 0);
  const stars = breakdown.reduce((sum, n, i) => sum + n * (i + 1), 0);
  return count === 0 ? NONE : { average: Math.round((stars / count) * 100) / 100, count, breakdown };
}

/** The reads of reviews. A page is read by its ids, so that images are joined for five reviews only. */
export function reviewQueries(pool: Pick<pg.Pool, 'query'>) {
  return {
    /** How many reviews the filters leave. */
    async count(productId: number, filters: Filters): Promise<number> {
      const { rows } = await pool.query<{ n: number }>({
        name: 'reviews-count',
        text: `select count(*)::int as n from reviews where ${FILTERS}`,
        values: valuesOf(productId, filters),
      });
      return rows[0]?.n ?? 0;
    },

    async page(productId: number, filters: Filters, sort: ReviewListQuery['sort'], from: number): Promise<StoredReview[]> {
      const { rows } = await pool.query<StoredReview>({
        name: `reviews-page-${sort}`,
        text: `select ${COLUMNS} from (select * from reviews where ${FILTERS} order by ${ORDERS[sort]} limit ${REVIEWS_PER_PAGE} offset $6) r
               order by ${ORDERS[sort]}`,
        values: [...valuesOf(productId, filters), from],
      });
      return rows;
    },

    /** A review that anybody may read; undefined: there is none, it is hidden, or it has no text. */
    async byId(reviewId: string): Promise<StoredReview | undefined> {
      const text = `select ${COLUMNS} from reviews r where r.comment_id = $1 and r.listed`;
      const { rows } = await pool.query<StoredReview>({ name: 'review', text, values: [reviewId] });
      return rows[0];
    },

    /** The member's own review of a product, also one without a text or a hidden one. */
    async own(memberId: string, productId: number): Promise<StoredReview | undefined> {
      const text = `select ${COLUMNS} from reviews r where r.member_id = $1 and r.product_id = $2`;
      const { rows } = await pool.query<StoredReview>({ name: 'review-own', text, values: [memberId, productId] });
      return rows[0];
    },

    async totals(): Promise<ReadonlyMap<number, ReviewTotals>> {
      type Row = { product_id: number; stars: ReviewTotals['breakdown'] };
      const { rows } = await pool.query<Row>({
        name: 'review-totals',
        text: 'select product_id, array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars from review_totals',
      });
      return new Map(rows.map(({ product_id, stars }) => [product_id, totalsOf(stars)]));
    },

    async totalsOf(productId: number): Promise<ReviewTotals> {
      const { rows } = await pool.query<{ stars: ReviewTotals['breakdown'] }>({
        name: 'review-totals-of',
        text: 'select array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars from review_totals where product_id = $1',
        values: [productId],
      });
      return rows[0] ? totalsOf(rows[0].stars) : NONE;
    },
  };
}
export type ReviewQueries = ReturnType<typeof reviewQueries>;
