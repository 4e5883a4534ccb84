import type { Probe, Wait } from './probe.ts';
import type { Sample } from './watch.ts';

/** The effects of one case; durations in ms. */
export type Outcome = {
  name: string;
  /** until another process led; undefined for roles without a leader */
  takeover: number | undefined;
  /** the longest wait of a buyer during the case */
  longest: Record<Wait, number>;
  /** the maximum: events of orders that were not handled, and the age of the oldest */
  lag: { reader: string; events: number; ageMs: number };
  /** calls of the measured buyers that failed and were repeated */
  failed: number;
  recovered: number;
};

const WAITS: readonly Wait[] = ['order', 'look-up', 'push'];

export function outcomeOf(options: {
  name: string;
  leads: string | undefined;
  from: number;
  to: number;
  probes: readonly Probe[];
  samples: readonly Sample[];
}): Outcome {
  const { name, leads, from, to, probes, samples } = options;
  const within = samples.filter(({ at }) => at >= from && at <= to);
  const before = leads === undefined ? undefined : samples.findLast(({ at }) => at < from)?.leaders.get(leads);
  const next = leads === undefined ? undefined : within.find(({ leaders }) => leaders.has(leads) && leaders.get(leads) !== before);
  const waits = probes.flatMap((probe) => probe.waits).filter((wait) => wait.to >= from && wait.from <= to);
  const worst = within
    .flatMap(({ behind }) => [...behind].map(([reader, lag]) => ({ reader, ...lag })))
    .reduce((most, one) => (one.ageMs > most.ageMs ? one : most), { reader: '', events: 0, ageMs: 0 });
  return {
    name,
    takeover: next && next.at - from,
    longest: Object.fromEntries(
      WAITS.map((what) => [what, Math.max(0, ...waits.filter((wait) => wait.what === what).map((wait) => wait.to - wait.from))]),
    ) as Record<Wait, number>,
    lag: { ...worst, events: Math.max(0, ...within.flatMap(({ behind }) => [...behind.values()].map(({ events }) => events))) },
    failed: probes.flatMap(({ failures }) => failures).filter(({ at }) => at >= from && at <= to).length,
    recovered: to - from,
  };
}

const seconds = (ms: number | undefined): string => (ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`);

/** One line for each case, aligned. */
export function table(outcomes: readonly Outcome[]): string {
  const head = ['killed', 'another led', 'order', 'look-up', 'push', 'maximum lag', 'repeated calls'];
  const rows = outcomes.map(({ name, takeover, longest, lag, failed }) => [
    name,
    seconds(takeover),
    seconds(longest.order),
    seconds(longest['look-up']),
    seconds(longest.push),
    lag.reader === '' ? '' : `${lag.events} events, ${seconds(lag.ageMs)} (${lag.reader})`,
    String(failed),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] as string).length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
