import type { ProductCard, ReviewListQuery, ReviewTotals, ReviewView } from '@nordhaut/contracts';
import type { ReviewQueries, StoredReview } from './reviews.ts';
import { totalsOf } from './reviews.ts';

/** The catalogue as reviews need it. */
export type Products = {
  byId: (productId: number) => ProductCard | undefined;
  list: () => ProductCard[];
  /** ids of the products of a set; [] for others */
  setItems: (productId: number) => readonly number[];
};

/** The products that each of these members has got and kept. */
export type KeptProducts = (memberIds: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<number>>>;

export const reviewProduct = ({ productId, slug, nameZh, nameEn, images, available }: ProductCard) => ({
  productId,
  slug,
  nameZh,
  nameEn,
  image: images[0] ?? '',
  available,
});

/** Drawn pictures of the demonstration have this width, and this height. */
const DRAWN = { width: 640, height: 640 };

export type Reviews = ReturnType<typeof reviewViews>;

/** Reviews as pages show them, with the mark 已購買 from the orders (decisions.md 103). */
export function reviewViews(queries: ReviewQueries, products: Products, keptProducts: KeptProducts) {
  async function shown(stored: readonly StoredReview[]): Promise<ReviewView[]> {
    const authors = [...new Set(stored.flatMap(({ memberId }) => memberId ?? []))];
    const kept = await keptProducts(authors);
    const has = (memberId: string, productId: number): boolean =>
      [...(kept.get(memberId) ?? [])].some((id) => id === productId || products.setItems(id).includes(productId));
    return stored.flatMap((review) => {
      const card = products.byId(review.productId);
      if (!card) return [];
      const { memberId, boughtByDemo, productId } = review;
      return [viewOf(review, card, memberId === null ? boughtByDemo : has(memberId, productId))];
    });
  }

  return {
    count: queries.count,
    totalsOf: queries.totalsOf,
    async totals(): Promise<(productId: number) => ReviewTotals> {
      const all = await queries.totals();
      return (productId) => all.get(productId) ?? totalsOf([0, 0, 0, 0, 0]);
    },
    page: async (...query: [number, Parameters<ReviewQueries['count']>[1], ReviewListQuery['sort'], number]): Promise<ReviewView[]> =>
      shown(await queries.page(...query)),
    async byId(reviewId: string): Promise<ReviewView | undefined> {
      const review = await queries.byId(reviewId);
      return review && (await shown([review]))[0];
    },
    async own(memberId: string, productId: number) {
      const review = await queries.own(memberId, productId);
      const view = review && (await shown([review]))[0];
      return view && { view, fileNames: review.images.map(({ name }) => name), firstNameOnly: review.firstNameOnly };
    },
  };
}

function viewOf(review: StoredReview, card: ProductCard, bought: boolean): ReviewView {
  const { reviewId, stars, title, content, gender, ageGroup, skinType, name, source, sourceUrl, createdAt } = review;
  return {
    reviewId,
    product: reviewProduct(card),
    stars,
    title,
    content,
    images: [
      ...review.pictures.map(({ image, alt }) => ({ src: `/img/content/${image}-640.webp`, ...DRAWN, alt })),
      ...review.images.map(({ name: file, width, height }) => ({ src: `/img/_comment/${file}`, width, height, alt: '' })),
    ],
    gender,
    ageGroup,
    skinType,
    name,
    source,
    sourceUrl,
    bought,
    createdAt: createdAt.toISOString(),
  };
}
