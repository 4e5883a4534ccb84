import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; dense where the shop's own bounds lie (10 ms look-up, 50 ms push, 150 ms checkout). */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10];

export type GaugeOptions = {
  /** The value is the whole shop's and not this process's: processes that tell it say the same, and their sum is nothing. */
  shared?: boolean;
};

/** The process's metrics. Asking twice for one name gives the same metric, so roles in one process share. */
export type Metrics = {
  registry: Registry;
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  /**
   * `collect` runs at each scrape; for values that are read and not counted. Where it fails, or has not come to its
   * end in 2 s, the metric is left out: an old value would be a lie, and the others are needed most at that moment.
   */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
    options?: GaugeOptions,
  ): Gauge<L>;
  /** `buckets` in the metric's unit, seconds by default */
  histogram<L extends string = never>(name: string, help: string, labels?: readonly L[], buckets?: readonly number[]): Histogram<L>;
  /** Prometheus text */
  text(): Promise<string>;
  contentType: string;
};

/** ms that reading a value may take */
const PATIENCE = 2_000;

/** @param options.process also measures the process itself: CPU, memory, event loop, garbage collection */
export function createMetrics(options: { process?: boolean; labels?: Record<string, string> } = {}): Metrics {
  const registry = new Registry();
  if (options.labels) registry.setDefaultLabels(options.labels);
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  const known = <M>(name: string): M | undefined => registry.getSingleMetric(name) as M | undefined;
  const registers = [registry];
  return {
    registry,
    counter: <L extends string>(name: string, help: string, labels: readonly L[] = []) =>
      known<Counter<L>>(name) ?? new Counter<L>({ name, help, labelNames: labels, registers }),
    gauge: <L extends string>(
      name: string,
      help: string,
      labels: readonly L[] = [],
      collect?: (gauge: Gauge<L>) => void | Promise<void>,
      { shared = false }: GaugeOptions = {},
    ) =>
      known<Gauge<L>>(name) ??
      new Gauge<L>({
        name,
        help,
        labelNames: labels,
        registers,
        aggregator: shared ? 'max' : 'sum',
        ...(collect === undefined
          ? {}
          : {
              collect(this: Gauge<L>) {
                return readInto(this, labels.length === 0, collect);
              },
            }),
      }),
    histogram: <L extends string>(name: string, help: string, labels: readonly L[] = [], buckets: readonly number[] = DURATION_BUCKETS) =>
      known<Histogram<L>>(name) ?? new Histogram<L>({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

async function readInto<L extends string>(
  gauge: Gauge<L>,
  isPlain: boolean,
  collect: (gauge: Gauge<L>) => void | Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PATIENCE);
  });
  try {
    await Promise.race([collect(gauge), late]);
  } catch {
    gauge.reset();
    // One without labels is at 0 after a reset, which would be a value as well.
    if (isPlain) gauge.remove();
  } finally {
    clearTimeout(timer);
  }
}
