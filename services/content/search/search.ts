import { SEARCH_KINDS, type SearchHit } from '@nordhaut/contracts';
import type pg from 'pg';
import { inOwnWords, normalise, partsOf, queryGrams, wordsOf } from './grams.ts';

/** characters of a query that count */
const LONGEST = 60;
/** The share of the weight of a query that a text must have: if one of its words stands in the title, and if none does. */
const LOOSELY = { titled: 0.15, untitled: 0.5 };
/** words whose weight a text can be asked for: nobody writes about all words of a long sentence */
const ASKED = 4;
/** parts of a query that are looked for, the last ones: each is a look into the index, and a question stands at the end */
const MOST_PARTS = 12;

/** in the order of the results, where nothing else decides */
const KINDS = `array[${SEARCH_KINDS.map((kind) => `'${kind}'`).join(', ')}]`;

export type Query = { q: string; kind?: SearchHit['kind'] | undefined; limit: number };
/** `partly`: no text has all words, and these share a part of them. */
export type Found = { hits: SearchHit[]; partly: boolean };

/**
 * The texts that contain every word of the query but the empty ones, also as a part of a word, so a half-typed word finds what it
 * may become. Matches in the title come first. Where no text has all words, those that have most of them, in the title above
 * all.
 */
export function createSearch(pool: Pick<pg.Pool, 'query'>, clock: () => Date) {
  const strictly = async (words: string[], { kind, limit }: Query): Promise<SearchHit[]> => {
    const long = words.filter((word) => [...word].length > 2);
    const parameter = (index: number): string => `$${index + 6}::text`;
    const inTitle = words.map((_, i) => `(strpos(norm_title, ${parameter(i)}) > 0)::int`).join(' + ');
    const inOnePiece = long.map((word) => {
      const at = parameter(words.indexOf(word));
      return ` and (strpos(norm_title, ${at}) > 0 or strpos(norm_text, ${at}) > 0)`;
    });
    // The index finds the texts with all grams, and their titles put them in order. A word of up to two characters is a gram
    // itself; of a longer one the position confirms that it stands there in one piece. The long texts are read for this, so
    // that has to happen after the sorting, and only until enough are found. Without a longer word the first of the order are
    // all that count, and the others need not be sorted. The sub-select hides the grams from the planner: it reads the whole
    // table for common ones, does not count what unpacking the arrays takes, and needs thirty times as long.
    const { rows } = await pool.query<SearchHit>(
      `select t.kind, t.path, t.title, t.shown as text, t.image
       from (select kind, key, (${inTitle}) * -4 - (norm_title = $3 or starts_with(norm_title, $3 || ' '))::int * 2 - starts_with(norm_title, $3)::int as title_place,
               array_position(${KINDS}, kind) as kind_place, place
             from search_texts where grams @> (select $1::text[]) and ($2::text is null or kind = $2)
               and (shown_from is null or shown_from <= $5)
             order by title_place, kind_place, place ${long.length > 0 ? 'offset 0' : 'limit $4'}) c
       cross join lateral (select * from search_texts where kind = c.kind and key = c.key${inOnePiece.join('')} offset 0) t
       order by c.title_place, c.kind_place, c.place
       limit $4`,
      [queryGrams(words), kind ?? null, words.join(' '), limit, clock(), ...words],
    );
    return rows;
  };

  const loosely = async (typed: string, { kind, limit }: Query): Promise<SearchHit[]> => {
    const parts = partsOf(typed).slice(-MOST_PARTS);
    const { rows } = await pool.query<SearchHit>({
      name: 'search-loosely',
      // One look into the index for each part. A part of two characters is a gram itself; of a longer one a text may have all
      // grams somewhere, so the position decides. The rarer a part is among the texts, the more it says. In the title it counts
      // twice. A text that has at most half of what the best one has is noise. Texts that are not shown yet do not count, or weights
      // would tell their words.
      text: `with found as materialized (
               select part, t.* from unnest($1::text[], $2::text[]) p (part, grams)
                 cross join lateral (select kind, key, strpos(' ' || norm_title, p.part) > 0 as titled from search_texts
                   where grams @> string_to_array(p.grams, ' ') and (shown_from is null or shown_from <= $5)
                     and (p.part = p.grams or strpos(' ' || norm_title, p.part) > 0 or strpos(' ' || norm_text, p.part) > 0)
                   offset 0) t),
             weighed as (
               select part, ln(1 + (select count(*) from search_texts where shown_from is null or shown_from <= $5)::float / greatest(count(kind), 1)) as weight
               from unnest($1::text[]) part left join found using (part) group by part),
             scored as (
               select kind, key, sum(weight) as all_words, coalesce(sum(weight) filter (where titled), 0) as in_title
               from found join weighed using (part) group by kind, key),
             enough as (
               select s.*, all_words + in_title as points, max(all_words + in_title) over () as most
               from scored join search_texts s using (kind, key)
               where ($3::text is null or kind = $3)
                 and all_words >= case when in_title > 0 then $6::float else $7::float end
                   * (select sum(weight) from (select weight from weighed order by weight desc limit $8) heaviest))
             select kind, path, title, shown as text, image from enough where points * 2 > most
             order by points desc, array_position(${KINDS}, kind), place
             limit $4`,
      values: [
        parts,
        parts.map((part) => queryGrams([part.trim()]).join(' ')),
        kind ?? null,
        limit,
        clock(),
        LOOSELY.titled,
        LOOSELY.untitled,
        ASKED,
      ],
    });
    return rows;
  };

  return async (query: Query): Promise<Found> => {
    const typed = normalise(query.q).slice(0, LONGEST);
    const own = inOwnWords(typed);
    const found: SearchHit[] = [];
    // A product has the shop's word in its name, and the word that was typed at most in its description.
    for (const text of new Set([own, typed])) if (text !== '') found.push(...(await strictly(wordsOf(text), query)));
    const each = [...new Map(found.map((hit) => [`${hit.path} ${hit.title}`, hit])).values()];
    if (each.length > 0) return { hits: each.slice(0, query.limit), partly: false };
    const hits = await loosely(own, query);
    return { hits, partly: hits.length > 0 };
  };
}
