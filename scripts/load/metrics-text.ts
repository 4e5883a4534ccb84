/** The figures of a Node process of the shop, from its `/metrics`. */
export type Figures = {
  /** since the process began */
  cpuSeconds: number | undefined;
  residentMb: number | undefined;
  heapMb: number | undefined;
  /** ms; 99th percentile since the previous reading */
  loopDelayMs: number | undefined;
  /** of the read model that is furthest behind */
  oldestSeconds: number | undefined;
  eventsBehind: number | undefined;
};

const MB = 2 ** 20;

/** Reads the text that prom-client writes (one sample per line: `name{labels} value`). */
export function readMetrics(text: string): Figures {
  const all = (name: string): number[] =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^\\n]*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value)).filter(Number.isFinite);
  const highest = (name: string): number | undefined => {
    const values = all(name);
    return values.length === 0 ? undefined : Math.max(...values);
  };
  const times = (value: number | undefined, factor: number): number | undefined => (value === undefined ? undefined : value * factor);
  return {
    cpuSeconds: highest('process_cpu_seconds_total'),
    residentMb: times(highest('process_resident_memory_bytes'), 1 / MB),
    heapMb: times(highest('nodejs_heap_size_used_bytes'), 1 / MB),
    loopDelayMs: times(highest('nodejs_eventloop_lag_p99_seconds'), 1_000),
    oldestSeconds: highest('projection_oldest_unhandled_seconds'),
    eventsBehind: highest('projection_events_behind'),
  };
}
