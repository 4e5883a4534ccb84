import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planOf } from '../../infra/load/plan.ts';
import type { ProfileName } from '../../infra/load/profiles.ts';
import { thresholdsOf } from '../../infra/load/thresholds.ts';
import { compare } from './compare.ts';
import { readJournal, type Journal } from './journal.ts';
import { pageOf } from './page.ts';
import { createProgress } from './progress.ts';
import { resultOf, type K6Summary } from './result.ts';
import type { LoadResult } from './result-shape.ts';
import type { Series } from './series.ts';
import { DATABASE, GENERATOR, WHOLE_MACHINE } from './processes.ts';
import { tableOf } from './table.ts';

const trend = (times: number): Record<string, number> => ({
  count: times,
  avg: 20,
  'p(50)': 10,
  'p(95)': 100.04,
  'p(99)': 200,
  max: 12_345.6,
});
const SERIES: Series = {
  sliceSeconds: 2,
  slices: 3,
  journeys: {
    'guest-cod': { asked: [2, 2, 0], begun: [2, 2, 0], done: [1, 2, 0], failed: [0, 0, 1], times: [[10], [20, 40], []] },
    browse: { asked: [1, 1, 0], begun: [1, 1, 0], done: [1, 1, 0], failed: [0, 0, 0], times: [[], [], []] },
  },
  pushes: [[], [30, 50], []],
  ownOrders: [[], [], []],
  lag: { oldestSeconds: [0, 0.25, 0], eventsBehind: [0, 3, 0] },
  processes: [
    { name: 'shop <1>', cores: [0.5, null, 0.25], residentMb: [200, 210, 205], heapMb: [80, 90, 85], loopDelayMs: [12, 30, 11] },
    {
      name: 'PostgreSQL',
      cores: [0.25, 0.25, 0.25],
      residentMb: [90, 90, 90],
      heapMb: [null, null, null],
      loopDelayMs: [null, null, null],
    },
  ],
};
const QUIET: Journal = { orders: ['ABCDEFGH12345678', 'ABCDEFGH12345679'], problems: new Map(), agreed: 0, purchases: [] };

/** The summary of k6 after a run of `profile` with the measured `values`. Every threshold holds except those in `broken`. */
function run(
  profile: ProfileName,
  values: Record<string, Record<string, number>>,
  options: { broken?: string[]; journal?: Journal; seconds?: number; tolerant?: boolean; members?: number; wasStopped?: boolean } = {},
): LoadResult {
  const { broken = [], journal = QUIET, seconds = 22, tolerant = false, members = 1_000, wasStopped = false } = options;
  const plan = planOf({ profile, members: true, tolerant, maxVus: 2_000 });
  const metrics: K6Summary['metrics'] = Object.fromEntries(Object.entries(values).map(([name, measured]) => [name, { values: measured }]));
  for (const [name, demands] of Object.entries(thresholdsOf(plan))) {
    const thresholds = demands.map(
      (demand) => [typeof demand === 'string' ? demand : demand.threshold, { ok: !broken.includes(name) }] as const,
    );
    metrics[name] = { values: metrics[name]?.values ?? {}, thresholds: Object.fromEntries(thresholds) };
  }
  return resultOf({ metrics, state: { testRunDurationMs: seconds * 1000 } }, journal, {
    plan,
    target: 'http://127.0.0.1:3000',
    simulators: 'http://localhost:4001',
    shop: 'one process',
    machine: { cores: 2, model: 'Test', memoryGb: 4, system: 'Test 1', node: 'v24' },
    loadBefore: 0,
    leftOut: [],
    members,
    series: SERIES,
    startedAt: new Date('2026-11-21T12:00:00Z'),
    k6: '2.2.0',
    ordersFile: '/x/orders.txt',
    wasStopped,
    reports: [],
  });
}

const MEASURED = {
  http_reqs: { count: 737 },
  http_req_failed: { rate: 0, passes: 0, fails: 737 },
  http_req_duration: trend(737),
  checkout_failed: { rate: 0.5, passes: 1, fails: 1 },
  'checkout_duration{scenario:guest-cod}': trend(20),
  'journeys_begun{scenario:guest-cod}': { count: 22 },
  'journey_failed{scenario:guest-cod}': { rate: 0.1, passes: 2, fails: 20 },
  'dropped_iterations{scenario:guest-cod}': { count: 3 },
  push_received: { count: 147 },
  push_latency: trend(126),
  'push_latency{from:carrier}': trend(126),
  vus: { max: 7 },
};

