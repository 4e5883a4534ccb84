import { randomUUID } from 'node:crypto';
import { AGE_GROUPS, GENDERS, REVIEW_SKIN_TYPES, type ReviewRequest, type ReviewView } from '@nordhaut/contracts';
import type { ModeratedReview, ModeratedReviews } from '@nordhaut/contracts/support';
import { TEST_OUTER_KEYS as outer } from '@nordhaut/platform/envelope/testing';
import { refuse } from '@nordhaut/platform/http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorOf, CARDS, contentApp, DATA, NOW, products, type ContentFixture } from './content.fixture.ts';
import { reviewName } from './display-name.ts';
import { contentForgetting } from './forgets.ts';
import { hideReview, showReview } from './moderation.ts';
import { moderationRoutes } from './moderation-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { reviewQueries } from './reviews.ts';
import { reviewViews } from './review-views.ts';
import { seedContent } from './seed.ts';

let fixture: ContentFixture;
const kept = new Map<string, Set<number>>();
/** The looks at an author that follow, first one first; without one, the author is there. */
const looks: (typeof authorOf)[] = [];
beforeAll(async () => {
  fixture = await contentApp(({ pool }) => [
    reviewRoutes({
      pool,
      products,
      authorOf: (request) => (looks.shift() ?? authorOf)(request),
      reviews: reviewViews(reviewQueries(pool), products, () => Promise.resolve(kept)),
    }),
    moderationRoutes({
      pool,
      outer,
      productName: (id) => `商品 ${id}`,
      staffName: (id) => Promise.resolve(`客服 ${id}`),
      log: () => Promise.resolve(),
    }),
  ]);
});
beforeEach(async () => {
  kept.clear();
  await fixture.database.pool.query('delete from reviews');
});
afterAll(() => fixture.close());

