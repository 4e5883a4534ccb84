import { setTimeout as sleep } from 'node:timers/promises';
import { asPosition, type BatchHandler, type Position, type Subscription } from '../port.ts';
import type { Page } from './reader.ts';

export type Source = {
  /** What is known to follow; a page that ends at `after` means: nothing yet. */
  next: (after: Position) => Promise<Page>;
  /** Resolves at the next sign of life, or when the signal fires. */
  news: (after: Position, signal: AbortSignal) => Promise<void>;
};

/**
 * One batch after the other: reads on only when the handler is done, so a slow handler slows down nobody but itself.
 * The store may go away and come back meanwhile; only the handler's own error ends it.
 */
export function pump(source: Source, start: Position, handler: BatchHandler, ended: () => void): Subscription {
  const stopping = new AbortController();
  let position = start;

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      let page: Page;
      try {
        page = await source.next(position);
        failures = 0;
      } catch {
        const backOff = Math.min(25 * 2 ** failures++, 1_000) * (0.5 + Math.random());
        await sleep(backOff, undefined, { signal: stopping.signal }).catch(() => undefined);
        continue;
      }
      if (stopping.signal.aborted) return;
      if (page.upTo === position) {
        await source.news(position, stopping.signal);
        continue;
      }
      await handler(page.events, page.upTo);
      position = asPosition(page.upTo);
    }
  }

  const done = run().finally(ended);
  return {
    position: () => position,
    done,
    async stop() {
      stopping.abort();
      await done.catch(() => undefined);
    },
  };
}
