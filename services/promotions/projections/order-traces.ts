import { rowProjection } from '@nordhaut/platform/projections';
import type { StreamName } from '@nordhaut/platform/event-store';
import type pg from 'pg';
import type { CouponEvent } from '../stock-events.ts';
import { COUPON_CATEGORY, WALLET_CATEGORY } from '../stream.ts';
import { WALLET_TYPES, type WalletEvent } from '../wallet-events.ts';

/**
 * Where the events of an order are in wallets and counted coupons, which hold the events of many orders (infra/decisions/091).
 * `order_no`: named by the event; null where it has only the order's correlation.
 */
export type OrderTraceRow = { event_id: string; order_no: string | null; correlation_id: string; stream: string; revision: number };

const COUPON_TYPES: readonly CouponEvent['type'][] = ['CouponReserved', 'CouponRedeemed', 'CouponReleased', 'CouponRestored'];

const orderNoIn = (data: object): string | null => {
  const { orderNo, cause } = data as { orderNo?: string; cause?: { orderNo?: string } };
  return orderNo ?? cause?.orderNo ?? null;
};

export const orderTracesProjection = rowProjection<OrderTraceRow, WalletEvent | CouponEvent>({
  name: 'order_traces',
  version: 1,
  filter: { categories: [WALLET_CATEGORY, COUPON_CATEGORY], types: [...WALLET_TYPES, ...COUPON_TYPES] },
  personal: false,
  relaxed: true,
  key: 'event_id',
  createTable: (table) => `
    create table ${table} (
      event_id text primary key,
      order_no text,
      correlation_id text not null,
      stream text not null,
      revision integer not null
    );
    create index on ${table} (order_no) where order_no is not null;
    create index on ${table} (correlation_id)`,
  keyOf: ({ id }) => id,
  apply: (_, { id, stream, revision, data, metadata }) => ({
    event_id: id,
    order_no: orderNoIn(data),
    correlation_id: metadata.correlationId,
    stream,
    revision,
  }),
});

/** more events of one order than a wallet and its coupons have */
const MOST = 200;

/**
 * The places of the order's events in wallets and coupons, by its number or its correlations. A linked order has the correlation of the
 * order that was paid; what names that one is about that one.
 */
export async function tracesOfOrder(
  pool: Pick<pg.Pool, 'query'>,
  orderNo: string,
  correlations: readonly string[],
): Promise<{ stream: StreamName; revision: number }[]> {
  const { rows } = await pool.query<{ stream: StreamName; revision: number }>(
    `select stream, revision from order_traces where order_no = $1 or (order_no is null and correlation_id = any($2::text[]))
     order by stream, revision limit ${MOST}`,
    [orderNo, correlations],
  );
  return rows;
}
