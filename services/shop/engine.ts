import { join } from 'node:path';
import { catalogueMigrations, createCatalogue, seedCatalogue, type Catalogue } from '@nordhaut/catalogue';
import { cashLimitMigrations, checkoutMigrations } from '@nordhaut/checkout';
import { logisticsMigrations } from '@nordhaut/logistics';
import { guessMigrations } from '@nordhaut/ordering';
import { createKysely, createPool, databaseClock, migrateAt, reachDatabase, startEmbeddedPostgres } from '@nordhaut/platform/database';
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
import {
  eventStoreMigrations,
  openEventStore,
  checkEventStoreConnection,
  reportReaders,
  type EventStore,
} from '@nordhaut/platform/event-store';
import { checkEventLocation } from '@nordhaut/platform/event-store/move';
import { idempotencyMigrations } from '@nordhaut/platform/http';
import { projectionMigrations } from '@nordhaut/platform/projections';
import { createMetrics, observedCommands, type Logger, type Metrics } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { ShopConfig } from './config.ts';
import { exposeState } from './state-metrics.ts';
import { upcasters } from './upcasters.ts';

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
  ...cashLimitMigrations,
  ...guessMigrations,
];

/**
 * Opens the database (the embedded one where none is named), brings it up to date, and connects the rest.
 * @throws ConfigError where an address is wrong, or the events of this database's shop are kept elsewhere
 */
export async function openEngine(config: ShopConfig, logger: Logger): Promise<Engine> {
  let closing = false;
  const opened: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    closing = true;
    for (const end of opened.splice(0).toReversed()) await end();
  };
  try {
    const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ directory: join(config.DATA_DIR, 'postgres') });
    if (embedded) opened.push(() => embedded.stop());
    const databaseUrl = config.DATABASE_URL?.reveal() ?? (embedded?.url as string);
    await reachDatabase(databaseUrl);
    const pool = createPool({
      url: databaseUrl,
      max: config.DATABASE_POOL,
      name: 'nordhaut',
      // The embedded server's last word to connections that are closing already is no news.
      onError: (err) => closing || logger.warn({ err }, 'an idle database connection broke'),
    });
    opened.push(() => pool.end());
    await migrateAt(databaseUrl, migrations);

    const eventStoreUrl = config.EVENTSTORE_URL?.reveal();
    const metrics = createMetrics();
    const store = await openEventStore({ databaseUrl, eventStoreUrl, observer: reportReaders(logger, metrics) });
    opened.push(() => store.close());
    await checkEventStoreConnection(store, 'EVENTSTORE_URL');
    await checkEventLocation(pool, store, eventStoreUrl);
    await seedCatalogue(createKysely(pool));

    const clock = await databaseClock({
      pool,
      onSkew: (ms) => logger.warn({ ms }, "this machine's clock is not the database's; the shop goes by the database's"),
    });
    opened.push(() => clock.stop());
    const vault = createVault({
      pool,
      keysDurable: eventStoreUrl === undefined ? 'with the events' : 'at once',
      onError: (err) => logger.warn({ err }, 'messages about forgotten subjects do not arrive; keys expire by time'),
    });
    opened.push(() => vault.close());
    const codec = createCodec({ vault, upcasters });
    const commands = observedCommands(createCommands({ store, codec }), metrics);
    const catalogue = createCatalogue({ pool, logger });
    opened.push(() => catalogue.stop());
    await catalogue.start();
    exposeState({ config, pool, store, metrics, clock: clock.now });
    return { config, logger, metrics, databaseUrl, pool, store, vault, codec, commands, catalogue, clock: clock.now, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
