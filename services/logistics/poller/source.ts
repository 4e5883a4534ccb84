import type { CarrierSubtype } from '../carrier.ts';

export type DueParcel = {
  tradeNo: string;
  subtype: CarrierSubtype;
  /** the state the shop knows */
  code: string;
  createdAt: Date;
  changedAt: Date;
  /** consecutive polls without a usable answer */
  failures: number;
};

/** The outcome of a poll. `nextDueAt: undefined`: the parcel is final and is not polled again. */
export type Polled = { tradeNo: string; polledAt: Date; nextDueAt: Date | undefined; failures: number };

/** The open parcels and the time of each one's next poll. Ordering keeps both; composition gives them to the poller. */
export type PollSource = {
  /** At most `limit` due parcels, the longest overdue first, so that none starves. */
  due(now: Date, limit: number): Promise<DueParcel[]>;
  /** Records the next poll times. A crash before this call causes one more poll of each parcel. */
  polled(outcomes: readonly Polled[]): Promise<void>;
};
