import type { Role } from '../role.ts';
import { kafkaOf } from './bus.ts';
import type { Engine } from './open.ts';

/** Sends the events of the relayed categories to Kafka. One of several relays is active. */
export async function relayRole({ store, pool, config, logger, metrics, relayed: categories }: Engine): Promise<Role> {
  const { createRelay } = await import('../bus/kafka/index.ts');
  const relayed = metrics.counter('relay_events_total', 'Events that Kafka acknowledged');
  const delay = metrics.histogram('relay_delay_seconds', 'From the event to its acknowledgement by Kafka');
  const leads = metrics.gauge('relay_leads', '1 if this process is the active relay');
  return createRelay({
    store,
    pool,
    kafka: kafkaOf(config),
    categories,
    logger,
    metrics: {
      relayed: (events) => relayed.inc(events),
      delay: (ms) => delay.observe(Math.max(0, ms) / 1000),
      leading: (now) => leads.set(now ? 1 : 0),
    },
  });
}
