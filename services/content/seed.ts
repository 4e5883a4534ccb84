import { createHash } from 'node:crypto';
import type { SeedReview } from '@nordhaut/contracts/content';
import { lockKey } from '@nordhaut/platform/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import { instantOf } from './days.ts';
import { reviewName } from './display-name.ts';
import type { SeedData } from './seed-data.ts';
import { KEY_COLUMNS, type SeedItem, seedItems } from './seed-rows.ts';

/** The tables are named by the items. */
export type AnyTables = Record<string, Record<string, unknown>>;

const hashOf = (source: unknown): string => createHash('sha256').update(JSON.stringify(source)).digest('base64url');

/**
 * Writes the items that this release brings or changed. An item that it did not change keeps what staff made of it, and its
 * dates, which count from the day on which it was written first. Items that the release does not have stay.
 * Safe to call from several processes at once. @returns how many items were written
 */
export async function seedContent(db: Kysely<AnyTables>, data: SeedData, demoReviews: readonly SeedReview[], now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One process seeds; the next one finds the hashes already written.
    await sql`select pg_advisory_xact_lock(${lockKey('content-seed')}::bigint)`.execute(tx);
    const items = await changed(tx, [...seedItems(data), ...demoReviews.map((review) => reviewItem(review))]);
    for (const [table, rows] of grouped(items)) await write(tx, table, rows, now);
    return items.length;
  });
}

type Hashed = SeedItem & { hash: string };

async function changed(tx: Transaction<AnyTables>, items: readonly SeedItem[]): Promise<Hashed[]> {
  const { rows } = await sql<{ kind: string; key: string; hash: string }>`select kind, key, hash from content_seeds`.execute(tx);
  const known = new Map(rows.map(({ kind, key, hash }) => [`${kind}/${key}`, hash]));
  return items
    .map((item) => ({ ...item, hash: hashOf(item.source) }))
    .filter(({ table, key, hash }) => known.get(`${table}/${key}`) !== hash);
}

function grouped(items: readonly Hashed[]): Map<string, Hashed[]> {
  const tables = new Map<string, Hashed[]>();
  for (const item of items) tables.set(item.table, [...(tables.get(item.table) ?? []), item]);
  return tables;
}

async function write(tx: Transaction<AnyTables>, table: string, items: readonly Hashed[], now: Date): Promise<void> {
  const rows = items.map((item) => item.row(now));
  const keys = KEY_COLUMNS[table] ?? ['comment_id'];
  const others = Object.keys(rows[0] ?? {}).filter((column) => !keys.includes(column));
  await tx
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns([...keys]).doUpdateSet(Object.fromEntries(others.map((column) => [column, sql.ref(`excluded.${column}`)]))),
    )
    .execute();
  await tx
    .insertInto('content_seeds')
    .values(items.map(({ key, hash }) => ({ kind: table, key, hash })))
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ hash: sql.ref('excluded.hash') }))
    .execute();
}

function reviewItem(review: SeedReview): SeedItem {
  return {
    table: 'reviews',
    key: review.id,
    source: review,
    row: (now) => {
      const at = instantOf(review.writtenAt, now);
      return {
        comment_id: review.id,
        product_id: review.productId,
        comment_stars: review.stars,
        comment_title: review.title,
        comment_content: review.content,
        comment_gender: review.gender,
        comment_age_range: review.ageGroup,
        comment_skin_type: review.skinType,
        comment_only_show_firstname: review.firstNameOnly,
        // A name that another site shows is public there.
        comment_user_name: review.source === 'GLOBAL' ? review.name : reviewName(review.name, review.firstNameOnly),
        comment_source: review.source,
        comment_source_url: review.sourceUrl,
        comment_pictures: JSON.stringify(review.pictures),
        bought: review.bought,
        comment_create_at: at,
        changed_at: at,
      };
    },
  };
}
