import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Product } from './product.ts';
import { readRow, type StoredRow } from './product-row.ts';
import type { CatalogueTables } from './tables.ts';

/** Prepared, because every order asks it before pricing. */
export async function readVersion(pool: pg.Pool): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ version: bigint }>({ name: 'catalogue-version', text: 'select version from catalogue_state' });
  return rows[0]?.version;
}

/** One statement for version and products: a change between two statements would be lost. */
export async function loadProducts(
  db: Kysely<CatalogueTables>,
  onUnusable: (problem: { productId: number; field: string }) => void,
): Promise<{ version: bigint; products: Product[] }> {
  const rows = await db
    .selectFrom('catalogue_state')
    .leftJoin('products', (join) => join.onTrue())
    .selectAll('products')
    .select('catalogue_state.version')
    .execute();
  const products: Product[] = [];
  for (const row of rows) {
    if (row.product_id === null) continue;
    const product = readRow(row as StoredRow);
    if ('unusable' in product) onUnusable({ productId: row.product_id, field: product.unusable });
    else products.push(product);
  }
  const version = rows[0]?.version;
  if (version === undefined) throw new Error('catalogue_state is empty: run the migrations');
  return { version, products };
}
