// A process with a durable consumer, until it is killed: `node consumer.fixture.ts '{"url": …, "kafka": …, "name": …}'`.
// Says each event that it has handled and when, as `a:1 1795283002132.25`.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '../../../database/index.ts';
import { createCodec, createVault } from '../../../envelope/index.ts';
import { createPostgresEventStore } from '../../../event-store/index.ts';
import { silentLogger } from '../../../telemetry/logger.ts';
import { createKafkaBus } from '../bus.ts';
import type { KafkaSettings } from '../config.ts';
import { toldAt } from './world.ts';

const { url, kafka, name } = JSON.parse(process.argv[2] ?? '') as { url: string; kafka: KafkaSettings; name: string };
const pool = createPool({ url });
const bus = createKafkaBus({
  pool,
  store: createPostgresEventStore({ url }),
  codec: createCodec({ vault: createVault({ pool }) }),
  kafka,
  logger: silentLogger(),
});
await bus.consume({
  name,
  filter: { categories: ['order'] },
  batch: 10,
  async handler(events) {
    await sleep(1);
    for (const event of events) process.stdout.write(`${toldAt(event)}\n`);
  },
});
