import type { Migration } from '@nordhaut/platform/database';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import { evolveOrder, ORDER_CATEGORY, type OrderEvent, type OrderState, type OrderTerms } from '@nordhaut/ordering';
import { rowProjection } from '@nordhaut/platform/projections';
import { evolve, type Checkout, type CheckoutEvent } from './checkout.ts';
import { isInDoubt, isOpen, nextStep } from './next-step.ts';

/**
 * The sweeper's work list: both states of each checkout from its start until `isOpen` is false. What an order needs
 * after that (a refund, a parcel to be stopped) is on the orders' own list of unsettled orders.
 */
export type OpenCheckoutRow = {
  order_no: string;
  started_at: string;
  touched_at: string;
  /** the process was closed */
  ended: boolean;
  open: boolean;
  /** only a payment in doubt keeps it open */
  doubtful: boolean;
  state: { checkout: Checkout; order: OrderState };
};

/** Without the lists that decide about no step, so that a row stays small. */
const withoutLists = <State extends { terms: OrderTerms } | null>(state: State): State =>
  state && { ...state, terms: { ...state.terms, lines: [], gifts: [], discounts: [] } };

const orderNoOf = ({ stream }: DecodedEvent): string => stream.slice(stream.indexOf('-') + 1);

export const openCheckoutsProjection = rowProjection<OpenCheckoutRow>({
  name: 'open_checkouts',
  version: 9,
  filter: { categories: ['checkout', ORDER_CATEGORY] },
  personal: false,
  relaxed: true,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (
      order_no text primary key, started_at timestamptz not null, touched_at timestamptz not null,
      ended boolean not null, open boolean not null, doubtful boolean not null, state json not null
    );
    create index on ${table} (touched_at)`,
  keyOf: orderNoOf,
  apply(row, event) {
    if (!row && event.type !== 'CheckoutStarted') return undefined;
    const before = row?.state ?? { checkout: null, order: null };
    const { checkout, order } = event.stream.startsWith(`${ORDER_CATEGORY}-`)
      ? { ...before, order: evolveOrder(before.order, asEvent<OrderEvent>(event)) }
      : { ...before, checkout: evolve(before.checkout, asEvent<CheckoutEvent>(event)) };
    const open = isOpen(checkout, order);
    // The row stays while the checkout can open again by itself: the order may still be placed, or its payment decided. Without the
    // buyer's address, which is forgotten a day after a failure, no order is placed.
    if (!open && (order ? order.payment.status !== 'HANDLING' : checkout?.forgotten !== undefined)) return undefined;
    return {
      order_no: orderNoOf(event),
      started_at: row?.started_at ?? event.recordedAt,
      touched_at: event.recordedAt,
      ended: checkout?.ended != null,
      open,
      doubtful: isInDoubt(checkout, order) && nextStep(checkout, order) === 'done',
      state: { checkout: withoutLists(checkout), order: withoutLists(order) },
    };
  },
});

export const checkoutMigrations: Migration[] = [
  {
    name: 'checkout/001-tries',
    sql: 'create table checkout_tries (order_no text primary key, tries integer not null, next_try_at timestamptz not null)',
  },
];
