import { EventStoreDBClient, FORWARDS, START as LOG_START } from '@eventstore/db-client';
import { openEventStore, START } from '@nordhaut/platform/event-store';

/** events in one read of the client */
const PAGE = 4_000;

/** Reads the whole log with the client alone. @returns duration in ms */
export async function readWithClient(eventStoreUrl: string): Promise<number> {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const began = performance.now();
  for (let from: Parameters<typeof client.readAll>[0] = { fromPosition: LOG_START }, came = PAGE; came === PAGE; ) {
    came = 0;
    for await (const { event } of client.readAll({ ...from, direction: FORWARDS, maxCount: PAGE })) {
      came++;
      if (event) from = { fromPosition: event.position };
    }
  }
  const took = performance.now() - began;
  await client.dispose();
  return took;
}

/** Reads the events from Postgres and does nothing with them. @returns duration in ms */
export async function readFromPostgres(databaseUrl: string): Promise<number> {
  const store = await openEventStore({ databaseUrl });
  const began = performance.now();
  for (let after = START; ; ) {
    const { events, upTo } = await store.readAll({ after, limit: 2_000 });
    if (events.length === 0) break;
    after = upTo;
  }
  const took = performance.now() - began;
  await store.close();
  return took;
}
