import { writeSearchTexts } from '@nordhaut/content/bench';
import { randomInt, randomLcg } from 'd3-random';
import pg from 'pg';
import { Pool } from 'undici';
import { shopEnvironment, type Outside } from './checkouts.ts';
import { startServer } from './processes.ts';
import { ms, quantile, type Figure } from './table.ts';

/** reviews of the product whose pages are read */
const OF_ONE = 1_000;
const PRODUCT = 'repair-essence';
/** sentences of a text */
const SENTENCES = 80;
/** ms */
const AIM = 20;
const SEED = 0.17;

export type ContentSize = { reviews: number; texts: number; rounds: number; port: number };

/**
 * Pages of reviews with filters, and searches, each over HTTP beside a bare statement through pg in the same round. The texts
 * are made of sentences of the shop's own articles, so that common words stand in most of them.
 */
export async function benchContent(outside: Outside, size: ContentSize): Promise<Figure[]> {
  const shop = await startServer('shop-server.ts', shopEnvironment(outside, size.port));
  const http = new Pool(String(shop.said['url']), { connections: 1 });
  const db = new pg.Pool({ connectionString: outside.databaseUrl, max: 2 });
  try {
    const { sentences, productId } = await prepare(http, db, size);
    const random = randomInt.source(randomLcg(SEED));
    return [
      await compare(`a page of ${OF_ONE} reviews, filtered and sorted, of ${size.reviews} in all`, size.rounds, {
        path: () => `/api/content/reviews?${reviewQuery(random)}`,
        bare: () => db.query({ name: 'bare-reviews', text: BARE_REVIEWS, values: [productId] }),
        http,
      }),
      await compare(`a search in ${size.texts} texts`, size.rounds, {
        path: () => search(typed(sentences, random)),
        bare: () => db.query({ name: 'bare-search', text: BARE_SEARCH, values: [[typed(sentences, random).slice(0, 2)]] }),
        http,
      }),
      await compare(`a whole question in ${size.texts} texts`, size.rounds / 5, {
        path: () => search(asked(sentences, random)),
        bare: () => db.query({ name: 'bare-search', text: BARE_SEARCH, values: [[typed(sentences, random).slice(0, 2)]] }),
        http,
        hasAim: false,
      }),
    ];
  } finally {
    await http.close();
    await db.end();
    await shop.stop();
  }
}

const BARE_REVIEWS = `select * from reviews where product_id = $1 and listed order by comment_create_at desc, comment_id limit 5`;
const BARE_SEARCH = `select kind, path, title, shown from search_texts where grams @> $1 order by place limit 8`;

type Random = ReturnType<typeof randomInt.source>;
const one = <T>(list: readonly T[], random: Random): T => list[random(list.length)()] as T;

function reviewQuery(random: Random): URLSearchParams {
  const query = new URLSearchParams({ product: PRODUCT, sort: one(['stars-desc', 'stars-asc', 'newest'], random) });
  const filters = {
    score: ['1', '2', '3', '4', '5'],
    gender: ['MALE', 'FEMALE', 'OTHERS'],
    age: ['21-30', '31-40'],
    skin: ['dry', 'oil', 'sensitive'],
  };
  const chosen = Object.entries(filters).filter(() => random(3)() === 0);
  for (const [name, values] of chosen) query.set(name, one(values, random));
  // With one filter there are at least twenty pages.
  if (chosen.length <= 1) query.set('page', String(1 + random(20)()));
  return query;
}

/** What somebody types: the first characters of a sentence, or the beginnings of two. */
function typed(sentences: readonly string[], random: Random): string {
  const begin = (): string => one(sentences, random).slice(0, 1 + random(6)());
  return random(3)() === 0 ? `${begin()} ${begin()}` : begin();
}

/** A question in a sentence, which no text has: its words are looked for one by one. */
const asked = (sentences: readonly string[], random: Random): string =>
  `${one(sentences, random).slice(0, 10)}${one(sentences, random).slice(0, 6)}怎麼辦`;

