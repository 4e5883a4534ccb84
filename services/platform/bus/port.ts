import type { DecodedEvent } from '../envelope/index.ts';
import type { EventFilter } from '../event-store/port.ts';

export type Consumer = {
  /** for the log and the metrics; a durable consumer's position is saved under it */
  name: string;
  filter?: EventFilter;
  /** Maximum number of events in one call of the handler; default 100. */
  batch?: number;
  /**
   * Receives events without their personal data, in order, each at least once. The next batch waits for the promise.
   * When the handler throws, it receives the same events again, one by one and with growing pauses, and no later event.
   * When it throws `PoisonEvent` or `UnreadableHistory` for a single event, only that event's stream waits.
   * `lost`: of a durable consumer; fires when the process ends, or when another one may handle the events. Long work throws then.
   */
  handler: (events: DecodedEvent[], lost?: AbortSignal) => Promise<void>;
};

export type Consumption = {
  /** why the consumer cannot continue, or has not started yet; undefined while events arrive */
  trouble(): string | undefined;
  /** Ends after the current batch; resolves when nothing runs any more. */
  stop(): Promise<void>;
};

/**
 * Delivers every event to every consumer of every process, each stream in its order. A consumer starts at the end of the
 * store. An event that cannot be decoded blocks its stream for that consumer, and all other streams continue.
 */
export interface Bus {
  /** Resolves when the start is fixed: every event that is appended later is delivered. */
  consume(consumer: Consumer): Promise<Consumption>;
}
