import { accept, reject, type Decider, type Decision, type StreamLimit } from '@nordhaut/platform/decider';
import { CREDIT_DAYS, daysAfter } from './credit.ts';
import { monthOf, startOfMonth, yearOf } from './engine/taipei.ts';
import { giveBack, type GiveBack } from './give-back.decide.ts';
import { giveMemberCredit, judgeMemberCredit, type MemberCreditCommand, notTakenBack } from './member-credit.decide.ts';
import { messages } from './messages.ts';
import { reserve, type Reserve } from './reserve.decide.ts';
import { birthdayGrant, birthdayYears, emptyWallet, evolve, grantIn, orderIn, type Wallet } from './wallet.ts';
import type { CouponGranted, CreditGranted, CreditScheduled, TakeBackReason, WalletEvent } from './wallet-events.ts';

/** A copy of a coupon. One `copyId` is granted once. */
export type GrantCoupon = { type: 'GrantCoupon' } & CouponGranted['data'];
/** The order is complete. An order that gave back before changes nothing. */
export type Redeem = { type: 'Redeem'; at: string; orderNo: string };
/** An order that took nothing here. The wallet's own record of an order is never changed by it. */
export type NoteOrder = { type: 'NoteOrder'; at: string; orderNo: string; stands: boolean };
export type NoteDelivery = { type: 'NoteDelivery'; at: string; orderNo: string; goodsPaid: number; countsAt: string };
/** Seven days after the delivery, without an open return. */
export type CountOrder = { type: 'CountOrder'; at: string; orderNo: string };
export type ReceiveNumber = { type: 'ReceiveNumber'; at: string; number: number };
/** Credit for a birthday replaces what was scheduled for one before. */
export type ScheduleCredit = { type: 'ScheduleCredit' } & CreditScheduled['data'];
/** Grants credit that was scheduled and not cancelled since. */
export type GrantScheduled = { type: 'GrantScheduled'; at: string; grantId: string };
/**
 * FOUNDING: a founding member has a gift instead. INVITATION_VOID: the friend is the member, or had ordered before.
 * EARLIER_ACCOUNT: an account that this person closed had the birthday gift of the year.
 */
export type CancelScheduled = {
  type: 'CancelScheduled';
  at: string;
  grantId: string;
  outcome: 'FOUNDING' | 'INVITATION_VOID' | 'EARLIER_ACCOUNT';
};
export type GrantCredit = { type: 'GrantCredit' } & Omit<CreditGranted['data'], 'endsAt'>;
/**
 * Support takes its credit back, or the order that earned the credit was returned, cancelled or not collected. `refund`: NT$ of
 * the same member's refund from which spent credit is deducted. What it does not cover is written off (decisions.md 61).
 */
export type RevokeCredit = { type: 'RevokeCredit'; at: string; grantId: string; outcome: TakeBackReason; refund: number };
export type CloseWallet = { type: 'CloseWallet'; at: string };

export type WalletCommand =
  | GrantCoupon
  | Reserve
  | Redeem
  | GiveBack
  | NoteOrder
  | NoteDelivery
  | CountOrder
  | ReceiveNumber
  | ScheduleCredit
  | GrantScheduled
  | CancelScheduled
  | GrantCredit
  | RevokeCredit
  | MemberCreditCommand
  | CloseWallet;

const one = (event: WalletEvent): Decision<WalletEvent> => accept<WalletEvent>(event);
const nothing = accept<WalletEvent>();

/** Whether this credit was granted, scheduled or cancelled before. */
const isKnown = (wallet: Wallet, grantId: string): boolean =>
  wallet.cancelled.includes(grantId) ||
  grantIn(wallet, grantId) !== undefined ||
  wallet.scheduled.some((scheduled) => scheduled.grantId === grantId);

const granted = (at: string, { grantId, kind, amount, cause }: Omit<ScheduleCredit, 'type' | 'dueAt'>): WalletEvent => ({
  type: 'CreditGranted',
  data: { at, grantId, kind, amount, endsAt: daysAfter(at, CREDIT_DAYS), cause },
});

