import type { Role } from '../role.ts';
import { kafkaOf } from './bus.ts';
import type { Engine } from './open.ts';

/** Sends the events of the relayed categories to Kafka. One of several relays is active. */
export async function relayRole({ store, pool, config, logger, metrics, relayed: categories }: Engine): Promise<Role> {
  const { createRelay } = await import('../bus/kafka/index.ts');
  return createRelay({ store, pool, kafka: kafkaOf(config), categories, logger, metrics });
}
