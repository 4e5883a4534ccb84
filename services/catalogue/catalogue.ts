import type { ProductCard, ProductDetail, ProductFeature } from '@nordhaut/contracts';
import { createKysely, follow } from '@nordhaut/platform/database';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Product } from './product.ts';
import { detailOf, listCards, type Muted, makeSnapshot, samplesOf, type Snapshot, toCard } from './snapshot.ts';
import { loadProducts, readVersion } from './load.ts';
import { CATALOGUE_CHANNEL, type CatalogueTables } from './tables.ts';

/**
 * The products, read from memory. A change in the database arrives by notification within milliseconds. A caller
 * that must not miss one (checkout, before it prices) awaits `refresh()`; without a change that is one indexed read.
 * Prices are NT$ integers. `muted` are the ids a member may not buy (decisions.md #26).
 */
export type Catalogue = ReturnType<typeof createCatalogue>;

export function createCatalogue({ pool, logger }: { pool: pg.Pool; logger: Logger }) {
  const db = createKysely<CatalogueTables>(pool);
  const { now: known, ...followed } = follow<Snapshot>({
    pool,
    logger,
    channel: CATALOGUE_CHANNEL,
    what: 'the catalogue',
    readVersion: () => readVersion(pool),
    async load() {
      const { version, products } = await loadProducts(db, (unusable) =>
        logger.error(unusable, 'a product cannot be read and is left out'),
      );
      return { version, value: makeSnapshot(products) };
    },
  });
  const nothing = makeSnapshot([]);
  const now = (): Snapshot => known() ?? nothing;

  return {
    ...followed,
    /** On sale and out of stock, in the shop's order. */
    list: (filter?: { feature?: ProductFeature | undefined; muted?: Muted | undefined }): ProductCard[] => listCards(now(), filter),
    /** The page of a product; undefined when there is none or it is not launched (decisions.md #21). */
    bySlug: (slug: string, muted?: Muted): ProductDetail | undefined => detailOf(now(), slug, muted),
    /** Any product, including withdrawn ones and trial samples, because old orders refer to them. See its `available`. */
    byId: (productId: number, muted?: Muted): ProductCard | undefined => cardOrNothing(now().byId.get(productId), muted),
    /** The trial products that are sent with it. */
    samples(productId: number): ProductCard[] {
      const product = now().byId.get(productId);
      return product ? samplesOf(now(), product).map((sample) => toCard(now(), sample)) : [];
    },
    /** ids of the products in a set; empty for others */
    setItems: (productId: number): readonly number[] => now().byId.get(productId)?.setItems ?? [],
    /** also hidden products */
    byUid: (uid: string): ProductCard | undefined => cardOrNothing(now().byUid.get(uid)),
    /** the id of a product in reports to advertising (`product_capi_uid`) */
    contentId: (productId: number): string | undefined => now().byId.get(productId)?.capiUid,
    /** the products that are muted with these: themselves, and the sets that contain one */
    mutedBy(muted: Muted): number[] {
      if (muted.size === 0) return [];
      const isMuted = ({ id, setItems }: Product): boolean => muted.has(id) || setItems.some((item) => muted.has(item));
      return [...now().byId.values()].filter(isMuted).map(({ id }) => id);
    },
  };

  function cardOrNothing(product: Product | undefined, muted?: Muted): ProductCard | undefined {
    return product && toCard(now(), product, muted);
  }
}
