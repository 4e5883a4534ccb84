import { isSearchable, type ProductDetail, type SearchHit } from '@nordhaut/contracts';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { sleep } from '@nordhaut/platform/timing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { card, contentApp, NOW, type ContentFixture } from '../content.fixture.ts';
import { gramsOf, inOwnWords, normalise, queryGrams, wordsOf } from './grams.ts';
import { readSeedData } from '../seed-data.ts';
import { searchRoutes } from './routes.ts';
import { createSearch } from './search.ts';
import { searchIndex } from './search-index.ts';
import { type SearchText, searchTexts, writeSearchTexts } from './search-texts.ts';

let fixture: ContentFixture;
const suits = { features: ['acne-blemishes' as const], skinTypes: ['敏感肌'] };
let products = [
  card(5, '溫和潔膚露'),
  { ...card(3, '修護精華液'), nameEn: 'Repair Essence', summary: '神經醯胺、維生素 C' },
  { ...card(6, '夜間面膜'), ...suits, summary: '洗面乳之後使用' },
];
let version = '1';
let now = NOW;
beforeAll(async () => {
  fixture = await contentApp(({ pool, store }) => {
    const catalogue = {
      version: () => version,
      list: () => products,
      bySlug: (slug: string) => products.find((one) => one.slug === slug && one.available) as ProductDetail | undefined,
    };
    const upToDate = searchIndex({ pool, store, catalogue, logger: silentLogger() });
    const find = createSearch(pool, () => now);
    return [searchRoutes(async (query) => (await upToDate(), find(query)))];
  });
});
afterAll(() => fixture.close());

const get = async (query: string) => {
  const answer = await fixture.app.inject(`/api/content/search?${query}`);
  return { status: answer.statusCode, body: answer.json() };
};
const titles = async (q: string, more = ''): Promise<string[]> =>
  (await get(`q=${encodeURIComponent(q)}${more}`)).body.hits.map(({ title }: SearchHit) => title);

