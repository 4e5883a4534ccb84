import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** ms until the first retry. Each further wait is twice as long, up to the longest. */
const FIRST_WAIT = 4_000;
const LONGEST_WAIT = 120_000;

/** Loads code, or data, until it arrives, again when the browser is online again or after some seconds; never rejects. */
export const untilLoaded = <T>(load: () => Promise<T>, wait = FIRST_WAIT): Promise<T> =>
  load().catch(async () => {
    await new Promise((retry) => {
      addEventListener('online', retry, { once: true });
      setTimeout(retry, wait);
    });
    return untilLoaded(load, Math.min(2 * wait, LONGEST_WAIT));
  });

/**
 * `lazy` for a part of a page: while its code cannot be loaded, the fallback of the part's `Suspense` stays, and the page
 * works without the part. `lazy` itself would replace the whole page with the error page.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(() => untilLoaded(load).then((part) => ({ default: part })));