const search = (words: string): string => `/api/content/search?limit=8&q=${encodeURIComponent(words)}`;

async function prepare(http: Pool, db: pg.Pool, { reviews, texts }: ContentSize): Promise<{ sentences: string[]; productId: number }> {
  // The first search writes the shop's own texts.
  await get(http, '/api/content/search?q=%E4%BF%9D%E6%BF%95');
  const { rows } = await db.query<{ norm_text: string }>("select norm_text from search_texts where kind = 'post'");
  const sentences = [...new Set(rows.flatMap(({ norm_text: text }) => text.split(' ')).filter((text) => text.length > 3))];
  const { product } = JSON.parse(await get(http, `/api/content/reviews?product=${PRODUCT}`)) as { product: { productId: number } };
  const { productId } = product;
  const random = randomInt.source(randomLcg(SEED));
  await db.query('drop index search_texts_grams');
  await writeSearchTexts(
    db,
    Array.from({ length: texts }, (_, n) => ({
      kind: 'post',
      key: `bench-${n}`,
      path: `/blog/bench-${n}`,
      title: one(sentences, random),
      text: one(sentences, random),
      image: null,
      words: Array.from({ length: SENTENCES }, () => one(sentences, random)).join(' '),
    })),
  );
  // As in the migration; an index that is there already makes the writing ten times as long.
  await db.query('create index search_texts_grams on search_texts using gin (grams) with (fastupdate = off)');
  await db.query(
    `insert into reviews (comment_id, product_id, member_id, comment_stars, comment_title, comment_content, comment_gender,
       comment_age_range, comment_skin_type, comment_user_name, comment_create_at, changed_at)
     select 'bench-' || n, case when n <= $2 then $3::integer else 1000 + n % 97 end,
       'member-' || n, 1 + n % 5, '標題 ' || n, repeat('用了兩週，早上起來臉不會緊繃。', 6), (array['MALE', 'FEMALE', 'OTHERS'])[1 + n % 3],
       (array['0-20', '21-30', '31-40', '41-50', '51-60', '61-200'])[1 + n % 6], (array['dry', 'oil', 'combination', 'sensitive'])[1 + n % 4],
       '王○明', timestamptz '2026-01-01' - n * interval '7 minutes', timestamptz '2026-01-01'
     from generate_series(1, $1) n order by hashint4(n)`,
    [reviews, OF_ONE, productId],
  );
  await db.query('vacuum analyze');
  return { sentences, productId };
}

async function get(http: Pool, path: string): Promise<string> {
  const answer = await http.request({ method: 'GET', path });
  const body = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}`);
  return body;
}

type Sides = { path: () => string; bare: () => Promise<unknown>; http: Pool; hasAim?: boolean };

async function compare(what: string, rounds: number, { path, bare, http, hasAim = true }: Sides): Promise<Figure> {
  const times: Record<'own' | 'bare', number[]> = { own: [], bare: [] };
  const timed = async (side: 'own' | 'bare', run: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await run();
    times[side].push(performance.now() - began);
  };
  for (let round = 0; round < rounds; round++) {
    await timed('own', () => get(http, path()));
    await timed('bare', bare);
  }
  const [own, peer] = [times.own.toSorted((a, b) => a - b), times.bare.toSorted((a, b) => a - b)];
  const p95 = quantile(own, 0.95);
  return {
    what,
    value: `p50 ${ms(quantile(own, 0.5))}, p95 ${ms(p95)}`,
    limit: `p50 ${ms(quantile(peer, 0.5))}, p95 ${ms(quantile(peer, 0.95))} a bare statement`,
    ratio: quantile(own, 0.5) / quantile(peer, 0.5),
    ...(hasAim && { aim: `p95 ≤ ${AIM} ms`, met: p95 <= AIM }),
  };
}
