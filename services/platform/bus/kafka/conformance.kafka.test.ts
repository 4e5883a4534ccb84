import { createCommands } from '../../envelope/index.ts';
import { type Shop, testContext, testShop } from '../../envelope/testing.ts';
import { createMetrics, silentLogger } from '../../telemetry/index.ts';
import { busConformance, steps } from '../testing/conformance.ts';
import { createKafkaBus, createRelay } from './index.ts';
import { testTopic } from './testing/topic.ts';

busConformance('Kafka', async () => {
  const [shop, kafka] = [await testShop(), await testTopic()];
  const busOf = ({ database, store, codec }: Shop) =>
    createKafkaBus({ kafka, pool: database.pool, store, codec, logger: silentLogger(), metrics: createMetrics() });
  const commands = createCommands(shop);
  const relay = createRelay({ kafka, pool: shop.database.pool, store: shop.store, logger: silentLogger(), metrics: createMetrics() });
  await relay.start();
  return {
    bus: busOf(shop),
    another: () => busOf(shop.another()),
    publish: async (stream, step) => void (await commands.handle(stream, steps, step, testContext())),
    async drop() {
      await relay.stop();
      await shop.drop();
    },
  };
});
