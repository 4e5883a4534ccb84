export { createLogger, type Logger, silentLogger } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { observedCommands } from './observed-commands.ts';
export { SpanKind } from '@opentelemetry/api';
export { startTracing } from './sdk.ts';
export { inSpan } from './trace.ts';
export { metricsOfWorkers, shareMetrics } from './workers.ts';
