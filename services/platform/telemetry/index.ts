export { createLogger, type Logger, type LoggerOptions, silentLogger } from './logger.ts';
export { createMetrics, DURATION_BUCKETS, type Metrics } from './metrics.ts';
export { observedCommands } from './observed-commands.ts';
export { redact } from './redact.ts';
export { SpanKind } from '@opentelemetry/api';
export { startTracing, type Tracing } from './sdk.ts';
export { currentTraceparent, inSpan, newTraceparent, readTraceparent } from './trace.ts';
export { metricsOfWorkers, shareMetrics } from './workers.ts';
