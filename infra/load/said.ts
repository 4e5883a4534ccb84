import { secondsOf } from './plan.ts';
import { isJourneyName, isProfileName, JOURNEYS, PROFILES, type JourneyName, type ProfileName } from './profiles.ts';

/**
 * The variables `LOAD_…` of a run without the launcher. A wrong value ends the run before it begins; a run with fewer
 * journeys than requested would look like a complete one.
 */
type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as missing, because docker compose passes variables without a value as empty ones. */
export const said = (env: Environment, name: string): string | undefined => env[`LOAD_${name}`] || undefined;

const wrong = (name: string, value: string, wanted: string): never => {
  throw new Error(`LOAD_${name}=${value}: ${wanted}`);
};

export function profileIn(env: Environment): ProfileName {
  const profile = said(env, 'PROFILE') ?? 'smoke';
  return isProfileName(profile) ? profile : wrong('PROFILE', profile, `there are ${Object.keys(PROFILES).join(', ')}`);
}

export function numberIn(env: Environment, name: 'RATE' | 'MEMBERS' | 'MAX_VUS'): number | undefined {
  const text = said(env, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  return number > 0 && Number.isFinite(number) ? number : wrong(name, text, 'must be a number above 0');
}

/** In seconds, written as the launcher's `--duration`. */
export function durationIn(env: Environment): number | undefined {
  const text = said(env, 'DURATION');
  return text === undefined ? undefined : (secondsOf(text) ?? wrong('DURATION', text, 'must be like 90, 90s, 5m or 1h30m'));
}

export function journeysIn(env: Environment): JourneyName[] | undefined {
  const text = said(env, 'JOURNEYS');
  const names = [...new Set(text?.split(',').filter(Boolean))];
  return text === undefined
    ? undefined
    : names.map((name) => (isJourneyName(name) ? name : wrong('JOURNEYS', name, `there are ${Object.keys(JOURNEYS).join(', ')}`)));
}
