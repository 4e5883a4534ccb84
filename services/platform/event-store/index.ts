import type { Migration } from '../database/index.ts';
import { eventLocationMigrations } from './event-location.ts';
import { eventStoreMigrations as eventMigrations } from './postgres/schema.ts';

export * from './decider.ts';
export { openEventStore } from './open.ts';
export { pagesOf } from './pages.ts';
export * from './port.ts';
export { createPostgresEventStore } from './postgres/store.ts';
export { countAfter, createPatrol } from './postgres/watch.ts';
export { checkEventStoreConnection } from './check-connection.ts';
export { StoreHealth } from './store-health.ts';

/** The tables of the events, and the record of which store has them. */
export const eventStoreMigrations: readonly Migration[] = [...eventMigrations, ...eventLocationMigrations];
