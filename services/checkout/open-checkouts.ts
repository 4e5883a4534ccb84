import type { Migration } from '@nordhaut/platform/database';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { rowProjection } from '@nordhaut/platform/projections';

/**
 * Checkouts that are not at their end; the sweeper's work list. One that has ended stays on it, or comes back, while
 * there is money to be given back: a payment that came too late.
 */
export type OpenCheckoutRow = {
  order_no: string;
  started_at: string;
  touched_at: string;
  /** the process was closed */
  ended: boolean;
  /** money is here, as far as this list knows */
  paid: boolean;
  /** the order will not be fulfilled */
  given_up: boolean;
};

const orderNoOf = ({ stream }: DecodedEvent): string => stream.slice(stream.indexOf('-') + 1);

/** What of a closed checkout's order may leave money to be given back. */
const REOPENING = new Set(['CardPaymentAuthorised', 'OrderCancelled']);

const began = (event: DecodedEvent): OpenCheckoutRow => ({
  order_no: orderNoOf(event),
  started_at: event.recordedAt,
  touched_at: event.recordedAt,
  ended: false,
  paid: false,
  given_up: false,
});
const reopened = (event: DecodedEvent): OpenCheckoutRow => ({ ...began(event), ended: true, paid: true, given_up: true });

const changes: Record<string, Partial<OpenCheckoutRow>> = {
  CheckoutCompleted: { ended: true },
  CheckoutFailed: { ended: true },
  CardPaymentAuthorised: { paid: true },
  CardPaymentFailed: { given_up: true },
  ShipmentRejected: { given_up: true },
  OrderCancelled: { given_up: true },
  RefundIssued: { paid: false },
};

export const openCheckoutsProjection = rowProjection<OpenCheckoutRow>({
  name: 'open_checkouts',
  version: 2,
  filter: {
    categories: ['checkout', 'order'],
    types: [
      'CheckoutStarted',
      'CheckoutCompleted',
      'CheckoutFailed',
      'OrderPlaced',
      'CardPaymentStarted',
      'CardPaymentAuthorised',
      'CardPaymentFailed',
      'ShipmentCreated',
      'ShipmentRejected',
      'OrderCancelled',
      'RefundIssued',
    ],
  },
  personal: false,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (
      order_no text primary key, started_at timestamptz not null, touched_at timestamptz not null,
      ended boolean not null, paid boolean not null, given_up boolean not null
    );
    create index on ${table} (touched_at)`,
  keyOf: orderNoOf,
  apply(row, event) {
    const before = row ?? (event.type === 'CheckoutStarted' ? began(event) : REOPENING.has(event.type) ? reopened(event) : undefined);
    if (!before) return undefined;
    const after = { ...before, touched_at: event.recordedAt, ...changes[event.type] };
    return after.ended && !(after.paid && after.given_up) ? undefined : after;
  },
});

export const checkoutMigrations: Migration[] = [
  {
    name: 'checkout/001-tries',
    sql: 'create table checkout_tries (order_no text primary key, tries integer not null, next_try_at timestamptz not null)',
  },
];
