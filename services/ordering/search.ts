import type { DisplayStatus, PaymentType } from '@nordhaut/contracts';
import type { HashOf } from '@nordhaut/platform/projections';
import type pg from 'pg';
import { displayStatus } from './display-status.ts';
import { readCursor } from './member-orders.ts';
import type { OrderRow } from './projections/orders.ts';
import { askedValues, HASHED } from './search-keys.ts';

/** Days are calendar days in Taipei; amounts in NT$. */
export type OrderSearch = {
  /** empty: all orders */
  text: string;
  status?: string | undefined;
  payment?: PaymentType | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
};
export type SearchedOrder = {
  orderNo: string;
  placedAt: Date;
  touchedAt: Date;
  status: DisplayStatus;
  payment: string;
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
 * or a member, or by phone, e-mail or full name, of which the read model has keyed hashes only.
 */
export const orderSearch =
  (pool: Pick<pg.Pool, 'query'>, hashOf: HashOf) =>
  /** @returns undefined for a cursor that is none */
  async ({
    text,
    status,
    payment,
    from,
    to,
    cursor,
  }: OrderSearch): Promise<{ orders: SearchedOrder[]; cursor: string | null } | undefined> => {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && !after) return undefined;
    const asked = text.trim();
    const beginning = asked.toUpperCase();
    const isNumber = NUMBER.test(beginning);
    const isShort = isNumber && beginning.length <= SHORT;
    const { rows } = await pool.query<Row>(
      `select o.order_no, o.placed_at, o.touched_at, o.payment_type, o.total, o.owed, o.state,
         (extract(epoch from o.placed_at) * 1000000)::bigint::text as micros
       from orders o
       where ($11 = '' or (o.order_no >= $11 collate "C" and o.order_no < ($11 || '~') collate "C"))
         and ($1 = '' or o.order_no in (
           select order_no from order_keys where keys && $2::text[]
           union select order_no from order_keys where $3 <> '' and order_no >= $3 collate "C" and order_no < ($3 || '~') collate "C"))
         and ($4::text is null or o.status_code = $4)
         and ($5::text is null or o.payment_type = $5)
         and ($6::date is null or o.placed_at >= $6::date::timestamp at time zone 'Asia/Taipei')
         and ($7::date is null or o.placed_at < ($7::date + 1)::timestamp at time zone 'Asia/Taipei')
         and ($8::bigint is null or (o.placed_at, o.order_no) < (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9))
       order by o.placed_at desc, o.order_no desc limit $10`,
      [
        isShort ? '' : asked,
        asked === '' ? [] : [asked, ...askedValues(asked).map((value) => HASHED + hashOf(value))],
        isNumber ? beginning : '',
        status ?? null,
        payment ?? null,
        from ?? null,
        to ?? null,
        after?.micros ?? null,
        after?.orderNo ?? null,
        PAGE + 1,
        isShort ? beginning : '',
      ],
    );
    const page = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? page.at(-1) : undefined;
    return {
      orders: page.map((row) => ({
        orderNo: row.order_no,
        placedAt: row.placed_at,
        touchedAt: row.touched_at,
        status: displayStatus({ ...row.state, personal: {} }),
        payment: row.payment_type,
        total: row.total,
        owed: row.owed,
      })),
      cursor: last ? `${last.micros}-${last.order_no}` : null,
    };
  };
