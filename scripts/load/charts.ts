import { quantile, sum, transpose } from 'd3-array';
import type { Chart, Line } from './chart.ts';
import type { LoadResult } from './result-shape.ts';
import { underWay, type Series } from './series.ts';
import { count, ms, rate } from './words.ts';

const decimal = (digits: number, unit: string): ((value: number) => string) => {
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: digits });
  return (value) => `${format.format(value)} ${unit}`;
};
const hasValues = ({ lines }: Chart): boolean => lines.some(({ values }) => values.some((value) => value !== null));

/** The median and the 95th percentile of each slice. */
export const percentiles = (times: readonly (readonly number[])[]): Line[] =>
  (
    [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const
  ).map(([name, share]) => ({ name, values: times.map((some) => quantile(some, share) ?? null) }));

export type Section = { title: string; charts: Chart[] };

/** The charts of a run. A chart without any measurement is left out. */
export function sectionsOf({ journeys, series }: LoadResult): Section[] {
  const { sliceSeconds, processes, lag } = series;
  const chart = (title: string, unit: string, format: (value: number) => string, lines: readonly Line[]): Chart => ({
    title,
    unit,
    format,
    sliceSeconds,
    lines,
  });
  const named = Object.entries(series.journeys);
  const each = (of: (journey: Series['journeys'][string]) => readonly number[]): Line[] =>
    named.map(([name, journey]) => ({ name, values: of(journey) }));
  const shoppers = each(underWay);
  const ofProcesses = (of: keyof Omit<Series['processes'][number], 'name'>): Line[] =>
    processes.map((one) => ({ name: one.name, values: one[of] })).filter(({ values }) => values.some((value) => value !== null));

  return [
    {
      title: 'Shoppers over the run',
      charts: [
        chart('Shoppers under way', 'shoppers', count, [
          { name: 'all', values: transpose(shoppers.map(({ values }) => values as number[])).map((slice) => sum(slice)) },
          ...shoppers,
        ]),
        chart(
          'Journeys that failed',
          'journeys',
          count,
          each(({ failed }) => failed),
        ),
        chart('Event to follower', 'ms', ms, percentiles(series.pushes)),
        chart('Order to its look-up', 'ms', ms, percentiles(series.ownOrders)),
      ],
    },
    {
      title: 'Each journey over the run',
      charts: named.flatMap(([name, journey]) => {
        const perSecond = (values: readonly number[]): number[] => values.map((some) => some / sliceSeconds);
        const timed = journeys.find((one) => one.name === name)?.timed ?? '';
        return [
          chart(`${name}: journeys a second`, '1/s', rate, [
            { name: 'asked', values: perSecond(journey.asked) },
            { name: 'begun', values: perSecond(journey.begun) },
            { name: 'done', values: perSecond(journey.done) },
            { name: 'failed', values: perSecond(journey.failed) },
          ]),
          chart(`${name}: ${timed}`, 'ms', ms, percentiles(journey.times)),
        ];
      }),
    },
    {
      title: 'Processes over the run',
      charts: [
        chart('Processor time', 'cores', decimal(2, 'cores'), ofProcesses('cores')),
        chart('Memory, resident', 'MB', decimal(0, 'MB'), ofProcesses('residentMb')),
        chart('Heap in use', 'MB', decimal(0, 'MB'), ofProcesses('heapMb')),
        chart('Delay of the event loop, p99', 'ms', ms, ofProcesses('loopDelayMs')),
        chart('Age of the oldest event that a read model lacks', 's', decimal(2, 's'), [
          { name: 'read model furthest behind', values: lag.oldestSeconds },
        ]),
        chart('Events that a read model lacks', 'events', count, [{ name: 'read model furthest behind', values: lag.eventsBehind }]),
      ],
    },
  ]
    .map(({ title, charts }) => ({ title, charts: charts.filter(hasValues) }))
    .filter(({ charts }) => charts.length > 0);
}
