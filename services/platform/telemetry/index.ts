export { createLogger, type Logger, type LoggerOptions, silentLogger } from './logger.ts';
export { createMetrics, DURATION_BUCKETS, type Metrics } from './metrics.ts';
export { redact } from './redact.ts';
export { currentTraceparent, newTraceparent, readTraceparent, withSpan } from './trace.ts';
