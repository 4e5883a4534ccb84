import { oneConnection, readRows } from '@nordhaut/platform/database/testing';
import { expect, it } from 'vitest';
import { moderatedReviews } from './moderation.ts';
import { contentMigrations } from './tables.ts';

it('reads the rows of a page of reviews alone, of those that are shown, of the few that are hidden, and of one', async () => {
  await using pool = await oneConnection(contentMigrations);
  await pool.query(
    `insert into reviews (comment_id, product_id, member_id, comment_stars, comment_title, comment_user_name, comment_create_at, changed_at, hidden_at)
     select 'R' || nth, nth % 20, 'M' || nth, 5, '好用', '王', now() - nth * interval '1 hour', now(), case when nth % 500 = 0 then now() end
     from generate_series(1, 4000) nth order by random()`,
  );
  await pool.query('analyze reviews');
  const page = async (asked: Omit<Parameters<typeof moderatedReviews>[2], 'hidden'> & { hidden?: boolean }) => {
    const before = await readRows(pool, 'reviews');
    const { rows, hasMore } = await moderatedReviews(pool, {} as never, { hidden: false, ...asked });
    return { ids: rows.map(({ reviewId }) => reviewId), last: rows.at(-1), hasMore, read: (await readRows(pool, 'reviews')) - before };
  };
  const first = await page({});
  expect(first).toMatchObject({ hasMore: true, ids: expect.arrayContaining(['R1', 'R30']) });
  expect(first.read).toBeLessThan(50);
  const { createdAt: at = new Date(), reviewId = '' } = first.last ?? {};
  const second = await page({ after: { at, reviewId } });
  expect(second.ids).toContain('R60');
  expect(second.read).toBeLessThan(50);
  const hidden = await page({ hidden: true });
  expect(hidden).toMatchObject({ hasMore: false, ids: ['R500', 'R1000', 'R1500', 'R2000', 'R2500', 'R3000', 'R3500', 'R4000'] });
  expect(hidden.read).toBeLessThan(20);
  const one = await page({ reviewId: 'R1000' });
  expect(one).toMatchObject({ hasMore: false, ids: ['R1000'] });
  expect(one.read).toBeLessThan(5);
});
