export { changePrice, type PriceChange, setLaunched } from './admin.ts';
export { type Catalogue, createCatalogue } from './catalogue.ts';
export { catalogueRoutes } from './http.ts';
export type { Product } from './product.ts';
export type { ProductRow } from './product-row.ts';
export { seedCatalogue } from './seed.ts';
export { catalogueMigrations, type CatalogueTables } from './tables.ts';

/** See `art/render-images.ts`. Loaded on demand: a running shop does not need the image library. */
export async function renderProductImages(outDir: string): Promise<{ drawn: number; kept: number; ms: number }> {
  const images = await import('./art/render-images.ts');
  return images.renderProductImages(outDir);
}
