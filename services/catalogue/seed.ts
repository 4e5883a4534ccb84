import { createHash } from 'node:crypto';
import { lockKey } from '@nordhaut/platform/database';
import { type Kysely, sql } from 'kysely';
import { SEED_PRODUCTS } from './data/index.ts';
import { toRow } from './data/to-row.ts';
import type { ProductRow } from './product-row.ts';
import type { CatalogueTables } from './tables.ts';

/**
 * Writes the products into the database if it is empty or if this release's data differ from those seeded last.
 * Products that the data do not contain stay as they are.
 * Safe to call from several processes at once. Answers how many products were written.
 */
export async function seedCatalogue(db: Kysely<CatalogueTables>, products = SEED_PRODUCTS): Promise<number> {
  const rows = products.map(toRow);
  const seedVersion = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  return db.transaction().execute(async (tx) => {
    // One process seeds; the next one finds the version already written. There is no row lock on the state here: a price
    // change locks the product first and the state second, and the opposite order would be a deadlock.
    await sql`select pg_advisory_xact_lock(${lockKey('catalogue-seed')}::bigint)`.execute(tx);
    const state = await tx.selectFrom('catalogue_state').select('seed_version').executeTakeFirstOrThrow();
    if (state.seed_version === seedVersion) return 0;
    await tx
      .insertInto('products')
      .values(rows.map(withJsonText))
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(everyFieldFromTheNewRow()))
      .execute();
    await tx.updateTable('catalogue_state').set({ seed_version: seedVersion }).execute();
    return rows.length;
  });

  function everyFieldFromTheNewRow() {
    return Object.fromEntries(
      Object.keys(rows[0] ?? {})
        .filter((field) => field !== 'product_id')
        .map((field) => [field, sql.ref(`excluded.${field}`)]),
    );
  }
}

/** The driver writes an array as a Postgres array, so jsonb columns get text. */
function withJsonText(row: ProductRow): ProductRow {
  const text = (value: unknown) => JSON.stringify(value);
  return {
    ...row,
    product_price: text(row.product_price),
    product_size: text(row.product_size),
    product_set_items: text(row.product_set_items),
    product_detail_images: text(row.product_detail_images),
  };
}
