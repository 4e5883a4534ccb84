import type { HistoryEvent } from '@nordhaut/contracts/support';
import { expect, test } from 'vitest';
import { eventAt, partsOf } from './history-lines.ts';

const event = (revision: number): HistoryEvent => ({
  id: `e${revision}`,
  stream: 'order-A1',
  revision,
  position: String(revision),
  type: 'Any',
  sentence: '',
  actor: { kind: 'system', name: '系統' },
  cause: null,
  at: `2026-01-0${revision + 1}T00:00:00.000Z`,
  isTechnical: false,
  recordedAt: `2026-01-0${revision + 1}T00:00:00.000Z`,
  carrierAt: null,
  requestId: null,
  traceId: null,
  changes: [],
  raw: { data: {}, metadata: {} },
});
const events = [event(0), event(1), event(2)];

test.each([
  [null, 2],
  ['1', 1],
  ['e1', 2],
  ['2026-01-02T12:00:00Z', 1],
  ['2026-01-02T08:00:00+08:00', 1],
  ['2020-01-01T00:00:00Z', 0],
  ['2030-01-01T00:00:00Z', 2],
])('?at=%s selects the event %i', (at, revision) => {
  expect(eventAt(events, at)?.revision).toBe(revision);
});

test('the steps of the system fold into one line; each part keeps the order of time', () => {
  const lines = events.map((one, place) => ({ event: { ...one, isTechnical: place === 1 }, count: 1, lastAt: one.at, more: [] }));
  const { told, steps } = partsOf(lines);
  expect(told.map((line) => line.event.revision)).toEqual([0, 2]);
  expect(steps.map((line) => line.event.revision)).toEqual([1]);
});
