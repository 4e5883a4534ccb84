import { createInProcessBus, kafkaSettings, type Bus, type KafkaConfig, type KafkaSettings } from '../bus/index.ts';
import { ConfigError } from '../config.ts';
import type { Engine } from './open.ts';

/** @throws ConfigError if the configuration names no broker */
export function kafkaOf(config: KafkaConfig & { NODE_ENV?: string }): KafkaSettings {
  const settings = kafkaSettings(config);
  if (!settings) throw new ConfigError(['KAFKA_BROKERS is missing: it says where Kafka is, as host:port,host:port.']);
  return settings;
}

/** The bus that the configuration names. The Kafka client is loaded only if it is used. */
export async function openBus({ config, store, codec, pool, logger, metrics }: Engine): Promise<Bus> {
  const kafka = kafkaSettings(config);
  if (!kafka) return createInProcessBus({ store, codec, logger, metrics });
  const { createKafkaBus } = await import('../bus/kafka/index.ts');
  return createKafkaBus({ kafka, store, codec, pool, logger, metrics });
}
