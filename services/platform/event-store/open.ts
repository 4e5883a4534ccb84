import type { EventStore } from './port.ts';
import type { ReaderObserver } from './reader-health.ts';
import { createPostgresEventStore } from './postgres/store.ts';

export type OpenEventStoreOptions = {
  databaseUrl: string;
  /** `esdb://…`; without it the events live in Postgres */
  eventStoreUrl?: string | undefined;
  observer?: ReaderObserver;
};

/**
 * The event store that the addresses say. The gRPC client is loaded only where it is wanted: it takes 35 MB of memory.
 * @throws Error in one sentence where the address is none that the client reads
 */
export async function openEventStore({ databaseUrl, eventStoreUrl, observer = {} }: OpenEventStoreOptions): Promise<EventStore> {
  if (eventStoreUrl === undefined) return createPostgresEventStore({ url: databaseUrl, observer });
  const { createEventStoreDb } = await import('./eventstoredb/store.ts');
  return createEventStoreDb({ url: eventStoreUrl, observer });
}
