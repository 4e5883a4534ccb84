import { addAbortListener } from 'node:events';
import { backoff, sleep } from '../timing.ts';
import type { BatchHandler, Page, Position, SubscribeOptions } from './port.ts';
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
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #news = Promise.withResolvers<void>();
  #later: NodeJS.Timeout | undefined;
  #wokenAt = 0;

  constructor(health: ReaderHealth) {
    this.#health = health;
  }

  /** `EventStore.subscribe` */
  run(options: SubscribeOptions, handler: BatchHandler, source: Source, until: AbortSignal): Promise<void> {
    const running = this.#handOver(options, handler, source, AbortSignal.any([until, this.#closing.signal]));
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /**
   * Hands over one batch after the other. The handler gets the next batch only after it has finished, so a slow handler
   * delays only itself. While it handles a full page, the page after it is read, and no further one. An outage of the store
   * is reported to the health, and ends nothing; an error of the handler ends the subscription.
   */
  async #handOver(
    { after, batch = 500, name }: SubscribeOptions,
    handler: BatchHandler,
    { next, hasNews }: Source,
    stopping: AbortSignal,
  ): Promise<void> {
    using _woken = addAbortListener(stopping, () => this.wake());
    let position = after;
    let failures = 0;
    /** the page after the one that is handled; undefined where it is empty or could not be read, and is read again */
    let ahead: Promise<Page | undefined> | undefined;
    const readAhead = (from: Position): Promise<Page | undefined> =>
      next(from, batch).then(
        (page) => (page.upTo === from ? undefined : page),
        () => undefined,
      );
    try {
      while (!stopping.aborted) {
        let page: Page;
        try {
          const early = await ahead;
          ahead = undefined;
          page = early ?? (await next(position, batch));
          failures = 0;
          this.#health.succeeded(name);
        } catch (error) {
          this.#health.failed(name, error);
          await sleep(backoff(++failures, RETRY), stopping);
          continue;
        }
        if (stopping.aborted) return;
        if (page.upTo === position) {
          if (!hasNews(position)) await this.#news.promise;
          continue;
        }
        if (page.events.length >= batch) ahead = readAhead(page.upTo);
        await handler(page.events, page.upTo);
        position = page.upTo;
      }
    } finally {
      await ahead;
      this.#health.forget(name);
    }
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
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}
