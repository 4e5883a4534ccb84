import type { Figure, LoadResult } from './result-shape.ts';
import { boundOf, count, rate, remarksOf, time, verdictOf } from './words.ts';

const PROBLEMS_SHOWN = 8;

/** The result as text for a terminal, with pass or fail first. */
export function tableOf(result: LoadResult): string {
  const { word, rest } = verdictOf(result);
  const bounds = result.thresholds.map(boundOf);
  const broken = bounds.filter(({ ok }) => !ok);
  const calls = callRows(result);
  return [
    `${word}  ${rest}`,
    '',
    columns([
      ['journey', 'at most', 'done', 'failed', 'dropped', 'p50', 'p95', 'p99', ''],
      ...result.journeys.map((journey) => [
        journey.name,
        rate(journey.ratePerSecond),
        count(journey.done),
        count(journey.failed),
        count(journey.dropped),
        ...times(journey.time),
        journey.timed,
      ]),
    ]),
    '',
    columns([
      ['', 'measured', 'p50', 'p95', 'p99', 'max', ''],
      ...latencies(result).map(([name, figure]) => [name, count(figure.count), ...times(figure), time(figure, figure.max), '']),
    ]),
    '',
    ...(calls.length === 0 ? [] : [columns([[...CALL_HEADINGS, ''], ...calls.map((call) => [...call, ''])]), '']),
    columns(
      [
        ['orders', `${count(result.ordersPlaced)} placed, ${count(result.checkoutsFailed)} of ${count(result.checkouts)} checkouts failed`],
        ['requests', `${count(result.requests)}, ${count(result.requestsFailed)} failed, ${count(result.callsRepeated)} repeated calls`],
        ...(result.pushReceived > 0 || result.pushMissed > 0 ? [['statuses pushed', pushes(result)]] : []),
        ['bounds', broken.length === 0 ? `all ${bounds.length} hold` : `${broken.length} of ${bounds.length} broken:`],
      ],
      [0, 1],
    ),
    ...broken.map(
      ({ what, demand, measured }) => `  ✗ ${what}: ${measured} (${demand}${demand.startsWith('at least') ? ' needed' : ' allowed'})`,
    ),
    ...section('Problems', problems(result)),
    ...section('Note', remarksOf(result)),
  ].join('\n');
}

const times = (figure: Figure): string[] => [figure.p50, figure.p95, figure.p99].map((value) => time(figure, value));

/** Names and figures of the times beside the journeys. */
export const latencies = (result: LoadResult): [name: string, figure: Figure][] => [
  ['event to follower', result.pushLatency],
  ["  from the carrier's report", result.pushLatencyFrom.carrier],
  ["  from the shop's own events", result.pushLatencyFrom.shop],
  ['order to its look-up', result.readYourWrite],
  ['one request', result.requestDuration],
];

export const CALL_HEADINGS = ['call', 'made', 'failed', 'p50', 'p95', 'p99', 'max'];
/** A row for each call, the slowest first. */
export const callRows = ({ calls = [] }: LoadResult): string[][] =>
  calls.map(({ name, failed, time: figure }) => [name, count(figure.count), count(failed), ...times(figure), time(figure, figure.max)]);

export const pushes = ({ pushReceived, pushMissed, pushOutOfOrder, pushRepeated, followerReconnects }: LoadResult): string =>
  [
    count(pushReceived),
    `${count(pushMissed)} missed`,
    `${count(pushOutOfOrder)} out of order`,
    `${count(pushRepeated)} twice`,
    `${count(followerReconnects)} reconnects`,
  ].join(', ');

function problems({ problems: all }: LoadResult): string[] {
  const shown = all.slice(0, PROBLEMS_SHOWN).map(({ problem, count: often }) => `${count(often)} × ${problem}`);
  const rest = all.length - shown.length;
  return rest > 0 ? [...shown, `and ${count(rest)} more kinds`] : shown;
}

export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

/** Aligns columns of figures to the right, and columns of `words` to the left. Without `words` these are the first and the last one. */
export function columns(rows: readonly (readonly string[])[], words: readonly number[] = [0, (rows[0]?.length ?? 0) - 1]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => [...(row[at] ?? '')].length)));
  const cell = (text: string, at: number): string => {
    const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - [...text].length));
    return words.includes(at) ? text + space : space + text;
  };
  return rows.map((row) => row.map(cell).join('   ').trimEnd()).join('\n');
}
