import { afterAll, describe, expect, it } from 'vitest';
import type { StreamName } from '../../event-store/port.ts';
import { createMetrics, silentLogger } from '../../telemetry/index.ts';
import { valueOf } from '../../telemetry/testing.ts';
import { sleep } from '../../timing.ts';
import { stepOf } from '../testing/conformance.ts';
import { createKafkaClient } from './client.ts';
import { ensureTopics } from './index.ts';
import { type KafkaShop, kafkaShop } from './testing/fixture.ts';
import { testSettings, testTopic } from './testing/topic.ts';

const filter = { categories: ['order'] };
const recording = (seen: string[]) => async (events: Parameters<typeof stepOf>[0][]) => void seen.push(...events.map(stepOf));

describe('the bus on Kafka', () => {
  const shops: KafkaShop[] = [];
  const stopping: (() => Promise<unknown>)[] = [];
  const open = async (kafka = testTopic()): Promise<KafkaShop> => {
    const shop = await kafkaShop(await kafka);
    shops.push(shop);
    return shop;
  };
  const startRelay = async (shop: KafkaShop): Promise<void> => {
    const relay = shop.relay();
    await relay.start();
    stopping.push(() => relay.stop());
  };
  afterAll(async () => {
    await Promise.all(stopping.map((stop) => stop()));
    await Promise.all(shops.map((shop) => shop.drop()));
  });

  it('reports that a consumer is not ready before Kafka has assigned its partitions', async () => {
    const here = await open();
    const consumption = await here.bus().consume({ name: 'starting', filter, handler: async () => undefined });
    expect(consumption.trouble()).toBe(`the consumer starting has no partitions of ${here.kafka.topic} yet`);
    await expect.poll(() => consumption.trouble()).toBeUndefined();
    await consumption.stop();
  });

  it('drops repeats', async () => {
    const here = await open();
    await startRelay(here);
    const seen: string[] = [];
    const metrics = createMetrics();
    const bus = here.bus({ metrics });
    const consumption = await bus.consume({ name: 'once', filter, handler: recording(seen) });
    for (const step of [1, 2, 3]) await here.publish('order-a', step);
    await expect.poll(() => seen).toEqual(['a:1', 'a:2', 'a:3']);

    // A relay that lost its last position sends all events again.
    await Promise.all(stopping.splice(0).map((stop) => stop()));
    await here.database.pool.query("update bus_positions set position = -1 where consumer like 'relay %'");
    await startRelay(here);
    await here.publish('order-a', 4);
    await expect.poll(() => seen).toEqual(['a:1', 'a:2', 'a:3', 'a:4']);
    expect(await valueOf(metrics, 'consumer_repeats_total', { consumer: 'once' })).toBe(3);
    await consumption.stop();
  });

  it('drops messages of another shop', async () => {
    const here = await open();
    const other = await open(Promise.resolve(here.kafka));
    const seen: string[] = [];
    const consumption = await here.bus().consume({ name: 'own', filter, handler: recording(seen) });
    await startRelay(other);
    for (const step of [1, 2, 3]) await other.publish('order-a', step);
    await expect.poll(() => other.unsent()).toBe(0);
    await startRelay(here);
    await here.publish('order-b', 1);
    await expect.poll(() => seen).toEqual(['b:1']);
    await consumption.stop();
  });

  it('stays in its group while a handler takes longer than the session timeout', async () => {
    const here = await open();
    await startRelay(here);
    const seen: string[] = [];
    const handler = async (events: Parameters<typeof stepOf>[0][]): Promise<void> => {
      seen.push(...events.map(stepOf));
      if (seen.length <= 5) await sleep(8_000);
    };
    const consumption = await here.bus().consume({ name: 'slow', filter, batch: 5, handler });
    const steps = [1, 2, 3, 4, 5, 6, 7];
    for (const step of steps) await here.publish('order-a', step);
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(steps.map((step) => `a:${step}`));
    await consumption.stop();
  });

  it('waits for a topic that does not exist, reports it, and misses nothing once it is created', async () => {
    const here = await open(Promise.resolve(testSettings()));
    await here.publish('order-a', 1);
    const seen: string[] = [];
    const consumption = await here.bus().consume({ name: 'early', filter, handler: recording(seen) });
    await here.publish('order-a', 2);
    await expect.poll(() => consumption.trouble()).toBe(`Kafka has no topic ${here.kafka.topic}: make it with --job topics`);
    await ensureTopics(here.kafka, silentLogger());
    await startRelay(here);
    await expect.poll(() => seen).toEqual(['a:2']);
    await expect.poll(() => consumption.trouble()).toBeUndefined();
    await consumption.stop();
  });

  it('reports the address where it does not find Kafka, and can be stopped', async () => {
    const here = await open(Promise.resolve(testSettings('127.0.0.1:1')));
    const consumption = await here.bus().consume({ name: 'lost', filter, handler: async () => undefined });
    await expect.poll(() => consumption.trouble()).toBe('Kafka cannot be reached at 127.0.0.1:1: nothing listens there');
    await consumption.stop();
  });

  it('deletes the group of a consumer that has stopped', async () => {
    const here = await open();
    await startRelay(here);
    const seen: StreamName[] = [];
    const handler = async (events: { stream: StreamName }[]) => void seen.push(...events.map(({ stream }) => stream));
    const consumption = await here.bus().consume({ name: 'passing', filter, handler });
    await here.publish('order-a', 1);
    await expect.poll(() => seen).toEqual(['order-a']);
    const groups = () =>
      createKafkaClient(here.kafka, silentLogger()).withAdmin(async (admin) =>
        (await admin.listGroups()).groups.filter(({ groupId }) => groupId.startsWith(`${here.kafka.topic} passing`)),
      );
    expect((await groups()).length).toBeGreaterThan(0);
    await consumption.stop();
    await expect.poll(groups).toEqual([]);
  });
});