test('names each call that was made, the slowest first, with what failed of it', () => {
  const result = run('smoke', {
    'http_req_duration{name:GET /api/cart}': { ...trend(4), 'p(95)': 20 },
    'http_req_duration{name:POST /api/orders}': trend(2),
    'http_req_failed{name:POST /api/orders}': { passes: 1, fails: 1 },
  });
  expect(result.calls).toMatchObject([
    { name: 'POST /api/orders', failed: 1, time: { count: 2, p95: 100 } },
    { name: 'GET /api/cart', failed: 0, time: { count: 4, p95: 20 } },
  ]);
  expect(tableOf(result)).toMatch(/^call +made +failed.*\nPOST \/api\/orders +2 +1 +10 ms +100 ms/m);
  expect(pageOf(result)).toContain('<h2>Calls</h2>');
  expect(
    result.thresholds.filter(({ metric }) => metric.includes('name:')),
    'figures, no bounds',
  ).toEqual([]);
});

test('a successful run prints PASS and then the figures', () => {
  const result = run('smoke', MEASURED);
  expect(result).toMatchObject({
    verdict: 'pass',
    brokeAt: null,
    requests: 737,
    ordersPlaced: 2,
    checkouts: 2,
    checkoutsFailed: 1,
    pushReceived: 147,
    pushMissed: 0,
    pushLatency: { count: 126, p50: 10, p95: 100, p99: 200, max: 12_345.6 },
    journeysDropped: 3,
    journeysUnfinished: 0,
  });
  expect(result.journeys[0]).toMatchObject({ name: 'guest-cod', asked: 25, done: 20, failed: 2, dropped: 3, unfinished: 0 });
  expect(result.thresholds.map(({ metric }) => metric)).toContain('push_missed');
  expect(result.thresholds.map(({ demand }) => demand).filter((demand) => demand.endsWith('>=0'))).toEqual([]);

  const lines = tableOf(result).split('\n');
  expect(lines[0]).toBe('PASS  smoke, 4/s for 20 s against http://127.0.0.1:3000');
  expect(lines.find((line) => line.startsWith('guest-cod'))).toMatch(/ 0\.4\/s +20 +2 +3 +10 ms +100 ms +200 ms +cart to order$/);
  // No measurement is not the value 0.
  expect(lines.find((line) => line.startsWith('browse'))).toMatch(/– +– +– +one page$/);
  expect(lines.find((line) => line.startsWith('event to follower'))).toMatch(/126 +10 ms +100 ms +200 ms +12\.3 s$/);
  expect(lines.join('\n')).toContain(`all ${result.thresholds.length} hold`);
  expect(lines.join('\n')).toContain('3 of 25 journeys could not begin');
});

test('a failed run names the broken bounds with the measured values, and the problems', () => {
  const problems = new Map([
    ['look-up: socket: no subscription in time', 2],
    ['guest-cod: order: 429 TOO_MANY_REQUESTS', 31],
  ]);
  const measured = { ...MEASURED, push_missed: { count: 4 }, http_req_failed: { rate: 0.0314, passes: 23, fails: 714 } };
  const result = run('smoke', measured, { broken: ['push_missed', 'http_req_failed'], journal: { ...QUIET, orders: [], problems } });
  expect(result.verdict).toBe('fail');
  const text = tableOf(result);
  expect(text).toMatch(/^FAIL {2}/);
  expect(text).toContain('✗ statuses that a follower missed: 4 (none allowed)');
  expect(text).toContain('✗ requests that failed: 3.14 % (at most 0.1 % allowed)');
  expect(text.indexOf('31 × guest-cod: order: 429')).toBeLessThan(text.indexOf('2 × look-up: socket'));
  expect(text).toContain('RATE_LIMIT_FACTOR');
});

test('a run of which no journey ended, or of which too many were cut off, fails without a broken threshold of k6', () => {
  const journey = 'scenario:guest-cod';
  const nothing = run('smoke', { ...MEASURED, [`journey_failed{${journey}}`]: { rate: 0, passes: 0, fails: 0 } });
  expect(nothing.verdict).toBe('fail');
  expect(tableOf(nothing)).toContain('✗ journeys that were done: 0 (at least 1 needed)');

  const hung = { ...MEASURED, [`journeys_begun{${journey}}`]: { count: 30 } };
  expect(run('smoke', hung)).toMatchObject({ verdict: 'fail', journeysUnfinished: 8 });
  expect(tableOf(run('smoke', hung))).toContain('✗ journeys that the end of the run cut off: 8 (none allowed)');
  // A run that ended early, and one while processes are killed, have such journeys.
  expect(run('breakpoint', hung, { broken: ['dropped_iterations'] }).thresholds.filter(({ ok }) => !ok)).toHaveLength(1);
  expect(run('load', hung, { tolerant: true }).verdict).toBe('pass');
});

