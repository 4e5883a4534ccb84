import { batches } from '@nordhaut/platform/batches';
import type pg from 'pg';
import type { CouponDefinition } from './coupon-definition.ts';
import { type Coupon, readCoupon } from './definition.ts';

/** The coupons that orders can use now, and the pieces that are left of the counted ones. */
export type CouponBook = { coupons: readonly Coupon[]; left: ReadonlyMap<number, number> };

const NO_COUPONS: CouponBook = { coupons: [], left: new Map() };

type Definition = { coupon_id: string; position: bigint; definition: string };
type Known = Omit<Definition, 'coupon_id'> & { coupon: Coupon | undefined };

/** ms for which a guest's price may lack a coupon that the shop applies by itself */
const STALE = 30_000;

/** The definitions in the read model `coupons`. Prices only look at it; an order's reservation decides in the streams. */
export function couponBook(pool: Pick<pg.Pool, 'query'>, onError: (error: unknown) => void) {
  let book: CouponBook | undefined;
  let following: NodeJS.Timeout | undefined;
  /** the open coupons by id, as they were read last. `coupon`: undefined where no order can use the definition */
  let known: ReadonlyMap<string, Known> = new Map();
  /** of the rows when `book` was read: each event of a coupon makes a position higher, so an earlier sum of a table never comes back */
  let version: string | undefined;
  /** the table of the read model, which a rebuild replaces by one with other rows at the same positions */
  let table: number | undefined;

  /** There may be thousands of coupons, and most looks find nothing new: only what changed is read. */
  async function readNow(): Promise<CouponBook> {
    const { rows } = await pool.query<{ version: string; table: number }>({
      name: 'coupon-book-version',
      text: `select count(*) || '/' || coalesce(sum(position), 0) as version, 'coupons'::regclass::oid as table from coupons`,
    });
    const now = rows[0];
    if (now?.table !== table) known = new Map();
    else if (book && now?.version === version) return book;
    await readChanged();
    ({ version, table } = now ?? {});
    return book ?? NO_COUPONS;
  }

  async function readChanged(): Promise<void> {
    const { rows } = await pool.query<{ coupon_id: string; left_over: number | null; position: bigint }>({
      name: 'coupon-book',
      text: 'select coupon_id, left_over, position from coupons where ended_at is null order by coupon_id',
    });
    const news = rows.filter(({ coupon_id: id, position }) => known.get(id)?.position !== position).map(({ coupon_id: id }) => id);
    const read = new Map((news.length === 0 ? [] : await definitionsOf(news)).map((one) => [one.coupon_id, one]));
    known = new Map(
      rows.flatMap(({ coupon_id: id }) => {
        const before = known.get(id);
        const now = read.get(id) ?? before;
        if (!now) return [];
        const coupon = before?.definition === now.definition ? before.coupon : parse(now.definition);
        return [[id, { position: now.position, definition: now.definition, coupon }] as const];
      }),
    );
    const left = new Map(rows.flatMap(({ coupon_id: id, left_over: over }) => (over === null ? [] : [[Number(id), over] as const])));
    book = { coupons: [...known.values()].flatMap(({ coupon }) => coupon ?? []), left };
  }

  async function definitionsOf(couponIds: readonly string[]): Promise<Definition[]> {
    const { rows } = await pool.query<Definition>({
      name: 'coupon-definitions',
      text: 'select coupon_id, position, definition::text from coupons where coupon_id = any($1::text[])',
      values: [couponIds],
    });
    return rows;
  }

  // One look answers all that ask at the same time; each of them sees what was there when it asked, or newer.
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
