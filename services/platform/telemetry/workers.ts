import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** For a worker of node:cluster: lets the primary process read these metrics. */
export function shareMetrics({ registry }: Pick<Metrics, 'registry'>): void {
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor adds the listener that answers the primary process.
  new AggregatorRegistry();
}

/** For the primary process: the aggregated metrics of all workers. */
export function metricsOfWorkers(): { text(): Promise<string>; contentType: string } {
  const registry = new AggregatorRegistry();
  return { text: () => registry.clusterMetrics(), contentType: registry.contentType };
}
