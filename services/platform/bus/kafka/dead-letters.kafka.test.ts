import { afterAll, describe, expect, it } from 'vitest';
import type { DecodedEvent } from '../../envelope/index.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { stepOf } from '../testing/conformance.ts';
import { createKafkaClient, type Message } from './client.ts';
import { deadLetterTopic } from './config.ts';
import { testTopic } from './testing/topic.ts';
import { createMetrics } from '../../telemetry/index.ts';
import { valueOf } from '../../telemetry/testing.ts';
import { type KafkaShop, kafkaShop, readTopic } from './testing/fixture.ts';

const filter = { categories: ['order'] };
const recording = (seen: string[]) => async (events: DecodedEvent[]) => void seen.push(...events.map(stepOf));

describe('a poison event on Kafka', () => {
  const shops: KafkaShop[] = [];
  const stopping: (() => Promise<unknown>)[] = [];
  const open = async (): Promise<KafkaShop> => {
    const here = await kafkaShop(await testTopic());
    shops.push(here);
    const relay = here.relay();
    await relay.start();
    stopping.push(() => relay.stop());
    return here;
  };
  const send = async ({ kafka }: KafkaShop, ...messages: Message[]): Promise<void> => {
    const producer = await createKafkaClient(kafka, silentLogger()).producer();
    await producer.send(kafka.topic, messages);
    await producer.close();
  };
  const deadLetters = async ({ kafka }: KafkaShop) =>
    (await readTopic(kafka, deadLetterTopic(kafka.topic))).map(({ key, value, headers = {} }) => ({
      key: String(key),
      value: String(value),
      reason: String(headers['dlq_reason']),
      consumer: String(headers['dlq_consumer']),
      topic: String(headers['dlq_topic']),
    }));
  afterAll(async () => {
    await Promise.all(stopping.map((stop) => stop()));
    await Promise.all(shops.map((shop) => shop.drop()));
  });

  it('that cannot be parsed goes to the dead letter topic, and delays no other event', async () => {
    const here = await open();
    const seen: string[] = [];
    const consumption = await here.bus().consume({ name: 'reader', filter, handler: recording(seen) });
    await here.publish('order-A', 1);
    await here.publish('order-B', 1);
    await expect.poll(() => seen.toSorted()).toEqual(['A:1', 'B:1']);
    await send(here, { key: 'A', value: 'no JSON' });
    await here.publish('order-A', 2);
    await here.publish('order-B', 2);
    await expect.poll(() => seen.toSorted()).toEqual(['A:1', 'A:2', 'B:1', 'B:2']);
    expect(consumption.trouble()).toBeUndefined();
    await expect
      .poll(() => deadLetters(here))
      .toEqual([{ key: 'A', value: 'no JSON', reason: 'ce_subject is no stream', consumer: 'reader', topic: here.kafka.topic }]);
    await consumption.stop();
  });

  it('that this release cannot decode goes there too, and blocks its own order only', async () => {
    const here = await open();
    const seen: string[] = [];
    const metrics = createMetrics();
    const codec = here.codecWith([
      {
        type: 'Stepped',
        fromVersion: 1,
        up(shape) {
          if (shape.data['step'] === 2) throw new Error('step 2 is not understood');
          return shape;
        },
      },
    ]);
    const bus = here.bus({ codec, metrics });
    const consumption = await bus.consume({ name: 'waiting', filter, handler: recording(seen) });
    for (const step of [1, 2, 3]) await here.publish('order-A', step);
    await here.publish('order-B', 1);
    await expect.poll(() => seen.toSorted()).toEqual(['A:1', 'B:1']);
    await expect.poll(() => deadLetters(here)).toMatchObject([{ key: 'A', value: '{"step":2}', reason: 'step 2 is not understood' }]);
    await here.publish('order-B', 3);
    await expect.poll(() => seen.at(-1)).toBe('B:3');
    expect(seen).not.toContain('A:3');
    expect(consumption.trouble()).toBeUndefined();
    expect(await valueOf(metrics, 'consumer_parked_streams', { consumer: 'waiting' })).toBe(1);
    await consumption.stop();
  });

  it('of a category that a consumer does not want is no dead letter of it', async () => {
    const here = await open();
    const seen: string[] = [];
    const consumption = await here.bus().consume({ name: 'others', filter: { categories: ['cart'] }, handler: recording(seen) });
    await send(here, { key: 'A', value: 'no JSON', headers: { ce_subject: 'order-A' } });
    await here.publish('cart-A', 1);
    await expect.poll(() => seen).toEqual(['A:1']);
    expect(await deadLetters(here)).toEqual([]);
    await consumption.stop();
  });
});