test('a run that was stopped says so, also where a bound was broken until then', () => {
  const stopped = (broken: string[]): LoadResult => run('load', MEASURED, { broken, seconds: 25.3, wasStopped: true });
  expect(tableOf(stopped([]))).toMatch(/^STOPPED  after 25 s, before its end: load, 20\/s for 300 s against /);
  expect(tableOf(stopped(['push_missed']))).toMatch(/^FAIL  stopped after 25 s, before its end: load, 20\/s for 300 s against /);
  const whole = run('load', MEASURED, { seconds: 310 });
  expect(compare(stopped(['push_missed']), whole, 0.05).warnings).toContain('The run before was stopped after 25.3 s.');
});

test('names the journeys whose bounds hold because nothing was measured', () => {
  expect(tableOf(run('smoke', MEASURED))).toMatch(/these times say nothing: guest-card, .*browse/);
});

test('a breakpoint run names the rate at which a bound broke', () => {
  const broken = run('breakpoint', MEASURED, { broken: ['dropped_iterations'], seconds: 300 });
  expect(broken.brokeAt).toBe(200);
  expect(tableOf(broken)).toMatch(/^BROKE {2}after 300 s, at about 200 journeys a second/);
  expect(tableOf(run('breakpoint', MEASURED, { seconds: 610 }))).toMatch(/^HELD {2}/);
});

test('says where members were too few, and where nobody got the limited coupon', () => {
  expect(tableOf(run('flash', MEASURED, { members: 5 }))).toMatch(/The target has 5 members, and \d+ shoppers can need one at once/);
  expect(tableOf(run('flash', MEASURED))).not.toContain('can need one at once');
  expect(tableOf(run('spike', MEASURED, { members: 0 }))).not.toContain('can need one at once');
  const bought = { ...MEASURED, 'journey_failed{scenario:member-flash-sale}': { rate: 0, passes: 0, fails: 9 } };
  expect(tableOf(run('flash', bought))).toContain('Nobody got a piece');
  expect(tableOf(run('flash', MEASURED))).not.toContain('Nobody got a piece');
  expect(tableOf(run('flash', { ...bought, flash_sale_won: { count: 5 } }))).not.toContain('Nobody got a piece');
});

test('a tolerant run has bounds only for the pushes', () => {
  const { thresholds } = run('load', MEASURED, { tolerant: true });
  expect(thresholds.map(({ metric }) => metric)).toEqual(['push_missed', 'push_out_of_order']);
});

