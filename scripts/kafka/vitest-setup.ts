import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBroker } from './broker.ts';

/** Starts one Kafka broker for the test run; each test creates its own topics. The broker ends with the run. */
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
