import { createLogger, type Logger } from '@nordhaut/platform/telemetry';

export type LogLines = {
  logger: Logger;
  /** everything that was written, one JSON text per line */
  lines: string[];
};

/** The shop's own logger, with its redaction, that keeps what it writes. */
export function logLines(level: string): LogLines {
  const lines: string[] = [];
  return { logger: createLogger({ level, destination: { write: (line) => void lines.push(line) } }), lines };
}
