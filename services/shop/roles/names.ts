import { ConfigError } from '@nordhaut/platform/config';
import type { ShopConfig } from '../config.ts';

/** In the order in which they start: the outside world first, what answers visitors last. */
export const ROLES = ['simulators', 'projector', 'relay', 'sweeper', 'poller', 'http', 'realtime'] as const;
export type RoleName = (typeof ROLES)[number];

const isRole = (name: string): name is RoleName => (ROLES as readonly string[]).includes(name);

/**
 * The roles that this process plays: those named, else all that the configuration has work for.
 * @throws ConfigError where a name is unknown or a role cannot do its work
 */
export function rolesOf(named: readonly string[], config: ShopConfig): ReadonlySet<RoleName> {
  const unknown = named.filter((name) => !isRole(name));
  if (unknown.length > 0) throw new ConfigError([`There is no role "${unknown.join('", "')}"; there are ${ROLES.join(', ')}.`]);
  if (named.length === 0) return new Set(ROLES.filter((role) => hasWork(role, config)));
  const roles = new Set(named.filter(isRole));
  if (roles.has('simulators') && !config.SIMULATORS) {
    throw new ConfigError(['The role simulators needs SIMULATORS=on: a production shop speaks to the real providers.']);
  }
  if (roles.has('relay') && config.KAFKA_BROKERS === undefined) {
    throw new ConfigError(['The role relay needs KAFKA_BROKERS: without Kafka the bus is the event store itself.']);
  }
  return roles;
}

function hasWork(role: RoleName, config: ShopConfig): boolean {
  if (role === 'simulators') return config.SIMULATORS && !config.SIMULATORS_URL;
  if (role === 'relay') return config.KAFKA_BROKERS !== undefined;
  return true;
}