function scheduleCredit({ type: _, ...data }: ScheduleCredit, wallet: Wallet): Decision<WalletEvent> {
  if (data.amount < 1) return nothing;
  const { at, grantId, dueAt, cause } = data;
  const scheduled: WalletEvent = { type: 'CreditScheduled', data };
  if (cause.kind !== 'BIRTHDAY') return isKnown(wallet, grantId) ? nothing : one(scheduled);
  const before = wallet.scheduled.find(({ kind }) => kind === 'BIRTHDAY');
  const isSame = before?.grantId === grantId && before.dueAt === dueAt;
  if (isSame || wallet.cancelled.includes(grantId) || birthdayYears(wallet).includes(cause.year)) return nothing;
  if (!before) return one(scheduled);
  return accept<WalletEvent>({ type: 'CreditCancelled', data: { at, grantId: before.grantId, outcome: 'BIRTHDAY_CHANGED' } }, scheduled);
}

/**
 * A birthday's credit and the event that ends its schedule, with the schedule of the next birthday in the same append. Between two
 * appends a process could die, and nothing would look at the member's birthday again.
 */
function withNextBirthday(end: WalletEvent, due: Wallet['scheduled'][number], wallet: Wallet): Decision<WalletEvent> {
  const { cause, dueAt } = due;
  if (cause.kind !== 'BIRTHDAY') return one(end);
  const { at } = end.data;
  const month = monthOf(Date.parse(dueAt));
  const isOver = (one: number): boolean => Date.parse(at) >= startOfMonth(one, month + 1);
  const next = Math.max(cause.year, yearOf(Date.parse(at)) - 1) + 1;
  const year = isOver(next) ? next + 1 : next;
  const grantId = birthdayGrant(year);
  if (wallet.cancelled.includes(grantId) || birthdayYears(wallet).includes(year)) return one(end);
  const ahead = { ...due, at, grantId, dueAt: new Date(startOfMonth(year, month)).toISOString(), cause: { ...cause, year } };
  return accept<WalletEvent>(end, { type: 'CreditScheduled', data: ahead });
}

function grantScheduled({ at, grantId }: GrantScheduled, wallet: Wallet): Decision<WalletEvent> {
  const due = wallet.scheduled.find((credit) => credit.grantId === grantId);
  if (!due || Date.parse(due.dueAt) > Date.parse(at)) return nothing;
  const hasCoupon = due.cause.kind === 'BIRTHDAY' && birthdayYears(wallet).includes(due.cause.year);
  const end: WalletEvent = hasCoupon
    ? { type: 'CreditCancelled', data: { at, grantId, outcome: 'FOUNDING' } }
    : granted(at, { at, ...due });
  return withNextBirthday(end, due, wallet);
}

function revokeCredit({ at, grantId, outcome, refund }: RevokeCredit, wallet: Wallet): Decision<WalletEvent> {
  if (wallet.cancelled.includes(grantId)) return nothing;
  const grant = grantIn(wallet, grantId);
  // Recorded also where nothing was scheduled, so that a grant that comes late is refused.
  if (!grant) return one({ type: 'CreditCancelled', data: { at, grantId, outcome } });
  const spent = grant.reserved + grant.used;
  const amount = grant.left + (grant.extended?.left ?? 0);
  const deducted = Math.min(spent, refund);
  return one({ type: 'CreditTakenBack', data: { at, grantId, outcome, amount, deducted, writtenOff: spent - deducted, recovered: 0 } });
}

function noteDelivery({ at, orderNo, goodsPaid, countsAt }: NoteDelivery, wallet: Wallet): Decision<WalletEvent> {
  const order = orderIn(wallet, orderNo);
  if (order?.delivered || order?.state === 'released' || order?.state === 'restored') return nothing;
  // An order that does not stand any more was never delivered: the carrier took that report back.
  const first = !wallet.orders.some(({ delivered, stands }) => delivered && stands);
  return one({ type: 'DeliveryNoted', data: { at, orderNo, goodsPaid, first, countsAt } });
}

function countOrder({ at, orderNo }: CountOrder, wallet: Wallet): Decision<WalletEvent> {
  const order = orderIn(wallet, orderNo);
  if (!order?.delivered || order.counted !== null || order.state === 'restored') return nothing;
  if (Date.parse(at) < Date.parse(order.delivered.countsAt)) return nothing;
  return one({ type: 'OrderCounted', data: { at, orderNo, amount: order.delivered.goodsPaid } });
}

