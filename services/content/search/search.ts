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
      // The index finds the texts with all grams. A word of up to two characters is a gram itself; of a longer one the position
      // confirms that it stands there in one piece. Only then the long texts are read.
      text: `select kind, path, title, shown as text, image from search_texts
             where grams @> $1 and ($2::text is null or kind = $2)
               and not exists (select from unnest($6::text[]) w where strpos(norm_title, w) = 0 and strpos(norm_text, w) = 0)
             order by (select count(*) from unnest($3::text[]) w where strpos(norm_title, w) > 0) desc,
               (norm_title = $4) desc, (starts_with(norm_title, $4)) desc,
               array_position(array['product', 'ingredient', 'post', 'event', 'help'], kind), place
             limit $5`,
      values: [queryGrams(words), kind ?? null, words, words.join(' '), limit, words.filter((word) => [...word].length > 2)],
    });
    return rows;
  };

  const loosely = async (words: string[], { kind, limit }: Query): Promise<SearchHit[]> => {
    const grams = queryGrams(words);
    const { rows } = await pool.query<SearchHit>({
      name: 'search-loosely',
      // One look into the index for each gram; the arrays themselves are not read.
      text: `select s.kind, s.path, s.title, s.shown as text, s.image from
               (select t.kind, t.key, count(*)::int as n from unnest($1::text[]) g
                  cross join lateral (select kind, key from search_texts where grams @> array[g] offset 0) t group by t.kind, t.key) common
               join search_texts s using (kind, key)
             where common.n >= $3 and ($2::text is null or s.kind = $2)
             order by common.n desc, array_position(array['product', 'ingredient', 'post', 'event', 'help'], s.kind), s.place
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
