import { ConfigError, type Settings } from '@nordhaut/platform/config';
import type { Module, ModuleRole } from '@nordhaut/platform/module';
import { modules, type Faces } from './modules.ts';

/** In the order in which they start. `http` serves the routes of all modules. */
export function rolesIn(parts: readonly Module<Faces>[]): (ModuleRole<Faces> | 'http')[] {
  const roles = parts.flatMap((module) => module.roles ?? []);
  return [...roles.filter(({ afterHttp }) => !afterHttp), 'http', ...roles.filter(({ afterHttp }) => afterHttp)];
}

const nameOf = (role: ModuleRole<Faces> | 'http'): string => (role === 'http' ? role : role.name);

export const ROLES: readonly string[] = rolesIn(modules).map(nameOf);

/**
 * The roles that this process plays: the named ones, otherwise all that the configuration has work for.
 * @throws ConfigError if a name is unknown, or a role cannot do its work with these settings
 */
export function rolesOf(
  named: readonly string[],
  { of }: { of: Settings },
  parts: readonly Module<Faces>[] = modules,
): ReadonlySet<string> {
  const all = rolesIn(parts);
  const unknown = named.filter((name) => !all.some((role) => nameOf(role) === name));
  if (unknown.length > 0) {
    throw new ConfigError([`There is no role "${unknown.join('", "')}"; there are ${all.map(nameOf).join(', ')}.`]);
  }
  const refusalOf = (role: ModuleRole<Faces> | 'http') => (role === 'http' ? undefined : role.refused?.(of));
  if (named.length === 0) {
    const byDefault = all.filter((role) => refusalOf(role) === undefined && (role === 'http' || (role.byDefault?.(of) ?? true)));
    return new Set(byDefault.map(nameOf));
  }
  const refusals = all.filter((role) => named.includes(nameOf(role))).flatMap((role) => refusalOf(role) ?? []);
  if (refusals.length > 0) throw new ConfigError(refusals);
  return new Set(named);
}
