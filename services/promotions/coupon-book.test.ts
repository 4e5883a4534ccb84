import { afterEach, expect, test, vi } from 'vitest';
import { couponBook } from './coupon-book.ts';
import { readDefinition } from './coupon-definition.ts';

const DEFINED = {
  coupon_id: 1,
  coupon_uid: 'A',
  coupon_name: '折十元',
  coupon_type: 'DISCOUNT',
  coupon_scope: 'SYSTEM',
  coupon_formula: 'x - 10',
};
let book: ReturnType<typeof couponBook>;
afterEach(() => {
  book.close();
  vi.useRealTimers();
});

/** A read model with one coupon. */
function bookOf() {
  const read = readDefinition(DEFINED);
  const rows = [{ coupon_id: '1', left_over: null, definition: JSON.stringify(read.ok && read.definition) }];
  const query = vi.fn<() => Promise<{ rows: typeof rows }>>(() => Promise.resolve({ rows }));
  book = couponBook({ query } as never, (error) => {
    throw error;
  });
  return query;
}

test("the first price of a process has the shop's coupons, and the next ones ask for nothing", async () => {
  const query = bookOf();
  expect((await book.known()).coupons).toMatchObject([{ uid: 'A' }]);
  expect((await book.known()).coupons).toHaveLength(1);
  expect(query).toHaveBeenCalledTimes(1);
});

test('the coupons are read anew in the background', async () => {
  vi.useFakeTimers();
  const query = bookOf();
  const first = book.known();
  await vi.advanceTimersByTimeAsync(100);
  await first;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(query).toHaveBeenCalledTimes(2);
});
