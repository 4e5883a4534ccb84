import { backoff, sleep } from '../timing.ts';
import { asPosition, type BatchHandler, type Page, type Position, type Subscription, type SubscribeOptions } from './port.ts';
import type { ReaderHealth } from './reader-health.ts';

export type Source = {
  name: string;
  /** The next page; a page that ends at `after` means that there is none yet. */
  next: (after: Position) => Promise<Page>;
  /** Resolves when there may be more, or when the signal fires. */
  news: (after: Position, signal: AbortSignal) => Promise<void>;
  /** events of a full page, after which there is probably another one */
  batch: number;
  health: ReaderHealth;
};

const RETRY = { first: 25, most: 1_000 };

/**
 * Hands over one batch after the other. The handler gets the next batch only after it has finished, so a slow handler
 * delays only itself. While it handles a full page, the page after it is read, and no further one. An outage of the store
 * is reported to `health`, and ends nothing; an error of the handler ends the subscription.
 */
export function pump(source: Source, start: Position, handler: BatchHandler, ended: () => void): Subscription {
  const stopping = new AbortController();
  let position = start;
  /** the page after the one that is handled; undefined where it is empty or could not be read, and is read again */
  let ahead: Promise<Page | undefined> | undefined;

  async function nextPage(): Promise<Page> {
    const early = await ahead;
    ahead = undefined;
    return early ?? source.next(position);
  }
  const readAhead = (after: Position): Promise<Page | undefined> =>
    source.next(after).then(
      (page) => (page.upTo === after ? undefined : page),
      () => undefined,
    );

  async function handOver(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      let page: Page;
      try {
        page = await nextPage();
        failures = 0;
        source.health.succeeded(source.name);
      } catch (error) {
        source.health.failed(source.name, error);
        await sleep(backoff(++failures, RETRY), stopping.signal);
        continue;
      }
      if (stopping.signal.aborted) return;
      if (page.upTo === position) {
        await source.news(position, stopping.signal);
        continue;
      }
      if (page.events.length >= source.batch) ahead = readAhead(page.upTo);
      await handler(page.events, page.upTo);
      position = asPosition(page.upTo);
    }
  }

  async function run(): Promise<void> {
    try {
      await handOver();
    } finally {
      await ahead;
      source.health.forget(source.name);
      ended();
    }
  }

  const done = run();
  return {
    position: () => position,
    done,
    async stop() {
      stopping.abort();
      await done.catch(() => undefined);
    },
  };
}

/** The subscriptions of a store in this process. They wait together for news. */
export class Subscriptions {
  readonly #health: ReaderHealth;
  readonly #running = new Set<Subscription>();
  readonly #waiters = new Set<() => void>();

  constructor(health: ReaderHealth) {
    this.#health = health;
  }

  /** `hasNews`: whether there may be events after a position. When it becomes true, the store calls `wake`. */
  start(
    { after, batch = 500, name }: SubscribeOptions,
    handler: BatchHandler,
    { next, hasNews }: { next: (after: Position, batch: number) => Promise<Page>; hasNews: (after: Position) => boolean },
  ): Subscription {
    const source: Source = {
      name,
      batch,
      health: this.#health,
      next: (position) => next(position, batch),
      news: (position, signal) => (hasNews(position) || signal.aborted ? Promise.resolve() : this.#woken(signal)),
    };
    const subscription = pump(source, after, handler, () => this.#running.delete(subscription));
    this.#running.add(subscription);
    return subscription;
  }

  wake(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((subscription) => subscription.stop()));
  }

  #woken(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.#waiters.delete(wake);
        resolve();
      };
      signal.addEventListener('abort', wake);
      this.#waiters.add(wake);
    });
  }
}
