import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { StreamName } from '../../event-store/port.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { createInProcessBus } from '../index.ts';
import { originOf } from '../positions.ts';
import { createKafkaClient } from './client.ts';
import { ensureTopics } from './index.ts';
import { sourceOf, toMessage } from './messages.ts';
import { testProcess } from './testing/process.ts';
import { testSettings, testTopic } from './testing/topic.ts';
import { testWorld, told, toldAt, type World } from './testing/world.ts';

const filter = { categories: ['order'] };

/** Each stream's steps in the order in which they came for the first time, and how many came again. */
function summed(lines: readonly string[]): { steps: Map<string, number[]>; repeats: number } {
  const steps = new Map<string, number[]>();
  let repeats = 0;
  const inTime = lines.map((line) => line.split(/[: ]/)).toSorted((a, b) => Number(a[2]) - Number(b[2]));
  for (const [id = '', step] of inTime) {
    const had = steps.get(id) ?? [];
    if (had.includes(Number(step))) repeats++;
    else steps.set(id, [...had, Number(step)]);
  }
  return { steps, repeats };
}

describe('the bus on Kafka', () => {
  const worlds: World[] = [];
  const stopping: (() => Promise<unknown>)[] = [];
  const world = async (kafka = testTopic()): Promise<World> => {
    const made = await testWorld(await kafka);
    worlds.push(made);
    return made;
  };
  const relaying = async (of: World): Promise<void> => {
    const relay = of.relay();
    await relay.start();
    stopping.push(() => relay.stop());
  };
  afterAll(async () => {
    await Promise.all(stopping.map((stop) => stop()));
    await Promise.all(worlds.map((one) => one.drop()));
  });
  const ids = Array.from({ length: 24 }, (_, index) => `S${index}`);
  const publishAll = async ({ publish }: World, from: number, to: number): Promise<void> => {
    for (let step = from; step <= to; step++) await Promise.all(ids.map((id) => publish(`order-${id}`, step)));
  };
  const allSteps = (to: number) => new Map(ids.map((id) => [id, Array.from({ length: to }, (_, index) => index + 1)]));
  const sorted = (steps: Map<string, number[]>) => new Map(ids.map((id) => [id, steps.get(id)]));

  it('shares a durable consumer among processes, and hands its part on when one leaves or is killed', async () => {
    const here = await world();
    await relaying(here);
    const settings = { url: here.database.url, kafka: here.kafka, name: 'mailer' };
    const [first, second] = [testProcess('consumer', settings), testProcess('consumer', settings)];
    stopping.push(
      () => first.kill(),
      () => second.kill(),
    );
    const seen: string[] = [];
    const handler = async (events: Parameters<typeof toldAt>[0][]): Promise<void> => void seen.push(...events.map(toldAt));
    const lines = () => [...first.lines, ...second.lines, ...seen];

    await publishAll(here, 1, 20);
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(ids.length * 20);
    // Steps until both have a part: how long the second needs to join is nobody's promise.
    let step = 20;
    const from = [first, second].map(({ lines: { length } }) => length);
    await expect
      .poll(async () => {
        await publishAll(here, step + 1, ++step);
        return [first, second].every((one, index) => one.lines.length > (from[index] as number));
      })
      .toBe(true);

    const third = await here.bus().consume({ name: 'mailer', filter, batch: 10, handler });
    await expect
      .poll(async () => {
        await publishAll(here, step + 1, ++step);
        return seen.length;
      })
      .toBeGreaterThan(0);
    await expect.poll(() => sorted(summed(lines()).steps)).toEqual(allSteps(step));
    const { repeats } = summed(lines());
    process.stdout.write(`${ids.length * step} events through three processes, ${repeats} of them twice\n`);

    await first.kill();
    const killedAt = Date.now();
    await publishAll(here, step + 1, ++step);
    await expect.poll(() => sorted(summed(lines()).steps), { timeout: 30_000 }).toEqual(allSteps(step));
    process.stdout.write(`the others have everything ${Date.now() - killedAt} ms after the kill\n`);

    await third.stop();
    await publishAll(here, step + 1, ++step);
    await expect.poll(() => sorted(summed(lines()).steps)).toEqual(allSteps(step));
    await second.kill();

    const late: string[] = [];
    const last = await here.bus().consume({ name: 'mailer', filter, handler: async (events) => void late.push(...events.map(toldAt)) });
    await publishAll(here, step + 1, ++step);
    await expect.poll(() => sorted(summed([...lines(), ...late]).steps), { timeout: 30_000 }).toEqual(allSteps(step));
    expect(late.length).toBeLessThan(ids.length * 4);
    await last.stop();
  });

  it('drops what it has already had, also after a restart', async () => {
    const here = await world();
    await relaying(here);
    const seen: string[] = [];
    const consumer = {
      name: 'once',
      filter,
      handler: async (events: Parameters<typeof toldAt>[0][]) => void seen.push(...events.map(toldAt)),
    };
    let repeated = 0;
    const bus = here.bus({ metrics: { repeated: () => void repeated++ } });
    const before = await bus.consume(consumer);
    await publishAll(here, 1, 3);
    await expect.poll(() => sorted(summed(seen).steps)).toEqual(allSteps(3));
    await before.stop();

    // As a relay does whose last position was lost.
    await here.database.pool.query("update bus_positions set position = -1 where consumer like 'relay %'");
    const after = await bus.consume(consumer);
    await publishAll(here, 4, 4);
    await expect.poll(() => sorted(summed(seen).steps)).toEqual(allSteps(4));
    await expect.poll(() => repeated).toBeGreaterThanOrEqual(ids.length * 3);
    expect(summed(seen).repeats).toBe(0);
    await after.stop();
  });

  it('takes from the store what the topic leaves out', async () => {
    const here = await world();
    for (const step of [1, 2, 3]) await here.publish('order-a', step);
    const { events } = await here.store.readAll({ after: -1n as never, limit: 10 });
    const [, , third] = events;
    const producer = await createKafkaClient(here.kafka, silentLogger()).producer();
    await producer.send(here.kafka.topic, [toMessage(third as never, sourceOf(await originOf(here.database.pool)))]);
    await producer.close();
    const seen: string[] = [];
    const consumption = await here
      .bus()
      .consume({ name: 'complete', filter, handler: async (batch) => void seen.push(...batch.map(told)) });
    await expect.poll(() => seen).toEqual(['a:1', 'a:2', 'a:3']);
    await consumption.stop();
  });

  it('leaves out what another shop has sent to the topic', async () => {
    const here = await world();
    const other = await world(Promise.resolve(here.kafka));
    await relaying(other);
    for (const step of [1, 2, 3]) await other.publish('order-a', step);
    await expect.poll(() => other.relay().lag()).toMatchObject({ eventsBehind: 0 });
    await relaying(here);
    const seen: string[] = [];
    const consumption = await here.bus().consume({ name: 'own', filter, handler: async (batch) => void seen.push(...batch.map(told)) });
    await here.publish('order-b', 1);
    await expect.poll(() => seen).toEqual(['b:1']);
    await consumption.stop();
  });

  it('keeps its place in the group while a handler takes long', async () => {
    const here = await world();
    await relaying(here);
    const seen: string[] = [];
    const slow = { name: 'slow', filter, batch: 5 };
    const handler = async (events: Parameters<typeof told>[0][]): Promise<void> => {
      seen.push(...events.map(told));
      // Longer than the group waits for a sign of life.
      if (seen.length <= 5) await sleep(8_000);
    };
    const consumption = await here.bus().consume({ ...slow, handler });
    for (const step of [1, 2, 3, 4, 5, 6, 7]) await here.publish('order-a', step);
    await expect.poll(() => seen.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(7);
    expect(seen).toEqual(['a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'a:6', 'a:7']);
    await consumption.stop();
  });

  it('waits for a topic that is missing, says so, and misses nothing once it is made', async () => {
    const here = await world(Promise.resolve(testSettings()));
    await here.publish('order-a', 1);
    const seen: string[] = [];
    const handler = async (events: Parameters<typeof told>[0][]): Promise<void> => void seen.push(...events.map(told));
    const consumption = await here.bus().consume({ name: 'early', kind: 'ephemeral', filter, handler });
    await here.publish('order-a', 2);
    await expect.poll(() => consumption.trouble()).toBe(`Kafka has no topic ${here.kafka.topic}: make it with --job topics`);
    await ensureTopics(here.kafka, silentLogger());
    await relaying(here);
    await expect.poll(() => seen).toEqual(['a:2']);
    expect(consumption.trouble()).toBeUndefined();
    await consumption.stop();
  });

  it('says where it does not find Kafka, and stops all the same', async () => {
    const here = await world(Promise.resolve(testSettings('127.0.0.1:1')));
    const consumption = await here.bus().consume({ name: 'lost', filter, handler: async () => undefined });
    await expect.poll(() => consumption.trouble()).toBe('Kafka cannot be reached at 127.0.0.1:1: nothing listens there');
    await consumption.stop();
  });

  it('leaves no group behind of a consumer that was only there for a while', async () => {
    const here = await world();
    await relaying(here);
    const seen: StreamName[] = [];
    const consumption = await here.bus().consume({
      name: 'passing',
      kind: 'ephemeral',
      filter,
      handler: async (events) => void seen.push(...events.map(({ stream }) => stream)),
    });
    await here.publish('order-a', 1);
    await expect.poll(() => seen).toEqual(['order-a']);
    const groups = () =>
      createKafkaClient(here.kafka, silentLogger()).withAdmin(async (admin) =>
        (await admin.listGroups()).groups.filter(({ groupId }) => groupId.startsWith(`${here.kafka.topic} passing`)),
      );
    expect(await groups()).toHaveLength(1);
    await consumption.stop();
    expect(await groups()).toEqual([]);
  });

  it('notices that its topic was made anew, and misses nothing in it', async () => {
    const here = await world();
    await relaying(here);
    const remove = () =>
      createKafkaClient(here.kafka, silentLogger()).withAdmin((admin) => admin.deleteTopics({ topics: [here.kafka.topic] }));
    const lasting: string[] = [];
    const passing: string[] = [];
    const noting = (seen: string[]) => async (events: Parameters<typeof told>[0][]) => void seen.push(...events.map(told));
    const durable = () => here.bus().consume({ name: 'lasting', filter, handler: noting(lasting) });
    const before = await durable();
    const throughout = await here.bus().consume({ name: 'passing', kind: 'ephemeral', filter, handler: noting(passing) });
    for (const step of [1, 2, 3]) await here.publish('order-a', step);
    await expect
      .poll(() => [lasting, passing])
      .toEqual([
        ['a:1', 'a:2', 'a:3'],
        ['a:1', 'a:2', 'a:3'],
      ]);

    await remove();
    for (const one of [before, throughout]) await expect.poll(() => one.trouble()).toContain('make it with --job topics');
    await before.stop();
    await ensureTopics(here.kafka, silentLogger());
    // As many as there were, so that its offsets look as if nothing had happened.
    for (const step of [4, 5, 6]) await here.publish('order-a', step);
    await expect.poll(() => here.relay().lag()).toMatchObject({ eventsBehind: 0 });
    const after = await durable();
    const all = [1, 2, 3, 4, 5, 6].map((step) => `a:${step}`);
    await expect.poll(() => [lasting, passing]).toEqual([all, all]);
    for (const one of [after, throughout]) await one.stop();
  });

  it('goes on with the store itself, and with another topic, where it was on Kafka', async () => {
    const here = await world();
    await relaying(here);
    const seen: string[] = [];
    const consumer = {
      name: 'moving',
      filter,
      handler: async (events: Parameters<typeof told>[0][]) => void seen.push(...events.map(told)),
    };
    const positionOfIt = async (): Promise<bigint> =>
      (await here.database.pool.query<{ position: bigint }>("select position from bus_positions where consumer = 'moving'")).rows[0]
        ?.position ?? -1n;

    const onKafka = await here.bus({ settleMs: 200 }).consume(consumer);
    await publishAll(here, 1, 3);
    // What nobody wants is no reason to stay behind.
    await here.publish('cart-x', 1);
    const head = await here.store.head();
    await expect.poll(positionOfIt).toBeGreaterThanOrEqual(head);
    await onKafka.stop();

    const { store, codec, database } = here;
    const inProcess = await createInProcessBus({ store, codec, pool: database.pool, logger: silentLogger() }).consume(consumer);
    await publishAll(here, 4, 4);
    await expect.poll(() => sorted(summed(seen).steps)).toEqual(allSteps(4));
    await expect.poll(positionOfIt).toBeGreaterThanOrEqual(await here.store.head());
    await inProcess.stop();

    const kafka = await testTopic();
    const relay = here.relay({ kafka });
    await relay.start();
    stopping.push(() => relay.stop());
    const onAnother = await here.bus({ kafka }).consume(consumer);
    await publishAll(here, 5, 5);
    await expect.poll(() => sorted(summed(seen).steps)).toEqual(allSteps(5));
    expect(summed(seen).repeats).toBe(0);
    await onAnother.stop();

    const onKafkaAgain = await here.bus().consume(consumer);
    await publishAll(here, 6, 6);
    await expect.poll(() => sorted(summed(seen).steps)).toEqual(allSteps(6));
    expect(summed(seen).repeats).toBe(0);
    await onKafkaAgain.stop();
  });
});
