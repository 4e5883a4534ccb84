import { isRecord, isText } from '../http.ts';

/** s */
const OLDEST = 7 * 86_400;
const HASH = /^[0-9a-f]{64}$/;
/** The fields of `user_data` that have to be hashed. */
const HASHED = ['em', 'ph', 'fn', 'ln', 'ct', 'st', 'zp', 'country'];
const IDENTIFIERS = [...HASHED.slice(0, 4), 'external_id', 'client_ip_address', 'fbc', 'fbp'];

/** Why Meta refuses an event (providers §8); undefined if it takes it. @param now ms */
export function metaProblem(event: unknown, now: number): string | undefined {
  if (!isRecord(event)) return 'data must hold objects';
  const { event_name: name, event_time: time, action_source: source, user_data: user, custom_data: custom } = event;
  if (!isText(name)) return 'event_name is required';
  if (typeof time !== 'number' || !Number.isInteger(time)) return 'event_time must be seconds';
  if (time * 1_000 < now - OLDEST * 1_000) return 'event_time is older than seven days';
  if (time * 1_000 > now + 60_000) return 'event_time is in the future';
  if (!isText(source)) return 'action_source is required';
  if (!isRecord(user)) return 'user_data is required';
  if (source === 'website' && !isText(event['event_source_url'])) return 'event_source_url is required';
  if (source === 'website' && !isText(user['client_user_agent'])) return 'client_user_agent is required';
  if (!IDENTIFIERS.some((key) => user[key] !== undefined)) return 'user_data has no identifier';
  const plain = HASHED.find(
    (key) => user[key] !== undefined && ![user[key]].flat().every((value) => typeof value === 'string' && HASH.test(value)),
  );
  if (plain !== undefined) return `${plain} is not hashed`;
  if (name !== 'Purchase') return undefined;
  if (!isRecord(custom) || !isText(custom['currency']) || typeof custom['value'] !== 'number') return 'currency and value are required';
  return undefined;
}
