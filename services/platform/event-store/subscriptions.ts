import { backoff, sleep } from '../timing.ts';
import type { BatchHandler, Page, Position, Subscription, SubscribeOptions } from './port.ts';
import type { ReaderHealth } from './reader-health.ts';

export type Source = {
  /** The next page; a page that ends at `after` means that there is none yet. */
  next: (after: Position, batch: number) => Promise<Page>;
  /** Whether there may be events after a position. When it becomes true, the store calls `wake`. */
  hasNews: (after: Position) => boolean;
};

/** ms between two wakes while events come */
const WAKE_MS = 5;
const RETRY = { first: 25, most: 1_000 };

/** The subscriptions of a store in this process. They wait together for news. */
export class Subscriptions {
  readonly #health: ReaderHealth;
  readonly #running = new Set<Subscription>();
  #news = Promise.withResolvers<void>();
  #later: NodeJS.Timeout | undefined;
  #wokenAt = 0;

  constructor(health: ReaderHealth) {
    this.#health = health;
  }

  /**
   * Hands over one batch after the other. The handler gets the next batch only after it has finished, so a slow handler
   * delays only itself. While it handles a full page, the page after it is read, and no further one. An outage of the store
   * is reported to the health, and ends nothing; an error of the handler ends the subscription.
   */
  start({ after, batch = 500, name }: SubscribeOptions, handler: BatchHandler, { next, hasNews }: Source): Subscription {
    const stopping = new AbortController();
    let position = after;
    /** the page after the one that is handled; undefined where it is empty or could not be read, and is read again */
    let ahead: Promise<Page | undefined> | undefined;
    const readAhead = (from: Position): Promise<Page | undefined> =>
      next(from, batch).then(
        (page) => (page.upTo === from ? undefined : page),
        () => undefined,
      );

    const handOver = async (): Promise<void> => {
      let failures = 0;
      while (!stopping.signal.aborted) {
        let page: Page;
        try {
          const early = await ahead;
          ahead = undefined;
          page = early ?? (await next(position, batch));
          failures = 0;
          this.#health.succeeded(name);
        } catch (error) {
          this.#health.failed(name, error);
          await sleep(backoff(++failures, RETRY), stopping.signal);
          continue;
        }
        if (stopping.signal.aborted) return;
        if (page.upTo === position) {
          if (!hasNews(position)) await this.#news.promise;
          continue;
        }
        if (page.events.length >= batch) ahead = readAhead(page.upTo);
        await handler(page.events, page.upTo);
        position = page.upTo;
      }
    };

    const run = async (): Promise<void> => {
      try {
        await handOver();
      } finally {
        await ahead;
        this.#health.forget(name);
        this.#running.delete(subscription);
      }
    };
    const done = run();
    const subscription: Subscription = {
      position: () => position,
      done,
      stop: async () => {
        stopping.abort();
        this.wake();
        await done.catch(() => undefined);
      },
    };
    this.#running.add(subscription);
    return subscription;
  }

  /**
   * A subscription without news reads again, and waits on. EventStoreDB sends one event at a time, and each handed over page
   * has a cost of its own, so events that come soon after others wait for the rest of the interval.
   */
  wake(): void {
    const left = this.#wokenAt + WAKE_MS - performance.now();
    if (left <= 0) this.#wakeNow();
    else this.#later ??= setTimeout(() => this.#wakeNow(), left);
  }

  #wakeNow(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#wokenAt = performance.now();
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((subscription) => subscription.stop()));
  }
}
