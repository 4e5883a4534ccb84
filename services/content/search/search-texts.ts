import { createHash } from 'node:crypto';
import { FEATURES, type ProductDetail, type SearchHit, shortened } from '@nordhaut/contracts';
import { inLockedTransaction } from '@nordhaut/platform/database';
import type pg from 'pg';
import { announcedAt } from '../campaign-dates.ts';
import { textOf } from '../editor-html.ts';
import type { Content } from '../snapshot.ts';
import { gramsOf, normalise } from './grams.ts';

/**
 * A text that the search finds, from `shownFrom` on; default: at any time. `titleToo`: another name, which counts as its title does.
 * `words`: what is searched beside both.
 */
export type SearchText = SearchHit & { key: string; titleToo?: string; words: string; shownFrom?: Date };

type Product = Pick<ProductDetail, 'productId' | 'slug' | 'nameZh' | 'nameEn' | 'subTitle' | 'summary' | 'images'> &
  Partial<Pick<ProductDetail, 'description' | 'function' | 'ingredients' | 'skinTypes' | 'features'>>;

/** characters of a text that a result shows */
const SHOWN = 90;
/** characters of one text that are searched */
const SEARCHED = 20_000;

/** With the skin types and concerns of the menus: who types 敏感肌 or 細紋 wants the products for it. */
function wordsOfProduct({
  subTitle,
  summary,
  description = '',
  function: effect = '',
  ingredients = '',
  skinTypes = [],
  features = [],
}: Product) {
  const concerns = FEATURES.filter(({ key }) => features.includes(key)).map(({ label }) => label);
  return [subTitle, summary, ...skinTypes, ...concerns, description, effect, textOf(ingredients)].join(' ');
}

/** Everything that can be found: products on sale, ingredients, articles, campaigns and help. */
export function searchTexts({ posts, campaigns, ingredients, faq }: Content, products: readonly Product[]): SearchText[] {
  return [
    ...products.map(
      (one): SearchText => ({
        kind: 'product',
        key: String(one.productId),
        path: `/product/${one.slug}`,
        title: one.nameZh,
        text: one.subTitle,
        image: one.images[0] ?? null,
        titleToo: one.nameEn,
        words: wordsOfProduct(one),
      }),
    ),
    ...ingredients.map(
      (one): SearchText => ({
        kind: 'ingredient',
        key: one.id,
        // Until ingredients have pages of their own, the products that contain one are its results' page.
        path: `/search?q=${encodeURIComponent(one.nameZh)}`,
        title: one.nameZh,
        text: one.purpose,
        image: null,
        titleToo: one.inci,
        words: `${one.purpose} ${one.text}`,
      }),
    ),
    ...posts.map(
      (one): SearchText => ({
        kind: 'post',
        key: String(one.id),
        path: `/blog/${one.slug}`,
        title: one.title,
        text: shortened(one.summary, SHOWN),
        image: one.banner.image,
        titleToo: one.titleEn,
        words: `${one.summary} ${one.text}`,
        shownFrom: one.publishedAt,
      }),
    ),
    ...campaigns.map(
      (one): SearchText => ({
        kind: 'event',
        key: String(one.id),
        path: `/event/${one.url}`,
        title: one.name,
        text: shortened(one.summary, SHOWN),
        image: one.banner.image,
        words: `${one.summary} ${textOf(one.content)}`,
        shownFrom: announcedAt(one),
      }),
    ),
    ...faq.categories.flatMap(({ entries }) =>
      entries.map(
        (one): SearchText => ({
          kind: 'help',
          key: one.id,
          path: `/help/faq#${one.id}`,
          title: one.question,
          text: shortened(textOf(one.answer), SHOWN),
          image: null,
          words: textOf(one.answer),
        }),
      ),
    ),
  ];
}

type Row = [
  kind: string,
  key: string,
  path: string,
  title: string,
  shown: string,
  image: string | null,
  norm: string,
  text: string,
  hash: string,
  place: number,
  shownFrom: Date | null,
];

/** Makes the table equal to the texts. Only changed texts are written; several processes may do it at once. */
export async function writeSearchTexts(pool: pg.Pool, texts: readonly SearchText[]): Promise<number> {
  const rows = texts.map((text, place): Row => {
    const { kind, key, path, title, titleToo = '', text: shown, image, words, shownFrom = null } = text;
    const [normTitle, normText] = [normalise(`${title} ${titleToo}`), normalise(words.slice(0, SEARCHED))];
    // With the normalised texts, so that a release that normalises in another way writes all of them again.
    const hash = createHash('sha256')
      .update(JSON.stringify([text, place, normTitle, normText]))
      .digest('base64url');
    return [kind, key, path, title, shown, image, normTitle, normText, hash, place, shownFrom];
  });
  return inLockedTransaction(pool, 'content-search', async (client) => {
    const { rows: known } = await client.query<{ kind: string; key: string; hash: string }>('select kind, key, hash from search_texts');
    const hashes = new Map(known.map(({ kind, key, hash }) => [`${kind}/${key}`, hash]));
    const changed = rows.filter(([kind, key, , , , , , , hash]) => hashes.get(`${kind}/${key}`) !== hash);
    for (const row of changed) {
      await client.query({
        name: 'search-text-write',
        text: `insert into search_texts (kind, key, path, title, shown, image, norm_title, norm_text, hash, place, shown_from, grams)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
               on conflict (kind, key) do update set path = excluded.path, title = excluded.title, shown = excluded.shown,
                 image = excluded.image, norm_title = excluded.norm_title, norm_text = excluded.norm_text, hash = excluded.hash,
                 place = excluded.place, shown_from = excluded.shown_from, grams = excluded.grams`,
        values: [...row, gramsOf(`${row[6]} ${row[7]}`)],
      });
    }
    await client.query(
      'delete from search_texts s where not exists (select from unnest($1::text[], $2::text[]) n (kind, key) where n.kind = s.kind and n.key = s.key)',
      [rows.map(([kind]) => kind), rows.map(([, key]) => key)],
    );
    return changed.length;
  });
}
