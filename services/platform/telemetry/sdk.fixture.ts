/** Runs one span that succeeds and one that fails, and reports how many SDK modules were loaded. */
import { createRequire } from 'node:module';
import { createLogger, inSpan, startTracing } from './index.ts';
import { currentTraceparent } from './trace.ts';

const tracing = await startTracing({ name: 'http,projector', logger: createLogger({ level: 'warn', destination: process.stderr }) });
const traceparent = await inSpan('a piece of work', {}, async () => currentTraceparent() ?? null);
await inSpan('a failure', {}, () => Promise.reject(Object.assign(new Error('0912345678 is nobody'), { code: 'ERR_OF_ITS_KIND' }))).catch(
  () => undefined,
);
const began = Date.now();
await tracing.stop();
const sdkModules = Object.keys(createRequire(import.meta.url).cache).filter((file) =>
  /opentelemetry\/(sdk|exporter|otlp|resources)/.test(file),
);
process.stdout.write(JSON.stringify({ sdkModules: sdkModules.length, traceparent, stopMs: Date.now() - began }));
// The shop exits in the same way, without waiting for an export that hangs.
process.exit(0);
