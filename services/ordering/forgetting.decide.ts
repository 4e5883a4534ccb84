import { accept, PURPOSES, reject, type Decision, type Purpose } from '@nordhaut/platform/decider';
import type { ForgettingReason, Kept, PersonalDataForgotten, Requester } from '@nordhaut/platform/forgetting';
import type { KeepingTable } from './keeping-table.ts';
import { type Account, keptOwn, keptUntil } from './kept-until.ts';
import { messages } from './messages.ts';
import { openMatters } from './open-matters.ts';
import type { Order } from './order.ts';
import type { Hold, OrderEvent, Wait } from './order-events.ts';
import { noted } from './return.decide.ts';

/** `note`: why, as somebody typed it */
export type PlaceHold = { type: 'PlaceHold'; at: string; hold: Hold; note?: string };
export type LiftHold = { type: 'LiftHold'; at: string; hold: Hold; note?: string };
/**
 * The person asks. `others`: what is open in the orders that are linked with this one; the wish waits for it too. `account`: of the order's
 * owner; missing: a guest's order.
 */
export type ForgetBuyer = {
  type: 'ForgetBuyer';
  at: string;
  purposes: readonly Purpose[];
  reason: ForgettingReason;
  table: KeepingTable;
  others?: readonly Wait[];
  account?: Account;
};
/**
 * What is due by itself: requests that waited, and purposes whose time is over. It is harmless at any time. `others`: as above; null:
 * nobody looked, so no request ends now. `account`: as above.
 */
export type FinishForgetting = {
  type: 'FinishForgetting';
  at: string;
  table: KeepingTable;
  others?: readonly Wait[] | null;
  account?: Account;
};
/** Records again what the list outside the database has and a restored store lacks. The keys are destroyed already. */
export type RestoreForgetting = { type: 'RestoreForgetting'; forgotten: PersonalDataForgotten['data'] };
export type ForgettingCommand = PlaceHold | LiftHold | ForgetBuyer | FinishForgetting | RestoreForgetting;

/** days of the law from a request to its end (decisions.md 86) */
const DUE_DAYS = 30;
const DAY = 86_400_000;

const nothing = accept<OrderEvent>();
const left = ({ forgotten = {} }: Order, purposes: readonly Purpose[] = PURPOSES): Purpose[] =>
  PURPOSES.filter((purpose) => purposes.includes(purpose) && forgotten[purpose] === undefined);

/** Tax law wants the invoice of what was sold for five years, also against the person's wish. */
const isKeptByLaw = (order: Order, purpose: Purpose, at: string, table: KeepingTable): boolean =>
  purpose === 'invoice' && wasSold(order) && !isPast(keptUntil(order, purpose, table), at);

const wasSold = ({ payment, handedOverAt }: Order): boolean => payment.paid > 0 || handedOverAt !== null;

const isPast = (until: string | null, at: string): boolean => until !== null && until <= at;

function forgotten(
  order: Order,
  purposes: Purpose[],
  {
    at,
    requester,
    reason,
    table,
    account,
  }: Pick<FinishForgetting, 'at' | 'table' | 'account'> & {
    requester: Requester;
    reason: ForgettingReason;
  },
): OrderEvent {
  const kept = left(order)
    .filter((purpose) => !purposes.includes(purpose))
    .map((purpose): Kept => {
      const own = keptOwn(order, purpose, table, account);
      return isKeptByLaw(order, purpose, at, table) ? { ...own, why: 'TAX_LAW' } : own;
    });
  return { type: 'PersonalDataForgotten', data: { at, purposes, requester, reason, kept }, subject: order.subject };
}

/**
 * What the person's wish waits for, each matter once. The linked orders count, because the money of one of them is owed in another:
 * an order that is over may owe it after its buyer, and the account for it, were forgotten (decisions.md 87).
 */
export const waitsOf = (order: Order, at: string, others: readonly Wait[]): Wait[] =>
  [...openMatters(order, at), ...others].filter((wait, index, all) => all.findIndex(({ why }) => why === wait.why) === index);

/**
 * Forgets at once if nothing is open. Otherwise the request is recorded, and `FinishForgetting` ends it. What the law keeps
 * is left out; the event names it. A repeated request adds nothing.
 */
export function forgetBuyer(command: ForgetBuyer, order: Order): Decision<OrderEvent> {
  const { at, purposes, reason, table, others = [] } = command;
  const wanted = left(order, purposes);
  if (wanted.length === 0) return nothing;
  const lawful = wanted.filter((purpose) => !isKeptByLaw(order, purpose, at, table));
  if (lawful.length === 0) return reject(409, 'KEPT_BY_LAW', messages.keptByLaw);
  const requester = 'PERSON';
  const waits = waitsOf(order, at, others);
  if (waits.length === 0) return accept<OrderEvent>(forgotten(order, lawful, { ...command, requester }));
  const before = order.erasure;
  if (before && lawful.every((purpose) => before.purposes.includes(purpose))) return nothing;
  const all = left(order, [...lawful, ...(before?.purposes ?? [])]);
  const dueBy = before?.dueBy ?? new Date(Date.parse(at) + DUE_DAYS * DAY).toISOString();
  return accept<OrderEvent>({ type: 'ForgettingRequested', data: { at, purposes: all, requester, reason, dueBy, waits } });
}

export function finishForgetting(command: FinishForgetting, order: Order): Decision<OrderEvent> {
  const { at, table, others = [], account } = command;
  if (openMatters(order, at).length > 0) return nothing;
  const events: OrderEvent[] = [];
  // The calendar has its own time, so it waits for this order alone.
  const wished = others?.length === 0 ? (order.erasure?.purposes ?? []) : [];
  const asked = left(order, wished).filter((purpose) => !isKeptByLaw(order, purpose, at, table));
  if (order.erasure && asked.length > 0) {
    const { requester, reason } = order.erasure;
    events.push(forgotten(order, asked, { ...command, requester, reason }));
  }
  const rest = left(order).filter((purpose) => !asked.includes(purpose) && isPast(keptUntil(order, purpose, table, account), at));
  const after = { ...order, forgotten: { ...order.forgotten, ...Object.fromEntries(asked.map((purpose) => [purpose, at])) } };
  if (rest.length > 0) events.push(forgotten(after, rest, { ...command, requester: 'CALENDAR', reason: 'PURPOSE_ENDED' }));
  return accept(...events);
}

export function restoreForgetting({ forgotten: data }: RestoreForgetting, order: Order): Decision<OrderEvent> {
  const purposes = left(order, data.purposes);
  if (purposes.length === 0) return nothing;
  return accept<OrderEvent>({ type: 'PersonalDataForgotten', data: { ...data, purposes }, subject: order.subject });
}

export const placeHold = ({ at, hold, note }: PlaceHold, order: Order): Decision<OrderEvent> =>
  order.holds?.includes(hold) ? nothing : accept<OrderEvent>({ type: 'HoldPlaced', data: { at, hold }, ...whyOf(order, note) });

export const liftHold = ({ at, hold, note }: LiftHold, order: Order): Decision<OrderEvent> =>
  order.holds?.includes(hold) ? accept<OrderEvent>({ type: 'HoldLifted', data: { at, hold }, ...whyOf(order, note) }) : nothing;

/** A hold counts also after `support` was forgotten; only its reason could not be kept then. */
const whyOf = (order: Order, note?: string): ReturnType<typeof noted> => (order.forgotten?.support ? {} : noted(order, note));
