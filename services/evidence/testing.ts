import { chained, GENESIS } from '@nordhaut/platform/envelope';
import { createPostgresEventStore, type EventStore, type JsonObject, pagesOf, type RecordedEvent } from '@nordhaut/platform/event-store';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import type pg from 'pg';

export type Stored = Pick<RecordedEvent, 'stream' | 'id' | 'type' | 'data' | 'metadata'>;

/** The events as a forger writes them who can compute hashes: in this order, with revisions and chains that fit. */
export function rehashed(events: readonly Stored[]): RecordedEvent[] {
  const lasts = new Map<string, { revision: number; hash: string }>();
  return events.map(({ stream, id, type, data, metadata: text }, position) => {
    const last = lasts.get(stream) ?? { revision: -1, hash: GENESIS };
    const { hash: _, ...about } = JSON.parse(text) as JsonObject & { hashVersion: number };
    const revision = last.revision + 1;
    const { hash, metadata } = chained(last.hash, { stream, revision, id, type, data, metadata: about });
    lasts.set(stream, { revision, hash });
    return { stream, revision, id, type, data, metadata, position: BigInt(position) as RecordedEvent['position'] };
  });
}

/** The event with other metadata. */
export const withMetadata = <E extends Stored>(event: E, members: JsonObject): E => ({
  ...event,
  metadata: JSON.stringify({ ...(JSON.parse(event.metadata) as JsonObject), ...members }),
});

export const everyEvent = async (store: Pick<EventStore, 'readAll'>): Promise<RecordedEvent[]> =>
  (await Array.fromAsync(pagesOf(store))).flat();

/** Replaces the events of a database as its owner can: with the triggers switched off. */
export async function replaceEvents(pool: pg.Pool, events: readonly RecordedEvent[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; alter table event_store.events disable trigger append_only; truncate event_store.events');
    const column = (of: (event: RecordedEvent) => unknown): unknown[] => events.map(of);
    await client.query(
      `insert into event_store.events (position, id, revision, stream, category, type, data, metadata)
       select position, id, revision, stream, split_part(stream, '-', 1), type, data, metadata
       from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[])
         as e (position, id, revision, stream, type, data, metadata)`,
      [
        column(({ position }) => String(position)),
        column(({ id }) => id),
        column(({ revision }) => revision),
        column(({ stream }) => stream),
        column(({ type }) => type),
        column(({ data }) => data),
        column(({ metadata }) => metadata),
      ],
    );
    await client.query('alter table event_store.events enable always trigger append_only; commit');
  } finally {
    client.release();
  }
}

/** A store with exactly these events; `close` ends it. */
export type Written = { store: EventStore; close(): Promise<void> };

export async function inPostgres(pool: pg.Pool, url: string, events: readonly RecordedEvent[]): Promise<Written> {
  await replaceEvents(pool, events);
  const store = createPostgresEventStore({ url });
  return { store, close: () => store.close() };
}

/** In the in-memory gRPC server. */
export async function inEventStoreDb(events: readonly RecordedEvent[]): Promise<Written> {
  const server = await FaultyServer.start();
  const store = createEventStoreDb({ url: `esdb://127.0.0.1:${server.port}?tls=false`, confirmAppends: false });
  for (const { stream, revision, id, type, data, metadata } of events)
    await store.append(stream, revision - 1, [{ id, type, data, metadata }]);
  return {
    store,
    async close() {
      await store.close();
      server.stop();
    },
  };
}