describe('the search', () => {
  it.each([
    ['潔膚', ['溫和潔膚露']],
    ['露', ['溫和潔膚露']],
    ['溫和潔', ['溫和潔膚露']],
    ['潔膚 ㄌㄨ', ['溫和潔膚露']],
    ['ｒｅｐａｉｒ　ＥＳＳ', ['修護精華液']],
    ['rep', ['修護精華液']],
    ['神經醯胺', ['神經醯胺 NP', '修護精華液']],
    ['Ceramide', ['神經醯胺 NP']],
    ['訂單查詢', ['怎麼查詢訂單？', '退換貨須知', '隱私權政策']],
    ['痘痘肌適合用哪一款精華比較好呢', ['修護精華液']],
    ['有沒有這種東西', []],
    ['iphone 手機殼', []],
    ['真人客服在哪裡', ['聯絡我們']],
    ['修護乳液精華', ['修護精華液']],
    ['訂單怎麼查', ['怎麼查詢訂單？']],
    ['修護 iphone', ['修護精華液']],
    ['airessence', []],
    ['repair toner', ['修護精華液']],
    ['pair toner', []],
    ['請問怎麼查詢呢', ['怎麼查詢訂單？']],
    ['維他命C', ['修護精華液']],
    ['洗面乳', ['溫和潔膚露', '夜間面膜']],
    ['Serum', ['修護精華液']],
    ['敏感肌', ['夜間面膜']],
    ['痘痘', ['夜間面膜']],
    ['平價的洗面乳', ['溫和潔膚露']],
    ['洗面乳 推薦', ['溫和潔膚露']],
    ['護手霜', []],
    ['我上週買了兩瓶還沒有打開過的修護精華液跟朋友一起用結果宅配送到家時箱子濕了請問可以退換貨嗎', ['修護精華液', '退換貨須知']],
    ['不存在的字', []],
    ['會員權益', ['會員禮遇']],
    ['刺青後可以擦什麼', ['刺青後的保養']],
    ['德國製造嗎', ['品牌故事']],
  ])('%s', async (q, found) => expect(await titles(q)).toEqual(found));

  it('says whether the texts have all that was typed', async () => {
    expect((await get(`q=${encodeURIComponent('潔膚')}`)).body.partly).toBe(false);
    expect((await get(`q=${encodeURIComponent('修護乳液精華')}`)).body.partly).toBe(true);
  });

  it('finds articles and campaigns that are there, and one kind alone', async () => {
    expect(await titles('文章', '&limit=3')).toHaveLength(3);
    expect(new Set((await get('q=%E6%B4%BB%E5%8B%95&kind=event')).body.hits.map(({ kind }: SearchHit) => kind))).toEqual(
      new Set(['event']),
    );
  });

  it('finds an article from its hour on, and a campaign when it is announced, not before', async () => {
    const DAY = 86_400_000;
    await fixture.db
      .updateTable('campaigns')
      .set({ event_date_start: new Date(NOW.getTime() + 90 * DAY), event_date_end: null })
      .where('event_id', '=', 3)
      .execute();
    await fixture.store.refresh();
    expect([await titles('明天之後'), await titles('活動 3')]).toEqual([[], expect.not.arrayContaining(['活動 3'])]);
    now = new Date(NOW.getTime() + 40 * DAY);
    expect([await titles('明天之後'), await titles('活動 3')]).toEqual([['明天之後'], expect.arrayContaining(['活動 3'])]);
    now = NOW;
  });

  it('follows the catalogue', async () => {
    products = [card(5, '換了名字')];
    version = '2';
    expect(await titles('潔膚')).toEqual([]);
    expect(await titles('名字')).toEqual(['換了名字']);
  });

  it('waits for its first texts however long they take', async () => {
    await fixture.database.pool.query('delete from search_texts');
    version = '2, again';
    const writer = await fixture.database.pool.connect();
    await writer.query('begin; lock table search_texts in share mode');
    const found = titles('名字');
    // Longer than a search waits where there are texts.
    await sleep(1_200);
    await writer.query('commit');
    writer.release();
    expect(await found).toEqual(['換了名字']);
  });

  it('does not lead to a product that has no page, because it is not launched', async () => {
    products = [card(5, '上架的乳霜'), { ...card(9, '還沒上架的乳霜'), available: false }];
    version = '3';
    expect(await titles('上架的乳霜')).toEqual(['上架的乳霜']);
  });

  it.each([
    ['q=', 400, 'SEARCH_EMPTY'],
    ['q=%20%E3%80%80!!', 400, 'SEARCH_EMPTY'],
    ['', 400, 'VALIDATION_FAILED'],
    ['q=a&limit=1e9', 400, 'VALIDATION_FAILED'],
    ['q=a&kind=order', 400, 'VALIDATION_FAILED'],
    [`q=${'a'.repeat(201)}`, 400, 'VALIDATION_FAILED'],
  ])('%s answers %i', async (query, status, code) => expect(await get(query)).toMatchObject({ status, body: { code } }));

  it.each(["'; drop table search_texts; --", '%_\\', '\u202e\u0301', '<script>', '{"$gt":""}', '𠮷𠮷'])('%s is only a text', async (q) => {
    expect([200, 400]).toContain((await get(`q=${encodeURIComponent(q)}`)).status);
  });
});

it.each(['霜', 'a', '５', 'ㄅ', 'ㄎㄜˋ', '霜ㄅ', '！？', '', '👩‍🔬', '㊗'])('pages ask for %j where the search does', (q) =>
  expect(isSearchable(q)).toBe(normalise(q) !== ''),
);

it('grams: single characters of Chinese, bigrams of words, a border between scripts', () => {
  expect(normalise('維生素Ｂ５、玻尿酸！')).toBe('維生素 b5 玻尿酸');
  expect(wordsOf('維生素b5 玻尿酸')).toEqual(['維生素', 'b5', '玻尿酸']);
  expect(gramsOf('乳液 ab c')).toEqual(['乳', '乳液', '液', 'ab', 'c']);
  expect(queryGrams(['乳液', '霜'])).toEqual(['乳液', '霜']);
});

