/** One piece of work in a span, and one that fails; tells what was loaded for it. */
import { createRequire } from 'node:module';
import { createLogger, currentTraceparent, startTracing, withSpan } from './index.ts';

const tracing = await startTracing({ name: 'http,projector', logger: createLogger({ level: 'warn', destination: process.stderr }) });
const traceparent = await withSpan('a piece of work', {}, async () => currentTraceparent() ?? null);
await withSpan('a failure', {}, () => Promise.reject(Object.assign(new Error('0912345678 is nobody'), { code: 'ERR_OF_ITS_KIND' }))).catch(
  () => undefined,
);
const began = Date.now();
await tracing.stop();
const sdkModules = Object.keys(createRequire(import.meta.url).cache).filter((file) =>
  /opentelemetry\/(sdk|exporter|otlp|resources)/.test(file),
);
process.stdout.write(JSON.stringify({ sdkModules: sdkModules.length, traceparent, stopMs: Date.now() - began }));
// As the shop's own end: what a collector that is away still waits for is not waited for.
process.exit(0);
