import type { MemberOrder, MemberOrders } from '@nordhaut/contracts';
import { batches } from '@nordhaut/platform/batches';
import type pg from 'pg';
import { displayStatus } from './display-status.ts';
import { orderFacts } from './facts.ts';
import type { Order } from './order.ts';
import type { CouponRecord } from './order-pricing.ts';
import type { OrderRow } from './projections/orders.ts';
import { groupOf, linkedOf } from './view.ts';

export type MemberOrderQueries = ReturnType<typeof memberOrderQueries>;

/** orders of a page */
export const PAGE = 20;
/** ms that a reader waits for its own write */
const WAIT_MS = 3_000;
/** the newest orders whose changes are sent to a member's tabs */
const FOLLOWED = 1_000;

/**
 * What an e-mail gives to its member: orders that were paid, cash orders that are sent or will be, and goods sent again. Anybody may type
 * the address. A try that costs nothing would fill the list of a stranger, and count as a first purchase; only the browser that made it
 * shows whose it is.
 */
const COUNTS_BY_EMAIL = `(state #>> '{payment,paid}' <> '0' or state #> '{terms,linked}' is not null or (payment_type = 'COD' and
  (state ->> 'cancelled' is null or state ->> 'handedOverAt' is not null)))`;

/** The place after which the next page begins: the last order's time in microseconds, and its number. */
type Cursor = { micros: string; orderNo: string };
const CURSOR = /^(\d{1,17})-([A-Z0-9]{8,20})$/;
export function readCursor(text: string): Cursor | undefined {
  const [, micros, orderNo] = CURSOR.exec(text) ?? [];
  return micros === undefined || orderNo === undefined ? undefined : { micros, orderNo };
}

/** An order as rewards for an invitation see it. `placedAt`: ISO instant; `phoneKey`: keyed hash of the recipient's phone number */
export type OrderTrace = { placedAt: string; isPurchase: boolean; phoneKey: string | undefined };
/** `isCurrent`: the read model has every order of the moment of the call */
export type OrderTraces = { isCurrent: boolean; orders: OrderTrace[] };

export type Page = { cursor?: Cursor | undefined; year?: number | undefined; after?: string | undefined };
type Row = Pick<OrderRow, 'order_no' | 'revision' | 'state'> & { micros: string };

/** The instants at which a calendar year begins and ends in Taipei. */
const yearOf = (year: number): [string, string] => [`${year}-01-01T00:00:00+08:00`, `${year + 1}-01-01T00:00:00+08:00`];

function shown({ order_no: orderNo, revision, state }: Row): MemberOrder {
  const order = { ...state, personal: {} };
  return {
    orderNo,
    createdAt: order.placedAt,
    total: order.terms.total,
    displayStatus: displayStatus(order),
    items: order.terms.lines,
    ...groupOf(order),
    ...linkedOf(order),
    facts: orderFacts(order),
    revision,
  };
}

/** Ways in which delivered goods are no longer the buyer's (decisions.md 103). */
const GIVEN_BACK: ReadonlySet<string> = new Set(['returning', 'refunded', 'not-collected', 'cancelled']);

/** The products of an order that reached its buyer and was not returned. */
function keptProducts(order: Order): number[] {
  const { parcel, phase } = orderFacts(order);
  if (parcel?.stage !== 'delivered' || GIVEN_BACK.has(phase)) return [];
  return order.terms.lines.map(({ productId }) => productId);
}

