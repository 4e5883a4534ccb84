import type { PriceTier, ProductCard, ProductDetail, ProductFeature } from '@nordhaut/contracts';
import { createKysely, listen } from '@nordhaut/platform/database';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Product } from './product.ts';
import { detailOf, isAvailable, listCards, type Muted, makeSnapshot, priceOf, samplesOf, type Snapshot, toCard } from './snapshot.ts';
import { loadProducts, readVersion } from './load.ts';
import { CATALOGUE_CHANNEL, type CatalogueTables } from './tables.ts';

/** Interval of the poll that finds changes whose notification was lost, in ms. */
const POLL_EVERY = 3_000;

/**
 * The products, read from memory. A change in the database arrives by notification within milliseconds. A caller
 * that must not miss one (checkout, before it prices) awaits `refresh()`; without a change that is one indexed read.
 * Prices are NT$ integers. `muted` are the ids a member may not buy (decisions.md #26).
 */
export type Catalogue = {
  /** Loads the products and follows their changes. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Afterwards this process sees every change committed before the call. @throws where the database cannot be read */
  refresh(): Promise<void>;
  /** Increases with every change; undefined before the first load. */
  version(): string | undefined;
  /** On sale and out of stock, in the shop's order. */
  list(filter?: { feature?: ProductFeature | undefined; muted?: Muted | undefined }): ProductCard[];
  /** The page of a product; undefined when there is none or it is not launched (decisions.md #21). */
  bySlug(slug: string, muted?: Muted): ProductDetail | undefined;
  /** Any product, including withdrawn ones and trial samples, because old orders refer to them. See its `available`. */
  byId(productId: number, muted?: Muted): ProductCard | undefined;
  /** The trial products that are sent with it. */
  samples(productId: number): ProductCard[];
  /** ids of the products in a set; empty for others */
  setItems(productId: number): readonly number[];
  /** also hidden products */
  byUid(uid: string): ProductCard | undefined;
  /** whether there is a product with this uid, also one that is not on sale */
  hasUid(uid: string): boolean;
  /** Price of one piece in a tier, NT$; undefined if it is not sold in that tier or an item of the set is not available. */
  priceOf(productId: number, tier: PriceTier, muted?: Muted): number | undefined;
  isAvailable(productId: number, muted?: Muted): boolean;
};

export function createCatalogue({ pool, logger }: { pool: pg.Pool; logger: Logger }): Catalogue {
  const db = createKysely<CatalogueTables>(pool);
  let snapshot: Snapshot = makeSnapshot([]);
  let version: bigint | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let listening: ReturnType<typeof listen> | undefined;
  let poll: NodeJS.Timeout | undefined;

  async function load(): Promise<void> {
    if (version !== undefined && (await readVersion(pool)) === version) return;
    const loaded = await loadProducts(db, (unusable) => logger.error(unusable, 'a product cannot be read and is left out'));
    // The connections of a pool may answer out of order. An older catalogue must not replace a newer one.
    if (version !== undefined && loaded.version < version) return;
    snapshot = makeSnapshot(loaded.products);
    version = loaded.version;
  }

  /** A read under way may have begun before the caller's change, so the caller waits for the next one. */
  function refresh(): Promise<void> {
    if (!running) {
      running = load().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return refresh();
      });
    return next;
  }

  const refreshQuietly = () => {
    refresh().catch((error: unknown) => logger.warn({ err: error }, 'the catalogue could not be refreshed'));
  };

  return {
    async start() {
      listening = listen(pool, CATALOGUE_CHANNEL, refreshQuietly, (err) =>
        logger.warn({ err }, 'no announcements of catalogue changes for the moment'),
      );
      await refresh();
      poll = setInterval(refreshQuietly, POLL_EVERY);
      poll.unref();
    },
    async stop() {
      clearInterval(poll);
      await listening?.stop();
      await (next ?? running)?.catch(() => undefined);
    },
    refresh,
    version: () => version?.toString(),
    list: (filter) => listCards(snapshot, filter),
    bySlug: (slug, muted) => detailOf(snapshot, slug, muted),
    byId: (productId, muted) => cardOrNothing(snapshot.byId.get(productId), muted),
    samples(productId) {
      const product = snapshot.byId.get(productId);
      return product ? samplesOf(snapshot, product).map((sample) => toCard(snapshot, sample)) : [];
    },
    setItems: (productId) => snapshot.byId.get(productId)?.setItems ?? [],
    byUid: (uid) => cardOrNothing(snapshot.byUid.get(uid)),
    hasUid: (uid) => snapshot.byUid.has(uid),
    priceOf: (productId, tier, muted) => priceOf(snapshot, productId, tier, muted),
    isAvailable(productId, muted) {
      const product = snapshot.byId.get(productId);
      return product !== undefined && isAvailable(snapshot, product, muted);
    },
  };

  function cardOrNothing(product: Product | undefined, muted?: Muted): ProductCard | undefined {
    return product && toCard(snapshot, product, muted);
  }
}
