import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepRunning } from './supervise.ts';

/** Something that ends when it is told to, and does not start at once after the first end. */
function fragile() {
  let end = (): void => undefined;
  let refusals = 1;
  const one = {
    runs: false,
    ended: () => (one.runs ? new Promise<void>((resolve) => (end = resolve)) : Promise.resolve()),
    async restart() {
      if (refusals-- > 0) throw new Error('the port is taken');
      one.runs = true;
    },
    die() {
      one.runs = false;
      end();
    },
  };
  one.runs = true;
  return one;
}

it('starts again what ended, also when the first attempt fails, and no more once it is told to stop', async () => {
  const one = fragile();
  const troubles: string[] = [];
  const keeper = keepRunning(one, ({ message }) => troubles.push(message));
  await sleep(0);
  one.die();
  await expect.poll(() => one.runs, { timeout: 10_000 }).toBe(true);
  expect([keeper.restarts(), troubles]).toEqual([1, ['the port is taken']]);
  await sleep(0);
  one.die();
  await expect.poll(() => one.runs, { timeout: 10_000 }).toBe(true);
  await keeper.stop();
  one.die();
  await sleep(1_000);
  expect([one.runs, keeper.restarts()]).toEqual([false, 2]);
});
