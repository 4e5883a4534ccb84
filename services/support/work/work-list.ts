import type { HeldParcel, OwedMoney, WaitingOrder } from '@nordhaut/ordering';

export type ListedRow = { orderNo: string; since: Date; what: string };

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
type FailedMail = { stream: string; kind: string; reason: string; since: Date };

/** What the work lists read; all of it comes from read models. */
export type WorkSources = {
  waiting(
    waits: 'payment' | 'return' | 'not-collected' | 'refused' | 'store',
    options: { before: Date; limit: number },
  ): Promise<WaitingOrder[]>;
  /** parcels of cancelled orders that must not be sent, or that moved all the same */
  heldParcels(options: { moved: boolean; before: Date; limit: number }): Promise<HeldParcel[]>;
  owedMoney(options: { before: Date; limit: number }): Promise<OwedMoney[]>;
  /** money that the books of the card processor or of the carriers show differently, the oldest first. NT$ */
  moneyDifferences(options: { book: 'card' | 'carrier'; limit: number }): Promise<MoneyDifference[]>;
  failedMails(options: { category: string; before: Date; limit: number }): Promise<FailedMail[]>;
};

/**
 * A list of orders that support has to look at. To add one, write a file like `money-owed.ts` and put it into `lists.ts`.
 *
 * `after`: ms for which an order may wait before it is listed. `dueWithin`: ms from then on to its due date. `byHand`: rows
 * leave the list when somebody marks them as done; other rows leave it when the order changes.
 */
export type WorkList = {
  key: string;
  title: string;
  after: number;
  dueWithin: number;
  byHand: boolean;
  /** oldest first, at most `limit`; an order may have several */
  rows(sources: WorkSources, options: { before: Date; limit: number }): Promise<ListedRow[]>;
};

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
