import type { OwnReviewAnswer, ReviewAnswer, ReviewListAnswer, ReviewSent, SearchAnswer } from '@nordhaut/contracts';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { noticesFinished } from './fixtures/mails.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { control } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  // With one connection, whatever waits for a second one while it holds the first fails.
  shop = await testShop({ DATABASE_POOL: '1' });
});
afterAll(() => shop.close());

const REVIEW = { productId: 5, stars: 4, title: '洗後不緊繃', content: '用了三週。' };

test('a member reviews, is marked as a buyer when the goods are there, and takes the review along when the account ends', async () => {
  const visitor = shop.visit();
  expect(await visitor.post('/api/content/reviews', REVIEW)).toMatchObject({ status: 401, body: { message: '請先登入會員' } });
  await visitor.post('/api/register', memberForm({ user_email: 'reviewer@example.com' }));
  const own = await visitor.get<z.infer<typeof OwnReviewAnswer>>('/api/content/reviews/own?productId=5');
  expect(own.body).toMatchObject({ review: null, asks: { gender: true, age: true } });
  const { body } = await visitor.post<z.infer<typeof ReviewSent>>('/api/content/reviews', REVIEW);
  expect(body.review).toMatchObject({ stars: 4, bought: false, source: 'MEMBER', name: expect.stringContaining('○') });
  const shown = () => shop.visit().get<ReviewListAnswer>('/api/content/reviews?product=gentle-cleanser&sort=newest');
  const before = (await shown()).body;
  expect(before.reviews[0]).toEqual(body.review);

  const items = [{ productId: 5, quantity: 1, tier: 'MEMBER' as const }];
  const { orderNo } = await checkOut(visitor, codOrder({ items }));
  await until(visitor, orderNo, ({ order }) => order.tracking !== null);
  await control(shop, `parcels/${orderNo}`, { code: 3003 });
  await until(visitor, orderNo, ({ timeline }) => timeline.some(({ code }) => code === '3003'));
  await caughtUp(shop);
  expect((await shown()).body.reviews[0]).toMatchObject({ reviewId: body.review.reviewId, bought: true });

  expect(await visitor.send('DELETE', '/api/member', { password: 'abc123' })).toMatchObject({ status: 200 });
  // The order is not over yet, so the member's data and the review wait for it; writing has ended with the account.
  expect((await visitor.post('/api/content/reviews', REVIEW)).status).toBe(401);
});

test('who bought a set keeps the mark at its products, also when the set is sold out', async () => {
  const visitor = shop.visit();
  await visitor.post('/api/register', memberForm({ user_email: 'set@example.com', user_phone: '0955000333' }));
  const { body } = await visitor.post<z.infer<typeof ReviewSent>>('/api/content/reviews', { ...REVIEW, productId: 11 });
  const { orderNo } = await checkOut(visitor, codOrder({ items: [{ productId: 21, quantity: 1, tier: 'MEMBER' }] }));
  await until(visitor, orderNo, ({ order }) => order.tracking !== null);
  await control(shop, `parcels/${orderNo}`, { code: 3003 });
  await until(visitor, orderNo, ({ timeline }) => timeline.some(({ code }) => code === '3003'));
  await caughtUp(shop);
  const shown = async () =>
    (await shop.visit().get<z.infer<typeof ReviewAnswer>>(`/api/content/reviews/${body.review.reviewId}`)).body.review;
  expect(await shown()).toMatchObject({ bought: true });
  await shop.shop.engine.pool.query("update products set product_is_launched = '0' where product_id = 21");
  await eventually(async () => (await shop.visit().get('/api/products/daily-basics-set')).status === 404, 'the set to be sold out');
  expect(await shown()).toMatchObject({ bought: true });
});

test('an account without an open order takes its review along at once', async () => {
  const visitor = shop.visit();
  await visitor.post('/api/register', memberForm({ user_email: 'short@example.com', user_phone: '0955000222' }));
  const { body } = await visitor.post<z.infer<typeof ReviewSent>>('/api/content/reviews', { ...REVIEW, productId: 9 });
  const memberId = await memberIdOf(shop, visitor);
  await visitor.send('DELETE', '/api/member', { password: 'abc123' });
  await caughtUp(shop);
  await noticesFinished(shop, memberId);
  await forgetWhatIsDue(shop.shop.engine);
  await eventually(async () => (await shop.visit().get(`/api/content/reviews/${body.review.reviewId}`)).status === 404, 'the review to go');
});

test('the search finds the content of the release', async () => {
  const { body } = await shop.visit().get<z.infer<typeof SearchAnswer>>(`/api/content/search?q=${encodeURIComponent('潔膚')}`);
  expect(body.hits[0]).toMatchObject({ kind: 'product', path: '/product/gentle-cleanser' });
});
