import { busMigrations, KafkaConfig } from '../bus/index.ts';
import { errorLogMigrations } from '../data-tables/index.ts';
import { envelopeMigrations, resealTables, rewrapKeys } from '../envelope/index.ts';
import { createPatrol, eventStoreMigrations } from '../event-store/index.ts';
import { forgettingCheck, forgettingMigrations } from '../forgetting/index.ts';
import { idempotencyMigrations } from '../http/index.ts';
import type { Module } from '../module.ts';
import { projectionMigrations } from '../projections/index.ts';
import { kafkaOf } from './bus.ts';
import { EngineConfig } from './open.ts';
import { forgetterRole } from './forgetter.ts';
import { exposeState } from './state-metrics.ts';

/** The platform's own part of a shop. */
export const platform: Module = {
  name: 'platform',
  config: EngineConfig,
  contradiction: (settings) => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = settings(EngineConfig);
    return DATABASE_OWNER_URL !== undefined && DATABASE_URL === undefined
      ? 'DATABASE_OWNER_URL needs DATABASE_URL, the same database as the user who runs the shop.'
      : undefined;
  },
  checks: ({ pool, outer, forgottenFolder }) => [forgettingCheck({ pool, outer, folder: forgottenFolder })],
  migrations: [
    ...eventStoreMigrations,
    ...envelopeMigrations,
    ...projectionMigrations,
    ...busMigrations,
    ...forgettingMigrations,
    ...idempotencyMigrations,
    ...errorLogMigrations,
  ],
  roles: [
    {
      name: 'projector',
      join({ config, pool, projector, metrics }) {
        if (config.EVENTSTORE_URL === undefined) {
          const patrol = createPatrol(pool);
          metrics.gauge(
            'event_store_positions_missing',
            'Missing positions in the order of events, because rows were lost or deleted; projections would skip them',
            [],
            async (gauge) => gauge.set((await patrol.look()).missing),
            { shared: true },
          );
        }
        return [projector];
      },
    },
    { name: 'forgetter', join: (engine) => [forgetterRole(engine)] },
    {
      name: 'relay',
      refused: (settings) =>
        settings(KafkaConfig).KAFKA_BROKERS === undefined
          ? 'The role relay needs KAFKA_BROKERS: without Kafka the bus is the event store itself.'
          : undefined,
      async join({ store, pool, config, logger, metrics, relayed: categories }) {
        const { createRelay } = await import('../bus/kafka/index.ts');
        return [createRelay({ store, pool, kafka: kafkaOf(config), categories, logger, metrics })];
      },
    },
  ],
  jobs: [
    {
      name: 'migrate',
      async run({ open }) {
        await open();
        return 'The database is up to date, with the reference data of this release.';
      },
    },
    {
      name: 'rewrap-keys',
      async run({ open }) {
        const { engine } = await open();
        // The texts first: afterwards no process has to know an older key.
        const texts = await resealTables(engine.pool, engine.outer, engine.sealedTables);
        const wrapped = await rewrapKeys(engine.pool, engine.outer, engine.sealedTables);
        return `The key ${engine.outer.current} encrypts all keys of personal data and all sealed texts; ${wrapped} keys and ${texts} texts had another one.`;
      },
    },
    {
      name: 'topics',
      async run({ config, logger }) {
        const kafka = kafkaOf(config);
        const { ensureTopics } = await import('../bus/kafka/index.ts');
        const made = await ensureTopics(kafka, logger, { isProduction: config.NODE_ENV === 'production' });
        return made.length > 0 ? `Created ${made.join(' and ')}.` : `The topics of ${kafka.topic} exist.`;
      },
    },
  ],
  metrics: exposeState,
};
