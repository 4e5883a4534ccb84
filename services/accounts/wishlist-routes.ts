import { type ProductCard, type WishlistItem, WishlistItems } from '@nordhaut/contracts';
import type { Routes } from '@nordhaut/platform/http';
import type { Accounts } from './accounts.ts';
import { memberIdOf } from './callers.ts';

/** The catalogue as the wishlist needs it. `bySlug` knows the products that have a page. */
export type WishedProducts = {
  byId: (productId: number, muted?: ReadonlySet<number>) => ProductCard | undefined;
  bySlug: (slug: string) => object | undefined;
};

/** A product that is not in the catalogue any more stays listed without a name (decisions.md 99). */
const gone = (productId: number): WishlistItem => ({
  productId,
  nameZh: '',
  nameEn: '',
  slug: '',
  image: '',
  price: { origin: 0, member: 0 },
  available: false,
  linked: false,
});

function itemOf(productId: number, muted: ReadonlySet<number>, { byId, bySlug }: WishedProducts): WishlistItem {
  const card = byId(productId, muted);
  if (!card) return gone(productId);
  const { nameZh, nameEn, slug, images, prices, available } = card;
  const price = { origin: prices.ORIGIN, member: prices.MEMBER };
  return { productId, nameZh, nameEn, slug, image: images[0] ?? '', price, available, linked: bySlug(slug) !== undefined };
}

/** The wished products with their prices, the newest wish first (design/http-api.md). */
export const wishlistRoutes =
  ({ accounts }: { accounts: Pick<Accounts, 'member'> }, products: WishedProducts): Routes =>
  (app) => {
    app.get(
      '/api/member/wishlist',
      { schema: { response: { 200: WishlistItems }, summary: 'The wished products', tags: ['member'] }, config: { access: 'member' } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const { member } = await accounts.member(memberIdOf(request));
        const muted = new Set(member.muted);
        return { items: member.wishlist.toReversed().map((productId) => itemOf(productId, muted, products)) };
      },
    );
  };
