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
 * Opens the event store that the addresses name. The gRPC client takes 35 MB of memory and is loaded only if it is needed.
 * @throws Error in one sentence if the client cannot read the address
 */
export async function openEventStore({ databaseUrl, eventStoreUrl, observer = {} }: OpenEventStoreOptions): Promise<EventStore> {
  if (eventStoreUrl === undefined) return createPostgresEventStore({ url: databaseUrl, observer });
  const { createEventStoreDb } = await import('./eventstoredb/store.ts');
  return createEventStoreDb({ url: eventStoreUrl, observer });
}
