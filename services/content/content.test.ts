import { type CampaignCoupon, nextTurn } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcedAt, daysLeft, isAnnounced, isListed, stateOf } from './campaign-dates.ts';
import { contentApp, DATA, NOW, type ContentFixture } from './content.fixture.ts';
import { ANNOUNCED_SQL, eventTable } from './data-tables/event.ts';
import { layoutTable } from './data-tables/others.ts';
import { postTable } from './data-tables/post.ts';
import { addMonths, ageAt, instantOf, startOfDay } from './days.ts';
import { contentRoutes } from './http.ts';
import { seedContent } from './seed.ts';
import { readDemoReviews, readSeedData } from './seed-data.ts';

const COUPON: CampaignCoupon = { name: '買三送一', desc: '每三件送一件', by: 'CODE', code: 'THREE_GET_ONE' };
let offered: CampaignCoupon | null = COUPON;
let now = NOW;
let fixture: ContentFixture;
beforeAll(async () => {
  fixture = await contentApp(({ store }) => [
    contentRoutes(
      store,
      () => now,
      (uid) => Promise.resolve(uid === 'THREE_GET_ONE' ? offered : null),
    ),
  ]);
});
afterAll(() => fixture.close());
const get = async (path: string) => {
  const answer = await fixture.app.inject(`/api/content/${path}`);
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

it('the content of the release has its forms, and refers to what is there', () => {
  const data = readSeedData();
  for (const ids of [data.posts.map(({ id }) => id), data.posts.map(({ slug }) => slug), data.campaigns.map(({ url }) => url)])
    expect(new Set<unknown>(ids).size).toBe(ids.length);
  const known = new Set(data.categories.map(({ id }) => id));
  expect(data.posts.filter(({ categoryId }) => !known.has(categoryId))).toEqual([]);
  const faqCategories = new Set(data.faqCategories.map(({ key }) => key));
  expect(data.faq.filter(({ category }) => !faqCategories.has(category))).toEqual([]);
  expect(new Set(readDemoReviews().map(({ id }) => id)).size).toBe(readDemoReviews().length);
});

describe('seeding', () => {
  it('writes once when several processes seed at the same time, and later only what the release changed', async () => {
    const again = await Promise.all([1, 2, 3].map(() => seedContent(fixture.db, DATA, [], NOW)));
    expect(again).toEqual([0, 0, 0]);
    await fixture.database.pool.query("update posts set post_title = '編輯過' where post_id in (1, 2)");
    const [first, ...others] = DATA.posts;
    if (!first) throw new Error('no post');
    expect(await seedContent(fixture.db, { ...DATA, posts: [{ ...first, title: '新版' }, ...others] }, [], NOW)).toBe(1);
    const { rows } = await fixture.database.pool.query('select post_title from posts where post_id in (1, 2) order by post_id');
    expect(rows).toEqual([{ post_title: '新版' }, { post_title: '編輯過' }]);
    await fixture.store.refresh();
    expect((await get('posts/post-2')).body.post.title).toBe('編輯過');
  });

  it('counts days in Taipei from the day of seeding', () => {
    const evening = new Date('2026-05-20T17:30:00Z'); // the 21st in Taipei
    expect(instantOf({ daysFromNow: 0 }, evening).toISOString()).toBe('2026-05-20T16:00:00.000Z');
    expect(instantOf({ daysFromNow: -1, time: '09:30' }, evening).toISOString()).toBe('2026-05-20T01:30:00.000Z');
    expect(addMonths(new Date('2026-12-30T16:00:00Z'), 2).toISOString()).toBe('2027-02-27T16:00:00.000Z');
    expect([ageAt('1990-05-20', NOW), ageAt('1990-05-21', NOW)]).toEqual([36, 35]);
  });
});

describe('articles', () => {
  it('lists what is out, the newest first, twelve to a page, by category', async () => {
    const first = await get('posts');
    expect(first.body).toMatchObject({ page: 1, pages: 2, total: 14, categories: [{ id: 1 }, { id: 9 }] });
    expect(first.body.posts.map(({ postId }: { postId: number }) => postId).slice(0, 2)).toEqual([14, 13]);
    expect((await get('posts?page=2')).body.posts).toHaveLength(2);
    expect((await get('posts?category=9')).body).toMatchObject({ total: 1, posts: [{ slug: 'post-14', category: { name: '公告' } }] });
  });

  it('has a table of contents, and recommends the chosen posts that are out, else the newest without category 9', async () => {
    const { post } = (await get('posts/post-3')).body;
    expect(post.contents).toEqual([
      { id: 'section-1', text: '第 3 篇', level: 2 },
      { id: 'section-2', text: '小節 & 細節', level: 3 },
    ]);
    expect(post.body).toContain('<h2 id="section-1">');
    expect(post.recommended.map(({ postId }: { postId: number }) => postId)).toEqual([13, 12, 11]);
    expect((await get('posts/post-14')).body.post.recommended.map(({ postId }: { postId: number }) => postId)).toEqual([1]);
  });

  it('without a banner have the picture of their list, as campaigns do; an address is no banner', async () => {
    const { pool } = fixture.database;
    const banners = async () => [
      (await get('posts/post-4')).body.post.banner.image,
      (await get('events/campaign-2')).body.event.banner.image,
    ];
    const change = async (banner: string) => {
      await pool.query('update posts set post_banner = $1 where post_id = 4', [banner]);
      await pool.query('update campaigns set event_banner = $1 where event_id = 2', [banner]);
      await fixture.store.refresh();
    };
    await change('');
    expect(await banners()).toEqual(['share/articles', 'share/campaigns']);
    await change('test/picture');
    expect(await banners()).toEqual(['test/picture', 'test/picture']);
    const check = (banner: string) =>
      postTable.write?.check({ post_title: '文章', post_slug: 'one', post_content: '', post_banner: banner });
    expect(check('post/why-ph')).toMatchObject({ post_banner: 'post/why-ph' });
    expect(check('/img/content/post/why-ph')).toBe('post_banner');
  });

  it('turn the lists at their hour: no answer and no page is kept past it', async () => {
    const hour = instantOf({ daysFromNow: 3, time: '09:00' }, NOW);
    now = new Date(hour.getTime() - 4_000);
    const { body, headers } = await get('posts');
    expect([body.total, headers['cache-control']]).toEqual([14, 'public, max-age=0, s-maxage=2, stale-while-revalidate=2']);
    expect(fixture.store.turnsIn(now)).toBe(4_000);
    now = NOW;
  });

  it.each([
    ['posts/none', 404, 'POST_NOT_FOUND'],
    ['posts/post-15', 404, 'POST_NOT_FOUND'],
    ['posts/post-16', 404, 'POST_NOT_FOUND'],
    ['posts/__proto__', 404, 'POST_NOT_FOUND'],
    [`posts/${encodeURIComponent('文章👩‍🔬\u202e')}`, 404, 'POST_NOT_FOUND'],
    ['posts?category=77', 404, 'CATEGORY_UNKNOWN'],
    ['posts?page=3', 404, 'PAGE_NOT_FOUND'],
    ['posts?page=1000000000', 404, 'PAGE_NOT_FOUND'],
    ['posts?page=1e99', 400, 'VALIDATION_FAILED'],
    ['posts?page=0', 400, 'VALIDATION_FAILED'],
    ['posts?page=x', 400, 'VALIDATION_FAILED'],
    ['posts?category=1&category=2', 400, 'VALIDATION_FAILED'],
    ['posts?author=1', 400, 'VALIDATION_FAILED'],
    ['events?filter=soon', 400, 'VALIDATION_FAILED'],
    ['events/none', 404, 'CAMPAIGN_NOT_FOUND'],
    ['skin-types/oily', 404, 'SKIN_TYPE_UNKNOWN'],
  ])('%s answers %i', async (path, status, code) => {
    expect(await get(path)).toMatchObject({ status, body: { code } });
  });
});

describe('campaigns', () => {
  it('are active, past or upcoming by their days in Taipei, two months either side', async () => {
    const { events } = (await get('events')).body;
    expect(events.map(({ url, state, daysLeft: left }: Record<string, unknown>) => [url, state, left])).toEqual([
      ['campaign-3', 'unactive', 5],
      ['campaign-1', 'active', 3],
      ['campaign-5', 'active', null],
      ['campaign-2', 'past', null],
    ]);
    const tab = async (query: string) => (await get(`events?${query}`)).body.events.map(({ eventId }: { eventId: number }) => eventId);
    expect([await tab('filter=active'), await tab('filter=past'), await tab('product=9')]).toEqual([[3, 1, 5], [2], [5]]);
    expect((await get('events/campaign-4')).body.event).toMatchObject({ state: 'past', all: false });
    expect((await get('events/campaign-1')).body.event.coupon).toEqual(COUPON);
    offered = null;
    expect((await get('events/campaign-1')).body.event).toMatchObject({ state: 'active', coupon: null });
    expect((await get('events/campaign-5')).body.event).toMatchObject({ all: true, products: [], end: null });
  });

  it.each(['"ALL"', '["ALL"]'])('are about all products, as an editor writes %s', async (linked) => {
    const fields = { event_name: '活動', event_url: 'all', event_type: 'PRODUCT', event_date_start: NOW, event_linked_product_id: linked };
    expect(eventTable.write?.check(fields)).toMatchObject({ event_linked_product_id: linked });
    await fixture.database.pool.query('update campaigns set event_linked_product_id = $1 where event_id = 5', [linked]);
    await fixture.store.refresh();
    expect((await get('events/campaign-5')).body.event).toMatchObject({ all: true, products: [] });
  });

  it('keep their page and their coupon to themselves until two months before the day they begin', async () => {
    const change = async (fields: Record<string, Date | string | null>) => {
      await fixture.db.updateTable('campaigns').set(fields).where('event_id', '=', 3).execute();
      await fixture.store.refresh();
      return get('events/campaign-3');
    };
    offered = COUPON;
    const announced = addMonths(startOfDay(NOW), 2);
    expect(await change({ event_date_start: startOfDay(announced, 1), event_date_end: null, coupon_uid: 'THREE_GET_ONE' })).toMatchObject({
      status: 404,
      body: { code: 'CAMPAIGN_NOT_FOUND' },
    });
    expect(await change({ event_date_start: announced })).toMatchObject({
      status: 200,
      body: { event: { state: 'unactive', coupon: null } },
    });
    await change({ event_date_start: startOfDay(NOW, 5), event_date_end: startOfDay(NOW, 20), coupon_uid: null });
  });

  it('are in the list, at their address, in the search and in the data API from the same moment', async () => {
    for (const start of ['2027-02-28', '2027-03-01', '2027-04-30', '2027-12-31']) {
      const dates = { start: new Date(`${start}T00:00:00+08:00`), end: null };
      const from = announcedAt(dates);
      for (const [now, known] of [
        [new Date(from.getTime() - 1), false],
        [from, true],
      ] as const) {
        const sql = `select ${ANNOUNCED_SQL} as known from (select $1::timestamptz as event_date_start, $2::timestamptz as now) t`;
        const { rows } = await fixture.database.pool.query(sql.replaceAll('now()', 't.now'), [dates.start, now]);
        expect([isAnnounced(dates, now), isListed(dates, now), rows[0].known]).toEqual([known, known, known]);
      }
    }
  });

  it('the start belongs to a campaign, the end does not, and an answer lives until the next of them', () => {
    const dates = { start: new Date('2026-05-19T16:00:00Z'), end: new Date('2026-05-20T16:00:00Z') };
    const at = (text: string) => [stateOf(dates, new Date(text)), daysLeft(dates, new Date(text))];
    expect(at('2026-05-19T15:59:59.999Z')).toEqual(['unactive', 1]);
    expect(at('2026-05-19T16:00:00Z')).toEqual(['active', 1]);
    expect(at('2026-05-20T16:00:00Z')).toEqual(['past', null]);
    expect(nextTurn([dates], new Date('2026-05-20T15:00:00Z'))).toBe(3_600_000);
  });
});

describe('the rest', () => {
  it('help answers have line breaks and links, and nothing that could run', async () => {
    const [entry] = (await get('faq')).body.categories[0].entries;
    expect(entry.answer).toBe('到<a href="/search-order">訂單查詢</a>。<br />&lt;b&gt;或&lt;/b&gt;[這裡](javascript:alert(1))。');
    expect(entry.mobilePictures).toEqual(entry.pictures);
  });

  it('settings have their types, and one with another form than its pages read is left out', async () => {
    const read = async () => (await get('layout')).body.settings;
    expect(await read()).toEqual({ 'Nav-Top': ['免運', '/product'], HOME_POPUP_SWITCH: true, Words: 'a|b', Facts: { n: 1 } });
    await fixture.database.pool.query("update layout_settings set layout_content = 'x|javascript:y' where layout_name = 'Nav-Top'");
    await fixture.store.refresh();
    expect(await read()).not.toHaveProperty('Nav-Top');
  });

  it.each([
    ['Nav-Top', 'ARRAY', '免運|/product', true],
    ['Nav-Top', 'ARRAY', '免運', false],
    ['Nav-Top', 'ARRAY', '免運|www.example.com', false],
    ['HOME_POPUP_INFO', 'JSON', '{"COOKIE_ID":"may"}', false],
    ['Carousel-Pure-PC', 'JSON', '{', false],
    ['Words', 'TEXT', 'a|b', true],
  ])('an editor can save %s (%s) as %s: %s', (name, type, content, isTaken) => {
    const row = { layout_name: name, layout_data_type: type, layout_content: content };
    expect(layoutTable.write?.check(row)).toEqual(isTaken ? row : 'layout_content');
  });

  it('says when each kind last changed; writing the same again is no change', async () => {
    const read = async () => (await get('changes')).body.changes;
    const before = await read();
    expect(before).toEqual({ layout: expect.any(String), faq: expect.any(String), skinTypes: {} });
    await fixture.database.pool.query("update content_items set data = data where kind = 'faq'");
    await fixture.store.refresh();
    expect(await read()).toEqual(before);
    await fixture.database.pool.query(`update content_items set data = data || '{"q": "訂單到哪裡了？"}' where kind = 'faq'`);
    await fixture.store.refresh();
    const after = await read();
    expect(after).toEqual({ ...before, faq: after.faq });
    expect(Date.parse(after.faq)).toBeGreaterThan(Date.parse(before.faq));
  });

  it('answers 304 until the content changes', async () => {
    const { headers } = await get('ingredients');
    const again = () => fixture.app.inject({ url: '/api/content/ingredients', headers: { 'if-none-match': String(headers['etag']) } });
    expect((await again()).statusCode).toBe(304);
    await fixture.database.pool.query("update ingredients set ingredient_purpose = '保濕'");
    await expect.poll(async () => (await again()).statusCode).toBe(200);
  });
});

it('is kept by shared caches up to the next start or end of a campaign and midnight in Taipei, and not past it', async () => {
  const shared = async (at: string) => {
    now = new Date(at);
    return (await get('events')).headers['cache-control'];
  };
  expect(await shared('2026-05-20T15:00:00Z')).toBe('public, max-age=0, s-maxage=15, stale-while-revalidate=15');
  // Ten seconds before midnight, also of an answer that is kept in the process.
  for (const at of ['2026-05-20T15:59:50Z', '2026-05-20T15:59:51Z'])
    expect(await shared(at)).toMatch(/^public, max-age=0, s-maxage=([45]), stale-while-revalidate=\1$/);
  now = NOW;
});
