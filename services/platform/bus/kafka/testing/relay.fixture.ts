// Runs a relay until it is killed: `node relay.fixture.ts '{"url": …, "kafka": …}'`. Prints when it leads.
import { createPool } from '../../../database/index.ts';
import { createPostgresEventStore } from '../../../event-store/index.ts';
import { createMetrics, silentLogger } from '../../../telemetry/index.ts';
import type { KafkaSettings } from '../config.ts';
import { createRelay } from '../relay.ts';

const { url, kafka } = JSON.parse(process.argv[2] ?? '') as { url: string; kafka: KafkaSettings };
const info = (_: object, message: string): void => void (message === 'relay leads' && process.stdout.write('leads\n'));
await createRelay({
  pool: createPool({ url }),
  store: createPostgresEventStore({ url }),
  kafka,
  logger: Object.assign(silentLogger(), { info }),
  metrics: createMetrics(),
}).start();
process.stdout.write('started\n');
