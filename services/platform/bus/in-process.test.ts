import { pino } from 'pino';
import { createCommands } from '../envelope/index.ts';
import { type Shop, testContext, testShop } from '../envelope/testing.ts';
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
