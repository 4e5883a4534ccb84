import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { lockKey } from '@nordhaut/platform/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import { SEED_PRODUCTS } from './data/index.ts';
import { toRow } from './data/to-row.ts';
import type { ProductRow } from './product-row.ts';
import type { CatalogueTables } from './tables.ts';

type Tx = Transaction<CatalogueTables>;

/** What a shop decides for itself: kept where it is unknown which value a release wrote. */
const OWN: ReadonlySet<string> = new Set(['product_price', 'product_is_launched']);

/**
 * Writes the products that this release brings, and of the others the fields that it changed. A field that it did not change
 * keeps what staff made of it, above all its prices. Products that the data do not contain stay as they are.
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
    const isWritten = state.seed_version === seedVersion;
    const seeded = await seededRows(tx, state.seed_version);
    if (isWritten && seeded.size > 0) return 0;
    const written = isWritten ? 0 : await write(tx, rows, seeded);
    await tx.deleteFrom('catalogue_seeds').execute();
    await tx
      .insertInto('catalogue_seeds')
      .values(rows.map((row) => ({ product_id: row.product_id, seed_version: seedVersion, fields: JSON.stringify(row) })))
      .execute();
    await tx.updateTable('catalogue_state').set({ seed_version: seedVersion }).execute();
    return written;
  });
}

/** The products as the last release wrote them. A release without this table may have written since; then none is known. */
async function seededRows(tx: Tx, seedVersion: string | null): Promise<ReadonlyMap<number, ProductRow>> {
  const rows = await tx.selectFrom('catalogue_seeds').select(['product_id', 'fields']).where('seed_version', '=', seedVersion).execute();
  return new Map(rows.map(({ product_id: id, fields }) => [id, fields as ProductRow]));
}

async function write(tx: Tx, rows: readonly ProductRow[], seeded: ReadonlyMap<number, ProductRow>): Promise<number> {
  const unknown = rows.filter(({ product_id: id }) => !seeded.has(id));
  if (unknown.length > 0)
    await tx
      .insertInto('products')
      .values(unknown.map(withJsonText))
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(fromTheNewRow(unknown[0])))
      .execute();
  const changed = rows.flatMap((row) => {
    const before = seeded.get(row.product_id);
    const fields = before && changedFields(before, row);
    return fields && Object.keys(fields).length > 0 ? [{ id: row.product_id, fields }] : [];
  });
  for (const { id, fields } of changed) await tx.updateTable('products').set(fields).where('product_id', '=', id).execute();
  return unknown.length + changed.length;
}

/** Compared as JSON: jsonb keeps no order of keys. */
function changedFields(before: ProductRow, row: ProductRow): Partial<ProductRow> {
  const now = JSON.parse(JSON.stringify(row)) as ProductRow;
  const isChanged = ([field]: [string, unknown]): boolean =>
    !isDeepStrictEqual(now[field as keyof ProductRow], before[field as keyof ProductRow]);
  return Object.fromEntries(Object.entries(withJsonText(row)).filter(isChanged));
}

const fromTheNewRow = (row: ProductRow | undefined) =>
  Object.fromEntries(
    Object.keys(row ?? {})
      .filter((field) => field !== 'product_id' && !OWN.has(field))
      .map((field) => [field, sql.ref(`excluded.${field}`)]),
  );

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
