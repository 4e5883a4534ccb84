export { productTable } from './data-table.ts';
export type { CatalogueTables } from './tables.ts';

/** See `art/render-images.ts`. Loaded on demand: a running shop does not need the image library. */
export async function renderProductImages(outDir: string): Promise<{ drawn: number; kept: number; ms: number }> {
  const images = await import('./art/render-images.ts');
  return images.renderProductImages(outDir);
}
