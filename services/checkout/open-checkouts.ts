import type { Migration } from '@nordhaut/platform/database';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { isCertain, type PaymentFailureReason } from '@nordhaut/ordering';
import { rowProjection } from '@nordhaut/platform/projections';

/**
 * Checkouts that are not at their end; the sweeper's work list. One that has ended stays on it, or comes back, while
 * there is money to be given back (a payment that came too late), or may be: a payment given up without the processor's word.
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
  /** the payment was given up, and the processor may think otherwise */
  doubtful: boolean;
  /** the order has an event */
  placed: boolean;
};

const orderNoOf = ({ stream }: DecodedEvent): string => stream.slice(stream.indexOf('-') + 1);

const began = (event: DecodedEvent): OpenCheckoutRow => ({
  order_no: orderNoOf(event),
  started_at: event.recordedAt,
  touched_at: event.recordedAt,
  ended: false,
  paid: false,
  given_up: false,
  doubtful: false,
  placed: false,
});
const reopened = (event: DecodedEvent): OpenCheckoutRow | undefined => {
  const paid = event.type === 'CardPaymentAuthorised' || (event.type === 'OrderCancelled' && event.data['refundDue'] === true);
  return paid ? { ...began(event), ended: true, paid, given_up: true } : undefined;
};

const changes: Record<string, Partial<OpenCheckoutRow>> = {
  CheckoutCompleted: { ended: true },
  CheckoutFailed: { ended: true },
  CardPaymentAuthorised: { paid: true, doubtful: false },
  CardPaymentFailed: { given_up: true },
  ShipmentRejected: { given_up: true },
  OrderCancelled: { given_up: true },
  RefundIssued: { paid: false },
  PaymentDoubtEnded: { doubtful: false },
};

export const openCheckoutsProjection = rowProjection<OpenCheckoutRow>({
  name: 'open_checkouts',
  version: 5,
  filter: {
    categories: ['checkout', 'order'],
    types: [
      'CheckoutStarted',
      'CheckoutCompleted',
      'CheckoutFailed',
      'PaymentDoubtEnded',
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
      ended boolean not null, paid boolean not null, given_up boolean not null, doubtful boolean not null,
      placed boolean not null
    );
    create index on ${table} (touched_at)`,
  keyOf: orderNoOf,
  apply(row, event) {
    const before = row ?? (event.type === 'CheckoutStarted' ? began(event) : reopened(event));
    if (!before) return undefined;
    const after = { ...before, touched_at: event.recordedAt, ...changes[event.type] };
    after.placed ||= event.stream.startsWith('order-');
    // Another process failed the checkout while this order was placed: it has to be cancelled, like one with late money.
    if (event.type === 'OrderPlaced' && before.ended) Object.assign(after, { paid: true, given_up: true });
    if (event.type === 'CardPaymentFailed') after.doubtful = !isCertain(event.data['reason'] as PaymentFailureReason);
    // A part of the money may have gone back before.
    if (event.type === 'OrderCancelled') after.paid = event.data['refundDue'] === true;
    const isOver = after.ended && !after.doubtful && !(after.paid && after.given_up);
    // A failed checkout without an order keeps its row, which the sweeper skips: the order may still be placed.
    return isOver && after.placed ? undefined : after;
  },
});

export const checkoutMigrations: Migration[] = [
  {
    name: 'checkout/001-tries',
    sql: 'create table checkout_tries (order_no text primary key, tries integer not null, next_try_at timestamptz not null)',
  },
];
