import { expect, test } from 'vitest';
import { planOf } from '../../infra/load/plan.ts';
import { readMetrics } from './metrics-text.ts';
import { processSeries } from './processes.ts';
import { sliceSecondsFor, underWay } from './series.ts';
import { createTimeline } from './timeline.ts';

test('the notes of a run stand in their slices of time', () => {
  const plan = planOf({
    profile: 'smoke',
    duration: 4,
    rate: 1,
    journeys: ['browse', 'look-up'],
    members: true,
    tolerant: false,
    maxVus: 100,
  });
  const timeline = createTimeline(plan, 60);
  const at = (seconds: number): number => 1_000_000 + seconds * 1000;
  for (const note of [
    { at: at(0), start: true as const },
    { at: at(0.5), journey: 'browse', begun: true as const },
    { at: at(0.6), journey: 'look-up', begun: true as const },
    { at: at(1.9), journey: 'browse', ms: 12 },
    { at: at(1.9), journey: 'browse', ms: 14 },
    { at: at(2), journey: 'browse', ended: 'done' as const },
    { at: at(3), journey: 'look-up', push: 30 },
    { at: at(3.1), journey: 'look-up', own: 5 },
    { at: at(5), journey: 'look-up', ended: 'failed' as const },
    { journey: 'look-up', ended: 'failed' as const },
    { at: at(5), journey: 'unknown', begun: true as const },
  ])
    timeline.add(note);
  expect(timeline.startedAt()).toBe(1_000_000);
  expect(timeline.series()).toEqual({
    sliceSeconds: 2,
    slices: 3,
    journeys: {
      browse: { asked: [1, 1, 0], begun: [1, 0, 0], done: [0, 1, 0], failed: [0, 0, 0], times: [[12, 14], [], []] },
      'look-up': { asked: [1, 1, 0], begun: [1, 0, 0], done: [0, 0, 0], failed: [0, 0, 1], times: [[], [], []] },
    },
    pushes: [[], [30], []],
    ownOrders: [[], [5], []],
  });
});

test('shoppers are under way from their arrival to their end', () => {
  expect(underWay({ asked: [], begun: [3, 2, 0], done: [1, 1, 2], failed: [0, 1, 0], times: [] })).toEqual([2, 2, 0]);
});

test.each([
  [20, 2],
  [300, 5],
  [600, 10],
  [7_200, 120],
  [1_000_000, 16_667],
])('a run of %s s has slices of %s s', (seconds, width) => expect(sliceSecondsFor(seconds)).toBe(width));

test('reads the figures of a process, and of the read model that is furthest behind', () => {
  const text = `# HELP process_cpu_seconds_total Total
process_cpu_seconds_total 12.5
process_resident_memory_bytes 104857600
nodejs_heap_size_used_bytes 52428800
nodejs_eventloop_lag_p99_seconds 0.012
projection_oldest_unhandled_seconds{projection="orders"} 0.5
projection_oldest_unhandled_seconds{projection="summary of {all}"} 1.5
projection_events_behind{projection="orders"} 7
`;
  expect(readMetrics(text)).toEqual({
    cpuSeconds: 12.5,
    residentMb: 100,
    heapMb: 50,
    loopDelayMs: 12,
    oldestSeconds: 1.5,
    eventsBehind: 7,
  });
  expect(readMetrics('').residentMb).toBeUndefined();
});

test('samples become means per slice, and processor time a rate; a process that began anew has a gap', () => {
  const none = { heapMb: undefined, loopDelayMs: undefined, oldestSeconds: undefined, eventsBehind: undefined };
  const sample = (seconds: number, cpuSeconds: number, more = {}) => ({
    at: seconds * 1000,
    cpuSeconds,
    residentMb: 100 + seconds,
    ...none,
    ...more,
  });
  const samples = [
    sample(0, 4),
    sample(1, 4.5, { loopDelayMs: 20, oldestSeconds: 2 }),
    sample(3, 5.5, { loopDelayMs: 30 }),
    sample(5, 0.1),
  ];
  expect(processSeries([{ name: 'shop', samples }], { startedAt: 0, sliceSeconds: 2, slices: 4 })).toEqual({
    processes: [
      {
        name: 'shop',
        cores: [0.5, 0.5, null, null],
        residentMb: [100.5, 103, 105, null],
        heapMb: [null, null, null, null],
        loopDelayMs: [20, 30, null, null],
      },
    ],
    lag: { oldestSeconds: [2, null, null, null], eventsBehind: [null, null, null, null] },
  });
});
