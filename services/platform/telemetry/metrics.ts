import pTimeout from 'p-timeout';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds. The buckets are narrow around the shop's own limits (10 ms look-up, 50 ms push, 150 ms checkout). */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10];

type GaugeOptions = {
  /** Every process reports the same value, because it describes the whole shop. Workers are then aggregated by `max`. */
  shared?: boolean;
};

/**
 * The metrics of the process, with its CPU, memory, event loop and garbage collection. A name that exists gives the existing
 * metric, so the roles of one process share it.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** ms */
const COLLECT_TIMEOUT = 2_000;

let ofProcess: Registry | undefined;

/**
 * All registries of a process have the same metrics of it: the library's observers of the event loop and of the garbage collection
 * never end, and keep the registry to which they report.
 */
function shareProcessMetrics(registry: Registry): void {
  if (ofProcess === undefined) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
}

export function createMetrics() {
  const registry = new Registry();
  shareProcessMetrics(registry);
  const known = <M>(name: string): M | undefined => registry.getSingleMetric(name) as M | undefined;
  const registers = [registry];
  return {
    registry,
    counter: <L extends string = never>(name: string, help: string, labels: readonly L[] = []): Counter<L> =>
      known(name) ?? new Counter({ name, help, labelNames: labels, registers }),
    /**
     * `collect` runs at each scrape. If it fails or takes longer than 2 s, the scrape leaves this metric out: its last
     * value may be wrong, and the other metrics are still needed.
     */
    gauge: <L extends string = never>(
      name: string,
      help: string,
      labels: readonly L[] = [],
      collect?: (gauge: Gauge<L>) => void | Promise<void>,
      { shared = false }: GaugeOptions = {},
    ): Gauge<L> =>
      known(name) ??
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        aggregator: shared ? 'max' : 'sum',
        ...(collect && {
          collect() {
            return readInto(this, labels.length === 0, collect);
          },
        }),
      }),
    /** in seconds */
    histogram: <L extends string = never>(name: string, help: string, labels: readonly L[] = []): Histogram<L> =>
      known(name) ?? new Histogram({ name, help, labelNames: labels, buckets: DURATION_BUCKETS, registers }),
    /** Prometheus text */
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
}

async function readInto<L extends string>(
  gauge: Gauge<L>,
  isPlain: boolean,
  collect: (gauge: Gauge<L>) => void | Promise<void>,
): Promise<void> {
  try {
    await pTimeout(Promise.resolve(collect(gauge)), { milliseconds: COLLECT_TIMEOUT });
  } catch {
    gauge.reset();
    // `reset` sets a gauge without labels to 0, which would be reported.
    if (isPlain) gauge.remove();
  }
}
