import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createPool, migrate } from '../../database/index.ts';
import { asPosition, type EventStore, type EventToAppend, NO_STREAM, START, type StreamName } from '../../event-store/port.ts';
import { createPostgresEventStore, eventStoreMigrations } from '../../event-store/index.ts';
import { createMetrics, silentLogger } from '../../telemetry/index.ts';
import { sleep } from '../../timing.ts';
import { busMigrations } from '../migrations.ts';
import { createKafkaClient, type Message } from './client.ts';
import type { KafkaSettings } from './config.ts';
import { sourceOf, toMessage } from './messages.ts';
import { createRelay, relayName } from './relay.ts';
import { ensureTopics } from './topics.ts';

export type RelayFigures = {
  events: number;
  /** messages per second of the producer alone, one batch of 500 at a time */
  producerPerSecond: number;
  /** events per second of the relay, from the store to the acknowledgement */
  relayPerSecond: number;
  /** relay / producer; the median of the rounds */
  ratio: number;
};

export type RelayBenchOptions = {
  /** an empty database for the events */
  databaseUrl: string;
  /** host:port of a running broker */
  brokers: string;
  /** default 200,000 */
  events?: number;
};

const BATCH = 500;
const EVENTS_PER_STREAM = 4;
const SAMPLE = 20_000;
const ROUNDS = 3;

/**
 * Compares the relay with the producer alone, in the same run and with the same messages. The difference is the cost of
 * reading the events from the store and of saving the position.
 */
export async function benchRelay({ databaseUrl, brokers, events = 200_000 }: RelayBenchOptions): Promise<RelayFigures> {
  const pool = createPool({ url: databaseUrl });
  const store = createPostgresEventStore({ url: databaseUrl });
  try {
    await migrate(pool, [...eventStoreMigrations, ...busMigrations]);
    await fill(store, events);
    const producer: number[] = [];
    const relay: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const settings: KafkaSettings = {
        brokers: [brokers],
        topic: `bench.${randomBytes(4).toString('hex')}`,
        partitions: 12,
        replication: 1,
        ssl: false,
      };
      await ensureTopics(settings, silentLogger());
      const alone = await produceAlone(store, settings, events);
      const relayed = await relayAll(store, pool, settings, events);
      // The first round warms up both.
      if (round === 0) continue;
      producer.push(alone);
      relay.push(relayed);
    }
    const ratios = relay.map((one, index) => one / (producer[index] as number));
    return { events, producerPerSecond: median(producer), relayPerSecond: median(relay), ratio: median(ratios) };
  } finally {
    await store.close();
    await pool.end();
  }
}

async function fill(store: EventStore, events: number): Promise<void> {
  for (let done = 0; done < events; ) {
    const streams = Array.from(
      { length: Math.min(500, Math.ceil((events - done) / EVENTS_PER_STREAM)) },
      (): StreamName => `order-${randomBytes(8).toString('hex').toUpperCase()}`,
    );
    await Promise.all(streams.map((stream) => store.append(stream, NO_STREAM, Array.from({ length: EVENTS_PER_STREAM }, event))));
    done += streams.length * EVENTS_PER_STREAM;
  }
}

/** As large as a typical event of an order with its metadata. */
const data = JSON.stringify({ code: '300', text: '商品配達完成', at: '2026-11-20T01:00:00.000Z', note: 'x'.repeat(320) });
function event(): EventToAppend {
  const [commandId, correlationId] = [randomUUID(), randomUUID()];
  const actor = { kind: 'carrier', id: 'bench' };
  const recordedAt = new Date().toISOString();
  const metadata = { commandId, correlationId, causationId: commandId, actor, recordedAt, schemaVersion: 1, hash: 'f'.repeat(64) };
  return { id: randomUUID(), type: 'ParcelStatusReported', data, metadata: JSON.stringify(metadata) };
}

/** Creates the messages before the measurement. */
async function produceAlone(store: EventStore, settings: KafkaSettings, events: number): Promise<number> {
  const source = sourceOf(randomUUID());
  const { events: sample } = await store.readAll({ after: START, filter: { categories: ['order'] }, limit: SAMPLE });
  const batches: Message[][] = [];
  for (let at = 0; at < sample.length; at += BATCH) batches.push(sample.slice(at, at + BATCH).map((one) => toMessage(one, source)));
  const producer = await createKafkaClient(settings, silentLogger()).producer();
  try {
    const began = performance.now();
    let sent = 0;
    for (let at = 0; sent < events; at = (at + 1) % batches.length) {
      const batch = batches[at] as Message[];
      await producer.send(settings.topic, batch);
      sent += batch.length;
    }
    return (sent * 1_000) / (performance.now() - began);
  } finally {
    await producer.close();
  }
}

async function relayAll(store: EventStore, pool: pg.Pool, kafka: KafkaSettings, events: number): Promise<number> {
  const head = await store.head();
  const relay = createRelay({ store, pool, kafka, categories: ['order'], logger: silentLogger(), metrics: createMetrics() });
  const began = performance.now();
  await relay.start();
  try {
    for (;;) {
      const { rows } = await pool.query<{ position: bigint }>('select position from bus_positions where consumer = $1', [
        relayName(kafka.topic),
      ]);
      if (rows[0] && asPosition(rows[0].position) >= head) return (events * 1_000) / (performance.now() - began);
      await sleep(10);
    }
  } finally {
    await relay.stop();
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
