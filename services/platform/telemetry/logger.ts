import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { redact } from './redact.ts';

export type { Logger } from 'pino';

export type LoggerOptions = {
  level: string;
  /** on every line: the role or process */
  name?: string;
  /** default: standard output */
  destination?: DestinationStream;
};

/** Writes one JSON line per entry, with UTC instants. Secrets are redacted by field name at any depth. */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  const options = {
    level,
    ...(name === undefined ? {} : { name }),
    timestamp: stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redact(fields) as Record<string, unknown>,
    },
    // pino's default error serializer would expect an Error, but `redact` has already described it.
    serializers: { err: redact, error: redact },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** For tests and tools that must not log. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
