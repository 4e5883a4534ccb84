import type pg from 'pg';
import { refuse } from '@nordhaut/platform/http';
import type { BuyerData } from './order-events.ts';
import type { Order } from './order.ts';

export type FoundOrder = { order: Order; personal: BuyerData | undefined; revision: number; position: bigint };

export type OrderQueries = {
  /** @param after position the read model must have passed, from the caller's own command; waits a bounded time */
  find(orderNo: string, after?: string): Promise<FoundOrder | undefined>;
  /** The order whose parcel under way has this number of the carrier's. */
  orderNoOfParcel(logisticsId: string): Promise<string | undefined>;
};

/** ms a reader waits for its own write to appear */
const WAIT_MS = 3_000;

type Row = { revision: number; position: bigint; state: Omit<Order, 'personal'>; personal: BuyerData | null };

export function orderQueries(
  pool: pg.Pool,
  waitFor: (projection: string, position: bigint, timeoutMs: number) => Promise<boolean>,
): OrderQueries {
  return {
    async find(orderNo, after) {
      if (after !== undefined && !(await waitFor('orders', BigInt(after), WAIT_MS))) {
        return refuse(425, 'READ_MODEL_BEHIND', '資料更新中，請稍候再試');
      }
      const { rows } = await pool.query<Row>({
        name: 'find-order',
        text: 'select revision, position, state, personal from orders where order_no = $1',
        values: [orderNo],
      });
      const row = rows[0];
      if (!row) return undefined;
      const personal = row.personal ?? undefined;
      return { order: { ...row.state, personal }, personal, revision: row.revision, position: row.position };
    },
    async orderNoOfParcel(logisticsId) {
      const { rows } = await pool.query<{ order_no: string }>({
        name: 'order-of-parcel',
        text: 'select order_no from open_parcels where logistics_id = $1',
        values: [logisticsId],
      });
      return rows[0]?.order_no;
    },
  };
}
