import type { Role } from '@nordhaut/platform/role';
import type { Engine } from '../engine.ts';
import { kafkaOf, RELAYED } from '../kafka.ts';

/** Brings the orders' events to Kafka; of several one acts. */
export async function relayRole({ store, pool, config, logger, metrics }: Engine): Promise<Role> {
  const { createRelay } = await import('@nordhaut/platform/bus/kafka');
  const relayed = metrics.counter('relay_events_total', 'Events that Kafka acknowledged');
  const delay = metrics.histogram('relay_delay_seconds', 'From the event to its acknowledgement by Kafka');
  const leads = metrics.gauge('relay_leads', '1 where this process is the one that relays');
  return createRelay({
    store,
    pool,
    kafka: kafkaOf(config),
    categories: RELAYED,
    logger,
    metrics: {
      relayed: (events) => relayed.inc(events),
      delay: (ms) => delay.observe(Math.max(0, ms) / 1000),
      leading: (now) => leads.set(now ? 1 : 0),
    },
  });
}
