import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createCommands } from '../envelope/index.ts';
import { type Shop, testContext, testShop } from '../envelope/testing.ts';
import type { StreamName } from '../event-store/index.ts';
import { busConformance, steps } from './conformance.ts';
import { createInProcessBus } from './index.ts';

busConformance('in process', async () => {
  const shop = await testShop();
  const busOf = ({ database, store, codec }: Shop) =>
    createInProcessBus({ pool: database.pool, store, codec, logger: pino({ enabled: false }) });
  const commands = createCommands(shop);
  return {
    bus: busOf(shop),
    another: () => busOf(shop.another()),
    publish: async (stream, step) => void (await commands.handle(stream, steps, step, testContext())),
    drop: shop.drop,
  };
});

it('leaves out the stream of an event that cannot be read, for who keeps nothing, and brings all others', async () => {
  const shop = await testShop();
  const commands = createCommands(shop);
  const publish = (stream: StreamName, step: number) => commands.handle(stream, steps, step, testContext());
  const bus = createInProcessBus({ pool: shop.database.pool, store: shop.store, codec: shop.codec, logger: pino({ enabled: false }) });
  const seen: string[] = [];
  const consumption = await bus.consume({
    name: 'follower',
    kind: 'ephemeral',
    handler: async (events) => void seen.push(...events.map(({ stream, data }) => `${stream}:${data['step'] as number}`)),
  });
  try {
    await publish('order-a', 1);
    const id = '00000000-0000-4000-8000-000000000001';
    await shop.store.append('order-a', 0, [{ id, type: 'Stepped', data: 'not json', metadata: '{}' }]);
    await shop.store.append('order-a', 1, [{ id: id.replace(/1$/, '2'), type: 'Stepped', data: '{"step":3}', metadata: '{}' }]);
    for (const step of [1, 2]) await publish('order-b', step);
    await expect.poll(() => seen).toEqual(['order-a:1', 'order-b:1', 'order-b:2']);
    expect(consumption.trouble()).toBeUndefined();
  } finally {
    await consumption.stop();
    await shop.drop();
  }
});
