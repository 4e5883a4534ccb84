export { consumerRole, underLock } from './consumer-role.ts';
export { consumeDurably, type DurableOptions } from './durable.ts';
export { type DueWork, passOver } from './due-work.ts';
export { createInProcessBus } from './in-process.ts';
export { heldRemark, PoisonEvent, readHeld } from './held-streams.ts';
export { busMigrations } from './migrations.ts';
export type { Bus, Consumption } from './port.ts';
export { durablePositions, savedPosition } from './positions.ts';
export { KafkaConfig, type KafkaSettings, kafkaSettings } from './kafka/config.ts';
