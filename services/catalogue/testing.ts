import type { Kysely } from 'kysely';
import * as raw from './raw-fields.ts';
import type { CatalogueTables } from './tables.ts';

/** Names of the drawings below `/img/content/`. */
export const contentPictures = async (): Promise<string[]> => (await import('./art/stories/index.ts')).storyNames();

/** New prices in NT$. An omitted tier stays; ADDITIONAL null removes it. */
export type PriceChange = { ORIGIN?: number; MEMBER?: number; ADDITIONAL?: number | null };

/** Changes a product's prices, as a write of the staff does. Every process sees them on its next refresh. */
export async function changePrice(db: Kysely<CatalogueTables>, productId: number, change: PriceChange): Promise<void> {
  const row = await db.selectFrom('products').select('product_price').where('product_id', '=', productId).executeTakeFirstOrThrow();
  const product_price = JSON.stringify({ ...raw.prices(row.product_price), ...change });
  await db.updateTable('products').set({ product_price }).where('product_id', '=', productId).execute();
}

/** `launched`: '1' on sale, '0' out of stock, anything else shown nowhere. */
export async function setLaunched(db: Kysely<CatalogueTables>, productId: number, launched: string): Promise<void> {
  await db.updateTable('products').set({ product_is_launched: launched }).where('product_id', '=', productId).execute();
}
