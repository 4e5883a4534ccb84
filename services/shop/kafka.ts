import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { ConfigError } from '@nordhaut/platform/config';
import { createInProcessBus, kafkaSettings, type Bus, type KafkaSettings } from '@nordhaut/platform/bus';
import type { ShopConfig } from './config.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import type { Engine } from './engine.ts';

/** Of the streams whose events go to Kafka. */
export const RELAYED: readonly string[] = [ORDER_CATEGORY];

/** @throws ConfigError where the configuration names no broker */
export function kafkaOf(config: ShopConfig): KafkaSettings {
  const settings = kafkaSettings(config);
  if (!settings) throw new ConfigError(['KAFKA_BROKERS is missing: it says where Kafka is, as host:port,host:port.']);
  return settings;
}

/** The bus as it is configured. The Kafka client is loaded only where it is wanted. */
export async function openBus({ config, store, codec, pool, logger, metrics: registry }: Engine): Promise<Bus> {
  const metrics = consumerMetrics(registry);
  const kafka = kafkaSettings(config);
  if (!kafka) return createInProcessBus({ store, codec, logger, metrics });
  const { createKafkaBus } = await import('@nordhaut/platform/bus/kafka');
  return createKafkaBus({ kafka, categories: RELAYED, store, codec, pool, logger, metrics });
}
