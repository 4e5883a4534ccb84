import { Secret } from '../config.ts';

/** Field names (lower case, without dashes and underscores) whose values never reach a log. */
const SECRET_NAMES = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'orderproof',
  'proof',
  'prime',
  'partnerkey',
  'xapikey',
  'apikey',
  'appkey',
  'password',
  'newpassword',
  'secret',
  'clientsecret',
  'sessionsecret',
  'channelsecret',
  'hashkey',
  'hashiv',
  'checkmacvalue',
  'cardsecret',
  'cardkey',
  'cardtoken',
  'ccv',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'token',
  'databaseurl',
]);
const REDACTED = '[redacted]';
const DEPTH = 8;
const ENTRIES = 200;

export const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''));

/**
 * A copy without secrets, for logs. Works by field name at any depth, because providers' messages are logged whole
 * and nobody can list every path. Cuts what is deeper than 8 or longer than 200 entries.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Secret || value instanceof Date) return value;
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (depth >= DEPTH) return '[…]';
  if (Array.isArray(value)) return value.slice(0, ENTRIES).map((entry) => redact(entry, depth + 1));
  if (value instanceof Map) return redact(Object.fromEntries(value), depth);
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value).slice(0, ENTRIES)) {
    copy[name] =
      isSecretName(name) && entry !== undefined && entry !== null ? REDACTED : entry instanceof Error ? entry : redact(entry, depth + 1);
  }
  return copy;
}
