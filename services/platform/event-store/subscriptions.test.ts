import { describe, expect, it } from 'vitest';
import { eventually, subscribe as subscribeTo, type TestSubscription } from './testing/conformance.ts';
import { asPosition, type BatchHandler, type EventStore, type RecordedEvent, START } from './port.ts';
import { ReaderHealth } from './reader-health.ts';
import { type Source, Subscriptions } from './subscriptions.ts';

/** A log of events at positions 0, 1, … of which a test can add more. */
function log(length: number) {
  const at = { length, reads: [] as number[], failures: 0 };
  const subscriptions = new Subscriptions(new ReaderHealth(undefined));
  const source: Source = {
    next(after, batch) {
      at.reads.push(Number(after));
      if (at.failures > 0) {
        at.failures--;
        return Promise.reject(new Error('away'));
      }
      const last = Math.min(Number(after) + batch, at.length - 1);
      const events = Array.from({ length: last - Number(after) }, (_, index) => event(Number(after) + 1 + index));
      return Promise.resolve({ events, upTo: asPosition(last) });
    },
    hasNews: (after) => Number(after) < at.length - 1,
  };
  const store: Pick<EventStore, 'subscribe'> = {
    subscribe: (options, handler, until) => subscriptions.run(options, handler, source, until),
  };
  const subscribe = (handler: BatchHandler): TestSubscription => subscribeTo(store, { batch: 2 }, handler);
  const add = (count: number): void => {
    at.length += count;
    subscriptions.wake();
  };
  return { at, subscribe, add };
}
const event = (position: number) => ({ position: asPosition(position) }) as RecordedEvent;

describe('a subscription', () => {
  it('reads one page ahead while a full page is handled, and no further', async () => {
    const { at, subscribe } = log(7);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const subscription = subscribe(() => held);
    await eventually(() => expect(at.reads).toEqual([-1, 1]));
    expect(subscription.position()).toBe(START);
    const stopped = subscription.stop();
    release();
    await stopped;
    expect(at.reads).toEqual([-1, 1]);
    expect(subscription.position()).toBe(1n);
  });

  it('hands over every event once and in order, also those that come while an empty page is read ahead, and after a failed read', async () => {
    const { at, subscribe, add } = log(4);
    const got: number[] = [];
    const subscription = subscribe((events) => {
      got.push(...events.map(({ position }) => Number(position)));
      // After the second page the log had ended when the page after it was read.
      if (got.length === 4) add(3);
      if (got.length === 6) at.failures = 1;
      return Promise.resolve();
    });
    await eventually(() => expect(got).toHaveLength(7));
    add(1);
    await eventually(() => expect(got).toHaveLength(8));
    expect(got).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await subscription.stop();
    expect(subscription.position()).toBe(7n);
  });
});
