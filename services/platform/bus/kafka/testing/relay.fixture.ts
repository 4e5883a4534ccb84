// Runs a relay until it is killed: `node relay.fixture.ts '{"url": …, "kafka": …}'`. Prints when it leads.
import { createPool } from '../../../database/index.ts';
import { createPostgresEventStore } from '../../../event-store/index.ts';
import { silentLogger } from '../../../telemetry/logger.ts';
import type { KafkaSettings } from '../config.ts';
import { createRelay } from '../relay.ts';

const { url, kafka } = JSON.parse(process.argv[2] ?? '') as { url: string; kafka: KafkaSettings };
const leading = (leads: boolean): boolean => process.stdout.write(leads ? 'leads\n' : 'follows\n');
await createRelay({
  pool: createPool({ url }),
  store: createPostgresEventStore({ url }),
  kafka,
  logger: silentLogger(),
  metrics: { leading },
}).start();
process.stdout.write('started\n');
