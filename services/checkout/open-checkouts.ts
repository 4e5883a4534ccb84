import type { Migration } from '@nordhaut/platform/database';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { rowProjection } from '@nordhaut/platform/projections';

/**
 * Checkouts that are not at their end; the sweeper's work list. A failed one whose money came too late opens again,
 * so it stays on the list until the refund is there.
 */
export type OpenCheckoutRow = { order_no: string; started_at: string; touched_at: string };

const CLOSING = new Set(['CheckoutCompleted', 'CheckoutFailed', 'RefundIssued']);

const orderNoOf = ({ stream }: DecodedEvent): string => stream.slice(stream.indexOf('-') + 1);

export const openCheckoutsProjection = rowProjection<OpenCheckoutRow>({
  name: 'open_checkouts',
  version: 1,
  filter: {
    categories: ['checkout', 'order'],
    types: [
      'CheckoutStarted', 'CheckoutCompleted', 'CheckoutFailed', 'OrderPlaced', 'CardPaymentStarted', 'CardPaymentAuthorised',
      'CardPaymentFailed', 'ShipmentCreated', 'ShipmentRejected', 'OrderCancelled', 'RefundIssued',
    ],
  },
  personal: false,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (order_no text primary key, started_at timestamptz not null, touched_at timestamptz not null);
    create index on ${table} (touched_at)`,
  keyOf: orderNoOf,
  apply(row, event) {
    if (CLOSING.has(event.type)) return undefined;
    const late = event.type === 'CardPaymentAuthorised' || event.type === 'OrderCancelled';
    if (!row && event.type !== 'CheckoutStarted' && !late) return row;
    return { order_no: orderNoOf(event), started_at: row?.started_at ?? event.recordedAt, touched_at: event.recordedAt };
  },
});

export const checkoutMigrations: Migration[] = [
  {
    name: 'checkout/001-tries',
    sql: 'create table checkout_tries (order_no text primary key, tries integer not null, next_try_at timestamptz not null)',
  },
];
