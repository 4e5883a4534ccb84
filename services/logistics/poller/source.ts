import type { CarrierSubtype } from '../carrier.ts';

export type DueParcel = {
  tradeNo: string;
  subtype: CarrierSubtype;
  /** the state the shop knows */
  code: string;
  createdAt: Date;
  changedAt: Date;
  /** questions in a row that got no answer */
  failures: number;
};

/** `nextDueAt: undefined`: nothing more is expected of the parcel. */
export type Polled = { tradeNo: string; polledAt: Date; nextDueAt: Date | undefined; failures: number };

/** Which parcels are to be asked about, and when next. */
export type PollSource = {
  /** at most `limit` parcels whose time has come, the longest overdue first: none starves, whatever the load */
  due(now: Date, limit: number): Promise<DueParcel[]>;
  /** Losing this to a crash means that the parcels are asked about once more. */
  polled(outcomes: readonly Polled[]): Promise<void>;
};
