import { join } from 'node:path';
import { catalogueMigrations, createCatalogue, seedCatalogue, type Catalogue } from '@nordhaut/catalogue';
import { checkoutMigrations } from '@nordhaut/checkout';
import { logisticsMigrations } from '@nordhaut/logistics';
import { createKysely, createPool, migrate, startEmbeddedPostgres } from '@nordhaut/platform/database';
import { busMigrations } from '@nordhaut/platform/bus';
import {
  createCodec,
  createCommands,
  createVault,
  envelopeMigrations,
  type Codec,
  type Commands,
  type Vault,
} from '@nordhaut/platform/envelope';
import { eventStoreMigrations, openEventStore, type EventStore } from '@nordhaut/platform/event-store';
import { idempotencyMigrations } from '@nordhaut/platform/http';
import { projectionMigrations } from '@nordhaut/platform/projections';
import { createMetrics, type Logger, type Metrics } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { ShopConfig } from './config.ts';

/** What every role works with: the stores, the write side, the catalogue. */
export type Engine = {
  config: ShopConfig;
  logger: Logger;
  metrics: Metrics;
  databaseUrl: string;
  pool: pg.Pool;
  store: EventStore;
  vault: Vault;
  codec: Codec;
  commands: Commands;
  catalogue: Catalogue;
  clock: () => Date;
  close(): Promise<void>;
};

export const migrations = [
  ...eventStoreMigrations,
  ...envelopeMigrations,
  ...projectionMigrations,
  ...busMigrations,
  ...idempotencyMigrations,
  ...catalogueMigrations,
  ...logisticsMigrations,
  ...checkoutMigrations,
];

/** Opens the database (the embedded one where none is named), brings it up to date, and connects the rest. */
export async function openEngine(config: ShopConfig, logger: Logger): Promise<Engine> {
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ directory: join(config.DATA_DIR, 'postgres') });
  const databaseUrl = config.DATABASE_URL?.reveal() ?? (embedded?.url as string);
  const pool = createPool({
    url: databaseUrl,
    max: config.DATABASE_POOL,
    name: 'nordhaut',
    onError: (err) => logger.warn({ err }, 'an idle database connection broke'),
  });
  await migrate(pool, migrations);
  await seedCatalogue(createKysely(pool));

  const store = await openEventStore({ databaseUrl, eventStoreUrl: config.EVENTSTORE_URL?.reveal() });
  const vault = createVault({ pool });
  const codec = createCodec({ vault });
  const commands = createCommands({ store, codec });
  const catalogue = createCatalogue({ pool, logger });
  await catalogue.start();
  return {
    config,
    logger,
    metrics: createMetrics(),
    databaseUrl,
    pool,
    store,
    vault,
    codec,
    commands,
    catalogue,
    clock: () => new Date(),
    async close() {
      await catalogue.stop();
      await store.close();
      await vault.close();
      await pool.end();
      await embedded?.stop();
    },
  };
}
