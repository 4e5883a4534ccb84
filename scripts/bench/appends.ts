import { randomUUID } from 'node:crypto';
import { createPool, migrate } from '@nordhaut/platform/database';
import { createPostgresEventStore, eventStoreMigrations, type EventToAppend, type StreamName } from '@nordhaut/platform/event-store';
import pg from 'pg';
import { int4Array, textArray, uuidArray } from '../../services/platform/database/binary-arrays.ts';

export type AppendFigures = {
  writers: number;
  appendsPerSecond: number;
  /** ms from the call to the durable answer */
  p50: number;
  p95: number;
};

const EVENTS_PER_APPEND = 2;

/** About the size of an `OrderPlaced` with its metadata. */
const data = JSON.stringify({
  lines: [{ sku: 'NH-SERUM-30', name: '極光保濕精華 30ml', quantity: 2, unitPrice: 1280, subtotal: 2560 }],
  total: 2560,
  shippingFee: 80,
  currency: 'TWD',
  note: 'x'.repeat(220),
});
const metadata = JSON.stringify({
  commandId: randomUUID(),
  correlationId: randomUUID(),
  causationId: randomUUID(),
  actor: { kind: 'guest', id: 'bench' },
  recordedAt: new Date(0).toISOString(),
  schemaVersion: 1,
  hash: 'f'.repeat(64),
});
const event = (): EventToAppend => ({ id: randomUUID(), type: 'OrderPlaced', data, metadata });
const events = (): EventToAppend[] => Array.from({ length: EVENTS_PER_APPEND }, event);

/**
 * Writers that each append two events to a stream, wait for the answer and go on with the next: every third append
 * opens a stream, the others continue it, as an order's life does.
 * @param url an empty database, which keeps the events
 */
export async function benchAppends(url: string, { writers, seconds }: { writers: number; seconds: number }): Promise<AppendFigures> {
  await prepare(url);
  const store = createPostgresEventStore({ url });
  await store.append(`bench-${randomUUID()}`, -1, events());
  try {
    return await measure(writers, seconds, () => {
      let stream: StreamName = `order-${randomUUID()}`;
      let revision = -1;
      return async () => {
        ({ revision } = await store.append(stream, revision, events()));
        if (revision >= 3 * EVENTS_PER_APPEND - 1) {
          stream = `order-${randomUUID()}`;
          revision = -1;
        }
      };
    });
  } finally {
    await store.close();
  }
}

/**
 * The limit: the same rows into the same table by one connection, as many appends in each insert as there are
 * writers, each insert committed; no versions, no lock, nobody told, nobody waiting. What is missing to it is the
 * price of the promises.
 */
export async function benchAppendLimit(url: string, { writers, seconds }: { writers: number; seconds: number }): Promise<AppendFigures> {
  await prepare(url);
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
  await client.connect();
  let position = Number((await client.query('select coalesce(max(position), -1) as position from event_store.events')).rows[0].position);
  try {
    const figures = await measure(1, seconds, () => {
      let streams: string[] = [];
      let revision = -1;
      return async () => {
        if (revision === -1) streams = Array.from({ length: writers }, () => `order-${randomUUID()}`);
        const batch = streams.flatMap((stream) => events().map((given, index) => ({ ...given, stream, revision: revision + 1 + index })));
        await client.query({
          name: 'limit',
          text: `insert into event_store.events (position, id, revision, stream, category, type, data, metadata)
            select $1::bigint + e.ord, e.id, e.revision, e.stream, split_part(e.stream, '-', 1), e.type, e.data, e.metadata
            from unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) with ordinality as e (id, revision, stream, type, data, metadata, ord)`,
          values: [
            position,
            uuidArray(batch.map(({ id }) => id)),
            int4Array(batch.map((row) => row.revision)),
            textArray(batch.map(({ stream }) => stream)),
            textArray(batch.map(({ type }) => type)),
            textArray(batch.map((row) => row.data)),
            textArray(batch.map((row) => row.metadata)),
          ],
        });
        position += batch.length;
        revision = revision + EVENTS_PER_APPEND >= 3 * EVENTS_PER_APPEND - 1 ? -1 : revision + EVENTS_PER_APPEND;
      };
    });
    return { ...figures, writers, appendsPerSecond: figures.appendsPerSecond * writers };
  } finally {
    await client.end();
  }
}

async function prepare(url: string): Promise<void> {
  const pool = createPool({ url, max: 1 });
  await migrate(pool, eventStoreMigrations);
  await pool.end();
}

async function measure(writers: number, seconds: number, writer: () => () => Promise<void>): Promise<AppendFigures> {
  const warmUp = performance.now() + 500;
  const end = warmUp + seconds * 1000;
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const append = writer();
      for (let before = performance.now(); before < end; ) {
        await append();
        const after = performance.now();
        if (before >= warmUp) latencies.push(after - before);
        before = after;
      }
    }),
  );
  latencies.sort((a, b) => a - b);
  const percentile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { writers, appendsPerSecond: latencies.length / seconds, p50: percentile(0.5), p95: percentile(0.95) };
}
