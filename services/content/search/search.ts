import type { SearchHit } from '@nordhaut/contracts';
import type pg from 'pg';
import { inOwnWords, normalise, partsOf, queryGrams, wordsOf } from './grams.ts';

/** characters of a query that count */
const LONGEST = 60;
/** The share of a query's parts that a text must have: if one of them stands in its title, and if none does. */
const LOOSELY = { titled: 0.2, untitled: 0.66 };

export type Query = { q: string; kind?: SearchHit['kind'] | undefined; limit: number };
/** `partly`: no text has all words, and these share a part of them. */
export type Found = { hits: SearchHit[]; partly: boolean };

/**
 * The texts that contain every word of the query as it was typed, also as a part of a word, so a half-typed word finds what it
 * may become. Matches in the title come first. Where no text has all words, those that share most with it, in the
 * title above all.
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
    // that has to happen after the sorting, and only until enough are found. The sub-select hides the grams from the planner: it
    // reads the whole table for common ones, does not count what unpacking the arrays takes, and needs thirty times as long.
    const { rows } = await pool.query<SearchHit>(
      `select t.kind, t.path, t.title, t.shown as text, t.image
       from (select kind, key, (${inTitle}) * -4 - (norm_title = $3 or starts_with(norm_title, $3 || ' '))::int * 2 - starts_with(norm_title, $3)::int as title_place,
               case kind when 'product' then 0 when 'ingredient' then 1 when 'post' then 2 when 'event' then 3 else 4 end as kind_place, place
             from search_texts where grams @> (select $1::text[]) and ($2::text is null or kind = $2)
               and (shown_from is null or shown_from <= $5)
             order by title_place, kind_place, place offset 0) c
       cross join lateral (select * from search_texts where kind = c.kind and key = c.key${inOnePiece.join('')} offset 0) t
       order by c.title_place, c.kind_place, c.place
       limit $4`,
      [queryGrams(words), kind ?? null, words.join(' '), limit, clock(), ...words],
    );
    return rows;
  };

  const loosely = async (typed: string, { kind, limit }: Query): Promise<SearchHit[]> => {
    const parts = partsOf(typed);
    const { rows } = await pool.query<SearchHit>({
      name: 'search-loosely',
      // One look into the index for each part. Of a Latin word a long text has all bigrams somewhere, so the text has to have a
      // word that begins with it; of Chinese the arrays and texts are not read. A part in the title counts twice. A text that has
      // at most half of what the best one has is noise: 怎麼退貨 asks about returns, not how to do anything else.
      text: `select kind, path, title, text, image from
               (select s.kind, s.path, s.title, s.shown as text, s.image, s.place, common.n + titled.n as points,
                    max(common.n + titled.n) over () as most
                from (select t.kind, t.key, count(*)::int as n from unnest($1::text[], $7::text[]) p (part, grams)
                        cross join lateral (select kind, key from search_texts where grams @> string_to_array(p.grams, ' ')
                          and (not starts_with(p.part, ' ') or strpos(' ' || norm_title, p.part) > 0 or strpos(' ' || norm_text, p.part) > 0)
                          offset 0) t
                      group by t.kind, t.key having count(*) >= cardinality($1::text[]) * $3::float) common
                join search_texts s using (kind, key)
                cross join lateral (select count(*)::int as n from unnest($1::text[]) part where strpos(' ' || s.norm_title, part) > 0) titled
                where common.n >= cardinality($1::text[]) * case when titled.n > 0 then $3::float else $6::float end
                  and ($2::text is null or s.kind = $2) and (s.shown_from is null or s.shown_from <= $5)) found
             where points > 1 and points * 2 > most
             order by points desc, array_position(array['product', 'ingredient', 'post', 'event', 'help'], kind), place
             limit $4`,
      values: [
        parts,
        kind ?? null,
        LOOSELY.titled,
        limit,
        clock(),
        LOOSELY.untitled,
        parts.map((part) => queryGrams([part.trim()]).join(' ')),
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
