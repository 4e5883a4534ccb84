import type pg from 'pg';
import type { CouponDefinition } from './coupon-definition.ts';
import { type Coupon, readCoupon } from './definition.ts';

/** The coupons that orders can use now, and the pieces that are left of the counted ones. */
export type CouponBook = { coupons: readonly Coupon[]; left: ReadonlyMap<number, number> };

/** ms for which a guest's price may lack a coupon that the shop applies by itself */
const STALE = 30_000;

/** The definitions in the read model `coupons`. Prices only look at it; an order's reservation decides in the streams. */
export function couponBook(pool: Pick<pg.Pool, 'query'>, onError: (error: unknown) => void) {
  let book: CouponBook = { coupons: [], left: new Map() };
  let readAt = -Infinity;

  async function read(): Promise<CouponBook> {
    const { rows } = await pool.query<{ left_over: number | null; definition: CouponDefinition }>({
      name: 'coupon-book',
      text: 'select left_over, definition from coupons where ended_at is null order by coupon_id',
    });
    readAt = performance.now();
    const left = new Map(rows.flatMap(({ left_over: over, definition }) => (over === null ? [] : [[definition.coupon_id, over] as const])));
    const coupons = rows.flatMap(({ definition }) => {
      const known = readCoupon(definition);
      return known.ok ? [known.coupon] : [];
    });
    book = { coupons, left };
    return book;
  }

  return {
    read,
    /** What was read last. It reads anew in the background, so a guest's order waits for nothing. */
    known(): CouponBook {
      if (performance.now() - readAt > STALE) {
        readAt = performance.now();
        read().catch(onError);
      }
      return book;
    },
  };
}
