import type { GoodwillCredit } from '@nordhaut/ordering';
import type { CreditKind, Outcome } from './wallet-events.ts';
import { daysAfter } from './credit.ts';
import { monthOf, startOfMonth, yearOf } from './engine/taipei.ts';
import { birthdayGrant, birthdayYears, grantIn, isFounding, orderIn, type Wallet } from './wallet.ts';
import type { CancelScheduled, ScheduleCredit, WalletCommand } from './wallet.decide.ts';

/** What an order's history says about rewards. Instants are ISO, amounts NT$. */
export type RewardFacts = {
  orderNo: string;
  placedAt: string;
  /** an adopted guest's order counts as "has ordered" and earns nothing (decisions.md 66) */
  isAdopted: boolean;
  /** goods − discounts − credit on goods (decisions.md 55) */
  goodsPaid: number;
  receivedAt: string | null;
  /** the last instant for a return by law; null before the delivery */
  returnDeadline: string | null;
  /** a return was requested and is not decided */
  isReturnOpen: boolean;
  /** the first final outcome that gives back; null: the order stands */
  outcome: Outcome | null;
  /** support gave the credit that paid for the order, so the order gives none back */
  creditGiven: boolean;
  /** owed for goods that came back, before what their rewards deduct; 0 with every other outcome, whose refund lacks nothing */
  refund: number;
};

/** of goods paid, rounded down (decisions.md 22, 24, 62) */
export const referralReward = (goodsPaid: number): number => Math.floor((goodsPaid * 3) / 100);
export const foundingReward = (goodsPaid: number): number => Math.floor((goodsPaid * 15) / 1_000);

export const foundingGrant = (orderNo: string): string => `founding/${orderNo}`;
export const referralGrant = (orderNo: string): string => `referral/${orderNo}`;

/** What the order means for the wallet of its own member, in this order. `at`: now. All of it may be repeated. */
export function ownCommands(facts: RewardFacts, wallet: Wallet, at: string): WalletCommand[] {
  const { orderNo, outcome, refund, goodsPaid, receivedAt, returnDeadline, placedAt, isAdopted } = facts;
  const commands: WalletCommand[] = [];
  if (!orderIn(wallet, orderNo)) commands.push({ type: 'NoteOrder', at, orderNo, stands: true });
  const grantId = foundingGrant(orderNo);
  const earns = !isAdopted && isFounding(wallet, placedAt);
  if (outcome !== null) {
    commands.push({ type: 'GiveBack', at, orderNo, outcome });
    // Also what was granted before the return of another order ended the membership.
    if (earns || grantIn(wallet, grantId)) commands.push({ type: 'RevokeCredit', at, grantId, outcome, refund });
    return commands;
  }
  if (receivedAt === null || returnDeadline === null || isAdopted) return commands;
  commands.push({ type: 'NoteDelivery', at: receivedAt, orderNo, goodsPaid, countsAt: returnDeadline });
  const amount = foundingReward(goodsPaid);
  if (earns) commands.push({ type: 'GrantCredit', at, grantId, kind: 'FOUNDING', amount, cause: { kind: 'ORDER', orderNo } });
  return commands;
}

/**
 * What the order means for the member who invited its buyer. `friend`: the buyer's wallet after `ownCommands`. Only the
 * first delivered order counts (decisions.md 62).
 */
export function referrerCommands(
  { orderNo, outcome, goodsPaid, returnDeadline }: RewardFacts,
  friend: Wallet,
  at: string,
): WalletCommand[] {
  if (!orderIn(friend, orderNo)?.delivered?.first) return [];
  const grantId = referralGrant(orderNo);
  if (outcome !== null) return [{ type: 'RevokeCredit', at, grantId, outcome, refund: 0 }];
  const amount = referralReward(goodsPaid);
  const dueAt = returnDeadline ?? daysAfter(at, 7);
  return [{ type: 'ScheduleCredit', at, grantId, kind: 'REFERRAL', amount, dueAt, cause: { kind: 'ORDER', orderNo } }];
}

