import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batches } from './batches.ts';

const recorder = () => {
  const sizes: number[] = [];
  return {
    sizes,
    run: async (items: number[]) => {
      sizes.push(items.length);
      await sleep(5);
      if (items.includes(13)) throw new Error('thirteen');
      return items.map((item) => item * 2);
    },
  };
};

it('sends items of one turn together, and the rest in the next batch', async () => {
  const { sizes, run } = recorder();
  const all = batches(run, { size: 3, parallel: 1 });
  expect(await Promise.all([1, 2, 3, 4].map((item) => all.add(item)))).toEqual([2, 4, 6, 8]);
  expect(sizes).toEqual([3, 1]);
});

it('rejects all items of a failed batch, and sends the next batch', async () => {
  const all = batches(recorder().run, { size: 2, parallel: 1 });
  const outcomes = await Promise.allSettled([1, 13, 3].map((item) => all.add(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await all.idle();
});

describe('with a wait that ends only where a test ends it', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('waits only while a batch has fewer items than the previous one', async () => {
    const { sizes, run } = recorder();
    const all = batches(run, { size: 10, parallel: 1, maxWaitMs: 40 });
    await Promise.all([all.add(1), all.add(2)]);
    // The previous batch had two items, so an item waits for a second one, which may not come.
    const third = all.add(3);
    await sleep(10);
    expect(sizes).toEqual([2]);
    vi.advanceTimersByTime(40);
    await third;
    // The previous batch had one item, so the next one is sent at once.
    await all.add(4);
    expect(sizes).toEqual([2, 1, 1]);
  });

  it('ends the wait when the batch has as many items as the previous one', async () => {
    const { sizes, run } = recorder();
    const all = batches(run, { size: 10, parallel: 1, maxWaitMs: 40 });
    await Promise.all([all.add(1), all.add(2)]);
    const first = all.add(3);
    await sleep(10);
    await Promise.all([first, all.add(4), all.add(5)]);
    expect(sizes).toEqual([2, 3]);
  });
});

it('takes at most what a batch may weigh, and an item that weighs more alone', async () => {
  const { sizes, run } = recorder();
  const all = batches(run, { size: 5, weigh: (item) => item, parallel: 1 });
  await Promise.all([2, 3, 9, 1].map((item) => all.add(item)));
  expect(sizes).toEqual([2, 1, 1]);
});

it('sends a batch beside one in flight only where more items wait than the least', async () => {
  const { sizes, run } = recorder();
  const all = batches(run, { size: 10, parallel: 2, besideFrom: 2 });
  const first = all.add(1);
  await new Promise(setImmediate);
  const few = [all.add(2), all.add(3)];
  await new Promise(setImmediate);
  expect(sizes).toEqual([1]);
  const more = all.add(4);
  await new Promise(setImmediate);
  expect(sizes).toEqual([1, 3]);
  await Promise.all([first, ...few, more]);
});