test('the page has the result, loads no resource, and escapes texts', () => {
  const journal = { orders: [], problems: new Map([['look-up: <script>alert(1)</script>', 1]]), agreed: 0, purchases: [] };
  const page = pageOf(run('smoke', MEASURED, { journal }));
  expect(page).toContain('<h1>PASS</h1>');
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toMatch(/<script|\bsrc=|href="(?!data:)|@import|url\(/);
});

test('the page has a chart over the run for each measurement, with its name, its units and its figures as a table', () => {
  const page = pageOf(run('smoke', MEASURED));
  const charts = page.split('<figure class="chart">').slice(1);
  const titles = charts.map((chart) => /<figcaption>(.*?)<\/figcaption>/.exec(chart)?.[1]);
  expect(titles).toEqual([
    'Shoppers under way',
    'Journeys that failed',
    'Event to follower',
    'guest-cod: journeys a second',
    'guest-cod: cart to order',
    'browse: journeys a second',
    'Processor time',
    'Memory, resident',
    'Heap in use',
    'Delay of the event loop, p99',
    'Age of the oldest event that a read model lacks',
    'Events that a read model lacks',
  ]);
  for (const [at, chart] of charts.entries()) {
    expect(chart).toContain(`role="img" aria-labelledby="chart-${at + 1}-title chart-${at + 1}-desc"`);
    expect(chart).toContain('s since the first arrival');
    expect(chart).toContain('<details><summary>Table</summary>');
    // Both axes begin at 0.
    expect(chart.match(/>0<\/text>/g)).toHaveLength(2);
  }
  const times = charts[4] ?? '';
  expect(times).toContain('<tr><th scope="row">2–4 s</th><td data-name="p50">30 ms</td><td data-name="p95">39 ms</td></tr>');
  expect(times).toContain('<tr><th scope="row">4–6 s</th><td data-name="p50">–</td><td data-name="p95">–</td></tr>');
  expect(charts[6]).toContain('<span>shop &lt;1&gt;, at most 0.5 cores</span>');
  expect(charts[0]).toContain('<td data-name="guest-cod">1</td>');
});

test('a bound of a time that broke on few measurements is named with their number', () => {
  const times = (count: number) => ({ ...MEASURED, 'checkout_duration{scenario:guest-cod}': trend(count) });
  const table = (count: number): string =>
    tableOf(run('breakpoint', times(count), { broken: ['checkout_duration{scenario:guest-cod}', 'journey_failed'] }));
  expect(table(19)).toContain('Fewer than 20 measurements, so the 95th percentile rests on the slowest one or two: guest-cod 19.');
  expect(table(20)).not.toContain('Fewer than 20 measurements');
});

test('a machine that had no processor left is named, of the shop and the generator or of the generator alone', () => {
  const none = { residentMb: [null, null, null], heapMb: [null, null, null], loopDelayMs: [null, null, null] };
  const used = (cores: Record<string, (number | null)[]>): string => {
    const processes = Object.entries(cores).map(([name, of]) => ({ name, cores: of, ...none }));
    return tableOf({ ...run('load', MEASURED), series: { ...SERIES, processes } });
  };
  const full = "In 2 of 3 slices of time, at least 90 % of the machine's 2 cores were in use";
  expect(used({ [WHOLE_MACHINE]: [1, 1.9, 2], [GENERATOR]: [0.5, 0.75, 1] })).toContain(`${full}, 0.9 of them by the load generator`);
  // A shop that was not started for the run has a database that nobody measures.
  expect(used({ [WHOLE_MACHINE]: [1, 1.9, 2], [GENERATOR]: [0.5, 0.75, 1] })).not.toContain('Other programs');
  expect(used({ [WHOLE_MACHINE]: [1, 1.9, 2], [DATABASE]: [0.1, 0.1, 0.1], [GENERATOR]: [0.5, 0.75, 1] })).toContain(
    "Other programs used 0.8 of the machine's 2 cores",
  );
  expect(used({ [GENERATOR]: [1, 2, 2] })).toContain(`${full}, 2.0 of them by the load generator`);
  expect(used({ [WHOLE_MACHINE]: [1, 1.7, null], [GENERATOR]: [0.5, 0.75, 1] })).not.toContain('cores were in use');
});

test('the progress of a run counts what its journal got since the last look, also where a line is not whole yet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-progress-'));
  try {
    const file = join(folder, 'journal.ndjson');
    const progress = createProgress(file);
    expect(progress()).toEqual({ begun: 0, done: 0, failed: 0 });
    writeFileSync(file, '{"begun":true}\n{"begun":true}\n{"ended":"do');
    expect(progress()).toEqual({ begun: 2, done: 0, failed: 0 });
    appendFileSync(file, 'ne"}\n{"ended":"failed"}\n{"problem":"王"}\n');
    expect(progress()).toEqual({ begun: 2, done: 1, failed: 1 });
    expect(progress()).toEqual({ begun: 2, done: 1, failed: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the journal has orders and counted problems, without a line that a kill cut short', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-journal-'));
  try {
    const file = join(folder, 'journal.ndjson');
    const notes = [
      { journey: 'guest-cod', order: 'A1' },
      { journey: 'look-up', problem: 'x' },
      { journey: 'look-up', problem: 'x' },
      { journey: 'look-up', order: 'B2' },
      { journey: 'guest-consent', agreed: true },
      { journey: 'guest-consent', purchase: 'p_1' },
    ];
    writeFileSync(file, `${notes.map((note) => JSON.stringify(note)).join('\n')}\n{"journey":"guest-cod","ord`);
    expect(await readJournal(file)).toEqual({
      orders: ['A1', 'B2'],
      problems: new Map([['look-up: x', 2]]),
      agreed: 1,
      purchases: ['p_1'],
    });
    expect(await readJournal(join(folder, 'none'))).toEqual({ orders: [], problems: new Map(), agreed: 0, purchases: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
