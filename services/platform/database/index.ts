export { databaseClock, type DatabaseClock } from './clock.ts';
export { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { whoLeads } from './leaders.ts';
export { type Leadership, type LeadershipOptions, withLeadership } from './leadership.ts';
export { lockKey } from './lock-key.ts';
export { type Migration, migrate } from './migrate.ts';
export { reachDatabase } from './reach.ts';
export { isUnavailable } from './unavailable.ts';
export { clientConfig, columnTypes, createKysely, createPool, type PoolOptions } from './pool.ts';