/** Whether what waits for the end of the return window may happen at `at` (ISO). A second shipment moves the window. */
export const isReturnWindowOver = ({ outcome, isReturnOpen, returnDeadline }: RewardFacts, at: string): boolean =>
  outcome === null && !isReturnOpen && returnDeadline !== null && isPast(returnDeadline, at);

const isPast = (instant: string, at: string): boolean => Date.parse(instant) <= Date.parse(at);

/** Scheduled credit of an order. */
export type CreditOfOrder = { grantId: string; kind: CreditKind; orderNo: string };

/** What is due in a wallet at `at` (ISO). Whether an order stands, and its return window is over, is in the order's own history. */
export const dueIn = ({ orders, scheduled }: Wallet, at: string) => ({
  ordersToCount: orders
    .filter(({ delivered, counted }) => delivered && counted === null && isPast(delivered.countsAt, at))
    .map(({ orderNo }) => orderNo),
  creditOfOrders: scheduled.flatMap(({ grantId, kind, dueAt, cause }): CreditOfOrder[] =>
    cause.kind === 'ORDER' && isPast(dueAt, at) ? [{ grantId, kind, orderNo: cause.orderNo }] : [],
  ),
  birthday: scheduled.find(({ kind, dueAt }) => kind === 'BIRTHDAY' && isPast(dueAt, at)),
});

/** Grants scheduled credit, or cancels it. @param outcome why nobody has a right to it */
export const grantOrCancel = (grantId: string, at: string, outcome?: CancelScheduled['outcome']): WalletCommand =>
  outcome === undefined ? { type: 'GrantScheduled', at, grantId } : { type: 'CancelScheduled', at, grantId, outcome };

export const goodwillGrant = (orderNo: string, creditId: string): string => `support/${orderNo}/${creditId}`;

/** The shopping credit that support gave for an order, as it is now. All of it may be repeated, in any order. */
export const goodwillCommands = (orderNo: string, credit: readonly GoodwillCredit[], at: string): WalletCommand[] =>
  credit.map(({ creditId, amount, revoked }): WalletCommand => {
    const grantId = goodwillGrant(orderNo, creditId);
    return revoked
      ? { type: 'RevokeCredit', at, grantId, outcome: 'SUPPORT', refund: 0 }
      : { type: 'GrantCredit', at, grantId, kind: 'SUPPORT', amount, cause: { kind: 'SUPPORT', reason: 'GOODWILL' } };
  });

/** NT$ for an ordinary member in the month of the birthday (spec/2-accounts-and-members §9) */
export const BIRTHDAY_CREDIT = 50;

/**
 * Schedules the credit of the next birthday: at the start of its month, once a calendar year. A birthday that was set in its
 * own month counts from the next year on (decisions.md 64). A birthday that support corrected moves what is scheduled. What is
 * scheduled for the right month stays, also when it is granted late.
 * `month`: 1 to 12; `setAt`: ms since epoch, when the member set it
 */
export function birthdayCommands({ month, setAt }: { month: number; setAt: number }, wallet: Wallet, at: string): ScheduleCredit[] {
  const now = Date.parse(at);
  const scheduled = wallet.scheduled.find(({ kind }) => kind === 'BIRTHDAY');
  if (scheduled && monthOf(Date.parse(scheduled.dueAt)) === month) return [];
  const counts = (year: number): boolean =>
    now < startOfMonth(year, month + 1) &&
    !(month === monthOf(setAt) && year === yearOf(setAt)) &&
    !wallet.cancelled.includes(birthdayGrant(year)) &&
    !birthdayYears(wallet).includes(year);
  const year = [yearOf(now), yearOf(now) + 1].find(counts);
  if (year === undefined) return [];
  const dueAt = new Date(startOfMonth(year, month)).toISOString();
  const cause = { kind: 'BIRTHDAY', year } as const;
  return [{ type: 'ScheduleCredit', at, grantId: birthdayGrant(year), kind: 'BIRTHDAY', amount: BIRTHDAY_CREDIT, dueAt, cause }];
}
