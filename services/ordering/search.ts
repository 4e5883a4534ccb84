import type { DisplayStatus, ParcelStage, PaymentType } from '@nordhaut/contracts';
import type { HashOf } from '@nordhaut/platform/projections';
import type pg from 'pg';
import { displayStatus } from './display-status.ts';
import { readCursor } from './member-orders.ts';
import type { LinkedKind } from './order-events.ts';
import type { OrderRow } from './projections/orders.ts';
import { askedNumbers, askedValues, bareNumber, HASHED, pickupValues } from './search-keys.ts';

/** Days are calendar days in Taipei; amounts in NT$. */
export type OrderSearch = {
  /** empty: all orders */
  text: string;
  /** the member whom the text names too */
  memberId?: string | undefined;
  /** the convenience store, by its number or name, and the last three digits of the phone. One alone is too many orders. */
  pickup?: { store: string; phoneEnd: string } | undefined;
  status?: string | undefined;
  parcel?: ParcelStage | undefined;
  /** what paid: a card, cash, or shopping credit alone. Nothing paid an order that sends goods again. */
  payment?: PaymentType | 'SHOPPING_CREDIT' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** of the order, both ends included */
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
  cursor?: string | undefined;
};
export type SearchedOrder = {
  orderNo: string;
  placedAt: Date;
  touchedAt: Date;
  status: DisplayStatus;
  payment: string;
  /** null: it sends no goods of another order again */
  linked: LinkedKind | null;
  total: number;
  owed: number;
};
type Row = Pick<OrderRow, 'order_no' | 'payment_type' | 'total' | 'owed' | 'state'> & { placed_at: Date; touched_at: Date; micros: string };

const PAGE = 50;
/** Numbers with so short a beginning are so many that the newest of them are found by the date. */
const SHORT = 2;
const NUMBER = /^[A-Z0-9]{1,20}$/;

/**
 * Finds orders for support, the newest first: by the order's number or its beginning, by the number of a parcel, a charge
 * or a member, or by phone, e-mail, full name or pickup store, of which the read model has keyed hashes only.
 *
 * The keys are looked up first. As a condition on all orders, they would make PostgreSQL read the orders by date until it
 * has a page, and most searches find one order. The numbers of the keys have the collation "C", with which the index of the
 * orders cannot be used.
 */
export const orderSearch =
  (pool: Pick<pg.Pool, 'query'>, hashOf: HashOf) =>
  /** @returns undefined for a cursor that is none */
  async (asked: OrderSearch): Promise<{ orders: SearchedOrder[]; cursor: string | null } | undefined> => {
    const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor);
    if (asked.cursor !== undefined && !after) return undefined;
    const { rows } = await pool.query<Row>(...searchStatement(asked, after, (value) => HASHED + hashOf(value)));
    const page = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? page.at(-1) : undefined;
    return {
      orders: page.map((row) => ({
        orderNo: row.order_no,
        placedAt: row.placed_at,
        touchedAt: row.touched_at,
        status: displayStatus({ ...row.state, personal: {} }),
        payment: row.payment_type,
        linked: row.state.terms.linked?.kind ?? null,
        total: row.total,
        owed: row.owed,
      })),
      cursor: last ? `${last.micros}-${last.order_no}` : null,
    };
  };

const PAID_BY: Record<NonNullable<OrderSearch['payment']>, string> = {
  CREDIT: "o.payment_type = 'CREDIT' and o.total > 0",
  COD: "o.payment_type = 'COD'",
  SHOPPING_CREDIT: "o.payment_type = 'CREDIT' and o.total = 0 and o.state -> 'terms' -> 'linked' is null",
};

type After = NonNullable<ReturnType<typeof readCursor>>;

/** Only what was asked for is a condition, so that each search has its own plan. */
function searchStatement(search: OrderSearch, after: After | undefined, hashed: (value: string) => string): [string, unknown[]] {
  const { text, memberId, pickup, status, parcel, payment, from, to, amountFrom, amountTo } = search;
  const values: unknown[] = [];
  const bind = (value: unknown, type = 'text'): string => `$${values.push(value)}::${type}`;
  const asked = text.trim();
  const number = bareNumber(asked);
  const beginning = NUMBER.test(number) ? number : '';
  const isShort = beginning !== '' && beginning.length <= SHORT;
  const begins = (column: string): string => {
    const start = bind(beginning);
    return `${column} >= ${start} collate "C" and ${column} < (${start} || '~') collate "C"`;
  };

  const atStore = pickup ? [`keys @> ${bind(pickupValues(pickup).map(hashed), 'text[]')}`] : [];
  const byKey = (...conditions: string[]): string => `select order_no from order_keys where ${[...conditions, ...atStore].join(' and ')}`;
  const found: string[] = [];
  if (asked !== '' && !isShort) {
    const keys = [...askedNumbers(asked), ...(memberId === undefined ? [] : [memberId]), ...askedValues(asked).map(hashed)];
    found.push(byKey(`keys && ${bind(keys, 'text[]')}`));
    if (beginning) found.push(byKey(begins('order_no')));
  } else if (pickup) found.push(byKey());

  const conditions = [
    ...(isShort ? [begins('o.order_no')] : []),
    ...(status === undefined ? [] : [`o.status_code = ${bind(status)}`]),
    ...(parcel === undefined ? [] : [`o.parcel_stage = ${bind(parcel)}`]),
    ...(payment === undefined ? [] : [PAID_BY[payment]]),
    ...(from === undefined ? [] : [`o.placed_at >= ${bind(from, 'date')}::timestamp at time zone 'Asia/Taipei'`]),
    ...(to === undefined ? [] : [`o.placed_at < (${bind(to, 'date')} + 1)::timestamp at time zone 'Asia/Taipei'`]),
    ...(amountFrom === undefined ? [] : [`o.total >= ${bind(amountFrom, 'integer')}`]),
    ...(amountTo === undefined ? [] : [`o.total <= ${bind(amountTo, 'integer')}`]),
    ...(after === undefined
      ? []
      : [
          `(o.placed_at, o.order_no) < (timestamptz 'epoch' + ${bind(after.micros, 'bigint')} * interval '1 microsecond', ${bind(after.orderNo)})`,
        ]),
  ];
  const orders = found.length === 0 ? 'orders o' : 'found join orders o on o.order_no = found.order_no collate "default"';
  return [
    `${found.length === 0 ? '' : `with found as materialized (${found.join(' union ')})`}
     select o.order_no, o.placed_at, o.touched_at, o.payment_type, o.total, o.owed, o.state,
       (extract(epoch from o.placed_at) * 1000000)::bigint::text as micros
     from ${orders} ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by o.placed_at desc, o.order_no desc limit ${bind(PAGE + 1, 'integer')}`,
    values,
  ];
}
