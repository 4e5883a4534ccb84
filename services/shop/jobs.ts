import type { Logger } from '@nordhaut/platform/telemetry';
import type { Job } from './command-line.ts';
import type { ShopConfig } from './config.ts';
import { openEngine } from './engine.ts';
import { kafkaOf } from './kafka.ts';
import { say } from './tool.ts';

/** Work that is done once before the roles start, and may be done again at any time. */
export async function runJob(job: Job, config: ShopConfig, logger: Logger): Promise<void> {
  if (job === 'migrate') return migrateJob(config, logger);
  return topicsJob(config, logger);
}

/** Opening the stores brings the database up to date and the catalogue of this release into it. */
async function migrateJob(config: ShopConfig, logger: Logger): Promise<void> {
  const engine = await openEngine(config, logger);
  const products = engine.catalogue.list().length;
  await engine.close();
  say(`The database is up to date; ${products} products are listed.`);
}

async function topicsJob(config: ShopConfig, logger: Logger): Promise<void> {
  const kafka = kafkaOf(config);
  const { ensureTopics } = await import('@nordhaut/platform/bus/kafka');
  const made = await ensureTopics(kafka, logger, { isProduction: config.NODE_ENV === 'production' });
  say(made.length > 0 ? `Made ${made.join(' and ')}.` : `The topics of ${kafka.topic} are there.`);
}
