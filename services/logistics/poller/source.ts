import type { CarrierSubtype } from '../carrier.ts';

/** A parcel whose next poll is due. */
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

/** The open parcels with the time of each one's next poll. Ordering stores both, and its face implements this type. */
export type PollSource = {
  /** At most `limit` due parcels, the longest overdue first, so that none starves. */
  due(now: Date, limit: number): Promise<DueParcel[]>;
  /** Saves the times of the next polls. A crash before this call causes one more poll of each parcel. */
  polled(outcomes: readonly Polled[]): Promise<void>;
};
