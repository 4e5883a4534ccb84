export { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { type Leadership, type LeadershipOptions, withLeadership } from './leadership.ts';
export { lockKey } from './lock-key.ts';
export { type Migration, migrate } from './migrate.ts';
export { clientConfig, columnTypes, createKysely, createPool, type PoolOptions } from './pool.ts';
