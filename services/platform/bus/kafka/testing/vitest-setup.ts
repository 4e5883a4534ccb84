import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBroker } from './broker.ts';

/** One Kafka broker for a whole test run; every test takes topics of its own. It ends with the run, however that ends. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'nordhaut-kafka-'));
  const broker = await startBroker({ directory }).catch((error: unknown) => {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  });
  process.env['TEST_KAFKA_BROKERS'] = broker.brokers;
  return async () => {
    await broker.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
