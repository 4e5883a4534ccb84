import { batches } from '@nordhaut/platform/batches';
import type pg from 'pg';
import type { CouponDefinition } from './coupon-definition.ts';
import { type Coupon, readCoupon } from './definition.ts';

/** The coupons that orders can use now, and the pieces that are left of the counted ones. */
export type CouponBook = { coupons: readonly Coupon[]; left: ReadonlyMap<number, number> };

const NO_COUPONS: CouponBook = { coupons: [], left: new Map() };

/** ms for which a guest's price may lack a coupon that the shop applies by itself */
const STALE = 30_000;

/** The definitions in the read model `coupons`. Prices only look at it; an order's reservation decides in the streams. */
export function couponBook(pool: Pick<pg.Pool, 'query'>, onError: (error: unknown) => void) {
  let book: CouponBook | undefined;
  let following: NodeJS.Timeout | undefined;
  /** by the text of the definition; undefined: a definition that no order can use */
  let parsed: ReadonlyMap<string, Coupon | undefined> = new Map();

  async function readNow(): Promise<CouponBook> {
    const { rows } = await pool.query<{ coupon_id: string; left_over: number | null; definition: string }>({
      name: 'coupon-book',
      text: 'select coupon_id, left_over, definition::text from coupons where ended_at is null order by coupon_id',
    });
    parsed = new Map(rows.map(({ definition }) => [definition, parsed.has(definition) ? parsed.get(definition) : parse(definition)]));
    const left = new Map(rows.flatMap(({ coupon_id: id, left_over: over }) => (over === null ? [] : [[Number(id), over] as const])));
    return (book = { coupons: rows.flatMap(({ definition }) => parsed.get(definition) ?? []), left });
  }
  // One statement answers all that ask at the same time; each of them sees what was there when it asked, or newer.
  const reading = batches(
    async (asked: true[]) => {
      const read = await readNow();
      return asked.map(() => read);
    },
    { size: 1_000, parallel: 1, maxWaitMs: 1 },
  );
  const read = (): Promise<CouponBook> => reading.add(true);

  return {
    read,
    /**
     * What was read last. From the first call on, it is read anew in the background, so a guest's order waits for nothing. Only a new
     * process waits: without the coupons it would name other prices than the processes beside it. Where they cannot be read, as before
     * the read model exists, a guest's price has none.
     */
    async known(): Promise<CouponBook> {
      if (!following) {
        following = setInterval(() => void read().catch(onError), STALE);
        following.unref();
      }
      return book ?? read().catch((error: unknown) => (onError(error), NO_COUPONS));
    },
    close: () => clearInterval(following),
  };
}

function parse(definition: string): Coupon | undefined {
  const known = readCoupon(JSON.parse(definition) as CouponDefinition);
  return known.ok ? known.coupon : undefined;
}
