import { expect, test } from 'vitest';
import { BooksMissing, daily, examineEach, rangeOf } from './days.ts';

test('a charge without an answer keeps no other one from its turn, and the run fails after the last one', async () => {
  const seen: number[] = [];
  const examine = async (one: number): Promise<boolean> => {
    seen.push(one);
    if (one === 1) throw new BooksMissing('no answer');
    return one === 2;
  };
  await expect(examineEach([0, 1, 2, 3], examine)).rejects.toThrow('no answer');
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(await examineEach([0, 2, 3], examine)).toBe(1);
});

test('many without an answer in a row end the run, because the other side is away', async () => {
  let asked = 0;
  const away = () => Promise.reject(new BooksMissing(`no answer ${++asked}`));
  await expect(examineEach(Array.from({ length: 1_000 }), away)).rejects.toThrow('no answer 1');
  expect(asked).toBeLessThan(100);
});

test('a comparison ends between two charges when its process stops, and its day is compared again', async () => {
  const stopping = new AbortController();
  const [asked, compared]: [number[], string[]] = [[], []];
  const store = { open: () => Promise.resolve([]), isReconciled: () => Promise.resolve(false) };
  const books = daily({
    store: store as never,
    clock: () => new Date('2026-11-20T12:00:00Z'),
    async run(day, lost) {
      const examine = (one: number) => Promise.resolve(void (asked.push(one) === 2 && stopping.abort()));
      await examineEach(
        Array.from({ length: 10_000 }, (_, index) => index),
        examine,
        lost,
      );
      compared.push(day);
      return { compared: 10_000, differences: 0 };
    },
    examine: () => Promise.resolve(),
  });
  await expect(books.runDue(undefined, stopping.signal)).rejects.toThrow('stopped');
  expect([asked, compared]).toEqual([[0, 1], []]);
});

test('a day that cannot be compared keeps no later day from its turn', async () => {
  const compared = new Set<string>();
  const store = {
    open: () => Promise.resolve([]),
    isReconciled: (day: string) => Promise.resolve(compared.has(day)),
  };
  const books = daily({
    store: store as never,
    clock: () => new Date('2026-11-20T12:00:00Z'),
    run(day) {
      if (day === '2026-11-13') return Promise.reject(new BooksMissing('no statement'));
      compared.add(day);
      return Promise.resolve({ compared: 1, differences: 0 });
    },
    examine: () => Promise.resolve(),
  });
  await expect(books.runDue()).rejects.toThrow('no statement');
  expect(compared.size).toBe(6);
});

test('a day is one of Taipei, compared once, from an hour after its end; each one is told', async () => {
  expect(rangeOf('2026-11-20', 0)).toEqual({ from: new Date('2026-11-19T16:00:00Z'), to: new Date('2026-11-20T16:00:00Z') });
  expect(rangeOf('2026-11-20', 6)).toEqual({ from: new Date('2026-11-13T16:00:00Z'), to: new Date('2026-11-14T16:00:00Z') });
  const days = async (now: string): Promise<string[]> => {
    const told: string[] = [];
    const store = { open: () => Promise.resolve([]), isReconciled: (day: string) => Promise.resolve(day < '2026-11-18') };
    const run = () => Promise.resolve({ compared: 1, differences: 0 });
    const books = daily({ store: store as never, clock: () => new Date(now), run, examine: () => Promise.resolve() });
    const done = await books.runDue(({ day }) => told.push(day));
    expect(done.map(({ day }) => day)).toEqual(told);
    return told;
  };
  expect(await days('2026-11-20T16:59:59Z')).toEqual(['2026-11-18', '2026-11-19']);
  expect(await days('2026-11-20T17:00:00Z')).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
});
