import type { Kysely } from 'kysely';
import * as raw from './raw-fields.ts';
import type { CatalogueTables } from './tables.ts';

/** New prices in NT$; an omitted tier stays, ADDITIONAL null removes it. */
export type PriceChange = { ORIGIN?: number; MEMBER?: number; ADDITIONAL?: number | null };

/**
 * Changes a product's prices; every process sees them on its next refresh. Answers false for an unknown product.
 * @throws RangeError where a price is not a whole number of NT$ from 0
 */
export async function changePrice(db: Kysely<CatalogueTables>, productId: number, change: PriceChange): Promise<boolean> {
  for (const price of Object.values(change)) {
    if (price !== null && !(Number.isSafeInteger(price) && price >= 0))
      throw new RangeError(`a price is a whole number of NT$, not ${price}`);
  }
  return db.transaction().execute(async (tx) => {
    // The three tiers are one value. Without the lock two concurrent changes would undo each other.
    const row = await tx.selectFrom('products').select('product_price').where('product_id', '=', productId).forUpdate().executeTakeFirst();
    if (!row) return false;
    const merged = JSON.stringify({ ...raw.prices(row.product_price), ...change });
    await tx.updateTable('products').set({ product_price: merged }).where('product_id', '=', productId).execute();
    return true;
  });
}

/** Sets the raw `product_is_launched`: '1' on sale, '0' out of stock, anything else shown nowhere. False for an unknown product. */
export async function setLaunched(db: Kysely<CatalogueTables>, productId: number, launched: string): Promise<boolean> {
  const result = await db
    .updateTable('products')
    .set({ product_is_launched: launched })
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
