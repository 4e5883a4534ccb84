import { columns, type DataTable, everyRow, jsonColumns, type Row, rowVersion, sql } from '@nordhaut/platform/data-tables';
import { cleanHtml, readRow, type StoredRow } from './product-row.ts';
import { prices } from './raw-fields.ts';

/** What staff may change here. Ids, names and sets come with a release. */
const EDITED = [
  'product_sub_title',
  'product_summary',
  'product_desc',
  'product_characters',
  'product_function',
  'product_usage',
  'product_texture',
  'product_scent',
  'product_open_months',
  'product_ingredients',
  'product_price',
  'product_is_launched',
  'product_is_hot_sale',
  'product_sort_index',
] as const;

/**
 * Where a price cannot be read, the original one would hold in its tier, so it is refused (decisions.md 78). null: none. Nobody pays more
 * than the original price, so a new one above `most` is a slip: of its own, or of an original price with a digit too few.
 */
const arePrices = (tiers: Record<string, unknown>, most: number): boolean =>
  ['ORIGIN', 'MEMBER', 'ADDITIONAL'].every((tier) => tiers[tier] == null || (prices({ ORIGIN: tiers[tier] })?.ORIGIN ?? Infinity) <= most);

function checked(row: Row, before?: Row): Row | string | undefined {
  try {
    const parsed = Object.fromEntries(
      ['product_price', 'product_size', 'product_set_items', 'product_detail_images'].map((name) => [name, JSON.parse(String(row[name]))]),
    );
    if ('unusable' in readRow({ ...row, ...parsed } as StoredRow)) return undefined;
    const tiers = parsed['product_price'] as Record<string, unknown>;
    const isNewPrice = row['product_price'] !== before?.['product_price'];
    if (!arePrices(tiers, isNewPrice ? (prices(tiers)?.ORIGIN ?? 0) : Number.MAX_SAFE_INTEGER)) return 'product_price';
    const flags = ['0', '1'];
    if (!flags.includes(String(row['product_is_hot_sale']))) return undefined;
    return { ...row, product_ingredients: cleanHtml(String(row['product_ingredients'])) };
  } catch {
    return undefined;
  }
}

/** spec/1 §3, "Product". A product that is neither on sale nor sold out is hidden from buyers (decisions.md 2). */
export const productTable: DataTable = {
  name: 'product',
  about: 'Products and sets.',
  from: sql`products as t`,
  key: 'product_id',
  columns: {
    ...columns('integer', ['product_id', 'product_sort_index', 'product_open_months']),
    ...columns('text', [
      'product_uid',
      'product_capi_uid',
      'product_name_en',
      'product_name_zh',
      'product_sub_title',
      'product_summary',
      'product_type',
      'product_images',
      'product_desc',
      'product_characters',
      'product_sample',
      'product_skin_type',
      'product_feature',
      'product_function',
      'product_usage',
      'product_texture',
      'product_scent',
      'product_is_launched',
      'product_is_hot_sale',
      'product_is_additional',
      'product_ingredients',
      'product_flow',
      'product_no',
    ]),
    ...jsonColumns(['product_price', 'product_size', 'product_set_items', 'product_detail_images']),
    ...rowVersion,
  },
  rows: {
    visitor: () => sql`t.product_is_launched in ('0', '1')`,
    member: () => sql`t.product_is_launched in ('0', '1')`,
    staff: everyRow,
  },
  write: {
    right: 'act',
    table: 'products',
    verbs: ['update'],
    columns: EDITED,
    needs: { product_price: 'administer' },
    increments: ['product_sort_index'],
    check: checked,
  },
};
