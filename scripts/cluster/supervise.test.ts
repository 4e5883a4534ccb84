import { expect, it } from 'vitest';
import { keepRunning } from './supervise.ts';

it('starts a process again that ended, also where the first attempt fails, until it is stopped', async () => {
  let ended = Promise.withResolvers<void>();
  let starts = 0;
  let failures = 1;
  const errors: string[] = [];
  const one = {
    ended: () => ended.promise,
    async restart() {
      if (failures-- > 0) throw new Error('the port is taken');
      starts++;
      ended = Promise.withResolvers();
    },
  };
  const keeper = keepRunning(one, ({ message }) => errors.push(message));
  for (const start of [1, 2]) {
    ended.resolve();
    await expect.poll(() => starts).toBe(start);
  }
  expect(errors).toEqual(['the port is taken']);
  ended.resolve();
  await keeper.stop();
  expect(starts).toBe(2);
});
