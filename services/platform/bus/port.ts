import type { DecodedEvent } from '../envelope/index.ts';
import type { EventFilter } from '../event-store/port.ts';

export type Consumer = {
  /** of a durable consumer: its position is kept under it, and one process at a time handles it */
  name: string;
  filter?: EventFilter;
  /**
   * `durable` (the default): goes on where it stopped, in whatever process. `ephemeral`: this process alone, from
   * now on, with nothing kept: for what only concerns those who are here, as pushes to a browser.
   */
  kind?: 'durable' | 'ephemeral';
  /** Where a durable consumer begins the first time it is ever seen; default `start`. `now` spares it the past. */
  begin?: 'start' | 'now';
  /** whether personal data is opened; default false */
  personal?: boolean;
  /** events handed over at once, at most; default 100 */
  batch?: number;
  /**
   * Gets events in order, each at least once; the next batch waits for the promise. When it throws, the same events
   * come again, one by one, more and more slowly; none is passed over and none behind it comes first.
   */
  handler: (events: DecodedEvent[]) => Promise<void>;
};

export type Consumption = {
  /** why it does not get on, where it does not */
  trouble(): string | undefined;
  /** Ends after the batch in hand; resolves when nothing runs any more. */
  stop(): Promise<void>;
};

/**
 * What happens in the shop, for those who must do something about it outside the event store. Every event at least
 * once, those of a stream in their order. Each ephemeral consumer of each process gets all events; a durable one gets
 * them once for all its processes.
 */
export interface Bus {
  /** Resolves when the starting point is fixed: whatever is appended from then on will come. */
  consume(consumer: Consumer): Promise<Consumption>;
}
