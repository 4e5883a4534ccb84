import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
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

it('sends what came in one turn together, and what came meanwhile next', async () => {
  const { sizes, run } = recorder();
  const all = batches(run, { size: 3, parallel: 1 });
  expect(await Promise.all([1, 2, 3, 4].map((item) => all.add(item)))).toEqual([2, 4, 6, 8]);
  expect(sizes).toEqual([3, 1]);
});

it('fails a batch as a whole and goes on', async () => {
  const all = batches(recorder().run, { size: 2, parallel: 1 });
  const outcomes = await Promise.allSettled([1, 13, 3].map((item) => all.add(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await all.idle();
});

it('waits for company only where there was some before', async () => {
  const { sizes, run } = recorder();
  const all = batches(run, { size: 10, parallel: 1, companyMs: 40 });
  await Promise.all([all.add(1), all.add(2)]);
  // Two came last time: the first of these waits, and the one that comes a little later goes with it.
  const first = all.add(3);
  await sleep(10);
  await Promise.all([first, all.add(4)]);
  expect(sizes).toEqual([2, 2]);
  // Nobody comes: it goes alone after the wait, and the next one alone at once.
  await all.add(5);
  const began = performance.now();
  await all.add(6);
  expect(performance.now() - began).toBeLessThan(35);
  expect(sizes).toEqual([2, 2, 1, 1]);
});

it('waits no longer than until as many are there as last time', async () => {
  const { sizes, run } = recorder();
  const all = batches(run, { size: 10, parallel: 1, companyMs: 5_000 });
  await Promise.all([all.add(1), all.add(2)]);
  const first = all.add(3);
  await sleep(10);
  const began = performance.now();
  await Promise.all([first, all.add(4), all.add(5)]);
  expect(performance.now() - began).toBeLessThan(2_500);
  expect(sizes).toEqual([2, 3]);
});
