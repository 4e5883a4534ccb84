import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { busMigrations, type KafkaSettings } from '@nordhaut/platform/bus';
import { createRelay, ensureTopics } from '@nordhaut/platform/bus/kafka';
import { startBroker } from '../kafka/broker.ts';
import { createPool, migrate } from '@nordhaut/platform/database';
import {
  asPosition,
  createPostgresEventStore,
  type EventStore,
  eventStoreMigrations,
  type EventToAppend,
  NO_STREAM,
  START,
  type StreamName,
} from '@nordhaut/platform/event-store';
import { createMetrics, silentLogger } from '@nordhaut/platform/telemetry';
import { sleep } from '@nordhaut/platform/timing';
import { createKafkaClient, type Message } from '../../services/platform/bus/kafka/client.ts';
import { sourceOf, toMessage } from '../../services/platform/bus/kafka/messages.ts';
import { relayName } from '../../services/platform/bus/kafka/relay.ts';
import { count, type Figure, median } from './table.ts';

/** The relay in catch-up through a real broker beside the producer alone; "not measured" without Java. */
export async function relayFigures(databaseUrl: string, directory: string, events: number): Promise<Figure[]> {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  try {
    broker = await startBroker({ directory, sustained: true });
  } catch (error) {
    return [{ what: 'relay to Kafka', value: `not measured: ${(error as Error).message}` }];
  }
  try {
    const { relayPerSecond, producerPerSecond, ratio } = await benchRelay(databaseUrl, broker.brokers, events);
    return [
      {
        what: `relay catching up with ${count(events)} events, a second`,
        value: count(relayPerSecond),
        limit: `${count(producerPerSecond)} the producer alone`,
        ratio,
        aim: '≥ 0.7 of the producer',
        met: ratio >= 0.7,
      },
    ];
  } finally {
    await broker.stop();
  }
}

const BATCH = 500;
const EVENTS_PER_STREAM = 4;
const SAMPLE = 20_000;
const ROUNDS = 3;

/**
 * Compares the relay with the producer alone, in the same run and with the same messages. The difference is the cost of
 * reading the events from the store and of saving the position.
 */
async function benchRelay(databaseUrl: string, brokers: string, events: number) {
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
    return { producerPerSecond: median(producer), relayPerSecond: median(relay), ratio: median(ratios) };
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
