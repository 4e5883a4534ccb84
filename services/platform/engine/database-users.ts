import type pg from 'pg';
import { ConfigError, type PlatformConfig } from '../config.ts';
import {
  checkConnection,
  createOwnerPool,
  type DatabaseUsers,
  type EmbeddedPostgres,
  ensureShopUser,
  rightsOverEvents,
} from '../database/index.ts';
import type { Logger } from '../telemetry/index.ts';

type Config = Pick<PlatformConfig, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_ONE_USER' | 'EVENTSTORE_URL' | 'NODE_ENV'>;

/**
 * The addresses of the named database, or of the embedded one. Checks both, and creates the shop user if it is missing.
 * @throws ConfigError
 */
export async function databaseUsers(config: Config, embedded: EmbeddedPostgres | undefined): Promise<DatabaseUsers> {
  if (embedded) return { url: embedded.url, ownerUrl: embedded.ownerUrl };
  const url = config.DATABASE_URL?.reveal() ?? '';
  const ownerUrl = config.DATABASE_OWNER_URL?.reveal();
  if (ownerUrl !== undefined) {
    await checkConnection(ownerUrl, 'DATABASE_OWNER_URL', { options: true });
    await using owner = createOwnerPool(ownerUrl, 'nordhaut owner');
    await ensureShopUser(owner, url);
  }
  await checkConnection(url, 'DATABASE_URL', { options: !config.EVENTSTORE_URL });
  return { url, ownerUrl };
}

/**
 * Production does not run as a user who could change the history: an attacker who gets the shop to send a statement could
 * then rewrite what `verify` checks. Elsewhere it is a warning.
 * @throws ConfigError
 */
export async function refuseOwner(pool: pg.Pool, config: Config, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { user, rights } = await rightsOverEvents(pool);
  if (rights.length === 0) return;
  if (config.NODE_ENV !== 'production' || config.DATABASE_ONE_USER) {
    logger.warn({ user, rights }, 'the database user of this process could change the history of orders');
    return;
  }
  throw new ConfigError([
    `DATABASE_URL: the user ${user} could change the history of orders (${rights.join('; ')}). Name a user who cannot in DATABASE_URL, and this one in DATABASE_OWNER_URL for the job migrate alone (infra/production.md, "Two database users"); where a server offers a single user, DATABASE_ONE_USER=on accepts it.`,
  ]);
}
