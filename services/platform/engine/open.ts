import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod/mini';
import { KafkaConfig } from '../bus/index.ts';
import { PlatformConfig, type Settings } from '../config.ts';
import { createPool, databaseClock, migrateAt, startEmbeddedPostgres, type Migration } from '../database/index.ts';
import {
  checkOuterKeys,
  type Codec,
  type Commands,
  createCodec,
  createCommands,
  createVault,
  destroyKeys,
  openOuterKeys,
  type OuterKeys,
  type Upcaster,
  type Vault,
  wrapClearKeys,
  type SealedTable,
} from '../envelope/index.ts';
import { type Forgets, type ForgottenList, forgottenList, split } from '../forgetting/index.ts';
import { checkEventStoreConnection, openEventStore, StoreHealth, type EventStore } from '../event-store/index.ts';
import { checkEventLocation } from '../event-store/event-location.ts';
import { releaseOf } from '../release.ts';
import { searchHash } from './search-hash.ts';
import { databaseUsers, refuseOwner } from './database-users.ts';
import { createProjector, type Projection, type Projector } from '../projections/index.ts';
import { createMetrics, observedCommands, type Logger, type Metrics } from '../telemetry/index.ts';

export const EngineConfig = z.object({ ...PlatformConfig.shape, ...KafkaConfig.shape });
/** `of` reads the piece of a capability: `config.of(LogisticsConfig)`. */
export type EngineConfig = z.infer<typeof EngineConfig> & { of: Settings };

/** The stores and the write side of a process; every role and capability works with them. */
export type Engine = {
  config: EngineConfig;
  logger: Logger;
  metrics: Metrics;
  databaseUrl: string;
  pool: pg.Pool;
  store: EventStore;
  /** the keys outside the database that wrap the vault's keys */
  outer: OuterKeys;
  vault: Vault;
  codec: Codec;
  commands: Commands;
  /** folder of the list of forgotten subjects */
  forgottenFolder: string;
  /** the list outside the database */
  forgotten: ForgottenList;
  /** how the capabilities forget people */
  forgets: readonly Forgets[];
  /** the tables with texts under an outer key */
  sealedTables: readonly SealedTable[];
  /** all read models; it folds only in processes that start it */
  projector: Projector;
  projections: readonly Projection[];
  /** categories of the shop's streams; events of other categories belong to other programs */
  categories: readonly string[];
  /** categories of the streams that the relay sends to Kafka */
  relayed: readonly string[];
  /** the database's time */
  clock: () => Date;
  close(): Promise<void>;
};

export type EngineOptions = Pick<Engine, 'config' | 'logger' | 'projections' | 'categories' | 'relayed'> &
  Partial<Pick<Engine, 'forgets' | 'sealedTables'>> & {
    migrations: readonly Migration[];
    upcasters: readonly Upcaster[];
    /** the time, instead of the database's; for tests */
    clock?: (() => Date) | undefined;
  };

/** The caches answer most questions for keys. */
const KEY_CONNECTIONS = 4;

/**
 * Opens the database (the embedded one if none is named), migrates it, and connects the other parts. Only the migration
 * uses the owner's address: everything that stays open is the shop user's.
 * @throws ConfigError if an address is wrong, if the list of forgotten subjects is missing or too old, if another store holds
 * the events of this database's shop, or if production would run as a user who could change the history
 */
export async function openEngine({
  config,
  logger,
  migrations,
  upcasters,
  projections: declared,
  categories,
  relayed,
  forgets = [],
  sealedTables = [],
  clock: set,
}: EngineOptions): Promise<Engine> {
  const hashOf = searchHash(config.SESSION_SECRET);
  const projections = declared.map((projection) => projection.withKey?.(hashOf) ?? projection);
  const opened = new AsyncDisposableStack();
  const close = (): Promise<void> => opened.disposeAsync();
  try {
    const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ directory: join(config.DATA_DIR, 'postgres') });
    if (embedded) opened.defer(() => embedded.stop());
    const users = await databaseUsers(config, embedded);
    const databaseUrl = users.url;
    const openPool = (name: string, max: number): pg.Pool => {
      // While the engine closes, the embedded server ends the connections itself.
      const onError = (err: Error): void => void (opened.disposed || logger.warn({ err }, 'an idle database connection broke'));
      const pool = createPool({ url: databaseUrl, max, name, onError });
      opened.defer(() => pool.end());
      return pool;
    };
    const pool = openPool('nordhaut', config.DATABASE_POOL);
    // A transaction of `pool` may wait for a key. With a pool of its own, a key never waits for such a transaction.
    const keyPool = openPool('nordhaut keys', KEY_CONNECTIONS);
    if (users.ownerUrl === undefined) await refuseOwner(pool, config, logger);
    await migrateAt(users, migrations);
    if (users.ownerUrl !== undefined) await refuseOwner(pool, config, logger);

    const eventStoreUrl = config.EVENTSTORE_URL?.reveal();
    const metrics = createMetrics();
    const health = new StoreHealth({ probe: () => store.head(), patienceMs: config.STORE_PATIENCE, logger, metrics });
    const store: EventStore = await openEventStore({ databaseUrl, eventStoreUrl, observer: health.readers });
    opened.defer(() => store.close());
    opened.defer(() => health.close());
    await checkEventStoreConnection(store, 'EVENTSTORE_URL');
    await checkEventLocation(pool, store, eventStoreUrl, users.ownerUrl);

    const clock = await databaseClock({
      pool,
      onSkew: (ms) => logger.warn({ ms }, "this machine's clock differs from the database's; the shop uses the database's"),
    });
    opened.defer(() => clock.stop());
    const outer = openOuterKeys(config.PERSONAL_DATA_KEYS, config.DATA_DIR);
    await checkOuterKeys(pool, outer);
    const wrapped = await wrapClearKeys(pool, outer);
    if (wrapped > 0) logger.info({ wrapped }, 'keys of personal data that an earlier release stored are encrypted now');
    const vault = createVault({
      pool: keyPool,
      outer,
      onError: (err) => logger.warn({ err }, 'messages about forgotten subjects do not arrive; keys expire by time'),
    });
    opened.defer(() => vault.close());
    const codec = createCodec({ vault, upcasters, release: releaseOf(config.RELEASE_COMMIT) });
    const forgottenFolder = config.FORGOTTEN_LIST ?? join(config.DATA_DIR, 'forgotten');
    const forgotten = forgottenList({
      pool,
      folder: forgottenFolder,
      async destroy(client, one) {
        await split(codec, store, forgets, one);
        await destroyKeys(client, one.subject, one.data.purposes);
      },
    });
    // Before anything is read: a restored database has keys that were destroyed.
    const replayed = await forgotten.open();
    if (replayed > 0)
      logger.warn({ replayed }, 'the database is older than the list of forgotten subjects: their keys were destroyed again');
    const commands = observedCommands(createCommands({ store, codec, health }), metrics);
    const projector = createProjector({ pool, store, codec, projections, logger });
    const people = { outer, vault, forgottenFolder, forgotten, forgets, sealedTables };
    const stores = { databaseUrl, pool, store, codec, commands, projector, projections, categories, relayed };
    return { config, logger, metrics, ...people, ...stores, clock: set ?? clock.now, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
