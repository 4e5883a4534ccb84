import type { SealedPersonal } from '@nordhaut/platform/envelope';
import type { ParcelStage } from '@nordhaut/contracts';
import { stageOf } from '@nordhaut/logistics';
import { PURPOSES, type Purpose } from '@nordhaut/platform/decider';
import { rowProjection } from '@nordhaut/platform/projections';
import { isShown } from '../buyer-data.ts';
import { displayStatus } from '../display-status.ts';
import { moneyOf } from '../money.ts';
import { evolve, ownerOf, type Order } from '../order.ts';
import type { OrderEvent } from '../order-events.ts';
import { freeFrom, overAt } from '../open-matters.ts';
import { needsRecall } from '../recall.ts';
import { linkedToPlace, originToTell } from '../linked.ts';
import { isPurchase } from '../standing.ts';
import { ORDER_CATEGORY, orderNoOf } from '../stream.ts';
import { type Waiting, waitingFor } from '../is-waiting.ts';

/**
 * Every order for the look-up and the lists. `sealed`: the personal data as the events hold it, so that a destroyed key is
 * enough to forget it here too; queries decrypt it, and `view.ts` masks it. `position`: of the order's last event.
 */
export type OrderRow = {
  order_no: string;
  revision: number;
  position: bigint;
  placed_at: string;
  /** the member to whom the order belongs; null: a guest's order */
  member_id: string | null;
  /** the member adopted it */
  adopted: boolean;
  /** keyed hash of the e-mail of a guest's order that nobody adopted */
  email_key: string | null;
  /** when its last event was recorded */
  touched_at: string;
  /** see `isPurchase` */
  purchase: boolean;
  /** the buyer applied for a return */
  has_return: boolean;
  is_group: boolean;
  total: number;
  payment_type: string;
  status_code: string;
  /** of the parcel, in the vocabulary of the pages; null before the first report */
  parcel_stage: ParcelStage | null;
  /** NT$ that the shop owes the buyer now */
  owed: number;
  /** since when the shop owes the oldest of its debts that are open; null where it owes nothing */
  owed_since: string | null;
  /** the same of each open debt, by the id of its refund */
  debts_since: Readonly<Record<string, string>>;
  /** which work list of support has the order, beside money that is owed; null: none */
  waits: Waiting | null;
  /** since when; the carrier's or the buyer's step, as it was recorded. A parcel that is unclear waits anew since its receipt. */
  waits_since: string | null;
  /** since when a proposal waits for a second person; null: none does */
  proposed_at: string | null;
  /** since when a dispute about the charge is open; null: none is */
  disputed_at: string | null;
  /**
   * the checkout process has work, also after the end of the checkout: money is owed to a card, a parcel has to be stopped or looked
   * for, or a linked order is missing or came to nothing
   */
  unsettled: boolean;
  /** cancelled, and the carrier did not cancel the parcel, so it must not leave the warehouse */
  do_not_ship: boolean;
  /** when the carrier got a parcel that must not be sent */
  moved_at: string | null;
  /** when the order finished; null while it needs the buyer's data, as under a hold */
  over_at: string | null;
  /** a matter that the time ends: not before this instant may the data be forgotten */
  free_from: string | null;
  /** the last instant for a request to forget that waits; null without a request */
  erasure_due: string | null;
  /** which personal data is left */
  keeps_contact: boolean;
  keeps_invoice: boolean;
  keeps_support: boolean;
  /**
   * `hash`: chain hash of the order's last event, for the receipt. It is in this column because a process of a new release
   * may read the table of the release before.
   */
  state: Omit<Order, 'personal'> & { hash?: string };
  sealed: SealedPersonal[];
};

