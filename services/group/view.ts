import type { GroupProduct, GroupProject, ProductCard } from '@nordhaut/contracts';
import { stateOf, turnsIn, type Project } from './project.ts';

/** What the shop's catalogue says of products. `bySlug`: only launched products have a page. */
export type Catalogue = {
  byId: (productId: number) => ProductCard | undefined;
  bySlug: (slug: string) => object | undefined;
};

/** The catalogue for a member whom support took these products away from (decisions.md 26). */
export const withoutMuted = ({ byId, bySlug }: Catalogue, muted: ReadonlySet<number>): Catalogue => ({
  byId: (productId) => (muted.has(productId) ? undefined : byId(productId)),
  bySlug,
});

type Sold = { card: ProductCard; groupPrice: number | null };

/** The products of a project, in its order, without those that the catalogue lacks. */
export const soldIn = ({ prices }: Project, { byId }: Catalogue): Sold[] =>
  prices.flatMap(({ productId, groupPrice }) => {
    const card = byId(productId);
    return card ? [{ card, groupPrice }] : [];
  });

/** What everybody may see of a project: prices only while it is open (decisions.md 77). */
export function projectView(project: Project, catalogue: Catalogue, now: Date): GroupProject {
  const { name, address, start, end } = project;
  const state = stateOf(project, now);
  const sold = soldIn(project, catalogue);
  return {
    address,
    name,
    state,
    start,
    end,
    productNames: sold.map(({ card }) => card.nameZh),
    products: state === 'OPEN' ? sold.map((one) => productView(one, catalogue)) : [],
    turnsIn: turnsIn(project, now),
  };
}

function productView({ card, groupPrice }: Sold, { bySlug }: Catalogue): GroupProduct {
  const { productId, slug, nameZh, nameEn, images, prices } = card;
  const hasPage = bySlug(slug) !== undefined;
  return { productId, slug: hasPage ? slug : null, nameZh, nameEn, image: images[0] ?? '', originalPrice: prices.ORIGIN, groupPrice };
}
