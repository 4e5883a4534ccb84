import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamName } from '../../event-store/port.ts';
import { parseMessage } from './messages.ts';
import { ensureTopics } from './index.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { testProcess } from '../../testing/process.ts';
import { testSettings, testTopic } from './testing/topic.ts';
import { firstRevisions, type KafkaShop, kafkaShop, readTopic } from './testing/fixture.ts';

const streams = (count: number): StreamName[] => Array.from({ length: count }, (_, index): StreamName => `order-S${index}`);

describe('the relay', () => {
  const shops: KafkaShop[] = [];
  const open = async (kafka = testTopic()): Promise<KafkaShop> => {
    const shop = await kafkaShop(await kafka);
    shops.push(shop);
    return shop;
  };
  afterAll(() => Promise.all(shops.map((shop) => shop.drop())));

  it('sends every event of its categories as it is stored, each stream in its order', async () => {
    const { publish, relay, unsent, store, kafka } = await open();
    const names = streams(5);
    for (const step of [1, 2, 3]) await Promise.all([...names, 'cart-x' as const].map((stream) => publish(stream, step)));
    const running = relay({ categories: ['order'] });
    await running.start();
    await expect.poll(() => unsent(['order'])).toBe(0);
    await running.stop();

    const messages = await readTopic(kafka);
    expect(firstRevisions(messages)).toEqual(new Map(names.toSorted().map((stream) => [stream, [0, 1, 2]])));
    const received = messages.map((message) => parseMessage(message)).map((parsed) => (parsed.ok ? parsed.event : parsed.reason));
    const stored = (await store.readAll({ after: -1n as never, filter: { categories: ['order'] }, limit: 100 })).events;
    expect(received).toHaveLength(stored.length);
    expect(received).toEqual(expect.arrayContaining(stored));
  });

  it('continues where it stopped, and repeats nothing after an orderly stop', async () => {
    const { publish, relay, unsent, kafka } = await open();
    for (const [round, step] of [1, 2, 3].entries()) {
      const running = relay();
      await running.start();
      await publish('order-a', step);
      await expect.poll(() => unsent()).toBe(0);
      await running.stop();
      expect(await readTopic(kafka)).toHaveLength(round + 1);
    }
  });

  it('counts the events that are not in Kafka, also while no relay runs', async () => {
    const { publish, unsent } = await open();
    for (const step of [1, 2, 3]) await publish('order-a', step);
    expect(await unsent()).toBe(3);
  });

  it('divides a batch that is larger than Kafka accepts at once', async () => {
    const { store, relay, unsent, kafka } = await open();
    const metadata = JSON.stringify({ recordedAt: new Date().toISOString(), schemaVersion: 1, hash: '' });
    const events = Array.from({ length: 30 }, () => ({
      id: crypto.randomUUID(),
      type: 'Large',
      data: JSON.stringify({ text: 'x'.repeat(100_000) }),
      metadata,
    }));
    await store.append('order-large', -1, events);
    const running = relay();
    await running.start();
    await expect.poll(() => unsent()).toBe(0);
    await running.stop();
    expect(firstRevisions(await readTopic(kafka)).get('order-large')).toEqual(events.map((_, index) => index));
  });

  it('waits for a topic that does not exist, reports it, and continues once it is created', async () => {
    const { publish, relay, unsent, kafka } = await open(Promise.resolve(testSettings()));
    await publish('order-a', 1);
    const running = relay();
    await running.start();
    await expect.poll(() => running.notReady()).toBe(`Kafka has no topic ${kafka.topic}: make it with --job topics`);
    expect(await unsent()).toBe(1);
    await ensureTopics(kafka, silentLogger());
    await expect.poll(() => unsent()).toBe(0);
    expect(await running.notReady()).toBeUndefined();
    await running.stop();
  });

  it('reports the address where it does not find Kafka, and can be stopped', async () => {
    const { publish, relay } = await open(Promise.resolve(testSettings('127.0.0.1:1')));
    await publish('order-a', 1);
    const running = relay();
    await running.start();
    await expect.poll(() => running.notReady()).toBe('Kafka cannot be reached at 127.0.0.1:1: nothing listens there');
    await running.stop();
  });

  describe('of two', () => {
    let shared: KafkaShop;
    beforeAll(async () => {
      shared = await open();
    });

    it('one takes over when the other is killed, and sends every event', async () => {
      const { publish, kafka, database } = shared;
      const start = () => testProcess(new URL('testing/relay.fixture.ts', import.meta.url), [JSON.stringify({ url: database.url, kafka })]);
      const processes = [start(), start()];
      const leader = () => processes.find(({ lines }) => lines.includes('leads'));
      const names = streams(20);
      let step = 0;
      let appending = true;
      const writing = (async () => {
        while (appending) {
          step += 1;
          await Promise.all(names.map((stream) => publish(stream, step)));
        }
      })();
      try {
        await expect.poll(() => processes.every(({ lines }) => lines.includes('started'))).toBe(true);
        await expect.poll(leader).toBeDefined();
        await expect.poll(() => step).toBeGreaterThan(20);
        const first = leader();
        const other = processes.find((one) => one !== first);
        await first?.kill();
        await expect.poll(() => other?.lines).toContain('leads');
        const then = step;
        await expect.poll(() => step).toBeGreaterThan(then + 10);
        appending = false;
        await writing;
        await expect.poll(() => shared.unsent()).toBe(0);
        const all = Array.from({ length: step }, (_, revision) => revision);
        expect(firstRevisions(await readTopic(kafka))).toEqual(new Map(names.toSorted().map((stream) => [stream, all])));
      } finally {
        appending = false;
        await writing;
        await Promise.all(processes.map((one) => one.kill()));
      }
    });
  });
});
