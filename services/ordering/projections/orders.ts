import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { rowProjection } from '@nordhaut/platform/projections';
import { displayStatus } from '../display-status.ts';
import { evolve, type Order } from '../order.ts';
import type { OrderEvent, BuyerData } from '../order-events.ts';
import { ORDER_CATEGORY } from '../stream.ts';

/**
 * Every order as the look-up and the lists need it: its folded state and, beside it, what identifies the buyer, so
 * that a reader without proof need not load it. `position` is the order's last event's.
 */
export type OrderRow = {
  order_no: string;
  revision: number;
  position: bigint;
  placed_at: string;
  total: number;
  payment_type: string;
  status_code: string;
  state: Omit<Order, 'personal'>;
  personal: BuyerData | null;
};

const orderNoOf = (event: DecodedEvent): string => event.stream.slice(ORDER_CATEGORY.length + 1);

export const ordersProjection = rowProjection<OrderRow>({
  name: 'orders',
  version: 2,
  filter: { categories: [ORDER_CATEGORY] },
  personal: true,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (
      order_no text primary key,
      revision integer not null,
      position bigint not null,
      placed_at timestamptz not null,
      total integer not null,
      payment_type text not null,
      status_code text not null,
      state json not null,
      personal json
    );
    create index on ${table} (placed_at desc)`,
  keyOf: orderNoOf,
  apply(row, decoded) {
    const event = decoded as unknown as DecodedEvent<OrderEvent>;
    const before = row ? { ...row.state, personal: row.personal ?? undefined } : null;
    const order = evolve(before, event);
    if (!order) return row;
    const { personal, ...state } = order;
    return {
      order_no: order.terms.orderNo,
      revision: event.revision,
      position: event.position,
      placed_at: order.placedAt,
      total: order.terms.total,
      payment_type: order.terms.payment,
      status_code: displayStatus(order).code,
      state,
      personal: personal ?? null,
    };
  },
});
