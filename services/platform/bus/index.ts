export { consumeDurably, createInProcessBus, type DurableOptions, type InProcessBusOptions } from './in-process.ts';
export { busMigrations } from './migrations.ts';
export type { Bus, Consumer, ConsumerMetrics, Consumption } from './port.ts';
export { KafkaConfig, type KafkaSettings, kafkaSettings } from './kafka/config.ts';
