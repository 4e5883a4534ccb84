import { expect, test } from 'vitest';
import { modules } from './modules.ts';

const streams = new Set(modules.flatMap((module) => module.streams ?? []));

// The signed history and the copy of the store hold only these: an event of another category would be proven by nothing.
test('every category that a read model or the relay reads is named by the capability that writes it', () => {
  const read = modules.flatMap(({ projections = [], relayed = [] }) => [
    ...projections.flatMap(({ filter }) => filter.categories ?? []),
    ...relayed,
  ]);
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((category) => !streams.has(category))).toEqual([]);
});

test('every capability with events has samples of them', () => {
  const without = modules.filter((module) => (module.streams ?? []).length > 0 && module.frozenEvents === undefined);
  expect(without.map(({ name }) => name)).toEqual([]);
});
