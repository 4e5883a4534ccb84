import { backoff, sleep } from '../../timing.ts';
import { asPosition, type BatchHandler, type Position, type Subscription } from '../port.ts';
import type { ReaderHealth } from '../reader-health.ts';
import type { Page } from './reader.ts';

export type Source = {
  /** unique in the store */
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
