export * from './decider.ts';
export { openEventStore, type OpenEventStoreOptions } from './open.ts';
export * from './port.ts';
export { eventStoreMigrations } from './postgres/schema.ts';
export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres/store.ts';
