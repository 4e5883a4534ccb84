import { consumerMetrics } from './consumer-metrics.ts';
import { deliver, type DeliveryOptions } from './delivery.ts';
import { heldStreams } from './held-streams.ts';
import type { Bus } from './port.ts';
import { createTroubles } from './troubles.ts';

/** The bus on the event store itself: one subscription for each consumer. */
export function createInProcessBus(options: DeliveryOptions): Bus {
  return {
    async consume(consumer) {
      const after = await options.store.head();
      const stopping = new AbortController();
      const metrics = consumerMetrics(options.metrics, consumer.name);
      const troubles = createTroubles((trouble) => metrics.trouble.set(trouble === undefined ? 0 : 1));
      const report = troubles.reporter('delivery');
      const held = heldStreams((count) => metrics.blocked.set(count));
      const running = deliver({ ...options, consumer, report, save: async () => undefined, held }, after, stopping.signal);
      return {
        trouble: troubles.current,
        async stop() {
          stopping.abort();
          await running;
        },
      };
    },
  };
}
