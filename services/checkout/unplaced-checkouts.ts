import { ORDER_CATEGORY, type OrderPlaced } from '@nordhaut/ordering';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import { rowProjection } from '@nordhaut/platform/projections';
import type { CheckoutFailed, CheckoutStarted } from './checkout.ts';

/**
 * Checkouts that have placed no order, and when they failed. They hold a buyer's data without an order. Most checkouts place
 * their order in the same batch of events, so they never become a row.
 */
export type UnplacedCheckoutRow = { order_no: string; failed_at: string | null };

export const unplacedCheckoutsProjection = rowProjection<
  UnplacedCheckoutRow,
  CheckoutStarted | CheckoutFailed | OrderPlaced | PersonalDataForgotten
>({
  name: 'unplaced_checkouts',
  version: 1,
  filter: {
    categories: ['checkout', ORDER_CATEGORY],
    types: ['CheckoutStarted', 'OrderPlaced', 'CheckoutFailed', 'PersonalDataForgotten'],
  },
  personal: false,
  relaxed: true,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (order_no text primary key, failed_at timestamptz);
    create index on ${table} (failed_at)`,
  keyOf: ({ stream }) => stream.slice(stream.indexOf('-') + 1),
  apply(row, event) {
    if (event.type === 'CheckoutStarted') return { order_no: event.data.orderNo, failed_at: null };
    if (event.type === 'CheckoutFailed') return row && { ...row, failed_at: event.data.at };
    return undefined;
  },
});