it('the longest word of a buyer gives way to the word of the shop', () => {
  expect(inOwnWords('抗老化 精華')).toBe('緊緻 精華');
  expect(inOwnWords('平價洗面乳')).toBe('平價 潔膚');
});

it('characters that are typed for one another are one', () => {
  expect(normalise('保溼、臺灣、菸鹼醯胺、氨基酸')).toBe(normalise('保濕，台灣，煙鹼醯胺，胺基酸'));
});

it('a long text is cut between characters', () => {
  const post = { id: 1, slug: 'a', title: '文章', summary: `${'好'.repeat(89)}😀用`, content: '', banner: { image: '' } };
  const texts = searchTexts({ posts: [post], campaigns: [], ingredients: [], skinTypes: new Map(), faq: { categories: [] } } as never, []);
  const found = texts.find(({ kind }) => kind === 'post');
  expect(found?.text).toBe(`${'好'.repeat(89)}😀…`);
});

it('the pages of the skin types are found by their titles and by what they are about', async () => {
  const { skinTypes } = readSeedData();
  const view = new Map(skinTypes.map((one) => [one.type, one]));
  const texts = searchTexts({ posts: [], campaigns: [], ingredients: [], skinTypes: view, faq: { categories: [] } } as never, []);
  await writeSearchTexts(fixture.database.pool, texts);
  const find = createSearch(fixture.database.pool, () => NOW);
  for (const one of skinTypes) {
    const first = { kind: 'guide', path: `/skin-type/${one.type}`, title: one.title };
    for (const q of [one.title, one.titleEn, one.problemTitle]) expect((await find({ q, limit: 1 })).hits).toMatchObject([first]);
  }
});

it('the index finds the texts, and equal texts are not written again', async () => {
  const texts = Array.from(
    { length: 1_500 },
    (_, n): SearchText => ({
      kind: 'post',
      key: `t-${n}`,
      path: `/blog/t-${n}`,
      title: `第 ${n} 篇`,
      text: '',
      image: null,
      words: n === 1_234 ? '積雪草萃取' : `保濕 ${n} ${String.fromCodePoint(0x4e00 + (n % 1_500))}`,
    }),
  );
  expect(await writeSearchTexts(fixture.database.pool, texts)).toBe(1_500);
  expect(await writeSearchTexts(fixture.database.pool, texts)).toBe(0);
  const { pool } = fixture.database;
  await pool.query('analyze search_texts');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>("explain select from search_texts where grams @> array['積雪','雪草']");
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('search_texts_grams');
  expect(await createSearch(pool, () => NOW)({ q: '積雪草', limit: 5 })).toMatchObject({ hits: [{ path: '/blog/t-1234' }] });
});

it('texts that are not shown yet change nothing that a search finds', async () => {
  const { pool } = fixture.database;
  const find = createSearch(pool, () => NOW);
  const text = (key: string, words: string, shownFrom?: Date): SearchText => ({
    kind: 'event',
    key,
    path: `/event/${key}`,
    title: key,
    text: '',
    image: null,
    words,
    ...(shownFrom && { shownFrom }),
  });
  const shown = [...Array.from({ length: 20 }, (_, n) => text(`n${n}`, '別的事')), text('a', '面膜'), text('b', '口紅')];
  const found = async (...hidden: string[]): Promise<string[]> => {
    const later = new Date(NOW.getTime() + 86_400_000);
    await writeSearchTexts(pool, [...shown, ...hidden.map((words, n) => text(`h${n}`, words, later))]);
    const { hits } = await find({ q: '面膜 口紅', limit: 8 });
    return hits.map(({ title }) => title);
  };
  expect([await found(), await found('口紅'), await found('面膜', '面膜')]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
