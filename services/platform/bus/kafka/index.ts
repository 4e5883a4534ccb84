export { createKafkaBus, type KafkaBusOptions } from './bus.ts';
export { deadLetterTopic, kafkaSettings, type KafkaSettings } from './config.ts';
export { KafkaTrouble } from './failures.ts';
export { createRelay, type Relay, type RelayMetrics, type RelayOptions } from './relay.ts';
export { ensureTopics } from './topics.ts';
