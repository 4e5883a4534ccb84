import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStoreDBClient, type Filter, streamNameFilter } from '@eventstore/db-client';
import type { Position } from '../port.ts';
import type { ReaderHealth } from '../reader-health.ts';
import { backOff, NoAnswer } from './failures.ts';
import type { Line } from './line.ts';
import type { LiveTail } from './live-tail.ts';
import type { Reader } from './reader.ts';
import { fromWire } from './wire.ts';

export type FeedOptions = {
  client: EventStoreDBClient;
  reader: Reader;
  line: Line;
  namespace: string;
  /** Deadline for the server's confirmation of a subscription, ms. */
  readTimeoutMs: number;
  tail: LiveTail;
  health: ReaderHealth;
  onNews: () => void;
};

const NAME = 'feed';

/**
 * The one subscription of the process. It receives all events of the shop: the positions of the subscribers must move past
 * events that their filters drop, and a filter on the server would report that too late. The server filters foreign events.
 *
 * After a failure it resumes after the last event that it received. It ignores the server's checkpoints, because some are
 * wrong: before 24.10.5 a young store sends the greatest number, which as a position is the end of the log, and 25.0.0
 * sends the position of the next event. So after a reconnect the server reads its own newer events again, some thousands
 * after a day without an order.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #cancel: (() => void) | undefined;
  /** position of the last event in the tail */
  #resume: Position | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancel?.();
    await this.#running;
  }

  /** The client never resumes a subscription, neither after an error nor after a clean end. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { health } = this.#options;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#follow(() => (failures = 0));
        if (!signal.aborted) health.failed(NAME, new Error('the server ended the subscription'));
      } catch (error) {
        if (!signal.aborted) health.failed(NAME, error);
      }
      if (!signal.aborted) await sleep(backOff(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  async #follow(alive: () => void): Promise<void> {
    const { client, reader, line, namespace, readTimeoutMs, tail, health, onNews } = this.#options;
    if (this.#resume === undefined) {
      this.#resume = await reader.head();
      tail.begin(this.#resume);
      onNews();
    }
    if (this.#stopping.signal.aborted) return;
    const began = performance.now();
    const subscription = client.subscribeToAll({ fromPosition: reader.place(this.#resume), filter: ours(namespace) });
    const unconfirmed = setTimeout(() => {
      line.silent(began);
      subscription.destroy(new NoAnswer(`no subscription within ${readTimeoutMs} ms`));
    }, readTimeoutMs);
    // The client may emit errors after the loop below has ended; they need a listener.
    subscription.on('error', () => undefined);
    subscription.on('confirmation', () => {
      clearTimeout(unconfirmed);
      line.answered();
      health.succeeded(NAME);
      alive();
    });
    this.#cancel = () => {
      subscription.destroy();
      subscription.unsubscribe().catch(() => undefined);
    };
    try {
      // Never on('data', async …): handlers would overlap.
      for await (const { event } of subscription) {
        if (!event) continue;
        const read = fromWire(event, namespace).event;
        tail.push(read);
        if (read.position > this.#resume) this.#resume = read.position;
        onNews();
      }
    } finally {
      clearTimeout(unconfirmed);
      this.#cancel();
      this.#cancel = undefined;
    }
  }
}

/** Checkpoints are not used, so the interval is long. */
function ours(namespace: string): Filter {
  const options = { maxSearchWindow: 512, checkpointInterval: 1_000 };
  return namespace === '' ? streamNameFilter({ ...options, regex: '^[^$]' }) : streamNameFilter({ ...options, prefixes: [namespace] });
}