/** What a closed wallet still records: the end of its orders. */
const STILL: ReadonlySet<WalletCommand['type']> = new Set(['Reserve', 'Redeem', 'GiveBack', 'RevokeCredit', 'NoteOrder']);

/** A person sends these and has to hear why nothing happened. */
const OF_SUPPORT: ReadonlySet<WalletCommand['type']> = new Set(['GiveMemberCredit', 'JudgeMemberCredit', 'TakeMemberCreditBack']);

function decide(command: WalletCommand, wallet: Wallet): Decision<WalletEvent> {
  if (wallet.closedAt !== null && OF_SUPPORT.has(command.type)) return reject(404, 'MEMBER_NOT_FOUND', messages.memberGone);
  if (wallet.closedAt !== null && !STILL.has(command.type)) return nothing;
  switch (command.type) {
    case 'GrantCoupon': {
      const { type: _, ...data } = command;
      return wallet.copies.some(({ copyId }) => copyId === data.copyId) ? nothing : one({ type: 'CouponGranted', data });
    }
    case 'Reserve':
      return reserve(command, wallet);
    case 'Redeem': {
      const { at, orderNo } = command;
      return orderIn(wallet, orderNo)?.state === 'reserved' ? one({ type: 'PromotionsRedeemed', data: { at, orderNo } }) : nothing;
    }
    case 'GiveBack':
      return giveBack(command, wallet);
    case 'NoteOrder': {
      const { at, orderNo, stands } = command;
      return orderIn(wallet, orderNo) ? nothing : one({ type: 'OrderNoted', data: { at, orderNo, stands } });
    }
    case 'NoteDelivery':
      return noteDelivery(command, wallet);
    case 'CountOrder':
      return countOrder(command, wallet);
    case 'ReceiveNumber':
      return wallet.founding === null ? one({ type: 'FoundingNumberReceived', data: { at: command.at, number: command.number } }) : nothing;
    case 'ScheduleCredit':
      return scheduleCredit(command, wallet);
    case 'GrantScheduled':
      return grantScheduled(command, wallet);
    case 'CancelScheduled': {
      const { at, grantId, outcome } = command;
      const scheduled = wallet.scheduled.find((credit) => credit.grantId === grantId);
      // A birthday's credit that was moved to a later month since it was due is decided about then.
      const isAhead = outcome !== 'INVITATION_VOID' && scheduled !== undefined && Date.parse(at) < Date.parse(scheduled.dueAt);
      if (!scheduled || isAhead) return nothing;
      return withNextBirthday({ type: 'CreditCancelled', data: { at, grantId, outcome } }, scheduled, wallet);
    }
    case 'GrantCredit':
      return isKnown(wallet, command.grantId) || command.amount < 1 ? nothing : one(granted(command.at, command));
    case 'RevokeCredit':
      return revokeCredit(command, wallet);
    case 'GiveMemberCredit':
      return giveMemberCredit(command, wallet);
    case 'JudgeMemberCredit':
      return judgeMemberCredit(command, wallet);
    case 'TakeMemberCreditBack': {
      const { at, grantId } = command;
      return notTakenBack(command, wallet) ?? revokeCredit({ type: 'RevokeCredit', at, grantId, outcome: 'SUPPORT', refund: 0 }, wallet);
    }
    case 'CloseWallet':
      return one({ type: 'WalletClosed', data: { at: command.at } });
  }
}

/** The cause of what a birthday brings (`Decider.fact`). */
const fact = (event: WalletEvent): string | undefined =>
  event.type === 'CreditScheduled' && event.data.kind === 'BIRTHDAY' ? 'birthday' : undefined;

/**
 * The limit of a wallet's length (infra/decisions/109): an order that is refused after it reserved gives back, and may come
 * again. An order without coupons and credit needs no reservation.
 */
const RESERVATIONS: StreamLimit = {
  events: 20_000,
  perDay: 200,
  rejection: { status: 409, code: 'TOO_MANY_CHANGES', message: messages.tooManyOrders },
};
const limit = ({ type }: WalletCommand): StreamLimit | undefined => (type === 'Reserve' ? RESERVATIONS : undefined);

export const walletDecider: Decider<Wallet, WalletCommand, WalletEvent> = { initial: emptyWallet, decide, evolve, limit, fact };
