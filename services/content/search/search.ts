import type { SearchHit } from '@nordhaut/contracts';
import type pg from 'pg';
import { normalise, queryGrams, wordsOf } from './grams.ts';

/** characters of a query that count */
const LONGEST = 60;
/** share of its grams that a text must have where no text has all words */
const LOOSELY = 0.4;

export type Query = { q: string; kind?: SearchHit['kind'] | undefined; limit: number };

/**
 * The texts that contain every word of the query as it was typed, also as a part of a word, so a half-typed word finds what it
 * may become. Matches in the title come first. Where no text has all words, those that share the most grams with it.
 */
export function createSearch(pool: Pick<pg.Pool, 'query'>) {
  const strictly = async (words: string[], { kind, limit }: Query): Promise<SearchHit[]> => {
    const { rows } = await pool.query<SearchHit>({
      name: 'search-strictly',
      // The index finds the texts with all grams; the positions confirm that the words stand there in one piece.
      text: `select kind, path, title, shown as text, image from search_texts
             where grams @> $1 and ($2::text is null or kind = $2)
               and not exists (select from unnest($3::text[]) w where strpos(norm_title, w) = 0 and strpos(norm_text, w) = 0)
             order by (select count(*) from unnest($3::text[]) w where strpos(norm_title, w) > 0) desc,
               (norm_title = $4) desc, (starts_with(norm_title, $4)) desc,
               array_position(array['product', 'ingredient', 'post', 'event', 'help'], kind), key
             limit $5`,
      values: [queryGrams(words), kind ?? null, words, words.join(' '), limit],
    });
    return rows;
  };

  const loosely = async (words: string[], { kind, limit }: Query): Promise<SearchHit[]> => {
    const grams = queryGrams(words);
    const { rows } = await pool.query<SearchHit>({
      name: 'search-loosely',
      text: `select kind, path, title, shown as text, image from search_texts,
               lateral (select count(*)::int as n from unnest($1::text[]) g where g = any (grams)) common
             where grams && $1 and ($2::text is null or kind = $2) and common.n >= $3
             order by common.n desc, array_position(array['product', 'ingredient', 'post', 'event', 'help'], kind), key
             limit $4`,
      values: [grams, kind ?? null, Math.max(2, Math.ceil(grams.length * LOOSELY)), limit],
    });
    return rows;
  };

  return async (query: Query): Promise<SearchHit[]> => {
    const words = wordsOf(normalise(query.q).slice(0, LONGEST));
    if (words.length === 0) return [];
    const hits = await strictly(words, query);
    return hits.length > 0 ? hits : loosely(words, query);
  };
}
