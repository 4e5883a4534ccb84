import { mean, sum } from 'd3-array';
import { followsOf, isJourneyName } from '../../infra/load/profiles.ts';
import { DATABASE, GENERATOR, WHOLE_MACHINE } from './processes.ts';
import type { Figure, LoadResult, Threshold } from './result-shape.ts';

/** Formats of figures, the same in the terminal and on the page. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const count = (number: number): string => whole.format(number);
export const rate = (perSecond: number): string =>
  `${new Intl.NumberFormat('en-US', perSecond < 0.1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 }).format(perSecond)}/s`;
export const share = (part: number): string => `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(part * 100)} %`;
export const ms = (time: number): string => (time < 10_000 ? `${whole.format(time)} ms` : `${(time / 1000).toFixed(1)} s`);
/** A time, or a dash when nothing was measured. */
export const time = ({ count: measured }: Figure, value: number): string => (measured === 0 ? '–' : ms(value));

const NAMES: Record<string, string> = {
  http_req_failed: 'requests that failed',
  journey_failed: 'journeys that failed',
  checkout_failed: 'checkouts that failed',
  dropped_iterations: 'journeys that could not begin',
  journeys_done: 'journeys that were done',
  journeys_unfinished: 'journeys that the end of the run cut off',
  flash_sale_won: 'orders with a piece of the limited coupon',
  orders_lost: 'confirmed orders that the look-up does not show after the run',
  orders_doubled: 'order numbers given twice, and orders with two parcels',
  amounts_differ: 'orders whose total is not what was charged or is collected',
  push_missed: 'statuses that a follower missed',
  push_out_of_order: 'statuses after a later one',
  reports_differ: 'orders with consent and reported purchases that differ',
  push_latency: 'event to follower',
  read_your_write: 'order to its look-up',
  checkout_duration: 'checkout',
  page_duration: 'page',
  sign_in_duration: 'sign-in',
};

export type Bound = {
  what: string;
  demand: string;
  measured: string;
  ok: boolean;
  /** measured value divided by the limit; undefined when the limit is 0 or a minimum */
  used: number | undefined;
};

/** A threshold in words. */
export function boundOf({ metric, demand, measured, ok }: Threshold): Bound {
  const [, name = metric, journey] = /^(\w+)(?:\{(?:scenario|provider):(.+)\})?$/.exec(metric) ?? [];
  const [, statistic = '', sign = '', limitText = ''] = /^([^<>=]+)([<>=]+)(.*)$/.exec(demand) ?? [];
  const limit = Number(limitText);
  const percentile = /^p\((\d+)\)$/.exec(statistic)?.[1];
  const atLeast = sign.startsWith('>');
  const say = statistic === 'rate' ? share : percentile === undefined ? count : ms;
  return {
    what: `${journey === undefined ? '' : `${journey}: `}${NAMES[name] ?? name}${percentile === undefined ? '' : `, ${percentile} of 100`}`,
    demand: limit === 0 ? 'none' : `${atLeast ? 'at least' : sign === '<' ? 'under' : 'at most'} ${say(limit)}`,
    measured: say(measured),
    ok,
    used: limit === 0 || atLeast ? undefined : measured / limit,
  };
}

/** The first word of the result, and its description. */
export function verdictOf(result: LoadResult): { word: string; rest: string } {
  const { profile, seconds, target, verdict, wasStopped, untilItBreaks, brokeAt, ratePerSecond, askedSeconds } = result;
  const about = `${profile}, ${rate(ratePerSecond)} for ${count(askedSeconds)} s against ${target}`;
  const early = `after ${count(seconds)} s, before its end: ${about}`;
  if (verdict === 'stopped') return { word: 'STOPPED', rest: early };
  if (wasStopped && !untilItBreaks) return { word: 'FAIL', rest: `stopped ${early}` };
  if (brokeAt !== null)
    return { word: 'BROKE', rest: `after ${count(seconds)} s, at about ${count(brokeAt)} journeys a second: up to ${about}` };
  if (untilItBreaks) return { word: 'HELD', rest: `up to the end: ${about}` };
  return { word: verdict === 'pass' ? 'PASS' : 'FAIL', rest: `${about}${result.tolerant ? ', failures tolerated' : ''}` };
}

export const machineOf = ({ machine: { cores, model, memoryGb, system, node } }: LoadResult): string =>
  `${count(cores)} cores (${model}), ${count(memoryGb)} GB, ${system}, Node ${node}`;

/** Share of the machine's processors above which other programs disturb the figures. */
const DISTURBING = 0.1;

/** What other programs took from the machine under test; a sentence where it was much. */
export function busyRemark({ machine: { cores }, loadBefore, series: { processes } }: LoadResult): string[] {
  const used = (one: LoadResult['series']['processes'][number] | undefined): number =>
    mean(one?.cores ?? [], (value) => value ?? undefined) ?? 0;
  const whole = processes.find(({ name }) => name === WHOLE_MACHINE);
  const others = used(whole) - sum(processes.filter((one) => one !== whole).map(used));
  if (whole && processes.some(({ name }) => name === DATABASE))
    return others > DISTURBING * cores
      ? [`Other programs used ${others.toFixed(1)} of the machine's ${count(cores)} cores during the run.`]
      : [];
  return loadBefore > cores / 2
    ? [`The load generator's machine was busy before the run (load ${loadBefore} on ${count(cores)} cores).`]
    : [];
}