const get = async (path: string, member?: string) => {
  const answer = await fixture.app.inject({ url: `/api/content/reviews${path}`, ...(member && { headers: { 'x-member': member } }) });
  return { status: answer.statusCode, body: answer.json() };
};
const write = async (review: Partial<ReviewRequest>, member: string | undefined = 'member-1') => {
  const payload = { productId: 5, stars: 5, title: '好用', content: '', ...review };
  const headers = member === '' ? {} : { 'x-member': member };
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/content/reviews', payload, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const hide = (reviewId: string) => hideReview(fixture.database.pool, outer, { reviewId, by: 'staff-1', reason: '廣告', at: NOW });
const of = (query = '') => get(`?product=product-5${query}`);
/** Adds reviews of other people, as the seeding does. */
async function add(
  rows: readonly Partial<{ stars: number; title: string; gender: string; age: string; skin: string; source: string; at: string }>[],
) {
  for (const { stars = 5, title = '好', gender = null, age = null, skin = null, source = 'MEMBER', at = '2026-01-01' } of rows) {
    await fixture.database.pool.query(
      `insert into reviews (comment_id, product_id, comment_stars, comment_title, comment_gender, comment_age_range, comment_skin_type,
         comment_user_name, comment_source, comment_create_at, changed_at) values ($1, 5, $2, $3, $4, $5, $6, '王○明', $7, $8, $8)`,
      [randomUUID(), stars, title, gender, age, skin, source, at],
    );
  }
}

describe('the list', () => {
  it('has the average of members, two decimals, and lists what has a text', async () => {
    await add([{ stars: 5 }, { stars: 4 }, { stars: 4, title: '' }, { stars: 1, source: 'GLOBAL' }]);
    const { body } = await of();
    expect(body.totals).toEqual({ average: 4.33, count: 3, breakdown: [0, 0, 0, 2, 1] });
    expect(body.reviews.map(({ stars }: ReviewView) => stars)).toEqual([5, 4, 1]);
    expect((await get('/products')).body.products[0]).toMatchObject({
      product: { slug: 'product-5' },
      totals: { average: 4.33, count: 3 },
    });
  });

  it('filters, sorts and pages, and every review is on one page', async () => {
    await add(Array.from({ length: 12 }, (_, i) => ({ stars: (i % 3) + 3, gender: i % 2 ? 'MALE' : 'FEMALE', age: '21-30', skin: 'dry' })));
    await add([{ stars: 2, at: '2026-03-01', skin: 'oil' }]);
    const stars = async (query: string) => (await of(query)).body.reviews.map((review: ReviewView) => review.stars);
    expect(await stars('')).toEqual([5, 5, 5, 5, 4]);
    expect(await stars('&sort=stars-asc')).toEqual([2, 3, 3, 3, 3]);
    expect((await stars('&sort=newest'))[0]).toBe(2);
    expect((await of('&score=3&gender=MALE&age=21-30&skin=dry')).body).toMatchObject({ total: 2, page: 1, pages: 1 });
    const pages = await Promise.all([1, 2, 3].map((page) => of(`&page=${page}`)));
    expect(new Set(pages.flatMap(({ body }) => body.reviews.map(({ reviewId }: ReviewView) => reviewId))).size).toBe(13);
  });

  it.each([
    ['?product=product-5&page=2', 404],
    ['?product=product-5&page=1000000000', 404],
    ['?product=none', 404],
    [`?product=${encodeURIComponent('產品\u202e')}`, 404],
    ['?product=product-5&score=6', 400],
    ['?product=product-5&gender=X', 400],
    ['?product=product-5&age=21-31', 400],
    ['?product=product-5&skin=__proto__', 400],
    ['?product=product-5&sort=worst', 400],
    ['?product=product-5&stars=5', 400],
    ['', 400],
    ['/none', 404],
  ])('%s answers %i', async (path, status) => expect((await get(path)).status).toBe(status));

  it('says of a product that is not launched that pages must not link to it', async () => {
    const card = CARDS[0] as { available: boolean };
    const linked = async () => [(await of()).body.product.available, (await of()).body.reviews[0].product.available];
    await add([{}]);
    expect(await linked()).toEqual([true, true]);
    card.available = false;
    expect(await linked()).toEqual([false, false]);
    card.available = true;
  });

  it('shows one review with the message of the specification where there is none', async () => {
    const { body } = await write({});
    expect((await get(`/${body.review.reviewId}`)).body.review).toEqual(body.review);
    expect((await get('/none')).body.message).toBe('404 找不到此評論');
    const { reviewId } = body.review;
    expect(await hide(reviewId)).toBe(true);
    expect(await hide(reviewId)).toBe(false);
    expect((await get(`/${reviewId}`)).status).toBe(404);
    expect((await of()).body).toMatchObject({ total: 0, totals: { count: 0, average: 0 } });
    expect(await showReview(fixture.database.pool, reviewId)).toBe(true);
    expect((await of()).body).toMatchObject({ total: 1, totals: { count: 1 } });
  });
});

describe('the list for the staff', () => {
  const moderated = async (query = '') => (await fixture.app.inject({ url: `/api/support/reviews${query}` })).json<ModeratedReviews>();

  it('has every review once, the newest first, and those without a text too', async () => {
    await add(Array.from({ length: 65 }, (_, index) => ({ title: index % 2 ? '好' : '', at: `2026-01-${10 + (index % 7)}` })));
    const seen: ModeratedReview[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: ModeratedReviews = await moderated(next && `?after=${encodeURIComponent(next)}`);
      seen.push(...page.reviews);
      next = page.next;
    }
    expect(new Set(seen.map(({ reviewId }) => reviewId)).size).toBe(65);
    expect(seen).toHaveLength(65);
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });

  it('says who hid a review, when and why, and finds one by its number', async () => {
    await add([{ title: '買一送一請加賴' }, { title: '好用' }]);
    const [one] = (await moderated()).reviews.filter(({ title }) => title === '買一送一請加賴');
    const reviewId = one?.reviewId ?? '';
    expect(one).toMatchObject({ product: '商品 5', hidden: null });
    await hide(reviewId);
    expect((await moderated()).reviews.map(({ title }) => title)).toEqual(['好用']);
    const hidden = { at: NOW.toISOString(), by: '客服 staff-1', reason: '廣告' };
    expect((await moderated('?state=hidden')).reviews).toMatchObject([{ reviewId, hidden }]);
    expect((await moderated(`?reviewId=${reviewId}`)).reviews).toMatchObject([{ reviewId, hidden }]);
    const { pool } = fixture.database;
    // What the staff typed is sealed, also what an earlier release wrote.
    const inClear = async () =>
      (await pool.query<{ row: string }>("select r::text as row from reviews r where r::text like '%廣告%'")).rows;
    expect(await inClear()).toEqual([]);
    await pool.query("update reviews set hidden_sealed = null, outer_key = null, hidden_reason = '廣告' where comment_id = $1", [reviewId]);
    expect((await moderated(`?reviewId=${reviewId}`)).reviews).toMatchObject([{ reviewId, hidden }]);
    await contentForgetting.finish?.({ pool, clock: () => NOW, outer } as never);
    expect(await inClear()).toEqual([]);
    expect((await moderated(`?reviewId=${reviewId}`)).reviews).toMatchObject([{ reviewId, hidden }]);
  });

  it.each(['?after=1', '?after=9999999999999999~x', '?state=x'])('refuses %s', async (query) => {
    expect((await fixture.app.inject({ url: `/api/support/reviews${query}` })).statusCode).toBe(400);
  });
});

describe('writing', () => {
  it('takes gender and age from the profile, masks the name, and shows the review at once', async () => {
    const { status, body } = await write({ title: ' 好  用 ', content: ' 一\n二 ', gender: 'FEMALE', ageGroup: '0-20', skinType: 'acne' });
    expect({ status, ...body }).toMatchObject({ status: 200, state: 200, message: '已送出評分！感謝您的回饋！' });
    expect(body.review).toMatchObject({
      title: '好 用',
      content: '一\n二',
      gender: 'MALE',
      ageGroup: '31-40',
      skinType: 'acne',
      name: '王○明',
    });
    expect((await of()).body.reviews).toEqual([body.review]);
    expect((await get('/own?productId=5', 'member-1')).body).toMatchObject({ asks: { gender: false, age: false }, review: { stars: 5 } });
  });

  it('asks who did not tell', async () => {
    expect((await get('/own?productId=5', 'member-2')).body).toMatchObject({ review: null, asks: { gender: true, age: true } });
    const { body } = await write({ gender: 'FEMALE', ageGroup: '51-60', firstNameOnly: true }, 'member-2');
    expect(body.review).toMatchObject({ gender: 'FEMALE', ageGroup: '51-60', name: '王○○' });
  });

  it('a second review changes the first one, also at the same time', async () => {
    const first = await write({ stars: 5 });
    const all = await Promise.all([1, 2, 3, 4].map((stars) => write({ stars })));
    expect(new Set([first, ...all].map(({ body }) => body.review.reviewId)).size).toBe(1);
    expect((await of()).body.totals.count).toBe(1);
    const { rows } = await fixture.database.pool.query('select count(*)::int as n from reviews');
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('a hidden review stays hidden when its author changes it', async () => {
    await hide((await write({})).body.review.reviewId);
    expect((await write({ stars: 1 })).status).toBe(200);
    expect((await of()).body).toMatchObject({ total: 0, totals: { count: 0 } });
  });

  it.each([
    [{ stars: 0 }, 400, 'REVIEW_NOT_RATED', '請給予此產品評分'],
    [{ stars: 6 }, 400, 'REVIEW_NOT_RATED', '請給予此產品評分'],
    [{ title: '一'.repeat(31) }, 400, 'REVIEW_TOO_LONG', '標題最多 30 個字'],
    [{ content: '一'.repeat(201) }, 400, 'REVIEW_TOO_LONG', '內容最多 200 個字'],
    [{ productId: 999 }, 404, 'PRODUCT_NOT_FOUND', expect.any(String)],
    [{ images: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.webp'] }, 409, 'IMAGE_UNKNOWN', expect.any(String)],
    [{ images: ['../../etc/passwd'] }, 400, 'VALIDATION_FAILED', expect.any(String)],
    [{ skinType: 'green' as never }, 400, 'VALIDATION_FAILED', expect.any(String)],
    [{ stars: 4.5 }, 400, 'VALIDATION_FAILED', expect.any(String)],
  ])('%j is refused, and nothing is stored', async (review, status, code, message) => {
    expect(await write(review)).toMatchObject({ status, body: { code, message } });
    expect((await of()).body.total).toBe(0);
  });

  it('thirty characters are thirty, also emoji of several code points', async () => {
    expect((await write({ title: '👩‍🔬'.repeat(30) })).status).toBe(200);
  });

  it('accents do not cover what is above, and signs that nobody sees are no text', async () => {
    const family = '👨\u200d👩\u200d👧';
    const { body } = await write({ title: ` \u202e好\n用${family} `, content: `a${'\u0301'.repeat(79)} Xin chào` });
    expect(body.review).toMatchObject({ title: `好 用${family}`, content: `a${'\u0301'.repeat(4)} Xin chào` });
    expect((await write({ title: '\u200b', content: ' \ufeff' }, 'member-2')).body.review).toMatchObject({ title: '', content: '' });
    expect((await of()).body.reviews).toHaveLength(1);
  });

  it('texts stay texts', async () => {
    const { body } = await write({ title: '<script>alert(1)</script>', content: '<img src=x onerror=y>[a](javascript:b)' });
    expect(body.review).toMatchObject({ title: '<script>alert(1)</script>', content: '<img src=x onerror=y>[a](javascript:b)' });
  });

  it('goes again where its account was closed meanwhile, and stays where the account cannot be read', async () => {
    const { reviewId } = (await write({})).body.review;
    await hide(reviewId);
    looks.push(authorOf, () => Promise.reject(new Error('the store is away')));
    expect((await write({ stars: 1 })).status).toBe(500);
    expect((await get('/own?productId=5', 'member-1')).body.review).toMatchObject({ reviewId, stars: 1 });
    expect((await of()).body.total, 'it is hidden as before').toBe(0);
    looks.push(authorOf, async () => refuse(401, 'UNAUTHORISED', '請先登入會員'));
    expect((await write({ stars: 2 })).status).toBe(401);
    expect((await get('/own?productId=5', 'member-1')).body.review).toBeNull();
  });

  it('needs a member with an open account', async () => {
    expect(await write({}, '')).toMatchObject({ status: 401, body: { message: '請先登入會員' } });
    expect((await write({}, 'closed')).status).toBe(401);
    expect((await of()).body.total).toBe(0);
  });
});

describe('已購買', () => {
  it('comes from the orders, also in a set, and goes with a return', async () => {
    await write({});
    const bought = async () => (await of()).body.reviews[0].bought;
    expect(await bought()).toBe(false);
    kept.set('member-1', new Set([21]));
    expect(await bought()).toBe(true);
    kept.set('member-1', new Set([9]));
    expect(await bought()).toBe(false);
  });
});

it('the masked name', () => {
  expect(['王小明', '王明', '王', '歐陽小明'].map((name) => reviewName(name, false))).toEqual(['王○明', '王○', '王○', '歐○明']);
  expect(['王小明', '王明'].map((name) => reviewName(name, true))).toEqual(['王○○', '王○○']);
  expect(reviewName('John Smith', false)).toBe('J○○');
});

it('a deleted member leaves no review, image or answer, and the sums follow', async () => {
  await write({});
  await write({}, 'member-2');
  const { pool } = fixture.database;
  await pool.query(
    "insert into questionnaire_answers values ('skin', 'member-1', true, '{}', now()), ('skin', 'member-2', true, '{}', now())",
  );
  const config = { of: () => ({ SESSION_SECRET: undefined }) } as never;
  const forgotten = { stream: 'member-member-1', subject: 's', data: { requester: 'PERSON' }, commandIds: [], visitors: [] } as never;
  await contentForgetting.erase?.({ pool, clock: () => NOW, config, commands: undefined as never, outer: {} as never }, forgotten);
  expect((await of()).body).toMatchObject({ total: 1, totals: { count: 1 } });
  expect((await pool.query('select sender from questionnaire_answers')).rows).toEqual([{ sender: 'member-2' }]);
});

it('the demonstration is seeded with masked names, and those of other sites as they stand there', async () => {
  const review = {
    productId: 5,
    stars: 4,
    title: '好',
    content: '',
    pictures: [{ image: 'review/one', alt: '瓶子' }],
    gender: null,
    ageGroup: null,
    skinType: null,
    name: '林怡君',
    firstNameOnly: false,
    source: 'MEMBER' as const,
    sourceUrl: null,
    bought: true,
    writtenAt: { daysFromNow: -2 },
  };
  const reviews = [
    { ...review, id: 'demo-1' },
    { ...review, id: 'demo-2', name: 'Anna K.', source: 'GLOBAL' as const, sourceUrl: 'https://reviews.example/1', stars: 3 },
  ];
  expect(await seedContent(fixture.db, DATA, reviews, NOW)).toBe(2);
  expect((await of()).body).toMatchObject({
    totals: { count: 1, average: 4 },
    reviews: [
      { name: '林○君', bought: true, images: [{ src: '/img/content/review/one-640.webp', alt: '瓶子' }] },
      { name: 'Anna K.', source: 'GLOBAL', sourceUrl: 'https://reviews.example/1' },
    ],
  });
});

it('the filters use the index, with a thousand reviews of the product among many', async () => {
  const { pool } = fixture.database;
  const any = (values: readonly string[]) => `(array['${values.join("','")}'])[1 + n % ${values.length}]`;
  await pool.query(`insert into reviews (comment_id, product_id, comment_stars, comment_title, comment_gender, comment_age_range,
      comment_skin_type, comment_user_name, comment_create_at, changed_at)
    select 'r-' || n, case when n <= 1000 then 5 else 100 + n % 50 end, 1 + n % 5, 'x', ${any(GENDERS)}, ${any(AGE_GROUPS)},
      ${any(REVIEW_SKIN_TYPES)}, 'x', now() - n * interval '1 minute', now() from generate_series(1, 6000) n`);
  await pool.query('analyze reviews');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    "explain select * from reviews where product_id = 5 and listed and comment_gender = 'MALE' order by comment_stars desc, comment_create_at desc, comment_id limit 5",
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using reviews_by_stars|Bitmap Index Scan on reviews_by/);
  expect((await of()).body.totals.count).toBe(1000);
});
