import { type DestinationStream, type Logger, pino } from 'pino';
import { redact } from './redact.ts';

export type { Logger } from 'pino';

export type LoggerOptions = {
  level: string;
  /** the role or process that writes, on every line */
  name?: string;
  /** standard output where it is left out */
  destination?: DestinationStream;
};

/** One JSON line per entry, UTC instants, secrets redacted by field name at any depth. */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  const options = {
    level,
    ...(name === undefined ? {} : { name }),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redact(fields) as Record<string, unknown>,
    },
    // `redact` has described errors already; pino's own serializer would look for their fields again.
    serializers: { err: redact, error: redact },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** For tests and tools that must stay quiet. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