/** Share of the machine's processors from which on programs wait for one another, and of the run for which that is worth a remark. */
const FULL = { cores: 0.9, slices: 0.05 };

/** That the machine's processors were the limit, so the times are no longer those of the shop alone. */
function fullMachine({ machine: { cores }, series: { processes } }: LoadResult): string[] {
  const [whole, generator] = [WHOLE_MACHINE, GENERATOR].map((wanted) => processes.find(({ name }) => name === wanted)?.cores);
  const measured = (whole ?? generator ?? []).map((used, slice) => ({ used, ofGenerator: generator?.[slice] ?? 0 }));
  const known = measured.filter(({ used }) => used !== null);
  const full = known.filter(({ used }) => (used ?? 0) >= FULL.cores * cores);
  if (full.length === 0 || full.length < FULL.slices * known.length) return [];
  const generators = mean(full, ({ ofGenerator }) => ofGenerator) ?? 0;
  return [
    `In ${count(full.length)} of ${count(known.length)} slices of time, at least ${share(FULL.cores)} of the machine's ${count(cores)} cores were in use, ${generators.toFixed(1)} of them by the load generator: the times there are the machine's as much as the shop's (infra/load/README.md, "Limits of the generator").`,
  ];
}

/** Bounds of a time hold where nothing was measured, so the reader needs the names. */
function unmeasured({ journeys }: LoadResult): string[] {
  const names = journeys.filter(({ time: { count: measured } }) => measured === 0).map(({ name }) => name);
  return names.length > 0 ? [`Without a measured time, so the bounds of these times say nothing: ${names.join(', ')}.`] : [];
}

/** Measurements from which on a 95th percentile rests on more than the slowest one or two. */
const ENOUGH = 20;

/** The bounds of times that broke on few measurements, as in a breakpoint run that begins slowly. */
function fewMeasured({ journeys, thresholds }: LoadResult): string[] {
  const few = journeys.filter(
    ({ name, time: { count: measured } }) =>
      measured < ENOUGH &&
      thresholds.some(({ metric, demand, ok }) => !ok && demand.startsWith('p(') && metric.endsWith(`{scenario:${name}}`)),
  );
  return few.length > 0
    ? [
        `Fewer than ${count(ENOUGH)} measurements, so the 95th percentile rests on the slowest one or two: ${few.map(({ name, time: { count: measured } }) => `${name} ${count(measured)}`).join(', ')}.`,
      ]
    : [];
}

/** Remarks that explain the figures. */
export function remarksOf(result: LoadResult): string[] {
  const {
    journeysDropped,
    journeysAsked,
    journeysUnfinished,
    vus,
    vusAllowed,
    problems,
    simulators,
    journeys,
    followersLost,
    reportsUnheard,
    leftOut,
    fewMembers,
    thresholds,
    series,
  } = result;
  const follows = journeys.some(({ name }) => isJourneyName(name) && followsOf(name) === 'parcel');
  const limited = problems.some(({ problem }) => /\b429\b|RATE_LIMITED|CASH_LIMIT|同時追蹤/.test(problem));
  return [
    ...(journeysDropped > 0
      ? [
          `${count(journeysDropped)} of ${count(journeysAsked)} journeys could not begin, so the load was lower than requested: no virtual user was free (${count(vus)} at once, ${count(vusAllowed)} allowed). Either the shop answers too slowly or the load generator lacks resources (infra/load/README.md).`,
        ]
      : []),
    ...(journeysUnfinished > 0 ? [`${count(journeysUnfinished)} journeys were cut off by the end of the run.`] : []),
    ...unmeasured(result),
    ...fewMeasured(result),
    ...(followersLost > 0 ? [`${count(followersLost)} followers could not reconnect in time; their missed statuses are not counted.`] : []),
    ...(reportsUnheard > 0
      ? [`At the end, the shop had not received ${count(reportsUnheard)} of the carrier's reports; the carrier repeats them after minutes.`]
      : []),
    ...(limited
      ? [
          'The target limits calls or sockets of an address, or cash orders: start it with RATE_LIMIT_FACTOR=100000 SOCKETS_PER_ADDRESS=100000 CASH_LIMIT=off.',
        ]
      : []),
    ...(leftOut.length > 0 ? [`Left out, because the target's members are not known (--members): ${leftOut.join(', ')}.`] : []),
    ...(fewMembers
      ? [
          `The target has ${count(fewMembers.seeded)} members, and ${count(fewMembers.needed)} shoppers can need one at once: two with the same member share its cart and disturb each other.`,
        ]
      : []),
    ...(thresholds.some(({ metric, measured }) => metric === 'flash_sale_won' && measured === 0) &&
    journeys.some(({ name, done }) => name === 'member-flash-sale' && done > 0)
      ? ['Nobody got a piece of LOAD_FLASH_SALE, so the run did not test its last piece. A shop has the pieces once: use a new shop.']
      : []),
    ...fullMachine(result),
    ...busyRemark(result),
    ...(series.processes.every(({ residentMb }) => residentMb.every((value) => value === null))
      ? ['No process of the shop could be measured: its /metrics did not answer (--metrics, METRICS_TOKEN).']
      : []),
    ...(follows && simulators === null
      ? ["The run moved no parcel (--simulators): the latency is only that of the shop's own events."]
      : []),
  ];
}
