import type { ClosedDays } from '@nordhaut/contracts';
import type { HeldParcel, OrderCommand, OwedRefunds, ParcelToSend, ProposedOrder, Waiting, WaitingOrder } from '@nordhaut/ordering';

/**
 * The next step of a row or of an order. `turn`: who takes it. `dueAt`: until when; null: no date is set. `about`: how long it takes,
 * where the shop's terms name no date.
 */
export type Turn = 'support' | 'system' | 'buyer' | 'carrier' | 'warehouse';
export type Step = { what: string; turn: Turn; dueAt: Date | null; about?: string };

/**
 * `item`: what the row is about; a letter, digit, `-` or `_` each, and no personal data, because it is in addresses. `page`: of the
 * console, where the work is done. `mailsOf`: the part of the API's path before `/mails`, where mails of the item can be sent again.
 * `turn`: missing: support. `dueAt`: missing: the due date of the list, for a row of support.
 */
export type ListedRow = {
  item: string;
  title: string;
  page: string;
  since: Date;
  what: string;
  mailsOf?: string;
  turn?: Turn;
  dueAt?: Date | null;
  about?: string;
};

/** The step of a row; `what` alone: of support, until the due date of the list. */
export type RowStep = Pick<ListedRow, 'what' | 'turn' | 'dueAt' | 'about'>;
export const ofOrder = (orderNo: string, since: Date, step: RowStep | string): ListedRow => ({
  item: orderNo,
  title: orderNo,
  page: `/orders/${orderNo}`,
  since,
  ...(typeof step === 'string' ? { what: step } : step),
});

/**
 * Pure: the step of a row. A row that waits for somebody else has no due date of its list. When its own date is over, it is support's
 * turn to find out why.
 */
export function stepOf({ after = 0, dueWithin }: Pick<WorkList, 'after' | 'dueWithin'>, row: ListedRow, now: Date): Step {
  const { turn = 'support', what, since, about } = row;
  const ofList = turn === 'support' ? new Date(since.getTime() + after + dueWithin) : null;
  const dueAt = row.dueAt ?? ofList;
  if (turn !== 'support' && dueAt && dueAt < now) return { what: `${what}；逾期未完成，請查明`, turn: 'support', dueAt };
  return { what, turn, dueAt, ...(about && { about }) };
}

export type MoneyDifference = {
  orderNo: string;
  /** the processor's number of the charge, or the carrier's trade number */
  recTradeId: string;
  kind: 'missing-in-shop' | 'missing-at-processor' | 'other-amount' | 'not-paid-out';
  shop: number;
  processor: number;
  since: Date;
};

/** `reason`: why the mail was given up, as a code. `since`: when. */
export type FailedMail = { stream: string; kind: string; reason: string; since: Date };

/** A member is named by an id for addresses and by the invite code; null: the account is closed. */
export type PublicMember = { uid: string; code: string | null };
/** The title of a member's row, and the console's page about the member. */
export const namedMember = ({ code }: PublicMember): Pick<ListedRow, 'title' | 'page'> =>
  code === null ? { title: '已關閉的帳號', page: '/members' } : { title: `會員 ${code}`, page: `/members?code=${code}` };
/** A member's review that the staff has not judged since `since`. `hidden`: its author changed it after it was hidden. */
export type NewReview = { reviewId: string; product: string; stars: number; hidden: boolean; since: Date };

/** Rows since later than `after` and no later than `before`, the oldest first. `only`: those of one order, in lists of orders. */
export type WorkRange = { after: Date; before: Date; limit: number; only?: string | undefined };

/** What the work lists read: read models, and rows of the capability that owns the work. */
export type WorkSources = {
  closedDays: ClosedDays;
  waiting(waits: Waiting, range: WorkRange): Promise<WaitingOrder[]>;
  /** parcels that the carrier has not got; `after` and `before`: when the order was placed */
  parcelsToSend(range: WorkRange & { waits: readonly Waiting[] }): Promise<ParcelToSend[]>;
  /** parcels of cancelled orders that must not be sent, or that moved all the same */
  heldParcels(range: { moved: boolean } & WorkRange): Promise<HeldParcel[]>;
  refundsDue(range: WorkRange): Promise<OwedRefunds[]>;
  proposed(range: WorkRange): Promise<ProposedOrder[]>;
  /** orders about whose charge a dispute is open */
  disputed(range: WorkRange): Promise<{ orderNo: string; since: Date }[]>;
  /** shopping credit without an order, which waits for a second person; NT$ */
  proposedCredit(range: WorkRange): Promise<{ memberId: string; since: Date; amount: number; proposalId: string }[]>;
  /** money that the books of the card processor or of the carriers show differently, the oldest first. NT$ */
  moneyDifferences(range: { book: 'card' | 'carrier' } & Omit<WorkRange, 'before'>): Promise<MoneyDifference[]>;
  failedMails(range: { category: string } & WorkRange): Promise<FailedMail[]>;
  /** by the streams of the members */
  publicMembers(streams: readonly string[]): Promise<ReadonlyMap<string, PublicMember>>;
  newReviews(range: WorkRange): Promise<NewReview[]>;
  inquiries(range: WorkRange): Promise<{ inquiryId: string; since: Date }[]>;
  /** what people asked about their own data, while it is open or waits. `dueAt`: by the law */
  personRequests(
    range: WorkRange,
  ): Promise<{ requestId: string; kind: 'ACCESS' | 'ERASURE'; state: 'open' | 'waiting'; since: Date; dueAt: Date }[]>;
  /** those of these people whose account ended */
  formerStaff(staffIds: readonly string[]): Promise<ReadonlySet<string>>;
};

/**
 * A list of what support has to look at, and of what it waits for. To add one, write a file like `money-owed.ts` and put it into `lists.ts`.
 *
 * `after`: ms for which a row may wait before it is listed; without it none. `dueWithin`: ms from then on to its due date. `byHand`: rows
 * leave the list when somebody marks them as done; other rows leave it when their source changes. `doneCommand`: what the mark
 * records in the history of the row's order, with the reason that the person typed, as every act of support has one.
 */
export type WorkList = {
  key: string;
  title: string;
  after?: number;
  dueWithin: number;
  byHand: boolean;
  doneCommand?: (at: string, note: string) => OrderCommand;
  /** oldest first, at most `limit`; an item may have several */
  rows(sources: WorkSources, range: WorkRange): Promise<ListedRow[]>;
};

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
