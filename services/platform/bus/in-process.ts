import { deliver, type DeliveryOptions } from './delivery.ts';
import { heldInMemory } from './held-streams.ts';
import type { Bus } from './port.ts';
import { createTroubles } from './troubles.ts';

/** The bus on the event store itself: one subscription for each consumer. */
export function createInProcessBus(options: DeliveryOptions): Bus {
  return {
    async consume(consumer) {
      const after = await options.store.head();
      const stopping = new AbortController();
      const troubles = createTroubles((trouble) => options.metrics?.trouble?.(consumer.name, trouble !== undefined));
      const report = troubles.reporter('delivery');
      const held = heldInMemory((count) => options.metrics?.blocked?.(consumer.name, count));
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
