import { rowProjection } from '@nordhaut/platform/projections';
import { displayStatus } from '../display-status.ts';
import { moneyOf } from '../money.ts';
import { evolve, type Order } from '../order.ts';
import type { OrderEvent, BuyerData } from '../order-events.ts';
import { needsRecall } from '../recall.ts';
import { ORDER_CATEGORY, orderNoOf } from '../stream.ts';

/**
 * Every order for the look-up and the lists. Personal data is decrypted here, in a column of its own; `view.ts` masks it.
 * `position`: of the order's last event.
 */
export type OrderRow = {
  order_no: string;
  revision: number;
  position: bigint;
  placed_at: string;
  /** when its last event was recorded */
  touched_at: string;
  total: number;
  payment_type: string;
  status_code: string;
  /** NT$ that the shop owes the buyer now */
  owed: number;
  /** since when the shop owes money; null where it owes nothing */
  owed_since: string | null;
  /** the checkout process has work, also after the end of the checkout: money is owed to a card, or a parcel has to be stopped */
  unsettled: boolean;
  /** cancelled, and the carrier did not cancel the parcel, so it must not leave the warehouse */
  do_not_ship: boolean;
  /** when the carrier got a parcel that must not be sent */
  moved_at: string | null;
  /**
   * `hash`: chain hash of the order's last event, for the receipt. It is in this column because a process of a new release
   * may read the table of the release before.
   */
  state: Omit<Order, 'personal'> & { hash?: string };
  personal: BuyerData | null;
};

export const ordersProjection = rowProjection<OrderRow, OrderEvent>({
  name: 'orders',
  version: 4,
  filter: { categories: [ORDER_CATEGORY] },
  personal: true,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (
      order_no text primary key,
      revision integer not null,
      position bigint not null,
      placed_at timestamptz not null,
      touched_at timestamptz not null,
      total integer not null,
      payment_type text not null,
      status_code text not null,
      owed integer not null,
      owed_since timestamptz,
      unsettled boolean not null,
      do_not_ship boolean not null,
      moved_at timestamptz,
      state json not null,
      personal json
    );
    create index on ${table} (placed_at desc);
    create index on ${table} (owed_since) where owed > 0;
    create index on ${table} (order_no) where unsettled;
    create index on ${table} (order_no) where do_not_ship`,
  keyOf: ({ stream }) => orderNoOf(stream),
  apply(row, event) {
    const before = row ? { ...row.state, personal: row.personal ?? undefined } : null;
    const order = evolve(before, event);
    if (!order) return row;
    const { personal, ...state } = order;
    return {
      order_no: order.terms.orderNo,
      revision: event.revision,
      position: event.position,
      placed_at: order.placedAt,
      touched_at: event.recordedAt,
      total: order.terms.total,
      payment_type: order.terms.payment,
      status_code: displayStatus(order).code,
      ...workOf(order, row, event.recordedAt),
      state: { ...state, hash: event.metadata.hash },
      personal: personal ?? null,
    };
  },
});

/** The open work of the shop for the order. */
function workOf(order: Order, before: OrderRow | undefined, now: string) {
  const { owed, debts } = moneyOf(order);
  const isRecalled = order.recall !== null && order.recall !== 'NEVER_CREATED';
  const movedAt = isRecalled ? order.handedOverAt : null;
  // A parcel that the carrier cancelled is listed only if it moves nevertheless.
  const isListed = isRecalled && (order.recall !== 'CANCELLED_AT_CARRIER' || movedAt !== null);
  return {
    owed,
    owed_since: owed > 0 ? (before?.owed_since ?? now) : null,
    unsettled: debts.some(({ way }) => way === 'card') || needsRecall(order) !== undefined,
    do_not_ship: isListed,
    moved_at: movedAt,
  };
}
