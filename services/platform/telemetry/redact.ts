import { stdSerializers } from 'pino';
import { Secret } from '../config.ts';

/** Field names (lower case, without dashes and underscores) whose values are never logged. */
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
  'secretkey',
  'notifysecret',
  'idempotencykey',
  'sessionsecret',
  'personaldatakeys',
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

const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''));

/**
 * A copy without secrets, for logs. It works by field name at any depth, because providers' messages are logged whole
 * and their paths are unknown. It cuts values deeper than 8 levels and lists longer than 200 entries. An instance of a
 * class becomes its class name, because its fields are unknown: a database client holds the key that cancels its queries.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Secret || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (depth >= DEPTH) return '[…]';
  if (Array.isArray(value)) return value.slice(0, ENTRIES).map((entry) => redact(entry, depth + 1));
  if (value instanceof Map) return redact(Object.fromEntries(value), depth);
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return `[${value.constructor?.name ?? 'object'}]`;
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value).slice(0, ENTRIES)) {
    copy[name] = isSecretName(name) && entry !== undefined && entry !== null ? REDACTED : redact(entry, depth + 1);
  }
  return copy;
}

/**
 * The fields of an error that are logged. Libraries attach other fields that may hold anything: the database client, the
 * row that a constraint refused, the request with its headers.
 */
const ERROR_FIELDS = [
  'type',
  'message',
  'stack',
  'code',
  'errno',
  'syscall',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
];

function describeError(error: Error): Record<string, unknown> {
  const known = stdSerializers.err(error);
  const described: Record<string, unknown> = {};
  for (const name of ERROR_FIELDS) {
    const value: unknown = known[name];
    if (typeof value === 'string' || typeof value === 'number') described[name] = value;
  }
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  if (parts.length > 0)
    described['aggregateErrors'] = parts.slice(0, ENTRIES).map((part) => (part instanceof Error ? describeError(part) : redact(part)));
  return described;
}
