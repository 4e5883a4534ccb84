import { join } from 'node:path';
import type { PriceTier } from '@nordhaut/contracts';
import { createKysely } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { createCatalogue } from './catalogue.ts';
import { catalogueRoutes } from './http.ts';
import { seedCatalogue } from './seed.ts';
import { storyRoutes } from './story-routes.ts';
import { catalogueMigrations } from './tables.ts';

export type CatalogueFace = Awaited<ReturnType<typeof openCatalogue>>;

/** The catalogue, and what the cart and the price of a cart need of a product. */
export async function openCatalogue({ pool, logger }: Pick<Engine, 'pool' | 'logger'>) {
  const catalogue = createCatalogue({ pool, logger });
  await catalogue.start();
  return {
    ...catalogue,
    /** a product with its trial products, to price it */
    product(productId: number) {
      const card = catalogue.byId(productId);
      if (!card) return undefined;
      const { nameZh, nameEn, images, available, prices, type } = card;
      const setItems = catalogue.setItems(productId);
      return { productId, nameZh, nameEn, images, available, prices, type, setItems, samples: catalogue.samples(productId) };
    },
    /** A product that a coupon gives; it need not be on sale (decisions.md 49). `value`: NT$ of one piece, 0 for a trial product */
    gift(uid: string) {
      const card = catalogue.byUid(uid);
      if (!card) return undefined;
      const { productId, nameZh, nameEn, images, prices } = card;
      return { productId, uid, nameZh, nameEn, images, value: prices.ORIGIN, setItems: catalogue.setItems(productId) };
    },
    /** `muted`: of the member who asks (decisions.md 26) */
    factsOf(productId: number, tier: PriceTier, muted?: ReadonlySet<number>) {
      const card = catalogue.byId(productId, muted);
      return { known: card !== undefined, available: card?.available ?? false, hasTier: card?.prices[tier] != null };
    },
    close: () => catalogue.stop(),
  };
}

export const catalogue: Module<{ catalogue: CatalogueFace }> = {
  name: 'catalogue',
  migrations: catalogueMigrations,
  async seed({ pool }) {
    await seedCatalogue(createKysely(pool));
  },
  routes: ({ config }, faces) => [catalogueRoutes(faces.catalogue), storyRoutes(join(config.DATA_DIR, 'drawings'))],
};
