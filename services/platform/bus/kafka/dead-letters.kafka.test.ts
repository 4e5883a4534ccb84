import { afterAll, describe, expect, it } from 'vitest';
import type { DecodedEvent } from '../../envelope/index.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import type { Consumer } from '../port.ts';
import { createKafkaClient, type Message } from './client.ts';
import { deadLetterTopic } from './config.ts';
import { testTopic } from './testing/topic.ts';
import { readTopic, testWorld, told, type World } from './testing/world.ts';

const filter = { categories: ['order'] };
const noting = (seen: string[]) => async (events: DecodedEvent[]) => void seen.push(...events.map(told));

describe('what a consumer on Kafka cannot read', () => {
  const worlds: World[] = [];
  const stopping: (() => Promise<unknown>)[] = [];
  const world = async (): Promise<World> => {
    const here = await testWorld(await testTopic());
    worlds.push(here);
    const relay = here.relay();
    await relay.start();
    stopping.push(() => relay.stop());
    return here;
  };
  const send = async ({ kafka }: World, ...messages: Message[]): Promise<void> => {
    const producer = await createKafkaClient(kafka, silentLogger()).producer();
    await producer.send(kafka.topic, messages);
    await producer.close();
  };
  const deadLetters = async ({ kafka }: World) =>
    (await readTopic(kafka, deadLetterTopic(kafka.topic))).map(({ key, value, headers = {} }) => ({
      key: String(key),
      value: String(value),
      reason: String(headers['dlq_reason']),
      consumer: String(headers['dlq_consumer']),
      topic: String(headers['dlq_topic']),
    }));
  afterAll(async () => {
    await Promise.all(stopping.map((stop) => stop()));
    await Promise.all(worlds.map((one) => one.drop()));
  });

  for (const kind of ['durable', 'ephemeral'] as const) {
    it(`goes to the dead letters and holds back its order alone (${kind})`, async () => {
      const here = await world();
      const seen: string[] = [];
      const consumer: Consumer = { name: 'reader', kind, filter, handler: noting(seen) };
      const consumption = await here.bus().consume(consumer);
      await here.publish('order-A', 1);
      await here.publish('order-B', 1);
      await expect.poll(() => seen.toSorted()).toEqual(['A:1', 'B:1']);
      await send(here, { key: 'A', value: 'no JSON' });
      await here.publish('order-A', 2);
      await here.publish('order-B', 2);
      await expect.poll(() => seen.toSorted()).toEqual(['A:1', 'B:1', 'B:2']);
      await here.publish('order-B', 3);
      await expect.poll(() => seen.at(-1)).toBe('B:3');
      expect(seen).not.toContain('A:2');
      expect(consumption.trouble()).toBeUndefined();
      expect(await deadLetters(here)).toEqual([
        { key: 'A', value: 'no JSON', reason: 'ce_subject is no stream', consumer: 'reader', topic: here.kafka.topic },
      ]);
      await consumption.stop();
    });
  }

  it('lets an order go on with what the store has of it, by itself', async () => {
    const here = await world();
    const seen: string[] = [];
    const parked: number[] = [];
    const bus = here.bus({ parkedRetryMs: 300, metrics: { parked: (_, streams) => void parked.push(streams) } });
    const consumption = await bus.consume({ name: 'healing', filter, handler: noting(seen) });
    await here.publish('order-A', 1);
    await expect.poll(() => seen).toEqual(['A:1']);
    await send(here, { key: 'A', value: '{}', headers: { ce_subject: 'order-A' } });
    await expect.poll(() => parked).toContain(1);
    for (const step of [2, 3]) await here.publish('order-A', step);
    await expect.poll(() => seen).toEqual(['A:1', 'A:2', 'A:3']);
    await expect.poll(() => parked.at(-1)).toBe(0);
    await here.publish('order-A', 4);
    await expect.poll(() => seen).toEqual(['A:1', 'A:2', 'A:3', 'A:4']);
    await consumption.stop();
  });

  it('stays held back over a restart, until a release comes that can read it', async () => {
    const here = await world();
    const seen: string[] = [];
    const consumer: Consumer = { name: 'waiting', filter, handler: noting(seen) };
    // What a release does to which version 2 of the event is an unknown one, or its upcaster has a mistake.
    const broken = here.codecWith([
      {
        type: 'Stepped',
        fromVersion: 1,
        up(shape) {
          if (shape.data['step'] === 2) throw new Error('step 2 is not understood');
          return shape;
        },
      },
    ]);
    const first = await here.bus({ codec: broken }).consume(consumer);
    for (const step of [1, 2, 3]) await here.publish('order-A', step);
    await here.publish('order-B', 1);
    await expect.poll(() => seen.toSorted()).toEqual(['A:1', 'B:1']);
    await expect.poll(() => deadLetters(here)).toMatchObject([{ key: 'A', value: '{"step":2}', reason: 'step 2 is not understood' }]);
    await first.stop();

    const second = await here.bus({ codec: broken, parkedRetryMs: 100 }).consume(consumer);
    await here.publish('order-A', 4);
    await here.publish('order-B', 3);
    await expect.poll(() => seen).toContain('B:3');
    expect(seen.filter((one) => one.startsWith('A'))).toEqual(['A:1']);
    await second.stop();

    const fixed = await here.bus().consume(consumer);
    await expect.poll(() => seen.filter((one) => one.startsWith('A'))).toEqual(['A:1', 'A:2', 'A:3', 'A:4']);
    await here.publish('order-A', 5);
    await expect.poll(() => seen.at(-1)).toBe('A:5');
    expect(await deadLetters(here)).toHaveLength(1);
    const { rows } = await here.database.pool.query('select * from bus_parked');
    expect(rows).toEqual([]);
    await fixed.stop();
  });

  it('does not concern those who do not want it', async () => {
    const here = await world();
    const seen: string[] = [];
    const consumption = await here.bus().consume({ name: 'others', filter: { categories: ['cart'] }, handler: noting(seen) });
    await send(here, { key: 'A', value: 'no JSON', headers: { ce_subject: 'order-A' } });
    await here.publish('cart-A', 1);
    await expect.poll(() => seen).toEqual(['A:1']);
    expect(await deadLetters(here)).toEqual([]);
    await consumption.stop();
  });
});
