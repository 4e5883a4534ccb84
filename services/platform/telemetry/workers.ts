import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** In a worker of node:cluster: the process above may ask for these metrics from now on. */
export function shareMetrics({ registry }: Pick<Metrics, 'registry'>): void {
  AggregatorRegistry.setRegistries([registry]);
  // Made for its listener alone, which answers the process above.
  new AggregatorRegistry();
}

/** In the process above them: the metrics of all workers, summed. */
export function metricsOfWorkers(): { text(): Promise<string>; contentType: string } {
  const registry = new AggregatorRegistry();
  return { text: () => registry.clusterMetrics(), contentType: registry.contentType };
}