/** The orders of a member, in the read model of the orders. They hold no personal data. */
export function memberOrderQueries(
  pool: Pick<pg.Pool, 'query'>,
  waitFor: (projection: string, position: bigint, timeoutMs: number) => Promise<boolean>,
  head: () => Promise<bigint>,
) {
  // Every price for a member asks it.
  const lastPurchases = batches(
    async (asked: { memberId: string; but: string }[]) => {
      const { rows } = await pool.query<{ place: number; placed_at: Date }>({
        name: 'last-purchases',
        text: `select m.place::integer, o.placed_at from unnest($1::text[], $2::text[]) with ordinality m (id, but, place) cross join lateral
               (select placed_at from orders where member_id = m.id and purchase and order_no <> m.but
                order by placed_at desc, order_no desc limit 1) o`,
        values: [asked.map(({ memberId }) => memberId), asked.map(({ but }) => but)],
      });
      const found = new Map(rows.map(({ place, placed_at: placedAt }) => [place - 1, placedAt.getTime()]));
      return asked.map((_, place) => found.get(place) ?? null);
    },
    { size: 200, parallel: 1, maxWaitMs: 1 },
  );

  return {
    /** Whether the member has ordered, also as a guest whose order was adopted. Waits a bounded time for the orders of this moment. */
    async hasOrdered(memberId: string): Promise<boolean> {
      await waitFor('orders', await head(), WAIT_MS);
      const { rows } = await pool.query<{ found: boolean }>({
        name: 'member-has-ordered',
        text: 'select exists (select from orders where member_id = $1 and purchase) as found',
        values: [memberId],
      });
      return rows[0]?.found === true;
    },

    /** The member's own and adopted orders. Waits a bounded time for the orders of this moment. */
    async traces(memberId: string): Promise<OrderTraces> {
      const isCurrent = await waitFor('orders', await head(), WAIT_MS);
      const { rows } = await pool.query<{ placed_at: string; purchase: boolean; phone_key: string | null }>({
        name: 'member-order-traces',
        text: `select state ->> 'placedAt' as placed_at, purchase, state #>> '{terms,phoneKey}' as phone_key
               from orders where member_id = $1`,
        values: [memberId],
      });
      const orders = rows.map(({ placed_at, purchase, phone_key }) => ({
        placedAt: placed_at,
        isPurchase: purchase,
        phoneKey: phone_key ?? undefined,
      }));
      return { isCurrent, orders };
    },

    /** ms of the member's newest purchase in the read model; null: none. `but`: the number of an order that does not count */
    lastStandingAt: (memberId: string, but = ''): Promise<number | null> => lastPurchases.add({ memberId, but }),

    /** The coupons of these orders as they used them, by order number. */
    async usedCoupons(orderNos: readonly string[]): Promise<ReadonlyMap<string, readonly CouponRecord[]>> {
      const { rows } = await pool.query<{ order_no: string; coupons: CouponRecord[] | null }>({
        name: 'coupons-of-orders',
        text: "select order_no, state #> '{terms,promotions,coupons}' as coupons from orders where order_no = any($1::text[])",
        values: [[...orderNos]],
      });
      return new Map(rows.map(({ order_no: orderNo, coupons }) => [orderNo, coupons ?? []]));
    },

    /** The products that each of these members has got and kept, in their newest orders. For display only. */
    async keptProducts(memberIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
      const kept = new Map<string, Set<number>>();
      if (memberIds.length === 0) return kept;
      const { rows } = await pool.query<{ member_id: string; state: OrderRow['state'] }>({
        name: 'kept-products',
        text: `select m.id as member_id, o.state from unnest($1::text[]) m (id) cross join lateral
               (select state from orders where member_id = m.id order by placed_at desc, order_no desc limit ${FOLLOWED}) o`,
        values: [[...memberIds]],
      });
      for (const { member_id: id, state } of rows) {
        const products = kept.get(id) ?? new Set<number>();
        for (const productId of keptProducts({ ...state, personal: {} })) products.add(productId);
        kept.set(id, products);
      }
      return kept;
    },

    /**
     * One page, the newest first. `position`: the list has every event up to it. Reading it before the rows makes it too
     * low rather than too high, so a follower gets a status twice rather than never.
     */
    async list(memberId: string, { cursor, year, after }: Page): Promise<MemberOrders> {
      if (after !== undefined) await waitFor('orders', BigInt(after), WAIT_MS);
      const { rows: checkpoints } = await pool.query<{ position: bigint }>({
        name: 'orders-position',
        text: "select position from projection_checkpoints where name = 'orders'",
      });
      const [from, to] = year === undefined ? ['-infinity', 'infinity'] : yearOf(year);
      const [{ rows }, { rows: years }] = await Promise.all([
        pool.query<Row>({
          name: 'member-orders',
          text: `select order_no, revision, state, (extract(epoch from placed_at) * 1000000)::bigint::text as micros from orders
                 where member_id = $1 and placed_at >= $2::timestamptz and placed_at < $3::timestamptz
                   and (placed_at, order_no) < (coalesce('epoch'::timestamptz + $4::bigint * interval '1 microsecond', 'infinity'), $5)
                 order by placed_at desc, order_no desc limit $6`,
          values: [memberId, from, to, cursor?.micros ?? null, cursor?.orderNo ?? '', PAGE + 1],
        }),
        pool.query<{ year: number }>({
          name: 'member-order-years',
          text: `select distinct extract(year from placed_at at time zone 'Asia/Taipei')::integer as year from orders
                 where member_id = $1 order by year desc`,
          values: [memberId],
        }),
      ]);
      const page = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? page.at(-1) : undefined;
      const position = checkpoints[0]?.position ?? 0n;
      return {
        orders: page.map(shown),
        cursor: last ? `${last.micros}-${last.order_no}` : null,
        years: years.map(({ year: one }) => one),
        position: String(position < 0n ? 0n : position),
      };
    },

    /** The member's newest orders. `position`: of the last event of each. */
    async followed(memberId: string): Promise<{ orderNo: string; position: bigint }[]> {
      const { rows } = await pool.query<{ order_no: string; position: bigint }>({
        name: 'member-orders-followed',
        text: `select order_no, position from orders where member_id = $1 order by placed_at desc, order_no desc limit ${FOLLOWED}`,
        values: [memberId],
      });
      return rows.map(({ order_no: orderNo, position }) => ({ orderNo, position }));
    },

    /** Whether the read model has the events up to the position; waits a bounded time. */
    hasReached: (position: bigint): Promise<boolean> => waitFor('orders', position, WAIT_MS),

    /** The member's own and adopted orders, and guests' orders with this e-mail. Waits a bounded time for the orders of this moment. */
    async allOf(memberId: string, emailKey: string | null): Promise<string[]> {
      await waitFor('orders', await head(), WAIT_MS);
      const { rows } = await pool.query<{ order_no: string }>('select order_no from orders where member_id = $1 or email_key = $2', [
        memberId,
        emailKey,
      ]);
      return rows.map((row) => row.order_no);
    },

    /** Orders that the member adopted, and guests' orders with this e-mail. */
    async adoptable(memberId: string, emailKey: string | null): Promise<{ adopted: string[]; byEmail: string[] }> {
      const { rows } = await pool.query<{ order_no: string; adopted: boolean }>({
        name: 'adoptable-orders',
        text: `select order_no, true as adopted from orders where member_id = $1 and adopted
               union all (select order_no, false from orders where email_key = $2 and ${COUNTS_BY_EMAIL} order by placed_at desc limit 200)`,
        values: [memberId, emailKey],
      });
      const numbers = (adopted: boolean): string[] => rows.filter((row) => row.adopted === adopted).map((row) => row.order_no);
      return { adopted: numbers(true), byEmail: numbers(false) };
    },
  };
}
