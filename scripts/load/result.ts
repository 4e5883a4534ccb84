import { CALLS, durationOf, failedOf } from '../../infra/load/calls.ts';
import { askedAt, membersFor, type Plan } from '../../infra/load/plan.ts';
import { isMemberJourney, JOURNEYS } from '../../infra/load/profiles.ts';
import type { Journal } from './journal.ts';
import { RESULT_VERSION, type Figure, type JourneyResult, type LoadResult, type Threshold } from './result-shape.ts';
import type { Series } from './series.ts';

/** The used part of k6's summary (`handleSummary`). Times in ms. */
export type K6Summary = {
  metrics: Record<string, { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> }>;
  state: { testRunDurationMs: number };
};

export type RunFacts = {
  plan: Plan;
  target: string;
  simulators: string | undefined;
  shop: string;
  machine: LoadResult['machine'];
  loadBefore: number;
  leftOut: string[];
  /** seeded members of the shop */
  members: number;
  series: Series;
  startedAt: Date;
  k6: string;
  ordersFile: string;
  wasStopped: boolean;
  /** bounds that the launcher checks after the run, beside those of k6 */
  reports: readonly Threshold[];
};

/** k6 reports figures per journey and per call only for metrics with a threshold; these thresholds always hold. */
const isDemand = (demand: string): boolean => !demand.endsWith('>=0');

/** Makes the result from k6's summary, the notes of the scripts and the plan. */
export function resultOf(summary: K6Summary, journal: Journal, facts: RunFacts): LoadResult {
  const { plan } = facts;
  const value = (metric: string, name: string): number => summary.metrics[metric]?.values[name] ?? 0;
  const count = (metric: string): number => value(metric, 'count');
  const figure = (metric: string): Figure => figureOf(summary, metric);
  const seconds = summary.state.testRunDurationMs / 1000;

  const journeys = plan.journeys.map(({ name, stages, startPerMinute }): JourneyResult => {
    const of = (metric: string): string => `${metric}{scenario:${name}}`;
    const [begun, dropped] = [count(of('journeys_begun')), count(of('dropped_iterations'))];
    const [failed, done] = [value(of('journey_failed'), 'passes'), value(of('journey_failed'), 'fails')];
    return {
      name,
      timed: JOURNEYS[name].timed,
      ratePerSecond: Math.max(startPerMinute, ...stages.map(({ perMinute }) => perMinute)) / 60,
      asked: begun + dropped,
      done,
      failed,
      dropped,
      unfinished: Math.max(0, begun - done - failed),
      time: figure(of(JOURNEYS[name].metric)),
    };
  });
  const sum = (of: (journey: JourneyResult) => number): number => journeys.reduce((total, journey) => total + of(journey), 0);
  const ofK6 = thresholdsOf(summary);
  const isWhole = !plan.tolerant && !facts.wasStopped && !(plan.untilItBreaks && ofK6.some(({ ok }) => !ok));
  const ends = isWhole
    ? endsOf(plan, { asked: sum(({ asked }) => asked), done: sum(({ done }) => done), unfinished: sum(({ unfinished }) => unfinished) })
    : [];
  const thresholds = [...ofK6, ...ends, ...facts.reports].sort((a, b) => Number(a.ok) - Number(b.ok) || a.metric.localeCompare(b.metric));
  const broken = thresholds.some(({ ok }) => !ok);
  return {
    version: RESULT_VERSION,
    profile: plan.profile,
    target: facts.target,
    simulators: facts.simulators ?? null,
    shop: facts.shop,
    machine: facts.machine,
    loadBefore: facts.loadBefore,
    startedAt: facts.startedAt.toISOString(),
    seconds: Math.round(seconds * 10) / 10,
    askedSeconds: plan.seconds,
    ratePerSecond: plan.rate,
    tolerant: plan.tolerant,
    k6: facts.k6,
    verdict: broken ? 'fail' : facts.wasStopped ? 'stopped' : 'pass',
    ...(facts.wasStopped && { wasStopped: true }),
    brokeAt: plan.untilItBreaks && broken ? Math.round(askedAt(plan, Math.min(seconds, plan.seconds))) : null,
    untilItBreaks: plan.untilItBreaks,
    requests: count('http_reqs'),
    requestsFailed: value('http_req_failed', 'passes'),
    callsRepeated: count('calls_repeated'),
    ordersPlaced: journal.orders.length,
    ordersFile: facts.ordersFile,
    checkouts: value('checkout_failed', 'passes') + value('checkout_failed', 'fails'),
    checkoutsFailed: value('checkout_failed', 'passes'),
    journeysAsked: sum(({ asked }) => asked),
    journeysDone: sum(({ done }) => done),
    journeysFailed: sum(({ failed }) => failed),
    journeysDropped: sum(({ dropped }) => dropped),
    journeysUnfinished: sum(({ unfinished }) => unfinished),
    leftOut: facts.leftOut,
    ...(facts.members < membersFor(plan) &&
      plan.journeys.some(({ name }) => isMemberJourney(name)) && {
        fewMembers: { seeded: facts.members, needed: membersFor(plan) },
      }),
    pushReceived: count('push_received'),
    pushMissed: count('push_missed'),
    pushOutOfOrder: count('push_out_of_order'),
    pushRepeated: count('push_repeated'),
    followerReconnects: count('follower_reconnects'),
    followersLost: count('follower_lost'),
    reportsUnheard: count('report_unheard'),
    pushLatency: figure('push_latency'),
    pushLatencyFrom: { carrier: figure('push_latency{from:carrier}'), shop: figure('push_latency{from:shop}') },
    readYourWrite: figure('read_your_write'),
    checkoutDuration: figure('checkout_duration'),
    requestDuration: figure('http_req_duration'),
    calls: CALLS.map((name) => ({ name, failed: value(failedOf(name), 'passes'), time: figure(durationOf(name)) }))
      .filter(({ time }) => time.count > 0)
      .sort((a, b) => b.time.p95 - a.time.p95),
    vus: value('vus', 'max'),
    vusAllowed: plan.journeys.reduce((total, { maxVus }) => total + maxVus, 0),
    journeys,
    thresholds,
    problems: [...journal.problems].map(([problem, times]) => ({ problem, count: times })).sort((a, b) => b.count - a.count),
    series: facts.series,
  };
}

function figureOf({ metrics }: K6Summary, metric: string): Figure {
  const values = metrics[metric]?.values ?? {};
  const of = (name: string): number => Math.round((values[name] ?? 0) * 10) / 10;
  return { count: of('count'), p50: of('p(50)'), p95: of('p(95)'), p99: of('p(99)'), max: of('max') };
}

function thresholdsOf({ metrics }: K6Summary): Threshold[] {
  return Object.entries(metrics).flatMap(([metric, { values, thresholds = {} }]) =>
    Object.entries(thresholds)
      .filter(([demand]) => isDemand(demand))
      .map(([demand, { ok }]) => ({ metric, demand, measured: values[demand.split(/[<>=]/)[0] ?? ''] ?? 0, ok })),
  );
}

/**
 * Bounds for journeys without an end. k6 has no figures of a journey that the end of the run cut off, and a threshold of a
 * metric without figures holds. So k6 alone would pass a shop that does not answer.
 */
function endsOf({ bounds }: Plan, { asked, done, unfinished }: { asked: number; done: number; unfinished: number }): Threshold[] {
  const most = Math.floor(bounds.failed * asked);
  return [
    { metric: 'journeys_done', demand: 'count>=1', measured: done, ok: done >= 1 },
    { metric: 'journeys_unfinished', demand: `count<=${most}`, measured: unfinished, ok: unfinished <= most },
  ];
}