export const ordersProjection = rowProjection<OrderRow, OrderEvent>({
  name: 'orders',
  version: 37,
  filter: { categories: [ORDER_CATEGORY] },
  personal: false,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (
      order_no text primary key,
      revision integer not null,
      position bigint not null,
      placed_at timestamptz not null,
      member_id text,
      adopted boolean not null,
      email_key text,
      touched_at timestamptz not null,
      purchase boolean not null,
      has_return boolean not null,
      is_group boolean not null,
      total integer not null,
      payment_type text not null,
      status_code text not null,
      parcel_stage text,
      owed integer not null,
      owed_since timestamptz,
      debts_since json not null,
      waits text,
      waits_since timestamptz,
      proposed_at timestamptz,
      disputed_at timestamptz,
      unsettled boolean not null,
      do_not_ship boolean not null,
      moved_at timestamptz,
      over_at timestamptz,
      free_from timestamptz,
      erasure_due timestamptz,
      keeps_contact boolean not null,
      keeps_invoice boolean not null,
      keeps_support boolean not null,
      state json not null,
      sealed json not null
    );
    create index on ${table} (placed_at desc);
    create index on ${table} (status_code, placed_at desc, order_no desc);
    create index on ${table} (parcel_stage, placed_at desc, order_no desc) where parcel_stage is not null;
    create index on ${table} (total, placed_at desc, order_no desc);
    create index on ${table} (member_id, placed_at desc, order_no desc) where member_id is not null;
    create index on ${table} (member_id, position) where member_id is not null;
    create index on ${table} (email_key) where email_key is not null;
    create index on ${table} (owed_since) where owed > 0;
    create index on ${table} (waits, waits_since) where waits is not null;
    create index on ${table} (proposed_at) where proposed_at is not null;
    create index on ${table} (disputed_at) where disputed_at is not null;
    create index on ${table} (order_no) where unsettled;
    create index on ${table} (order_no) where do_not_ship;
    create index on ${table} (over_at) where keeps_contact and member_id is null;
    create index on ${table} (member_id, over_at) where keeps_contact and member_id is not null;
    create index on ${table} (touched_at) where keeps_contact and over_at is null;
    create index on ${table} (over_at) where keeps_invoice and over_at is not null;
    create index on ${table} (over_at) where keeps_support and over_at is not null;
    create index on ${table} (erasure_due) where erasure_due is not null;
    create index on ${table} (order_no) where has_return;
    create index on ${table} (order_no) where is_group`,
  keyOf: ({ stream }) => orderNoOf(stream),
  apply(row, event) {
    const before = row ? { ...row.state, personal: {} } : null;
    const order = evolve(before, event);
    if (!order) return row;
    const { personal: _, ...state } = order;
    const sealed = row?.sealed ?? [];
    return {
      order_no: order.terms.orderNo,
      revision: event.revision,
      position: event.position,
      placed_at: order.placedAt,
      ...ownerColumns(order),
      touched_at: event.recordedAt,
      purchase: isPurchase(order),
      has_return: order.return !== null,
      is_group: order.terms.group !== undefined,
      total: order.terms.total,
      payment_type: order.terms.payment,
      status_code: displayStatus(order).code,
      parcel_stage: order.parcel && stageOf(order.terms.delivery.subtype, order.parcel.code),
      ...workOf(order, row, event.recordedAt),
      ...dataOf(order, row, event.sealed),
      state: { ...state, hash: event.metadata.hash },
      sealed: withoutForgotten(event.sealed && isShown(event) ? [...sealed, event.sealed] : sealed, order),
    };
  },
});

function ownerColumns(order: Order): Pick<OrderRow, 'member_id' | 'adopted' | 'email_key'> {
  const owner = ownerOf(order);
  return { member_id: owner, adopted: order.adoptedBy !== undefined, email_key: owner === null ? (order.terms.emailKey ?? null) : null };
}

/** The open work of the shop for the order. */
function workOf(order: Order, before: OrderRow | undefined, now: string) {
  const { owed, debts } = moneyOf(order);
  const waits = waitingFor(order);
  const isProposed = order.proposals?.some(({ verdict }) => verdict === 'OPEN') === true;
  const isRecalled = order.recall !== null && order.recall !== 'NEVER_CREATED';
  const movedAt = isRecalled ? order.handedOverAt : null;
  // A parcel that the carrier cancelled, or that the warehouse keeps, is listed only if it moves nevertheless.
  const isStopped = order.recall === 'CANCELLED_AT_CARRIER' || order.recall === 'KEPT_IN_WAREHOUSE';
  const isListed = isRecalled && (!isStopped || movedAt !== null);
  const debtsSince = Object.fromEntries(debts.map(({ refundId }) => [refundId, before?.debts_since[refundId] ?? now]));
  // Support asks something else once the buyer has the parcel, and what was done on the way must not hide it.
  const isReceived = waits === 'unclear' && order.receivedAt !== null && before?.state.receivedAt === null;
  const isSame = before?.waits === waits && !isReceived;
  return {
    owed,
    owed_since: Object.values(debtsSince).toSorted().at(0) ?? null,
    debts_since: debtsSince,
    waits,
    waits_since: waits === null ? null : isSame ? before.waits_since : now,
    proposed_at: isProposed ? (before?.proposed_at ?? now) : null,
    disputed_at: order.holds?.includes('DISPUTE') ? (before?.disputed_at ?? now) : null,
    unsettled: debts.some(({ way }) => way === 'card') || needsRecall(order) !== undefined || needsLink(order),
    do_not_ship: isListed,
    moved_at: movedAt,
  };
}

const needsLink = (order: Order): boolean => linkedToPlace(order) !== undefined || originToTell(order) !== undefined;

/** Which personal data is left, and from when on it may be forgotten. The times of the table are settings, so no row has them. */
function dataOf(order: Order, before: OrderRow | undefined, sealed: SealedPersonal | undefined) {
  const { forgotten = {} } = order;
  // An event of an earlier release has one text for all purposes.
  const has = (purpose: Purpose): boolean => typeof sealed?.parts === 'string' || sealed?.parts[purpose] !== undefined;
  const keeps = (purpose: Purpose, kept = false): boolean => forgotten[purpose] === undefined && (kept || has(purpose));
  return {
    over_at: overAt(order),
    free_from: freeFrom(order),
    erasure_due: order.erasure?.dueBy ?? null,
    keeps_contact: keeps('contact', before?.keeps_contact),
    keeps_invoice: keeps('invoice', before?.keeps_invoice),
    keeps_support: keeps('support', before?.keeps_support),
  };
}

/**
 * Without the texts of the forgotten purposes. A text of an earlier release stays until all of them are forgotten: its key
 * is destroyed with the first one.
 */
function withoutForgotten(sealed: SealedPersonal[], { forgotten = {} }: Order): SealedPersonal[] {
  if (Object.keys(forgotten).length === 0) return sealed;
  const isAll = PURPOSES.every((purpose) => forgotten[purpose] !== undefined);
  return sealed.flatMap((one) => {
    if (typeof one.parts === 'string') return isAll ? [] : [one];
    const parts = Object.fromEntries(Object.entries(one.parts).filter(([purpose]) => forgotten[purpose as Purpose] === undefined));
    return Object.keys(parts).length === 0 ? [] : [{ ...one, parts }];
  });
}
