import type { ProductCard, ProductDetail, ProductFeature } from '@nordhaut/contracts';
import { SKIN_TYPE_LABELS } from './messages.ts';
import type { Product } from './product.ts';

/** Products of one version of the catalogue, indexed. Immutable. */
export type Snapshot = {
  /** by sort index */
  products: readonly Product[];
  byId: ReadonlyMap<number, Product>;
  bySlug: ReadonlyMap<string, Product>;
  byUid: ReadonlyMap<string, Product>;
  /** for everybody who has nothing muted */
  cards: ReadonlyMap<Product, ProductCard>;
};

/** Ids that a member may not buy (`user_muted_products`); a muted item mutes its sets (decisions.md #26). */
export type Muted = ReadonlySet<number>;
const NOTHING_MUTED: Muted = new Set();
const RELATED_SHOWN = 4;

export function makeSnapshot(unsorted: readonly Product[]): Snapshot {
  const products = [...unsorted].sort((a, b) => a.sortIndex - b.sortIndex || a.id - b.id);
  const cards = new Map<Product, ProductCard>();
  const snapshot = {
    products,
    byId: new Map(products.map((product) => [product.id, product])),
    bySlug: new Map(products.map((product) => [product.slug, product])),
    byUid: new Map(products.map((product) => [product.uid, product])),
    cards,
  };
  for (const product of products) cards.set(product, cardOf(snapshot, product, NOTHING_MUTED));
  return snapshot;
}

/** On sale for this person: launched, not muted, and for a set every item likewise (spec/1 §2, §4). */
function isAvailable(snapshot: Pick<Snapshot, 'byId'>, product: Product, muted: Muted = NOTHING_MUTED): boolean {
  if (product.standing !== 'on-sale' || muted.has(product.id)) return false;
  return product.setItems.every((id) => {
    const item = snapshot.byId.get(id);
    return item !== undefined && item.standing === 'on-sale' && !muted.has(id);
  });
}

export const toCard = (snapshot: Snapshot, product: Product, muted: Muted = NOTHING_MUTED): ProductCard =>
  (muted.size === 0 ? snapshot.cards.get(product) : undefined) ?? cardOf(snapshot, product, muted);

function cardOf(snapshot: Pick<Snapshot, 'byId'>, product: Product, muted: Muted): ProductCard {
  const { id, slug, type, number, step, nameZh, nameEn, subTitle, summary, sizes, prices, images, features, isHotSale, isAdditional } =
    product;
  return {
    productId: id,
    slug,
    type,
    number,
    step,
    nameZh,
    nameEn,
    subTitle,
    summary,
    sizes,
    prices,
    images,
    features,
    isHotSale,
    isAdditional,
    ...savingOf(snapshot, product),
    available: isAvailable(snapshot, product, muted),
  };
}

/** What a set costs less than its items one by one. */
function savingOf(snapshot: Pick<Snapshot, 'byId'>, { setItems, prices }: Product): Pick<ProductCard, 'saves'> {
  const less = (tier: 'ORIGIN' | 'MEMBER'): number =>
    setItems.reduce((sum, id) => sum + (snapshot.byId.get(id)?.prices[tier] ?? 0), 0) - prices[tier];
  const saves = { ORIGIN: less('ORIGIN'), MEMBER: less('MEMBER') };
  return saves.ORIGIN > 0 && saves.MEMBER > 0 ? { saves } : {};
}

/** The products of the list: on sale and out of stock, in the shop's order, filtered by feature. */
export function listCards(
  snapshot: Snapshot,
  filter: { feature?: ProductFeature | undefined; muted?: Muted | undefined } = {},
): ProductCard[] {
  return snapshot.products
    .filter(({ standing, features }) => standing !== 'hidden' && (!filter.feature || features.includes(filter.feature)))
    .map((product) => toCard(snapshot, product, filter.muted));
}

/** The page of a product; undefined when there is none, or it is not launched (decisions.md #21). */
export function detailOf(snapshot: Snapshot, slug: string, muted?: Muted): ProductDetail | undefined {
  const product = snapshot.bySlug.get(slug);
  if (!product || product.standing !== 'on-sale') return undefined;
  const card = (other: Product) => toCard(snapshot, other, muted);
  const listed = (id: number): Product | undefined => {
    const other = snapshot.byId.get(id);
    return other?.standing === 'hidden' ? undefined : other;
  };
  return {
    ...card(product),
    contentId: product.capiUid,
    description: product.description,
    characters: product.characters,
    function: product.function,
    usage: product.usage,
    texture: product.texture,
    scent: product.scent,
    openMonths: product.openMonths,
    skinTypes: product.skinTypes.map((type) => SKIN_TYPE_LABELS[type] ?? type),
    ingredients: product.ingredients,
    detailImages: product.detailImages,
    setItems: product.setItems.flatMap((id) => listed(id) ?? []).map(card),
    samples: samplesOf(snapshot, product).map(card),
    flow: product.flow.flatMap(({ product: step, must }) => {
      const other = step === 'self' ? product : listed(step);
      return other ? [{ product: card(other), must, isSelf: other === product }] : [];
    }),
    related: relatedTo(snapshot, product, muted).map(card),
    changedAt: product.changedAt.toISOString(),
  };
}

/** The trial products sent with a product: its own, and for a set those of its items. */
export const samplesOf = (snapshot: Snapshot, { sampleUid, setItems }: Product): Product[] => {
  const uids = [sampleUid, ...setItems.map((id) => snapshot.byId.get(id)?.sampleUid)];
  return uids.flatMap((uid) => (uid ? (snapshot.byUid.get(uid) ?? []) : []));
};

/**
 * Available products, those with most features in common first, then in the shop's order. The page shows the steps of the
 * product's flow above them, so these are not repeated.
 */
function relatedTo(snapshot: Snapshot, product: Product, muted?: Muted): Product[] {
  const common = (other: Product) =>
    other.features.filter((feature) => product.features.includes(feature)).length + (other.step === product.step ? 0 : 0.5);
  const shown = new Set([product.id, ...product.setItems, ...product.flow.map(({ product: step }) => step)]);
  return snapshot.products
    .filter((other) => !shown.has(other.id) && isAvailable(snapshot, other, muted))
    .map((other) => ({ other, score: common(other) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, RELATED_SHOWN)
    .map(({ other }) => other);
}
