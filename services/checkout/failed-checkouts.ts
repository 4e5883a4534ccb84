import { rowProjection } from '@nordhaut/platform/projections';
import type { CheckoutFailed } from './checkout.ts';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';

/** Checkouts that failed, most of them before they placed an order. Those hold a buyer's data without an order. */
export type FailedCheckoutRow = { order_no: string; failed_at: string };

export const failedCheckoutsProjection = rowProjection<FailedCheckoutRow, CheckoutFailed | PersonalDataForgotten>({
  name: 'failed_checkouts',
  version: 1,
  filter: { categories: ['checkout'], types: ['CheckoutFailed', 'PersonalDataForgotten'] },
  personal: false,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (order_no text primary key, failed_at timestamptz not null);
    create index on ${table} (failed_at)`,
  keyOf: ({ stream }) => stream.slice(stream.indexOf('-') + 1),
  apply: (row, event) =>
    event.type === 'CheckoutFailed' ? { order_no: event.stream.slice('checkout-'.length), failed_at: event.data.at } : undefined,
});
